"""Islands and what can be reached, against floods that go cell by cell."""

from __future__ import annotations

import math
from collections import deque

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.mesh.edit import clear_transitions
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.reach.islands import find_parts, find_reachable, list_islands
from support.areas import NONWALK, STONE, floor, make_area
from support.corpus import CORPUS, needs_corpus


def squares(marks: list[str], size: float = 2.0, rise: float = 0.0) -> kl.Walkmesh:
    """A floor of squares: ``#`` can be walked on, ``.`` not; the first line is the south.

    Each square is two faces; ``rise`` metres higher with every metre to the east.
    """
    wide = len(marks[0])
    vertices = [
        (size * x, size * y, rise * size * x)
        for y in range(len(marks) + 1)
        for x in range(wide + 1)
    ]
    rows = []
    for y, line in enumerate(marks):
        for x, mark in enumerate(line):
            a = y * (wide + 1) + x
            b = a + wide + 1
            material = STONE if mark == "#" else NONWALK
            rows += [((a, a + 1, b + 1), material), ((a, b + 1, b), material)]
    rows.sort(key=lambda row: row[1] != STONE)  # FACTS 2: what can be walked on comes first
    return kl.Walkmesh.from_arrays(vertices, [f for f, _ in rows], [m for _, m in rows])


def flood(made: Floor, start: int, *, back: bool = False) -> set[int]:
    """The cells that passages lead to, one at a time."""
    ways: dict[int, list[int]] = {}
    for cell in range(len(made)):
        for row in range(made.passage_starts[cell], made.passage_starts[cell + 1]):
            here, there = (int(made.to[row]), cell) if back else (cell, int(made.to[row]))
            ways.setdefault(here, []).append(there)
    found, waiting = {start}, deque([start])
    while waiting:
        for there in ways.get(waiting.popleft(), []):
            if there not in found:
                found.add(there)
                waiting.append(there)
    return found


def chain(links: list[tuple[bool, bool]]) -> Area:
    """Rooms in a row from west to east; each pair says whether a link leads on, and back."""
    rooms = {}
    for number in range(len(links) + 1):
        east = number + 1 if number < len(links) and links[number][0] else -1
        west = number - 1 if number and links[number - 1][1] else -1
        rooms[f"r{number}"] = floor(4 * number, east=east, west=west)
    return make_area(rooms)


def test_islands_by_hand() -> None:
    """Two islands of 3 and 1 squares of 4 m²; squares that touch in a corner are not joined."""
    made = build_floor(squares(["##.", "#.#"]))
    large, small = list_islands(made)
    assert (large.number, small.number) == (0, 1)
    assert [large.area, large.plan_area] == pytest.approx([12, 12])
    assert [small.area, small.plan_area] == pytest.approx([4, 4])
    assert (len(large.cells), len(small.cells)) == (6, 2)
    assert (small.low, small.high) == ((4, 2, 0), (6, 4, 0))
    assert large.rooms[0].share == pytest.approx(0.75)
    assert [island.number for island in list_islands(made, least_area=5)] == [0]


def test_area_is_that_of_the_slope() -> None:
    (island,) = list_islands(build_floor(squares(["##"], rise=0.75)))
    assert island.plan_area == pytest.approx(8)
    assert island.area == pytest.approx(8 * 1.25)  # sides 3 and 4 make 5


def test_the_point_lies_on_the_island() -> None:
    """Also where the middle of the island is a hole."""
    mesh = squares(["###", "#.#", "###"])
    (island,) = list_islands(build_floor(mesh))
    x, y, z = island.point
    assert kl.Ground(mesh).height(x, y, walkable=True) == pytest.approx(z)


def test_rooms_and_shares() -> None:
    area = make_area({"hall": floor(width=6, east=1), "yard": floor(6, west=0), "far": floor(50)})
    joined, far = list_islands(build_floor(area))
    assert [(share.room, share.share) for share in joined.rooms] == [(0, 1), (1, 1)]
    assert [share.area for share in joined.rooms] == pytest.approx([24, 16])
    assert [share.room for share in far.rooms] == [2]


def test_no_floor_has_no_islands() -> None:
    made = build_floor(kl.Walkmesh.from_arrays([], [], []))
    assert list_islands(made) == []
    with pytest.raises(IndexError, match="no cell 0"):
        find_reachable(made, 0)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 7), st.integers(1, 7), st.randoms(use_true_random=False))
def test_islands_are_what_a_flood_finds(wide: int, high: int, random: object) -> None:
    marks = ["".join(random.choice("#.") for _ in range(wide)) for _ in range(high)]  # type: ignore[attr-defined]
    made = build_floor(squares(marks))
    islands = list_islands(made)
    left = set(range(len(made)))
    for island in islands:
        cells = set(island.cells.tolist())
        assert cells == flood(made, int(island.cells[0]))
        assert cells <= left
        left -= cells
        assert island.area == pytest.approx(2 * len(cells))
    assert not left
    sizes = [island.area for island in islands]
    assert sizes == sorted(sizes, reverse=True)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=7), st.integers(0, 7))
def test_reach_follows_links_in_their_direction(
    links: list[tuple[bool, bool]], number: int
) -> None:
    """Walked by hand: on while links lead on, back while they lead back."""
    start = min(number, len(links))
    last = start
    while last < len(links) and links[last][0]:
        last += 1
    first = start
    while first and links[first - 1][1]:
        first -= 1
    returns = {
        room
        for room in range(first, last + 1)
        if all(links[n][1] for n in range(start, room))
        and all(links[n][0] for n in range(room, start))
    }
    made = build_floor(chain(links))
    reached = find_reachable(made, int(np.flatnonzero(made.room == start)[0]))
    assert sorted(share.room for share in reached.rooms) == list(range(first, last + 1))
    assert reached.area == pytest.approx(16 * (last - first + 1))
    assert set(made.room[reached.cells].tolist()) == set(range(first, last + 1))
    trapped = set(made.room[reached.one_way].tolist())
    assert trapped == set(range(first, last + 1)) - returns
    # And once more by a flood over the passages.
    assert set(np.flatnonzero(reached.cells).tolist()) == flood(made, reached.start)
    no_return = flood(made, reached.start) - flood(made, reached.start, back=True)
    assert set(np.flatnonzero(reached.one_way).tolist()) == no_return


def test_a_ring_of_one_way_links_leads_back() -> None:
    """A link of one direction is no trap where another way leads around."""
    area = make_area(
        {
            "a": floor(0, 0, east=1),
            "b": floor(4, 0, north=2),
            "c": floor(4, 4, west=3),
            "d": floor(0, 4, south=0),
        }
    )
    made = build_floor(area)
    reached = find_reachable(made, 0)
    assert len(reached.rooms) == 4
    assert not reached.one_way.any()
    assert find_parts(made).max() == 3


@needs_corpus
def test_real_rooms_are_one_island_until_their_links_are_cut() -> None:
    area = kl.load_area(CORPUS / "area_m10aa")
    there = [room.index for room in area.rooms if room.mesh is not None]
    made = build_floor(area)
    islands = list_islands(made)
    assert sorted(share.room for share in islands[0].rooms) == there
    whole = sum(_floor_area(area.rooms[index].mesh) for index in there)
    assert sum(island.area for island in islands) == pytest.approx(whole, rel=1e-6)
    # In room 7 two faces are fenced in; all else hangs together.
    assert [(len(i.cells), [s.room for s in i.rooms]) for i in islands[1:]] == [(2, [7])]
    cut = area.with_meshes(
        {room.index: clear_transitions(room.mesh) for room in area.rooms if room.mesh is not None}
    )
    assert len(list_islands(build_floor(cut))) == len(there) + 1


def _floor_area(mesh: kl.Walkmesh | None) -> float:
    assert mesh is not None
    total = 0.0
    for corners in mesh.vertices.astype(float)[mesh.faces[mesh.walkable]]:
        a, b, c = (math.dist(corners[i], corners[(i + 1) % 3]) for i in range(3))
        s = (a + b + c) / 2
        total += math.sqrt(max(s * (s - a) * (s - b) * (s - c), 0.0))
    return total
