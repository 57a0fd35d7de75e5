"""Path points made from floors: every place sees one, every connection can be walked."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import kotorlevel as kl
from kotorlevel.formats.pth import PathPoints
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.navigator import Navigator
from kotorlevel.nav.pathpoints.build import build_path_points
from kotorlevel.nav.pathpoints.game_plan import plan_like_the_game
from kotorlevel.nav.pathpoints.survey import survey_path_points
from kotorlevel.query.engine.compiled import can_compile
from support.areas import floor as rectangle
from support.areas import make_area
from support.corpus import CORPUS, needs_corpus
from support.nav.mazes import (
    HERE,
    Frame,
    Mask,
    draw,
    maze,
    overpass,
    random_mask,
    rooms_of,
    slivers,
    spiral,
)
from support.nav.slow_paths import SlowMaze, exact

HAIR = Fraction(1, 500)
"""Metres by which walls are made smaller: a PTH holds float32, and strips of 1 mm are nothing."""

LEAST = 1.5
"""Square metres; smaller islands get no points. Squares are one."""

ROOMS = draw(
    "...#...#...",
    "...........",
    "...#...#...",
    "#.###.###.#",
    "...#...#...",
    "...........",
    "...#...#...",
)
"""Six rooms of nine squares, and a doorway between each two neighbours."""

COURT = draw(
    ".........",
    ".#..#..#.",
    ".........",
    "....#....",
    ".........",
    ".#..#..#.",
    ".........",
)
CORRIDOR = draw(
    "..........",
    ".########.",
    ".#......#.",
    ".#.####.#.",
    ".#.#..#.#.",
    ".#.#.##.#.",
    ".#.#....#.",
    "...######.",
)
ISLANDS = draw(
    "...#...",
    "...#...",
    "######.",
    "...#.##",
    "...#.#.",
)
SHAPES = {"rooms": ROOMS, "court": COURT, "corridor": CORRIDOR, "islands": ISLANDS}
TURNED = Frame(0.7, 130.0, -60.0)


def places_of(paths: PathPoints, frame: Frame) -> NDArray[np.float64]:
    """(N, 2) the points in the squares of the maze."""
    return frame.unplace(paths.points.astype(np.float64))


def check_form(paths: PathPoints) -> None:
    """Sorted, both ways, each connection once, and none to itself."""
    assert (np.diff(paths.points[:, 0]) >= 0).all()
    pairs = [(a, b) for a, b in paths.connections.tolist()]
    assert len(set(pairs)) == len(pairs)
    assert {(b, a) for a, b in pairs} == set(pairs)
    assert all(a != b for a, b in pairs)


def wall_distance(slow: SlowMaze, x: float, y: float) -> float:
    """Metres to the nearest square that is no floor."""
    return min(
        math.hypot(max(c - x, 0, x - c - 1), max(r - y, 0, y - r - 1)) for c, r in slow.blocked
    )


def check_maze(mask: Mask, paths: PathPoints, frame: Frame = HERE, places: int = 60) -> None:
    """Everything that is promised, by the slow and exact test of what sees what."""
    check_form(paths)
    slow, points = SlowMaze(mask), places_of(paths, frame)
    labels = slow.islands()
    sizes = np.bincount(labels.ravel())
    squares = [(math.floor(y), math.floor(x)) for x, y in points]
    for (x, y), square in zip(points, squares, strict=True):
        assert slow.has(x, y)
        assert wall_distance(slow, x, y) >= 0.35 - 1e-4
        assert sizes[labels[square]] >= LEAST
    ends = [exact(*point) for point in points.tolist()]
    for a, b in paths.connections.tolist():
        assert slow.sees(ends[a], ends[b], HAIR)
    for label in range(1, len(sizes)):
        if sizes[label] >= LEAST:
            check_connected(paths, [n for n, sq in enumerate(squares) if labels[sq] == label])
    random = np.random.default_rng(len(points))
    walkable = np.argwhere((labels > 0) & (sizes[labels] >= LEAST))
    for row, column in walkable[random.integers(0, len(walkable), places)].tolist():
        x, y = random.uniform(0, 1, 2)
        place = exact(column + x, row + y)
        assert any(slow.sees(place, end, HAIR) for end in ends), (column + x, row + y)


def check_connected(paths: PathPoints, numbers: list[int]) -> None:
    """All of these points are one net, and no other belongs to it."""
    assert numbers
    seen, waiting = {numbers[0]}, [numbers[0]]
    while waiting:
        fresh = set(paths.neighbours(waiting.pop()).tolist()) - seen
        seen |= fresh
        waiting += fresh
    assert seen == set(numbers)


@pytest.mark.parametrize("frame", [HERE, TURNED], ids=["here", "turned"])
@pytest.mark.parametrize("name", SHAPES)
def test_every_place_sees_a_point_and_every_connection_can_be_walked(
    name: str, frame: Frame
) -> None:
    mask = SHAPES[name]
    check_maze(mask, build_path_points(build_floor(maze(mask, 3, frame)), least_area=LEAST), frame)


@pytest.mark.parametrize("frame", [HERE, TURNED], ids=["here", "turned"])
def test_linked_rooms_have_one_net(frame: Frame) -> None:
    area = rooms_of(ROOMS, 4, frame, slope=0.3)
    check_maze(ROOMS, build_path_points(build_floor(area)), frame)


@pytest.mark.parametrize("seed", range(4))
def test_mazes_by_chance(seed: int) -> None:
    mask = random_mask(np.random.default_rng(seed), 7, 8, 0.7)
    paths = build_path_points(build_floor(maze(mask, seed)), least_area=LEAST, fast=False)
    check_maze(mask, paths, places=40)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.lists(st.booleans(), min_size=4, max_size=4), min_size=1, max_size=4))
def test_any_small_maze(rows: list[list[bool]]) -> None:
    mask = np.array(rows)
    mask[0, :2] = True  # at least one island
    paths = build_path_points(build_floor(maze(mask)), least_area=LEAST, fast=False)
    check_maze(mask, paths, places=15)


def test_a_hall_needs_one_point() -> None:
    paths = build_path_points(build_floor(rectangle(width=12, depth=9)))
    assert (len(paths), len(paths.destinations)) == (1, 0)


def test_few_points_do() -> None:
    """Six rooms, seven doorways: no more than a point in each of them."""
    paths = build_path_points(build_floor(maze(ROOMS)))
    assert len(paths) <= 13


def test_a_doorway_between_rooms_has_its_point() -> None:
    """Two halls that are linked over 2 m of their 8 m wide sides."""
    vertices = [(0, 0, 0), (6, 0, 0), (6, 3, 0), (6, 5, 0), (6, 8, 0), (0, 8, 0)]
    faces = [(0, 1, 2), (0, 2, 3), (0, 3, 5), (3, 4, 5)]
    west = kl.Walkmesh.from_arrays(vertices, faces, [4] * 4)
    east = kl.Walkmesh.from_arrays(
        [(12 - x, y, z) for x, y, z in vertices], [f[::-1] for f in faces], [4] * 4
    )
    area = make_area({"west": west.with_transition(1, 1, 1), "east": east.with_transition(1, 0, 0)})
    paths = build_path_points(build_floor(area))
    assert any(np.allclose(point, (6, 4)) for point in paths.points)
    check_form(paths)


def test_nobody_is_sent_through_a_link_of_one_direction() -> None:
    """The east side of the hall leads to the yard; nothing leads back."""
    area = make_area({"hall": rectangle(east=1), "yard": rectangle(4)})
    paths = build_path_points(build_floor(area))
    assert len(paths) == 2
    assert not len(paths.destinations)


def test_small_islands_get_none() -> None:
    area = make_area({"hall": rectangle(), "shelf": rectangle(20, width=1, depth=1)})
    floor = build_floor(area)
    assert len(build_path_points(floor)) == 1
    assert len(build_path_points(floor, least_area=0.5)) == 2


@pytest.mark.parametrize(
    "mesh", [overpass(), spiral(2.5, 12), slivers(4)], ids=["overpass", "spiral", "slivers"]
)
def test_floors_above_each_other_and_slivers(mesh: kl.Walkmesh) -> None:
    navigator = Navigator(mesh)
    paths = build_path_points(navigator.floor)
    check_form(paths)
    check_connected(paths, list(range(len(paths))))
    random = np.random.default_rng(1)
    centre = navigator.floor.centre
    for a, b in centre[random.integers(0, len(centre), (25, 2))]:
        plan = plan_like_the_game(navigator, paths, a, b)
        assert plan.ok, plan.reason


def test_the_way_around_is_not_long() -> None:
    """The way along the points is nowhere much longer than three times the shortest."""
    navigator = Navigator(maze(ROOMS))
    paths = build_path_points(navigator.floor)
    random = np.random.default_rng(2)
    centre = navigator.floor.centre
    for a, b in centre[random.integers(0, len(centre), (60, 2))]:
        plan, path = plan_like_the_game(navigator, paths, a, b), navigator.path(a, b)
        assert plan.ok
        assert plan.length >= path.plan_length - 1e-6
        assert plan.length <= 3 * path.plan_length + 4


def test_the_same_floor_gives_the_same_points() -> None:
    first, second = (build_path_points(build_floor(maze(COURT, 5)), fast=False) for _ in range(2))
    assert first.to_bytes() == second.to_bytes()


@pytest.mark.sampled(2)
@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
@pytest.mark.parametrize("name", SHAPES)
def test_compiled_and_plain_are_the_same(name: str) -> None:
    floor = build_floor(maze(SHAPES[name], 1, TURNED))
    assert (
        build_path_points(floor, fast=True).to_bytes()
        == build_path_points(floor, fast=False).to_bytes()
    )


def test_nothing_to_walk_on() -> None:
    paths = build_path_points(build_floor(make_area({"a": None, "b": rectangle(material=7)})))
    assert (len(paths), len(paths.destinations)) == (0, 0)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    build_path_points(
        build_floor(maze(ROOMS)), progress=lambda done, whole: told.append((done, whole))
    )
    assert told
    assert all(0 <= done <= whole for done, whole in told)


@needs_corpus
def test_a_real_area() -> None:
    """The games' own net has 35 points and 35 connections in the rooms that are here."""
    area = kl.load_area(CORPUS / "area_m10aa", module=CORPUS / "archives" / "tar_m10aa.mod")
    floor = build_floor(area)
    paths = build_path_points(floor)
    check_form(paths)
    audit = survey_path_points(floor, paths)
    assert {fault.kind for fault in audit.faults} <= {"other-island"}
    assert audit.unseen is not None
    assert audit.unseen.area < 1.0
    assert len(paths) <= 45


def test_of_a_mesh_or_an_area() -> None:
    mesh = maze(ROOMS)
    wanted = build_path_points(build_floor(mesh)).to_bytes()
    assert build_path_points(mesh).to_bytes() == wanted
    area = make_area({"hall": mesh})
    assert build_path_points(area).to_bytes() == wanted
    assert survey_path_points(area, build_path_points(area)).faults == ()
    # The entry of an area decides which island counts, also where it is not named again.
    apart = make_area({"hall": mesh, "shed": rectangle(50)}, entry=(51.0, 1.0, 0.0))
    points = build_path_points(apart)
    named = survey_path_points(build_floor(apart), points, apart).faults
    assert survey_path_points(apart, points).faults == named
    assert survey_path_points(build_floor(apart), points).faults != named
    with pytest.raises(TypeError, match="not on a str"):
        build_path_points("hall")  # type: ignore[arg-type]
