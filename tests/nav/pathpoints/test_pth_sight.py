"""What is seen from where, what is not, and which points are connected."""

from __future__ import annotations

import math

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.floor.spots import Spot
from kotorlevel.nav.pathpoints.build import build_path_points
from kotorlevel.nav.pathpoints.leftovers import Leftovers
from kotorlevel.nav.pathpoints.net import connect, find_sights
from kotorlevel.nav.pathpoints.samples import measure_clearance, sample_floor
from kotorlevel.nav.pathpoints.sight import Sight, sort_places
from kotorlevel.nav.pathpoints.stand import find_stands
from kotorlevel.nav.search.search import Search
from nav.pathpoints.test_pth_survey import RING
from support.areas import floor as rectangle
from support.nav.mazes import Mask, draw, maze, overpass, random_mask
from support.nav.slow_floor import cells_at, clearance_at
from support.nav.slow_paths import SlowMaze, exact

COURT = draw(
    "........",
    ".#....#.",
    "...##...",
    ".#....#.",
    "........",
)


def spot(floor: Floor, x: float, y: float) -> Spot:
    return Spot(x, y, cells_at(floor, x, y, 1e-9)[0])


@pytest.mark.parametrize("seed", range(4))
def test_sight_is_what_a_line_of_squares_says(seed: int) -> None:
    random = np.random.default_rng(seed)
    mask = random_mask(random, 6, 7, 0.7)
    floor, slow = build_floor(maze(mask, seed)), SlowMaze(mask)
    squares = np.argwhere(mask)
    at = squares[random.integers(0, len(squares), 60)][:, ::-1] + random.uniform(
        0.02, 0.98, (60, 2)
    )
    spots = [spot(floor, *place) for place in at.tolist()]
    places, order = sort_places(at, np.array([each.cell for each in spots]), len(floor))
    sight = Sight(floor, fast=False)
    for number in range(20):
        seen = set(order[sight.seen(*spots[number], places)].tolist())
        expected = {
            other
            for other in range(60)
            if slow.sees(exact(*at[number].tolist()), exact(*at[other].tolist()))
        }
        assert seen == expected


def test_nothing_is_seen_beyond_its_reach() -> None:
    floor = build_floor(maze(np.ones((1, 30), bool)))
    at = np.array([(x + 0.5, 0.5) for x in range(30)])
    places, order = sort_places(
        at, np.array([spot(floor, *p).cell for p in at.tolist()]), len(floor)
    )
    seen = order[Sight(floor, fast=False).seen(*spot(floor, 0.5, 0.5), places, 5.0)]
    assert 5 <= len(seen) <= 7
    assert seen.max() <= 6


def leftover_area(mask: Mask, *places: tuple[float, float]) -> float:
    floor = build_floor(maze(mask))
    points = [spot(floor, *place) for place in places]
    left = Leftovers(Sight(floor, fast=False), np.ones(len(floor), bool), points)
    return sum(left.area_in(cell) for cell in left.parts)


def test_leftovers_are_exact() -> None:
    """Of the ring a corner sees two sides, and two triangles around their ends."""
    seen = 5 + 2 + 0.5 * (0.5 / 3.5) + 0.5 / 3
    assert leftover_area(RING, (0.5, 0.5)) == pytest.approx(12 - seen, abs=1e-3)
    assert leftover_area(RING, (0.5, 0.5), (4.5, 2.5)) == pytest.approx(0, abs=1e-3)
    assert leftover_area(RING) == pytest.approx(12)


def test_leftovers_shrink_with_every_point() -> None:
    floor = build_floor(maze(COURT))
    sight, everywhere = Sight(floor, fast=False), np.ones(len(floor), bool)
    points = [spot(floor, 0.5, 0.5), spot(floor, 7.5, 4.5), spot(floor, 4.1, 1.3)]
    left = Leftovers(sight, everywhere, points[:1])
    for point in points[1:]:
        left.add(point)
    whole = Leftovers(sight, everywhere, points)
    assert sum(map(left.area_in, left.parts)) == pytest.approx(
        sum(map(whole.area_in, whole.parts)), abs=0.01
    )


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_left_over_by_a_built_net(seed: int) -> None:
    """Fields with many small pillars, where samples miss what is between them."""
    random = np.random.default_rng(seed)
    mask = random.random((14, 14)) < 0.85
    mesh = maze(mask, seed)
    small = kl.Walkmesh.from_arrays(mesh.vertices * 0.8, mesh.faces, mesh.materials)
    floor = build_floor(small)
    sight = Sight(floor, fast=False)
    areas = np.bincount(sight.parts, floor.plan_area)
    points = [s for stand in find_stands(floor, build_path_points(floor)) for s in stand.spots]
    left = Leftovers(sight, areas[sight.parts] >= 2.0, points)
    assert sum(map(left.area_in, left.parts)) < 0.02


def test_connections_have_nobody_in_between() -> None:
    """In a hall all see each other; a pair is kept if no third is in the circle about it."""
    floor = build_floor(rectangle(width=20, depth=15))
    at = np.random.default_rng(3).uniform(1, 14, (25, 2))
    points = [spot(floor, *place) for place in at.tolist()]
    sight = Sight(floor, fast=False)
    assert len(find_sights(sight, points)) == 25 * 24 // 2
    expected = [
        (a, b)
        for a in range(25)
        for b in range(a + 1, 25)
        if not any(
            math.dist(at[c], (at[a] + at[b]) / 2) < math.dist(at[a], at[b]) / 2
            for c in range(25)
            if c not in (a, b)
        )
    ]
    assert connect(points, sight, Search(floor, compiled=False)) == expected


@pytest.mark.parametrize("mask", [RING, COURT], ids=["ring", "court"])
def test_samples_are_everywhere_and_know_their_walls(mask: Mask) -> None:
    floor = build_floor(maze(mask))
    samples = sample_floor(floor)
    assert samples.area.sum() == pytest.approx(mask.sum())
    for (x, y), cell, clearance in zip(
        samples.places.at.tolist(),
        samples.places.cell.tolist(),
        samples.clearance.tolist(),
        strict=True,
    ):
        assert cell in cells_at(floor, x, y, 1e-9)
        assert clearance == pytest.approx(min(clearance_at(floor, x, y), 2.0), abs=1e-9)


def test_walls_of_another_storey_are_not_near() -> None:
    """On the ground the way runs under a bridge, whose sides are 6 m above."""
    floor = build_floor(overpass())
    at = np.array([(9.0, 1.0), (8.1, 1.0)])
    assert measure_clearance(floor, at, np.zeros(2)).tolist() == pytest.approx([1.0, 1.0])
    assert measure_clearance(floor, at, np.full(2, 6.0)).tolist() == pytest.approx([1.0, 0.1])
