"""Bodies with a radius: what is left of the floor, against the distance to all walls."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kotorlevel as kl
from kotorlevel.nav.clip.body import shrink
from kotorlevel.nav.floor.build import build_floor, find_components
from kotorlevel.nav.floor.floor import Floor
from support.areas import floor as room_floor
from support.areas import make_area
from support.corpus import CORPUS, needs_corpus
from support.nav.slow_floor import (
    cells_at,
    check_floor,
    clearance_at,
    grid_mesh,
    random_places,
    random_rows,
    split_in_rooms,
)
from support.query.shapes import both_ways, joined, mesh_of, rectangle, terrain
from support.quick import few

MILLIMETRE = 0.001


def check_both_ways(floor: Floor, radius: float, seed: int = 1, count: int = 60) -> Floor:
    """What is left is not too close to walls, and what is far enough from them is left."""
    left = shrink(floor, radius, fast=True)
    check_floor(left)
    if len(left):
        for x, y in random_places(left, count, seed).tolist():
            assert clearance_at(floor, x, y) >= radius - MILLIMETRE
            assert cells_at(floor, x, y, 1e-9)
        for x, y, _ in left.corners[:: max(len(left.corners) // count, 1)].tolist():
            assert clearance_at(floor, x, y) >= radius - MILLIMETRE
    for x, y in random_places(floor, count, seed).tolist():
        found = cells_at(left, x, y, -1e-9)
        assert len(found) <= 1
        if clearance_at(floor, x, y) >= radius + MILLIMETRE:
            assert cells_at(left, x, y, 1e-6)
    return left


@both_ways
def test_a_square_room(fast: bool) -> None:
    left = shrink(build_floor(rectangle(0, 0, 10, 6)), 0.35, fast)
    assert left.plan_area.sum() == pytest.approx(9.3 * 5.3, abs=1e-9)
    assert set(left.wall_edge.tolist()) == {0, 1, 4, 5}
    assert len(np.unique(find_components(left))) == 1
    check_floor(left)


def test_around_an_outer_corner() -> None:
    """An L of three squares: the floor goes around a corner, about which a quarter disc is cut."""
    left = check_both_ways(build_floor(grid_mesh([".#", ".."], cell=4)), 0.5, count=400)
    strips = 48 - (0.5 * 8 + 0.5 * 8 + 0.5 * 4 * 4) + 5 * 0.25  # five inner corners counted twice
    quarter = math.pi * 0.25 / 4
    assert strips - quarter == pytest.approx(float(left.plan_area.sum()), abs=1e-3)
    assert left.plan_area.sum() <= strips - quarter


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("radius", [0.2, 0.35, 0.6])
def test_mazes(seed: int, radius: float) -> None:
    mesh = grid_mesh(random_rows(seed)).rotated(17 * seed).translated((30 * seed, -7, 2))
    check_both_ways(build_floor(mesh), radius, seed)


@pytest.mark.parametrize("seed", range(6))
def test_crooked_mazes(seed: int) -> None:
    mesh = grid_mesh(random_rows(seed, walls=0.25), jitter=0.24, seed=seed)
    check_both_ways(build_floor(mesh), 0.15 + 0.05 * seed, seed)


@given(st.integers(0, 10**6), st.floats(0.05, 1.2), st.floats(0, 0.24), st.floats(0.1, 0.6))
@settings(max_examples=few(8, 20), deadline=None)
def test_any_maze(seed: int, radius: float, jitter: float, walls: float) -> None:
    mesh = grid_mesh(random_rows(seed, 5, 5, walls), jitter=jitter, seed=seed)
    check_both_ways(build_floor(mesh), radius, seed, count=60)


@pytest.mark.parametrize("seed", range(8))
def test_walls_reach_into_the_next_room(seed: int) -> None:
    mesh = grid_mesh(random_rows(seed, walls=0.2), jitter=0.2, seed=seed)
    area = split_in_rooms(mesh, 3.4)
    floor, whole = build_floor(area), build_floor(mesh)
    check_floor(floor)
    left, expected = shrink(floor, 0.3), shrink(whole, 0.3)
    check_floor(left)
    # Where the rooms are not linked all along, there are more walls than in the whole mesh.
    if len(floor.wall_side) == len(whole.wall_side):
        assert left.plan_area.sum() == pytest.approx(float(expected.plan_area.sum()), abs=1e-5)
        assert find_components(left).max() == find_components(expected).max()
    check_both_ways(floor, 0.3, seed)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("radius", [0.2, 0.35, 0.45, 0.6, 0.8])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_components_are_those_of_a_fine_grid(radius: float, seed: int) -> None:
    rows = random_rows(seed, 6, 5, 0.25)
    floor = build_floor(grid_mesh(rows))
    left = shrink(floor, radius)
    label = find_components(left)
    step = 0.04
    xs, ys = np.arange(step / 2, 6, step), np.arange(step / 2, 5, step)
    free = np.array(
        [
            [
                rows[len(rows) - 1 - int(y)][int(x)] == "." and clearance_at(floor, x, y) >= radius
                for x in xs.tolist()
            ]
            for y in ys.tolist()
        ]
    )
    islands = flood_grid(free)
    pairs = set()
    for j in range(0, len(ys), 7):
        for i in range(0, len(xs), 7):
            if free[j, i] and (found := cells_at(left, xs[i], ys[j])):
                pairs.add((int(islands[j, i]), int(label[found[0]])))
    assert len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def flood_grid(free: np.ndarray) -> np.ndarray:
    """The island of each free place of a grid, by going from neighbour to neighbour."""
    island = np.full(free.shape, -1)
    count = 0
    for start in zip(*np.nonzero(free), strict=True):
        if island[start] >= 0:
            continue
        waiting = [start]
        island[start] = count
        while waiting:
            j, i = waiting.pop()
            for b, a in ((j + 1, i), (j - 1, i), (j, i + 1), (j, i - 1)):
                inside = 0 <= b < free.shape[0] and 0 <= a < free.shape[1]
                if inside and free[b, a] and island[b, a] < 0:
                    island[b, a] = count
                    waiting.append((b, a))
        count += 1
    return island


@pytest.mark.parametrize(("width", "open_"), [(0.6999, False), (0.7, False), (0.7002, True)])
def test_corridors_about_as_wide_as_the_body(width: float, open_: bool) -> None:
    """One that is exactly as wide is closed: only a line would be left of it."""
    y = (4 - width) / 2
    corners = [
        (0, 0),
        (4, 0),
        (4, y),
        (6, y),
        (6, 0),
        (10, 0),
        (10, 4),
        (6, 4),
        (6, 4 - y),
        (4, 4 - y),
        (4, 4),
        (0, 4),
    ]
    faces = [
        (0, 1, 2),
        (0, 2, 9),
        (0, 9, 11),
        (9, 10, 11),
        (2, 3, 8),
        (2, 8, 9),
        (4, 5, 6),
        (3, 4, 6),
        (3, 6, 8),
        (8, 6, 7),
    ]
    floor = build_floor(mesh_of([(x, y, 0) for x, y in corners], faces))
    assert find_components(floor).max() == 0
    left = shrink(floor, 0.35)
    check_floor(left)
    assert (find_components(left).max() == 0) == open_
    assert {find_components(shrink(floor, 0.36)).max()} == {1}


def test_a_bridge_above_stays_as_it_is() -> None:
    """A floor with a wall in the middle, and another one three metres above it."""
    below = grid_mesh(["...", ".#.", "..."], cell=2)
    above = rectangle(0, 0, 6, 6, 3)
    both = build_floor(joined(below, above))
    left = shrink(both, 0.4)
    upper = left.corners[left.corner_starts[:-1], 2] > 1
    alone = shrink(build_floor(above), 0.4)
    assert left.plan_area[upper].sum() == pytest.approx(float(alone.plan_area.sum()), abs=1e-9)
    assert upper.sum() == len(alone)
    alone = shrink(build_floor(below), 0.4)
    assert left.plan_area[~upper].sum() == pytest.approx(float(alone.plan_area.sum()), abs=1e-9)


def test_a_ramp_below_its_own_top() -> None:
    """A spiral of a turn and a quarter: its end lies above its beginning and cuts it not."""
    steps, inner, outer = 40, 1.0, 3.0
    points = [
        (r * math.cos(k * math.pi / 16), r * math.sin(k * math.pi / 16), 0.2 * k)
        for k in range(steps + 1)
        for r in (inner, outer)
    ]
    faces = [
        face
        for k in range(steps)
        for a in [2 * k]
        for face in ((a, a + 1, a + 3), (a, a + 3, a + 2))
    ]
    floor = build_floor(mesh_of(points, faces))
    left = shrink(floor, 0.3)
    check_floor(left)
    assert find_components(left).max() == 0
    # By similarity, each of the middle steps loses the same.
    area = np.bincount(left.face, left.plan_area, 2 * steps).reshape(-1, 2).sum(axis=1)
    assert area[3:-3] == pytest.approx(area[steps // 2], rel=1e-6)


def test_floors_that_touch_in_a_point_are_apart() -> None:
    floor = build_floor(grid_mesh([".#", "#."], cell=2))
    shared = floor.wall_from_id[np.hypot(*(floor.wall_from[:, :2] - 2).T) < 1e-9]
    assert len(set(shared.tolist())) == 2
    left = check_both_ways(floor, 0.25)
    assert find_components(left).max() == 1
    assert left.plan_area.sum() == pytest.approx(2 * 1.5**2, abs=1e-9)


def test_a_wall_without_thickness() -> None:
    """Two vertices at one place: the floor goes around the end of a slit."""
    points = [(0, 0), (4, 0), (4, 4), (0, 4), (2, 2), (2, 0), (2, 0)]
    faces = [(0, 5, 4), (6, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)]
    floor = build_floor(mesh_of([(x, y, 0) for x, y in points], faces))
    assert len(floor.wall_side) == 7
    left = check_both_ways(floor, 0.5, count=500)
    # A square of 3 m without the slit's strip and the half disc about its end.
    assert left.plan_area.sum() == pytest.approx(9 - 1.5 - math.pi / 8, abs=1e-3)


def test_one_sided_links_stay_open_in_their_direction() -> None:
    """The far side of the link is a wall, but not one that keeps bodies away."""
    area = make_area({"a": room_floor(east=1), "b": room_floor(4, width=4)})
    floor = build_floor(area)
    check_floor(floor, one_way=1)
    left = shrink(floor, 0.35)
    check_floor(left, one_way=1)
    assert left.link.sum() == 1
    assert left.plan_area.sum() == pytest.approx(7.3 * 3.3, abs=1e-9)
    wall = np.flatnonzero((left.wall_edge == 5) & (left.room[left.wall_owner] == 1))
    assert left.wall_from[wall, 0].tolist() == [4]


def test_links_with_a_gap_between_rooms() -> None:
    """Around the ends of walls that do not quite meet, nothing comes too close either."""
    room = room_floor(0, 0, 4, 4, east=1)
    corridor = room_floor(4.05, 0, 3, 4, west=0)
    floor = build_floor(make_area({"a": room, "b": corridor}))
    check_floor(floor, gap=0.06)
    left = shrink(floor, 0.35)
    check_floor(left, gap=0.06)
    assert find_components(left).max() == 0
    for x, y in random_places(left, 300, 1).tolist():
        assert clearance_at(floor, x, y) >= 0.35 - MILLIMETRE


def test_a_narrow_doorway_with_a_gap() -> None:
    """The end of the wall beside it has more floor about it than its own room knows."""
    room = split_wall_room()
    corridor = room_floor(4.03, 1, 3, 2, west=0)
    floor = build_floor(make_area({"a": room, "b": corridor}))
    assert floor.link.sum() == 2
    left = shrink(floor, 0.35)
    assert find_components(left).max() == 0
    for x, y in random_places(left, 600, 1).tolist():
        assert clearance_at(floor, x, y) >= 0.35 - MILLIMETRE


def split_wall_room() -> kl.Walkmesh:
    """4 × 4 m; the east is a wall, a doorway from y = 1 to 3 that leads to room 1, and a wall."""
    points = [(0, 0), (4, 0), (4, 1), (4, 3), (4, 4), (0, 4)]
    faces = [(0, 1, 2), (0, 2, 3), (0, 3, 5), (3, 4, 5)]
    sides = [(-1, -1, -1), (-1, 1, -1), (-1, -1, -1), (-1, -1, -1)]
    return kl.Walkmesh.from_arrays([(x, y, 0) for x, y in points], faces, [4] * 4, sides)


def test_t_junctions_at_links() -> None:
    """One long edge here, two short ones there: nothing stands between them."""
    near = room_floor(0, 0, 4, 4, east=1)
    points = [(4, 0), (8, 0), (8, 4), (4, 4), (4, 2)]
    faces = [(0, 1, 4), (1, 2, 4), (2, 3, 4)]
    sides = [(-1, -1, 0), (-1, -1, -1), (-1, 0, -1)]
    far = kl.Walkmesh.from_arrays([(x, y, 0) for x, y in points], faces, [4] * 3, sides)
    floor = build_floor(make_area({"a": near, "b": far}))
    check_floor(floor)
    assert floor.link.sum() == 4
    left = check_both_ways(floor, 0.35)
    assert left.plan_area.sum() == pytest.approx(7.3 * 3.3, abs=1e-9)


@pytest.mark.parametrize("radius", [-0.1, math.nan, math.inf, 10.5])
def test_radii_that_are_none(radius: float) -> None:
    with pytest.raises(ValueError, match="radius from 0 to 10 m"):
        shrink(build_floor(rectangle(0, 0, 1, 1)), radius)


def test_nothing_to_do_and_nothing_left() -> None:
    floor = build_floor(rectangle(0, 0, 1, 1))
    assert shrink(floor, 0) is floor
    left = shrink(floor, 0.6)
    assert len(left) == len(left.to) == len(left.wall_side) == 0
    assert len(shrink(left, 0.6)) == 0


@pytest.mark.parametrize("seed", range(4))
def test_compiled_and_plain_give_the_same_bits(seed: int) -> None:
    mesh = grid_mesh(random_rows(seed), jitter=0.2, seed=seed).rotated(10 * seed)
    floor = build_floor(mesh)
    one, other = (shrink(floor, 0.3, fast) for fast in (True, False))
    for name, column in vars(one).items():
        if isinstance(column, np.ndarray):
            assert np.array_equal(column, getattr(other, name)), name


def test_heights_stay_those_of_the_faces() -> None:
    floor = build_floor(terrain(6, 5, seed=3))
    left = shrink(floor, 0.4)
    for cell in range(len(left)):
        whole = np.flatnonzero(floor.face == left.face[cell])[0]
        for x, y, z in left.corners[left.corner_starts[cell] : left.corner_starts[cell + 1]]:
            assert z == pytest.approx(floor.height(int(whole), x, y), abs=1e-9)
            assert left.height(cell, x, y) == pytest.approx(z, abs=1e-4)


@needs_corpus
def test_the_black_vulkar_base() -> None:
    area = kl.load_area(CORPUS / "area_m10aa")
    floor = build_floor(area)
    left = shrink(floor, 0.35)
    check_floor(left, gap=0.001)
    for x, y in random_places(left, 300, 1).tolist():
        assert clearance_at(floor, x, y) >= 0.35 - MILLIMETRE
    for x, y in random_places(floor, 300, 2).tolist():
        if clearance_at(floor, x, y) >= 0.35 + MILLIMETRE:
            assert cells_at(left, x, y, 1e-6)
