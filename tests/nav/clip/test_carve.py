"""Obstacles cut out of the floor: areas, blockers, and what stays joined."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from kotorlevel.nav.clip.clip import Obstacle, clip_obstacles
from kotorlevel.nav.floor.build import build_floor, find_components
from kotorlevel.nav.floor.floor import Blocker, Floor
from support.areas import floor as room_floor
from support.areas import make_area
from support.nav.mazes import count_islands
from support.nav.slow_floor import (
    cells_at,
    check_floor,
    grid_mesh,
    random_places,
    random_rows,
    split_in_rooms,
)
from support.query.shapes import both_ways, joined, rectangle, terrain

Floats = NDArray[np.float64]
CRATE = Blocker("placeable", 0, "crate")


def block(
    x0: float, y0: float, x1: float, y1: float, blocker: Blocker = CRATE, turn: float = 0.0
) -> Obstacle:
    """A rectangle, turned about its middle by ``turn`` radians, at the height 0."""
    middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    ring = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]) - middle
    c, s = math.cos(turn), math.sin(turn)
    return Obstacle(ring @ [(c, s), (-s, c)] + middle, -0.5, 0.5, blocker)


def is_in(obstacle: Obstacle, x: float, y: float, border: float = 0.0) -> bool:
    """Whether a place is in an obstacle that is given counter-clockwise."""
    ring = obstacle.points
    along = np.roll(ring, -1, axis=0) - ring
    turn = along[:, 0] * (y - ring[:, 1]) - along[:, 1] * (x - ring[:, 0])
    return bool((turn >= -border * np.hypot(*along.T)).all())


def check_carved(floor: Floor, obstacles: list[Obstacle], seed: int, count: int = 120) -> Floor:
    """A place is on the new floor if it was on the old one and in no obstacle, and only then."""
    carved = clip_obstacles(floor, obstacles, fast=True)
    check_floor(carved)
    for x, y in random_places(floor, count, seed).tolist():
        if any(is_in(each, x, y, -1e-5) for each in obstacles):
            assert not cells_at(carved, x, y, -1e-5)
        elif not any(is_in(each, x, y, 1e-5) for each in obstacles):
            found = cells_at(carved, x, y, 1e-6)
            assert found
            assert carved.face[found[0]] in [floor.face[c] for c in cells_at(floor, x, y, 1e-6)]
        assert len(cells_at(carved, x, y, -1e-9)) <= 1
    return carved


@both_ways
def test_a_crate_in_a_room(fast: bool) -> None:
    carved = clip_obstacles(build_floor(rectangle(0, 0, 10, 10)), [block(3, 3, 5, 6)], fast)
    check_floor(carved)
    assert carved.plan_area.sum() == pytest.approx(94)
    assert find_components(carved).max() == 0
    new = carved.wall_blocker >= 0
    assert [carved.blockers[b] for b in carved.wall_blocker[new]] == [CRATE] * new.sum()
    length = np.hypot(*(carved.wall_to - carved.wall_from)[:, :2].T)
    assert length[new].sum() == pytest.approx(10)
    assert length[~new].sum() == pytest.approx(40)
    assert set(carved.wall_edge[~new].tolist()) == {0, 1, 4, 5}
    assert set(carved.wall_edge[new].tolist()) == {-1}
    corners = {
        tuple(carved.wall_from[w, :2].round(6).tolist()) for w in np.flatnonzero(new).tolist()
    }
    assert {(3.0, 3.0), (5.0, 3.0), (5.0, 6.0), (3.0, 6.0)} <= corners
    at_corner = np.hypot(*(carved.wall_from[:, :2] - (3, 3)).T) < 1e-9
    assert carved.floor_angle[carved.wall_from_id[at_corner]] == pytest.approx(1.5 * math.pi)


def test_a_wall_of_crates_parts_a_room() -> None:
    other = Blocker("placeable", 1, "box")
    floor = build_floor(terrain(6, 6, relief=0))
    carved = clip_obstacles(floor, [block(-1, 2, 3, 2.2), block(2.9, 2.1, 9, 2.3, other)])
    check_floor(carved)
    assert find_components(carved).max() == 1
    assert carved.blockers == (CRATE, other)
    assert carved.plan_area.sum() == pytest.approx(36 - 3 * 0.2 - 3.1 * 0.2 + 0.1 * 0.1)


def test_what_is_blocked_says_by_what() -> None:
    """A piece that one crate leaves and another one takes is a wall of the other one."""
    other = Blocker("placeable", 1, "box")
    floor = build_floor(rectangle(0, 0, 8, 8))
    carved = clip_obstacles(floor, [block(2, 2, 4, 4), block(4, 1, 6, 5, other)])
    check_floor(carved)
    for w in np.flatnonzero(carved.wall_blocker >= 0).tolist():
        x, y, _ = ((carved.wall_from[w] + carved.wall_to[w]) / 2).tolist()
        name = carved.blockers[carved.wall_blocker[w]].name
        assert is_in(block(2, 2, 4, 4) if name == "crate" else block(4, 1, 6, 5), x, y, 1e-6)


def test_cells_without_an_obstacle_stay_as_they_are() -> None:
    floor = build_floor(terrain(8, 8, seed=5))
    carved = clip_obstacles(floor, [block(3.2, 3.1, 4.3, 4.4)])
    kept = [c for c in range(len(floor)) if floor.plan_area[c] in carved.plan_area]
    assert len(kept) > len(floor) - 20
    assert np.array_equal(np.unique(carved.face), np.unique(floor.face[np.unique(carved.face)]))
    assert np.all(np.diff(carved.face) >= 0)
    far = floor.centre[:, 0] > 6
    faces = floor.face[far].tolist()
    rows = np.flatnonzero(np.isin(carved.face, faces))
    assert carved.face[rows].tolist() == faces
    assert np.array_equal(carved.centre[rows], floor.centre[far])


def test_nothing_to_cut() -> None:
    floor = build_floor(rectangle(0, 0, 4, 4))
    assert clip_obstacles(floor, []) is floor
    assert clip_obstacles(floor, [block(9, 9, 10, 10)]) is floor
    point = Obstacle(np.array([(1.0, 1.0)] * 4), -1, 1, CRATE)
    line = Obstacle(np.array([(1.0, 1.0), (2.0, 2.0), (3.0, 3.0)]), -1, 1, CRATE)
    nowhere = Obstacle(np.array([(1.0, 1.0), (np.nan, 2.0), (3.0, 1.0)]), -1, 1, CRATE)
    assert clip_obstacles(floor, [point, line, nowhere]) is floor


def test_all_of_it_is_cut() -> None:
    carved = clip_obstacles(build_floor(rectangle(0, 0, 4, 4)), [block(-1, -1, 5, 5)])
    assert len(carved) == 0
    assert len(clip_obstacles(carved, [block(0, 0, 1, 1)])) == 0


def test_only_floors_at_its_height() -> None:
    both = build_floor(joined(rectangle(0, 0, 6, 6), rectangle(0, 0, 6, 6, 3)))
    carved = clip_obstacles(both, [block(2, 2, 3, 3)])
    upper = carved.centre[:, 2] > 1
    assert carved.plan_area[upper].sum() == pytest.approx(36)
    assert carved.plan_area[~upper].sum() == pytest.approx(35)


def test_only_where_a_ramp_is_at_its_height() -> None:
    """10 m long and 5 m high: a crate at its lower end, and one that hangs above it."""
    ramp = build_floor(make_area({"a": room_floor(width=10, depth=4, rise=5)}))
    low, high = block(0.2, 1, 0.8, 2), block(8, 1, 9, 2)
    assert clip_obstacles(ramp, [low, high]).plan_area.sum() == pytest.approx(40 - 0.6)


def test_not_where_only_its_plane_is_at_its_height() -> None:
    """A ramp from 3 m to 5 m on one metre: it would come to the ground where the crate still is."""
    ramp = build_floor(make_area({"a": room_floor(4, width=1, depth=4, z=3, rise=2)}))
    assert clip_obstacles(ramp, [block(0, 0, 5, 5)]) is ramp


@pytest.mark.parametrize("seed", range(8))
def test_random_blocks(seed: int) -> None:
    random = np.random.default_rng(seed)
    floor = build_floor(grid_mesh(random_rows(seed, walls=0.15), jitter=0.2, seed=seed))
    obstacles = []
    for number in range(9):
        x, y = random.uniform(0, 7), random.uniform(0, 6)
        w, h = random.uniform(0.02, 2.5, 2)
        blocker = Blocker("placeable", number, f"box {number}")
        obstacles.append(block(x, y, x + w, y + h, blocker, random.uniform(0, 3)))
    check_carved(floor, obstacles, seed)


@given(
    st.lists(st.tuples(*[st.integers(0, 11)] * 2, *[st.integers(1, 6)] * 2), min_size=1, max_size=6)
)
@settings(max_examples=40, deadline=None)
def test_blocks_on_a_grid(boxes: list[tuple[int, int, int, int]]) -> None:
    """Sides on sides of cells and of each other: areas are those of counted squares."""
    floor = build_floor(grid_mesh(["......"] * 6, cell=2))
    taken = np.zeros((24, 24), bool)
    for x, y, w, h in boxes:
        taken[x : x + w, y : y + h] = True
    carved = clip_obstacles(floor, [block(x, y, x + w, y + h) for x, y, w, h in boxes])
    check_floor(carved)
    free = ~taken[:12, :12]
    assert carved.plan_area.sum() == pytest.approx(int(free.sum()), abs=1e-6)
    assert len(np.unique(find_components(carved))) == count_islands(np.argwhere(free))
    middle = (carved.wall_from + carved.wall_to)[:, :2] / 2
    at_border = (np.minimum(middle, 12 - middle) < 1e-6).any(axis=1)
    assert np.array_equal(carved.wall_blocker < 0, at_border)


@pytest.mark.parametrize("seed", range(4))
def test_across_the_seam_of_two_rooms(seed: int) -> None:
    mesh = grid_mesh(["......"] * 5, jitter=0.2, seed=seed)
    area = split_in_rooms(mesh, 3.0)
    floor = build_floor(area)
    obstacles = [block(2, 1, 4, 2, turn=seed), block(2.5, 3, 3.3, 3.4)]
    carved = clip_obstacles(floor, obstacles)
    check_floor(carved)
    whole = clip_obstacles(build_floor(mesh), obstacles)
    assert carved.plan_area.sum() == pytest.approx(float(whole.plan_area.sum()))
    assert find_components(carved).max() == find_components(whole).max() == 0
    assert carved.link.any()


def test_one_way_links_stay_one_way() -> None:
    floor = build_floor(make_area({"a": room_floor(east=1), "b": room_floor(4)}))
    carved = clip_obstacles(floor, [block(3, 1, 5, 2)])
    check_floor(carved, one_way=2)
    links = np.flatnonzero(carved.link)
    spans = sorted((carved.right[p, 1], carved.left[p, 1]) for p in links.tolist())
    assert np.allclose(spans, [(0, 1), (2, 4)])
    assert set(carved.room[carved.owner[links]].tolist()) == {0}


def test_obstacles_one_after_the_other_or_together() -> None:
    floor = build_floor(terrain(6, 6, seed=9, relief=0))
    one, other = block(1, 1, 2.5, 3, turn=0.3), block(2, 2, 5, 2.6, turn=-0.2)
    together = clip_obstacles(floor, [one, other])
    after = clip_obstacles(clip_obstacles(floor, [one]), [other])
    check_floor(after)
    assert after.plan_area.sum() == pytest.approx(float(together.plan_area.sum()), abs=1e-6)
    assert after.blockers == (CRATE,)


@pytest.mark.parametrize("seed", range(3))
def test_compiled_and_plain_give_the_same_bits(seed: int) -> None:
    floor = build_floor(terrain(6, 6, seed=seed))
    obstacles = [block(k, 1, k + 0.7, 4, turn=0.4 * k) for k in range(5)]
    one, other = (clip_obstacles(floor, obstacles, fast) for fast in (True, False))
    assert len(one) > len(floor)
    for name, column in vars(one).items():
        if isinstance(column, np.ndarray):
            assert np.array_equal(column, getattr(other, name)), name


def test_many_obstacles_in_one_cell() -> None:
    """More than there is room for at first."""
    floor = build_floor(rectangle(0, 0, 100, 100))
    obstacles = [block(x, y, x + 1, y + 1) for x in range(3, 100, 7) for y in range(3, 100, 7)]
    carved = clip_obstacles(floor, obstacles)
    assert carved.plan_area.sum() == pytest.approx(10_000 - len(obstacles))
    assert find_components(carved).max() == 0


def test_far_away_from_the_origin() -> None:
    floor = build_floor(rectangle(1e5, -1e5, 1e5 + 8, -1e5 + 8))
    carved = clip_obstacles(floor, [block(1e5 + 2, -1e5 + 2, 1e5 + 3, -1e5 + 4, turn=0.5)])
    assert carved.plan_area.sum() == pytest.approx(62, abs=1e-4)
    assert find_components(carved).max() == 0
