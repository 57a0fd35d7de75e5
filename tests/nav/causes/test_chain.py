"""What parts two places: chains of causes on made areas, and on a real one without its links."""

from __future__ import annotations

import pickle
from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.nav.causes.cause import Cause, Remedy
from kotorlevel.nav.navigator import Navigator
from support.area.room_grids import make_room
from support.areas import CLOSED, QUARTER, STONE, floor, make_area, make_door
from support.corpus import CORPUS, needs_corpus

Place = tuple[float, ...]


def causes(source: Area | kl.Walkmesh, a: Place, b: Place, **more: str) -> list[Cause]:
    return Navigator(source, fast=False, **more).find_causes(a, b)  # type: ignore[arg-type]


def told(source: Area, a: Place, b: Place, **more: str) -> list[str]:
    names = [room.name for room in source.rooms]
    return [cause.describe(names) for cause in causes(source, a, b, **more)]


def test_nothing_parts_what_is_one() -> None:
    area = make_area({"hall": floor(east=1), "yard": floor(4, west=0)})
    assert causes(area, (1, 1), (7, 1)) == []
    assert causes(area, (1, 1), (50, 1)) == []  # no place at all
    path = Navigator(area, fast=False).path((1, 1), (7, 1))
    assert (path.causes, path.reason) == ((), "")


@pytest.mark.parametrize(
    ("rooms", "text"),
    [
        (
            {"hall": floor(), "yard": floor(4, west=0)},
            "hall edge 1 at (4.0, 2.0) has no link to yard",
        ),
        (
            {"hall": floor(east=0), "yard": floor(4, west=0)},
            "hall and yard meet at (4.0, 2.0), but edge 1 of hall leads to the room itself, not to "
            "yard",
        ),
        (
            {"hall": floor(), "yard": floor(3, 1, 4, 2)},
            "hall and yard lie over each other at (4.0, 1.0), and no edge of theirs meets",
        ),
        (
            {"hall": floor(), "yard": floor(4)},
            "hall and yard meet at (4.0, 2.0), but there is no link",
        ),
        (
            {"hall": floor(east=2), "yard": floor(4), "shed": floor(50)},
            "hall and yard meet at (4.0, 2.0), but edge 1 of hall leads to shed, not to yard",
        ),
        (
            {"hall": floor(), "yard": floor(4.05)},
            "hall and yard do not meet at (4.0, 2.0): a gap of 5.0 cm",
        ),
        (
            {"hall": floor(), "yard": floor(4, 0, 4, 4, 3)},
            "a step of 3.00 m at (4.0, 2.0) parts hall and yard",
        ),
        (
            {"hall": floor(), "yard": floor(6)},
            "2.00 m without a floor at (5.0, 2.0) between hall and yard",
        ),
    ],
)
def test_words(rooms: dict[str, kl.Walkmesh | None], text: str) -> None:
    area = make_area(rooms)
    x = float(area.rooms[1].mesh.vertices[:, 0].mean())  # type: ignore[union-attr]
    assert told(area, (1, 1), (x, 2)) == [text]


def test_a_room_that_is_missing() -> None:
    rooms = {"hall": floor(east=1), "yard": None, "shed": floor(8, west=1)}
    area = make_area(rooms)
    text = "hall edge 1 at (4.0, 2.0) leads to yard, whose walkmesh is not here"
    assert told(area, (1, 1), (9, 1)) == [text]
    (cause,) = causes(area, (1, 1), (9, 1))
    assert (cause.unknown, cause.remedy) == ((1,), Remedy("add-walkmesh", rooms=(1,)))


def test_two_rooms_that_are_missing() -> None:
    rooms = {"hall": floor(east=1), "yard": None, "path": None, "shed": floor(12, west=2)}
    text = (
        "hall edge 1 at (4.0, 2.0) leads on: perhaps through yard and path, whose walkmeshes are "
        "not here"
    )
    assert told(make_area(rooms), (1, 1), (13, 1)) == [text]


def test_inside_a_room() -> None:
    """A strip of three squares: of the middle one nobody can walk on, or it is turned over."""
    vertices = [(x, y, 0) for x in (0, 2, 4, 6) for y in (0, 2)]
    quads = [(0, 2, 3, 1), (4, 6, 7, 5), (2, 4, 5, 3)]
    for turned, material, text in (
        (False, 17, ["2.00 m of DeepWater, which cannot be walked on, at (3.0, 1.0) between two "]),
        (True, STONE, ["two faces of hall share an edge at (2.0, 1.0), but one", "two faces of "]),
    ):
        faces = [face for a, b, c, d in quads for face in ((a, b, c), (a, c, d))]
        if turned:
            faces[4:] = [face[::-1] for face in faces[4:]]
        mesh = kl.Walkmesh.from_arrays(vertices, faces, [STONE] * 4 + [material] * 2)
        found = [cause.describe(["hall"]) for cause in causes(mesh, (1, 1), (5, 1))]
        assert len(found) == len(text)
        for each, begin in zip(found, text, strict=True):
            assert each.startswith(begin)


def test_a_chain_in_the_order_of_the_way() -> None:
    """A closed door, an open link that one simply goes through, and a missing link."""
    rooms = {
        "one": floor(east=1),
        "two": floor(4, west=0, east=2),
        "three": floor(8),
        "four": floor(12),
    }
    doors = (make_door((4, 2, 0), QUARTER, (CLOSED, None, None), 5),)
    area = make_area(rooms, doors=doors)
    last = "three and four meet at (12.0, 2.0), but there is no link"
    assert told(area, (1, 1), (14, 1)) == [last]
    door = "the door gate (door:5) at (4.0, 2.0) is closed"
    assert told(area, (1, 1), (14, 1), open_doors="none") == [door, last]
    first = "four and three meet at (12.0, 2.0), but there is no link"
    back = "three edge 5 at (8.0, 2.0) has no link to two"
    assert told(area, (14, 1), (1, 1), open_doors="none") == [first, back, door]
    for options in ({"open_doors": "none"}, {"closed_doors": ["gate"]}):
        path = Navigator(area, fast=False, **options).path((14, 1), (1, 1))
        assert path.reason == (
            f"{first}; then {back}; then {door}. What mends it: link the rooms at these edges; "
            "open the door"
        )


def test_one_room_that_is_missing_rather_than_two_links() -> None:
    """Around a corner: over the store two links would be missing, over the yard one walkmesh is."""
    rooms = {
        "hall": floor(east=1),
        "yard": None,
        "attic": floor(4, 4, south=1),
        "store": floor(0, 4),
    }
    text = "hall edge 1 at (4.0, 2.0) leads to yard, whose walkmesh is not here"
    assert told(make_area(rooms), (1, 1), (5, 6)) == [text]


def test_two_faults_rather_than_a_guess() -> None:
    """Whether two unknown rooms are joined nobody knows; of faults one does."""
    rooms = {
        "hall": floor(south=3),
        "yard": floor(4),
        "shed": floor(8, south=4),
        "cellar": None,
        "pit": None,
    }
    kinds = [cause.kind for cause in causes(make_area(rooms), (1, 1), (9, 1))]
    assert kinds == ["no-link", "no-link"]


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=30, deadline=None)
def test_no_other_chain_needs_less_ground(seed: int) -> None:
    """Rooms in a row with random gaps: the sum of those between is what must be built."""
    random = np.random.default_rng(seed)
    gaps = random.choice([0.0, 0.0, 0.05, 1.5, 3.0], 5)
    starts = np.concatenate([[0.0], np.cumsum(4 + gaps)])
    area = make_area({f"r{n}": floor(float(x)) for n, x in enumerate(starts)})
    found = causes(area, (1, 1), (float(starts[-1]) + 2, 1))
    assert [cause.rooms for cause in found] == [(n, n + 1) for n in range(5)]
    assert [cause.size for cause in found] == pytest.approx(gaps, abs=1e-5)


def test_many_causes_are_counted() -> None:
    area = make_area({f"r{number}": floor(4 * number) for number in range(8)})
    path = Navigator(area, fast=False).path((1, 1), (30, 1))
    assert len(path.causes) == 7
    assert path.reason.count("but there is no link") == 3
    assert "; and 4 more on the way. What mends it: " in path.reason


def test_causes_go_with_a_path_to_another_process() -> None:
    area = make_area({"hall": floor(), "yard": floor(4)})
    path = Navigator(area, fast=False).path((1, 1), (6, 1))
    there = pickle.loads(pickle.dumps(path))
    assert there.causes == path.causes
    assert there.reason == path.reason != ""


# The corpus


def real_links(area: Area) -> dict[tuple[int, int], list[int]]:
    """(room, room across) → the edges that lead there, of rooms that are both at hand."""
    links: dict[tuple[int, int], list[int]] = defaultdict(list)
    for room in area.rooms:
        for edge, leads in enumerate(room.mesh.transitions.reshape(-1) if room.mesh else ()):
            if leads >= 0 and area.rooms[leads].mesh is not None:
                links[room.index, int(leads)].append(edge)
    return links


def standing_in(navigator: Navigator, room: int) -> Place:
    """The middle of the largest cell of the part of a room that hangs together with most."""
    island = navigator.islands()[0].cells
    cells = island[navigator.floor.room[island] == room]
    best = cells[np.argmax(navigator.floor.plan_area[cells])]
    return tuple(navigator.floor.centre[best].tolist())


@needs_corpus
def test_each_real_link_that_is_taken_away_is_the_cause() -> None:
    """Three rooms of this area are a ring; of all others one link is the only way across."""
    area = kl.load_area(CORPUS / "area_m10aa")
    links, ring = real_links(area), {3, 6, 7}
    assert len(links) == 16
    whole = Navigator(area, fast=False)
    for (here, there), edges in links.items():
        mesh = area.rooms[here].mesh
        assert mesh is not None
        for edge in edges:
            mesh = mesh.with_transition(edge // 3, edge % 3, -1)
        broken = area.with_meshes({here: mesh})
        navigator = Navigator(broken, fast=False)
        a, b = standing_in(whole, here), standing_in(whole, there)
        path = navigator.path(a, b)
        assert path.ok is ({here, there} <= ring)
        if path.ok:
            continue
        (cause,) = path.causes
        assert (cause.kind, cause.link, cause.rooms) == ("one-way", None, (here, there))
        assert cause.edges[0][0][0] == here
        assert cause.edges[0][0][1] in edges
        assert navigator.path(b, a).ok


def test_walls_are_not_opened_where_doorways_lack_links() -> None:
    """Four rooms about a corner; a wall parts the first from the last, two doorways lead around."""
    doors = [{"east": 1}, {"west": 1, "north": 1}, {"south": 1, "west": 1}, {"east": 1}]
    places = [(0, 0), (1, 0), (1, 1), (0, 1)]
    meshes = [make_room(place, ways) for place, ways in zip(places, doors, strict=True)]
    area, _ = kl.relink(make_area(dict(zip("abcd", meshes, strict=True))))
    assert Navigator(area).path((1, 1), (1, 11)).rooms == (0, 1, 2, 3)
    rooms = {room.name: unlinked(room.mesh) for room in area.rooms if room.mesh is not None}
    assert told(make_area(rooms), (1, 1), (1, 11)) == [
        "a and b meet at (6.0, 3.0), but there is no link",
        "b and c meet at (9.0, 6.0), but there is no link",
        "c and d meet at (6.0, 9.0), but there is no link",
    ]
    whole = [(room.name, room.mesh if room.name != "b" else None) for room in area.rooms]
    (absent,) = causes(make_area(whole), (1, 1), (1, 11))
    assert (absent.kind, absent.unknown) == ("absent", (1,))


@pytest.mark.parametrize(
    "off", [(0, 0, 0.03), (0, 0.03, 0), (0, -0.03, 0), (0.03, 0, 0), (0, 0.4, 0)]
)
def test_a_wall_between_rooms_that_do_not_quite_meet(off: tuple[float, float, float]) -> None:
    rooms = {"a": make_room((0, 0), {}), "d": make_room((0, 1), {}).translated(off)}
    (text,) = told(make_area(rooms), (1, 1), (1, 11))
    assert text.startswith("a wall at (")
    assert text.endswith(", 6.0) stands between a and d") or off[1] == 0.4


def test_an_empty_space_between_walls_is_no_wall() -> None:
    rooms = {"a": make_room((0, 0), {}), "d": make_room((0, 1), {}).translated((0, 5, 0))}
    (text,) = told(make_area(rooms), (1, 1), (1, 15))
    assert text.startswith("5.00 m without a floor")


def unlinked(mesh: kl.Walkmesh) -> kl.Walkmesh:
    return replace(mesh, transitions=np.full_like(mesh.transitions, -1))
