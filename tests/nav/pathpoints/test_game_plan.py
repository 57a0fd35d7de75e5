"""What the game's planner would do: straight, along the points, or nothing."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.formats.pth import make_path_points
from kotorlevel.nav.navigator import Navigator
from kotorlevel.nav.pathpoints.game_plan import find_route, plan_like_the_game
from nav.pathpoints.test_pth_survey import RING, both, net
from support.areas import make_area
from support.nav.mazes import Frame, draw, maze

NAVIGATOR = Navigator(maze(RING), fast=False)


def test_straight() -> None:
    plan = plan_like_the_game(NAVIGATOR, net(), (0.5, 0.2), (4.5, 0.8))
    assert (plan.stage, plan.ok, plan.path_points) == ("straight", True, ())
    assert plan.length == pytest.approx(math.hypot(4, 0.6))
    assert plan.points.tolist() == [[0.5, 0.2, 0.0], [4.5, 0.8, 0.0]]


def test_straight_needs_no_points() -> None:
    assert plan_like_the_game(NAVIGATOR, None, (0.5, 0.2), (4.5, 0.8)).ok


def test_along_the_points() -> None:
    """South of the wall, a bit to the west: over both western corners to the north of it."""
    plan = plan_like_the_game(NAVIGATOR, net(), (2.25, 0.5), (2.25, 2.5))
    assert (plan.stage, plan.path_points) == ("path-points", (0, 1))
    assert plan.length == pytest.approx(1.75 + 2 + 1.75)
    assert plan.points[:, :2].tolist() == [[2.25, 0.5], [0.5, 0.5], [0.5, 2.5], [2.25, 2.5]]
    assert "over 2 path points" in plan.reason


def test_the_nearest_point_is_taken_also_where_the_way_is_longer() -> None:
    """The start is nearer to the west, the goal to the east: once around the wall."""
    plan = plan_like_the_game(NAVIGATOR, net(), (2.25, 0.5), (2.75, 2.5))
    assert plan.path_points in ((0, 1, 3), (0, 2, 3))
    assert plan.length == pytest.approx(1.75 + 6 + 1.75)


def test_no_points() -> None:
    plan = plan_like_the_game(NAVIGATOR, None, (2.25, 0.5), (2.25, 2.5))
    assert (plan.stage, plan.ok) == ("failed", False)
    assert math.isnan(plan.length)
    assert (
        plan.reason
        == "the straight line is blocked after 0.50 m at (2.25, 1.00), and there are no path points"
    )


def test_no_point_in_sight() -> None:
    """One point in the north-east: the south does not see it."""
    plan = plan_like_the_game(NAVIGATOR, net([(2.5, 2.5)], []), (2.25, 0.5), (2.25, 2.2))
    assert plan.stage == "failed"
    assert plan.reason.endswith("no path point is in straight sight of the start")
    plan = plan_like_the_game(NAVIGATOR, net([(2.5, 2.5)], []), (2.25, 2.2), (2.25, 0.5))
    assert plan.reason.endswith("no path point is in straight sight of the goal")


def test_no_connections() -> None:
    plan = plan_like_the_game(NAVIGATOR, net(pairs=both([(0, 2), (1, 3)])), (2, 0.5), (2, 2.5))
    assert plan.stage == "failed"
    assert "no connections lead from one to the other" in plan.reason
    assert plan.path_points == (0, 1)


def test_a_blocked_connection() -> None:
    """The net leads from one corner to the opposite one through the wall."""
    plan = plan_like_the_game(NAVIGATOR, net(pairs=both([(0, 3)])), (1, 0.5), (4, 2.5))
    assert plan.stage == "failed"
    assert "the connection from point 0 to point 3 is blocked at (1.50, 1.00)" in plan.reason


def test_a_connection_of_one_direction() -> None:
    paths = net(pairs=[(0, 1)])
    assert plan_like_the_game(NAVIGATOR, paths, (2, 0.5), (2, 2.5)).ok
    assert not plan_like_the_game(NAVIGATOR, paths, (2, 2.5), (2, 0.5)).ok


def test_links_of_one_direction_count_in_theirs() -> None:
    """East of the ring is a yard that one comes into, but not out of."""
    yard = maze(draw("..", "..", ".."), frame=Frame(x=5.0))
    area = kl.relink(make_area({"ring": maze(RING), "yard": yard}))[0]
    navigator = Navigator(area.with_mesh("yard", yard), fast=False)
    assert plan_like_the_game(navigator, net(), (0.5, 1.5), (6, 1.5)).stage == "path-points"
    assert not plan_like_the_game(navigator, net(), (6, 1.5), (0.5, 1.5)).ok


def test_off_the_floor() -> None:
    plan = plan_like_the_game(NAVIGATOR, net(), (2.5, 1.5), (2, 0.5))
    assert plan.reason == "the start (2.50, 1.50) is off the floor"
    plan = plan_like_the_game(NAVIGATOR, net(), (2, 0.5), (99, 0, 0))
    assert plan.reason == "the goal (99.00, 0.00) is off the floor"


def test_bad_places_are_refused() -> None:
    with pytest.raises(ValueError, match="a"):
        plan_like_the_game(NAVIGATOR, net(), (math.nan, 0), (1, 1))


def test_routes_are_the_shortest() -> None:
    """Against all walks of up to all points over a net by chance."""
    random = np.random.default_rng(4)
    for _ in range(20):
        points = np.sort(random.uniform(0, 10, (7, 2)), axis=0)
        pairs = [(a, b) for a in range(7) for b in range(7) if a != b and random.random() < 0.25]
        paths = make_path_points(points, np.array(pairs, np.int64).reshape(-1, 2))
        at = paths.points.astype(float)
        best = np.full((7, 7), np.inf)
        np.fill_diagonal(best, 0)
        for a, b in paths.connections.tolist():
            best[a, b] = math.dist(at[a], at[b])
        for k in range(7):
            best = np.minimum(best, best[:, k : k + 1] + best[k : k + 1])
        for a in range(7):
            for b in range(7):
                route = find_route(paths, a, b)
                if route is None:
                    assert math.isinf(best[a, b])
                    continue
                assert (route[0], route[-1]) == (a, b)
                length = sum(math.dist(at[i], at[j]) for i, j in itertools.pairwise(route))
                assert length == pytest.approx(best[a, b])
