"""Paths against a slow exact search on mazes, and against lengths worked out by hand."""

from __future__ import annotations

import itertools
import math
import pickle
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import kotorlevel as kl
from kotorlevel.nav.causes.stops import find_nearest_in_plan
from kotorlevel.nav.causes.words import describe_stop
from kotorlevel.nav.clip import body
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.navigator import Navigator
from kotorlevel.nav.path import Path
from support.areas import CLOSED, floor, make_area, make_door
from support.corpus import CORPUS, needs_corpus
from support.nav.mazes import (
    HERE,
    STONE,
    Frame,
    draw,
    maze,
    overpass,
    random_mask,
    rooms_of,
    slivers,
    spiral,
)
from support.nav.slow_paths import SlowMaze, exact

Walker = partial(Navigator, fast=False)

FRAMES = [HERE, Frame(0.7, 40, -25), Frame(-2.1, -130, 210)]


def pairs(random: np.random.Generator, mask: NDArray[np.bool_], count: int) -> list[list[float]]:
    """So many pairs of points inside of squares of floor: x, y, x, y in 64ths."""
    rows, columns = np.nonzero(mask)
    picks = random.integers(0, len(rows), (count, 2))
    off = random.integers(1, 64, (count, 2, 2)) / 64
    at = np.stack([columns[picks], rows[picks]], axis=2) + off
    return [list(row) for row in at.reshape(count, 4).tolist()]


def check_path(path: Path, slow: SlowMaze, frame: Frame, ends: list[float]) -> None:
    """The path is as long as the shortest one, and all of it is on the floor."""
    ax, ay, bx, by = ends
    expected = slow.shortest(exact(ax, ay), exact(bx, by))
    if math.isinf(expected):
        assert path.status == "unreachable"
        assert math.isnan(path.length)
        return
    assert path.ok, path.reason
    # Corners that are turned are rounded to float32, by up to 2e-5 m so far out.
    slack = 1e-9 if frame is HERE else 1e-3
    assert path.plan_length >= expected - slack
    assert path.plan_length <= expected * 1.001 + slack
    assert path.length >= path.plan_length - 1e-9
    line = frame.unplace(path.points[:, :2])
    assert np.allclose(line[[0, -1]], [(ax, ay), (bx, by)], atol=1e-6)
    steps = np.diff(path.points, axis=0)
    assert np.hypot(steps[:, 0], steps[:, 1]).sum() == pytest.approx(path.plan_length, abs=1e-6)
    loose = Fraction(1, 1_000_000) if frame is HERE else Fraction(1, 10_000)
    for (x0, y0), (x1, y1) in zip(line[:-1].tolist(), line[1:].tolist(), strict=True):
        assert slow.sees(exact(x0, y0), exact(x1, y1), loose)


def check_walkable(navigator: Navigator, path: Path) -> None:
    """Every point is on the floor, and one can move along every segment."""
    for start, end in zip(path.points[:-1], path.points[1:], strict=True):
        moved = navigator.move(start, end)
        assert moved.reached, (start, end, moved)
        assert moved.point[2] == pytest.approx(end[2], abs=2e-3)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("share", [0.55, 0.7, 0.85, 0.95])
def test_random_mazes_have_the_shortest_paths(share: float) -> None:
    random = np.random.default_rng(int(share * 100))
    for seed in range(4):
        mask = random_mask(random, 8, 9, share)
        slow, asked = SlowMaze(mask), pairs(random, mask, 8)
        walkers = [(frame, Walker(maze(mask, seed, frame))) for frame in FRAMES]
        for (frame, navigator), ends in itertools.product(walkers, asked):
            start, goal = frame.place([ends[:2], ends[2:]])
            path = navigator.path(start.tolist(), goal.tolist())
            check_path(path, slow, frame, ends)
            check_walkable(navigator, path)


def test_rooms_linked_into_a_maze_are_one_floor() -> None:
    random = np.random.default_rng(5)
    for width in (2, 3, 5):
        mask = random_mask(random, 7, 10, 0.8)
        slow, asked = SlowMaze(mask), pairs(random, mask, 8)
        walkers = [(frame, Walker(rooms_of(mask, width, frame, 0.3))) for frame in FRAMES]
        for (frame, navigator), ends in itertools.product(walkers, asked):
            start, goal = frame.place([ends[:2], ends[2:]])
            path = navigator.path(start.tolist(), goal.tolist())
            check_path(path, slow, frame, ends)
            check_walkable(navigator, path)
            if path.ok:
                crossed = [(step.room, step.to) for step in path.transitions]
                assert crossed == list(zip(path.rooms[:-1], path.rooms[1:], strict=True))
                assert path.rooms[0] == int(ends[0]) // width
                assert path.rooms[-1] == int(ends[2]) // width


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.lists(st.booleans(), min_size=6, max_size=6), min_size=2, max_size=6),
    st.integers(0, 1000),
)
def test_any_small_maze(rows: list[list[bool]], seed: int) -> None:
    mask = np.array(rows)
    if not mask.any():
        return
    navigator, slow = Walker(maze(mask, seed)), SlowMaze(mask)
    for ends in pairs(np.random.default_rng(seed), mask, 3):
        path = navigator.path(ends[:2], ends[2:])
        check_path(path, slow, HERE, ends)
        check_walkable(navigator, path)


def test_places_on_corners_and_sides() -> None:
    """Start and goal on corners of faces, in the middle of sides, on walls."""
    mask = draw(".....", ".###.", ".....", ".#.#.", ".....")
    navigator, slow = Walker(maze(mask)), SlowMaze(mask)
    places = [(0, 0), (2, 3), (5, 5), (4.5, 2), (1, 1.5), (2, 0.5), (0, 4.25), (2.5, 2), (1, 3)]
    for ax, ay in places:
        for bx, by in places:
            path = navigator.path((ax, ay), (bx, by))
            check_path(path, slow, HERE, [ax, ay, bx, by])


def test_the_wrong_side_of_a_pillar_is_not_taken() -> None:
    """A long pillar that reaches farther to one side: the middles of faces would mislead."""
    mask = draw("........", ".#####..", "........")
    path = Walker(maze(mask)).path((2.5, 0.5), (2.5, 2.5))
    expected = math.hypot(1.5, 0.5) * 2 + 1
    assert path.plan_length == pytest.approx(expected, abs=1e-12)
    assert path.points[1:-1, :2].tolist() == [[1, 1], [1, 2]]


def test_a_pinched_corner_cannot_be_passed() -> None:
    mask = draw(".#", "#.")
    path = Walker(maze(mask)).path((1.5, 0.5), (0.5, 1.5))
    assert path.status == "unreachable"
    assert path.nearest is not None
    assert path.nearest.point == pytest.approx((1, 1, 0))
    assert path.nearest.distance == pytest.approx(math.sqrt(0.5))


def test_around_a_pinched_corner() -> None:
    mask = draw("...", ".#.", "..#")
    slow = SlowMaze(mask)
    path = Walker(maze(mask)).path((1.75, 0.75), (2.25, 1.25))
    check_path(path, slow, HERE, [1.75, 0.75, 2.25, 1.25])
    # Past (1, 1), (1, 2) and (2, 2): all around the missing square.
    assert path.plan_length == pytest.approx(2 + 2 * math.hypot(0.75, 0.25))


def turns_by_hand(count: int, sides: int, start: complex, goal: complex) -> float:
    """The shortest way up a spiral: past corners of the pole, one after the other."""
    pole = [np.exp(2j * math.pi * k / sides) for k in range(count + 1)]
    points = [start, *pole, goal]

    def passes(i: int, j: int) -> bool:
        """The straight line has all corners between on its left, and goes around less than half."""
        along = points[j] - points[i]
        inner = [p - points[i] for p in points[i + 1 : j]]
        left = all((along.conjugate() * p).imag >= -1e-12 for p in inner)
        return left and j - i <= sides // 2 + 1

    best = [0.0] + [math.inf] * (len(points) - 1)
    for j in range(1, len(points)):
        for i in range(j):
            if passes(i, j):
                best[j] = min(best[j], best[i] + abs(points[j] - points[i]))
    return best[-1]


@pytest.mark.parametrize("sides", [8, 12, 17])
@pytest.mark.parametrize("turns", [1, 2.5])
def test_a_spiral_goes_up_around_its_pole(sides: int, turns: float) -> None:
    count = round(turns * sides)
    navigator = Walker(spiral(turns, sides))
    step = 2 * math.pi / sides
    first, last = 2.5 * np.exp(0.3j * step), 2.2 * np.exp(1j * step * (count - 0.4))
    rise = 4.0 / sides
    start = (first.real, first.imag, 0.3 * rise)
    goal = (last.real, last.imag, (count - 0.4) * rise)
    path = navigator.path(start, goal)
    assert path.ok
    assert path.plan_length == pytest.approx(turns_by_hand(count, sides, first, last), rel=1e-6)
    assert (np.diff(path.points[:, 2]) > -1e-6).all()
    assert len(path.faces) >= 2 * (count - 1)
    check_walkable(navigator, path)


@pytest.mark.parametrize("fast", [True, False])
def test_more_floor_about_a_corner_than_fits(fast: bool) -> None:
    """383 degrees about the first one: asked again and back, the path is the same."""
    vertices = [(0, 2, 0), (1, 2, 0), (0.5, 2.9, 0.3), (0, 1.7, 0.12), (-1.93, 2.64, 0.21)]
    vertices += [(-0.47, 1.84, -0.42), (0.77, 0.15, -0.36), (-1, 1.7, -0.2), (0.89, 4.95, 0)]
    vertices += [(-1.48, 0.79, 0.24), (-2.97, 2.25, 0.22)]
    faces = [(0, 1, 2), (1, 0, 3), (0, 2, 4), (0, 4, 5), (0, 5, 6), (1, 3, 6), (4, 2, 8)]
    faces += [(3, 7, 6), (6, 7, 9), (9, 7, 10)]
    mesh = kl.Walkmesh.from_arrays(vertices, faces, [STONE] * len(faces))
    navigator = Navigator(mesh, fast=fast)
    a, b = (0.118556, 1.693176, 0.1), (-0.531788, 2.857311, 0.249)
    # From the second face around its corner into the third.
    expected = math.dist(a[:2], (0, 2)) + math.dist((0, 2), b[:2])
    for start, goal in ((a, b), (b, a), (a, b)):
        assert navigator.path(start, goal).plan_length == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("fast", [True, False])
def test_two_rounds_of_floor_about_one_point(fast: bool) -> None:
    """Sheets that pass into each other, without a wall at the middle: the path turns there."""
    angles = np.arange(12) * (math.pi / 3)
    ring = np.stack([3 * np.cos(angles), 3 * np.sin(angles), np.sin(angles / 2)], axis=1)
    faces = [(0, 1 + k, 1 + (k + 1) % 12) for k in range(12)]
    mesh = kl.Walkmesh.from_arrays([(0, 0, 0), *ring.tolist()], faces, [STONE] * 12)
    navigator = Navigator(mesh, fast=fast)

    def place(degrees: float) -> tuple[float, float, float]:
        angle = math.radians(degrees)
        return math.cos(angle), math.sin(angle), math.sin(angle / 2) / 3

    for end, expected in ((300.0, 2.0), (480.0, 2.0), (190.0, 2 * math.sin(math.radians(65)))):
        for a, b in ((60.0, end), (end, 60.0), (60.0, end)):
            path = navigator.path(place(a), place(b))
            assert path.plan_length == pytest.approx(expected, abs=1e-6), (a, b)


def test_under_and_over_a_bridge() -> None:
    navigator = Walker(overpass())
    below, above = (9.0, 1.0, 0.0), (9.0, 1.0, 6.0)
    path = navigator.path(below, above)
    assert path.ok
    # Around the three inner corners of the way: (18, 2), (18, 8), (10, 8).
    expected = math.hypot(9, 1) + 6 + 8 + math.hypot(1, 7)
    assert path.plan_length == pytest.approx(expected, abs=1e-9)
    assert path.points[0, 2] == pytest.approx(0)
    assert path.points[-1, 2] == pytest.approx(6)
    crossing = navigator.path((2.0, 1.0, 0.0), (16.0, 1.0, 0.0))
    assert crossing.plan_length == pytest.approx(14)
    assert np.abs(crossing.points[:, 2]).max() == 0
    check_walkable(navigator, path)


def test_the_points_follow_the_floor() -> None:
    """Up a ramp of 3 m over 4 and down again: two bends, and their lengths."""
    rows = [(0, 0), (4, 0), (8, 3), (12, 0), (16, 0)]
    vertices = [(x, y, z) for x, z in rows for y in (0, 4)]
    faces = [
        f for k in range(4) for f in ((2 * k, 2 * k + 2, 2 * k + 3), (2 * k, 2 * k + 3, 2 * k + 1))
    ]
    mesh = kl.Walkmesh.from_arrays(vertices, faces, [STONE] * len(faces))
    path = Walker(mesh).path((1, 2), (15, 2))
    assert path.points == pytest.approx(
        np.array([(1, 2, 0), (4, 2, 0), (8, 2, 3), (12, 2, 0), (15, 2, 0)]), abs=1e-9
    )
    assert path.length == pytest.approx(3 + 5 + 5 + 3)
    assert path.plan_length == pytest.approx(14)


@pytest.mark.parametrize("seed", range(6))
def test_slivers_are_no_trouble(seed: int) -> None:
    navigator = Walker(slivers(seed))
    random = np.random.default_rng(seed)
    for _ in range(20):
        start, goal = random.uniform((0, 0), (10, 6), (2, 2)).tolist()
        path = navigator.path(start, goal)
        if path.status in ("start-off-floor", "goal-off-floor"):
            continue
        assert path.ok
        assert math.dist(start, goal) - 1e-9 <= path.plan_length <= math.dist(start, goal) + 6
        check_walkable(navigator, path)


def test_a_one_sided_link_leads_one_way() -> None:
    area = make_area({"hall": floor(east=1), "yard": floor(4)})
    navigator = Walker(area)
    there = navigator.path((1, 1, 0), (6, 3, 0))
    assert there.ok
    assert there.rooms == (0, 1)
    assert there.transitions[0].place == pytest.approx((4, 2.2, 0))
    back = navigator.path((6, 3, 0), (1, 1, 0))
    assert back.status == "unreachable"
    assert back.blocker is not None
    assert (back.blocker.kind, back.blocker.room, back.blocker.edge) == ("wall", 1, 5)
    assert back.nearest is not None
    assert back.nearest.point == pytest.approx((4, 1, 0))
    assert back.nearest.distance == pytest.approx(3)
    assert "yard" in back.reason
    assert "from the goal to the start there is a way" in describe_stop(back)
    apart = Walker(make_area({"a": floor(), "b": floor(4)})).path((6, 3, 0), (1, 1, 0))
    assert "from the goal" not in describe_stop(apart)


def test_off_the_floor() -> None:
    navigator = Walker(make_area({"hall": floor()}))
    path = navigator.path((5, 1, 0), (1, 1, 0))
    assert path.status == "start-off-floor"
    assert not path
    assert path.nearest is not None
    assert path.nearest.point == pytest.approx((4, 1, 0))
    assert path.nearest.distance == pytest.approx(1)
    assert navigator.path((1, 1), (1, 7)).status == "goal-off-floor"


@pytest.mark.parametrize("fast", [False, None])
def test_without_a_height_the_nearest_floor_is_that_in_the_plan(fast: bool | None) -> None:
    """A roof 60 m up and 1 m away, and a street 49 m away at the height 0."""
    area = make_area({"street": floor(60, 0, 10, 10), "roof": floor(0, 0, 10, 10, 60, rise=5)})
    navigator = Navigator(area, fast=fast)
    path = navigator.path((11, 5), (5, 5))
    assert path.nearest is not None
    assert path.nearest.point == pytest.approx((10, 5, 65))
    assert path.nearest.distance == pytest.approx(1)
    assert "1.00 m away" in path.reason
    far = navigator.path((11, 5, 0), (5, 5)).nearest
    assert far is not None
    assert far.point == pytest.approx((60, 5, 0))


@given(st.integers(0, 2**32 - 1))
def test_the_nearest_place_in_the_plan_is_that_of_many_samples(seed: int) -> None:
    """Against points strewn over the triangles: none of them is nearer, and one is almost there."""
    random = np.random.default_rng(seed)
    vertices = random.uniform(-5, 5, (6, 3))
    mesh = kl.Walkmesh.from_arrays(vertices, [(0, 1, 2), (3, 4, 5)], [4, 4])
    x, y = random.uniform(-9, 9, 2).tolist()
    found = find_nearest_in_plan(kl.Ground(mesh, fast=False), x, y)
    assert found is not None
    steps = np.linspace(0, 1, 120)
    u, v = (grid.reshape(-1, 1) for grid in np.meshgrid(steps, steps))
    inside = (u + v <= 1).reshape(-1)
    samples = np.concatenate(
        [
            a + (u[inside] * (b - a) + v[inside] * (c - a))
            for a, b, c in mesh.vertices[mesh.faces].astype(float)
        ]
    )
    away = np.hypot(samples[:, 0] - x, samples[:, 1] - y)
    distance = math.dist(found[:2], (x, y))
    assert distance <= away.min() + 1e-6
    assert away.min() - distance < 0.25  # samples are up to 14 m / 119 apart, to both sides
    assert any(is_on(found, *corners) for corners in mesh.vertices[mesh.faces].astype(float))


def is_on(point: tuple[float, ...], a: NDArray[Any], b: NDArray[Any], c: NDArray[Any]) -> bool:
    """Whether a point is on a triangle, by its barycentric coordinates."""
    (u, v), *_ = np.linalg.lstsq(np.stack([b - a, c - a], axis=1), np.array(point) - a, rcond=None)
    off = np.linalg.norm(a + u * (b - a) + v * (c - a) - point)
    return bool(off < 1e-3 and u > -1e-4 and v > -1e-4 and u + v < 1.0001)


def test_a_body_needs_room() -> None:
    mask = draw("...", "...", "#.#", "...", "...")
    navigator = Walker(maze(mask))
    a, b = (0.75, 1.0), (2.25, 4.0)
    for radius in (0.0, 0.2, 0.45, 0.499):
        path = navigator.path(a, b, radius)
        assert path.ok
        # Between two corners one metre apart, each kept at the distance of the radius.
        assert path.plan_length >= navigator.path(a, b).plan_length
        for x, y, z in path.points.tolist():
            clearance = navigator.clearance(x, y, z)
            assert clearance is not None
            assert clearance >= radius - 1e-3
    assert navigator.path(a, b, 0.51).status == "unreachable"
    assert "body of 0.51 m" in navigator.path(a, b, 0.51).reason
    tight = navigator.path((0.25, 1.0), (1.5, 3.5), 0.35)
    assert tight.status == "start-blocked"
    assert "0.25 m from a wall" in tight.reason
    assert "0.35 m needs more room" in tight.reason
    assert tight.nearest is not None
    assert tight.nearest.point[:2] == pytest.approx((0.35, 1.0), abs=1e-6)


def test_a_closed_door_is_named() -> None:
    rooms = {"hall": floor(east=1), "yard": floor(4, west=0)}
    door = make_door((4, 2, 0), math.pi / 2, (CLOSED, None, None), tag="gate")
    area = make_area(rooms, doors=(door,))
    assert Walker(area).path((1, 2, 0), (7, 2, 0)).ok
    for closed in (Walker(area, open_doors="none"), Walker(area, open_doors=[])):
        path = closed.path((1, 2, 0), (7, 2, 0))
        assert path.status == "blocked-by-door"
        assert path.blocker is not None
        assert (path.blocker.kind, path.blocker.name, path.blocker.number) == ("door", "gate", 0)
        assert path.reason.startswith("the door gate (door:0) is closed, at (4.00, 2.00, 0.00)")
    assert Walker(area, open_doors=["GATE"]).path((1, 2, 0), (7, 2, 0)).ok


def test_of_doors_with_one_name_the_one_in_the_way_is_named() -> None:
    """Three doors called gate; from the yard to the shed the third is in the way."""
    rooms = {"hall": floor(east=1), "yard": floor(4, west=0, east=2), "shed": floor(8, west=1)}
    places = [(2, 4, 0), (4, 2, 0), (8, 2.25, 0)]
    doors = tuple(
        make_door(at, math.pi / 2 if number else 0.0, (CLOSED, None, None), number, "gate")
        for number, at in enumerate(places)
    )
    path = Walker(make_area(rooms, doors=doors), open_doors="none").path((5, 1, 0), (11, 3, 0))
    assert path.blocker is not None
    assert (path.blocker.number, path.blocker.place) == (2, places[2])
    assert "gate (door:2) is closed, at (8.00, 2.25, 0.00)" in path.reason


def test_the_floor_with_open_doors_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To say which door is in the way it is needed again and again; for 8 radii it is kept."""
    made: list[float] = []
    shrink = body.shrink

    def counted(floor: Floor, radius: float, fast: bool | None) -> Floor:
        made.append(radius)
        return shrink(floor, radius, fast)

    monkeypatch.setattr(body, "shrink", counted)
    rooms = {"hall": floor(east=1), "yard": floor(4, west=0)}
    door = make_door((4, 2, 0), math.pi / 2, (CLOSED, None, None))
    navigator = Walker(make_area(rooms, doors=(door,)), open_doors="none")
    for _ in range(5):
        path = navigator.path((1, 2, 0), (7, 2, 0), 0.3)
        assert path.status == "blocked-by-door"
    assert made == [0.3, 0.3]  # once with the door closed, once with it open
    for radius in np.linspace(0.01, 0.2, 20).tolist():
        navigator.path((1, 2, 0), (7, 2, 0), radius)
    made.clear()
    navigator.path((1, 2, 0), (7, 2, 0), 0.3)
    assert made == [0.3, 0.3]  # forgotten meanwhile


def test_a_wall_is_no_door() -> None:
    door = make_door((2, 0, 0), 0.0, (CLOSED, None, None), tag="gate")
    area = make_area({"hall": floor(), "yard": floor(6)}, doors=(door,))
    assert Walker(area, open_doors="none").path((1, 2, 0), (7, 2, 0)).status == "unreachable"


def test_costs_lead_around_water() -> None:
    """A pond in the middle: through it if it costs little, around it if it costs much."""
    mask = np.ones((5, 9), bool)
    mesh = maze(mask)
    middle = mesh.vertices[mesh.faces].mean(axis=1)
    pond = (np.abs(middle[:, 0] - 4.5) < 1.5) & (np.abs(middle[:, 1] - 2.5) < 1.5)
    mesh = kl.Walkmesh.from_arrays(mesh.vertices, mesh.faces, np.where(pond, 6, STONE))
    a, b = (0.5, 2.5), (8.5, 2.5)
    through = Walker(mesh, costs={6: 1.0}).path(a, b)
    assert through.plan_length == pytest.approx(8)
    around = Walker(mesh, costs={6: 20.0}).path(a, b)
    shortest = math.hypot(2.5, 1.5) * 2 + 3
    assert shortest - 1e-9 <= around.plan_length <= shortest * 1.2
    assert around.cost == pytest.approx(around.plan_length, rel=0.05)
    for bad in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(ValueError, match="material 6"):
            Walker(mesh, costs={6: bad})


@pytest.mark.parametrize("bad", [(1,), (1, 2, 3, 4), (math.nan, 1), "ab", (1, 2, math.inf)])
def test_places_are_checked(bad: tuple[float, ...]) -> None:
    navigator = Walker(maze(np.ones((1, 1), bool)))
    with pytest.raises((ValueError, TypeError)):
        navigator.path(bad, (0.5, 0.5))
    with pytest.raises((ValueError, TypeError)):
        navigator.move((0.5, 0.5), bad)
    with pytest.raises(ValueError, match=r"radius|distance"):
        navigator.path((0.5, 0.5), (0.5, 0.5), -1.0)


def test_nothing_to_walk_on() -> None:
    mesh = kl.Walkmesh.from_arrays([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)], [7])
    navigator = Walker(mesh)
    assert navigator.path((0.1, 0.1), (0.2, 0.2)).status == "start-off-floor"
    assert navigator.islands() == []
    assert navigator.clearance(0.1, 0.1) is None


def test_a_navigator_can_be_pickled() -> None:
    navigator = Walker(maze(draw("...", ".#.", "...")))
    first = navigator.path((0.5, 0.5), (2.5, 2.5))
    again = pickle.loads(pickle.dumps(navigator)).path((0.5, 0.5), (2.5, 2.5))
    assert np.array_equal(first.points, again.points)


@needs_corpus
def test_a_real_area() -> None:
    """Between rooms of a real area: found, walkable, not shorter than straight, there as back."""
    navigator = Walker(kl.load_area(CORPUS / "area_m10aa"))
    floor_ = navigator.floor
    random = np.random.default_rng(1)
    found = 0
    for a, b in random.integers(0, len(floor_), (40, 2)).tolist():
        start, goal = floor_.centre[a].tolist(), floor_.centre[b].tolist()
        path = navigator.path(start, goal)
        if not path.ok:
            labels = navigator.reachable(start)
            assert labels is not None
            assert not labels.cells[b]
            continue
        found += 1
        assert path.plan_length >= math.dist(start[:2], goal[:2]) - 1e-9
        back = navigator.path(goal, start)
        assert back.plan_length == pytest.approx(path.plan_length, abs=1e-6)
        check_walkable(navigator, path)
    assert found >= 30
