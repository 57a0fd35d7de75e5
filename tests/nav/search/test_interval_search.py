"""Both exact searches agree with each other and with the slow one, compiled or not."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

import kotorlevel as kl
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.floor.spots import Spot
from kotorlevel.nav.search.corners import Corners, build_corners, find_turns
from kotorlevel.nav.search.kernels.corner_search import store_view
from kotorlevel.nav.search.plan import as_lists, build_plan
from kotorlevel.nav.search.search import Search
from kotorlevel.nav.search.view_batch import look_from_corners
from kotorlevel.nav.search.views import GrowingViews
from kotorlevel.query.engine.compiled import can_compile
from support.corpus import CORPUS, needs_corpus
from support.nav.corridors import length_of, spots
from support.nav.mazes import Frame, draw, maze, random_mask, rooms_of, slivers, spiral
from support.nav.slow_paths import SlowMaze, exact

needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")


def shapes() -> dict[str, kl.Walkmesh | kl.Area]:
    random = np.random.default_rng(2)
    far = Frame(0.4, 300, -200)
    return {
        "maze": maze(random_mask(random, 12, 12, 0.7)),
        "turned maze": maze(random_mask(random, 12, 12, 0.8), 1, far, 0.4),
        "open field": maze(np.ones((9, 9), bool), 2),
        "symmetric pillars": maze(draw(*(["......."] + [".#.#.#.", "......."] * 3))),
        "rooms": rooms_of(random_mask(random, 8, 12, 0.8), 3, far),
        "spiral": spiral(2.3, 9),
        "slivers": slivers(4),
    }


SHAPES = shapes()


@pytest.mark.parametrize("name", SHAPES)
def test_intervals_and_corners_agree(name: str) -> None:
    search = Search(build_floor(SHAPES[name]), compiled=False)
    search.effort.pays = True
    random = np.random.default_rng(3)
    for start, goal in zip(*(spots(search.floor, random, 60) for _ in range(2)), strict=True):
        passages, length, _ = search.kernels.search_intervals(search.plan, *start, *goal)
        corridor = search.find_corridor(start, goal)
        if corridor is None:
            assert math.isinf(length)
            assert search.components[start.cell] != search.components[goal.cell]
            continue
        assert length_of(corridor, start, goal) == pytest.approx(length, abs=1e-6)
        pulled = search.pull(passages, start, goal)
        assert length_of(pulled, start, goal) == pytest.approx(length, abs=1e-6)
        check_corridor(search.floor, passages, start, goal)
        check_corridor(search.floor, corridor.passages, start, goal)


def check_corridor(floor: Floor, passages: NDArray[np.int64], start: Spot, goal: Spot) -> None:
    """Each passage leads out of the cell that the one before led into."""
    cells = [start.cell, *floor.to[passages].tolist()]
    assert floor.owner[passages].tolist() == cells[:-1]
    assert cells[-1] == goal.cell


@pytest.mark.parametrize("name", [*SHAPES, "real"])
def test_corners_together_see_what_each_sees_alone(name: str) -> None:
    if name == "real" and not CORPUS.is_dir():
        pytest.skip("the corpus of real files is absent")
    source = kl.load_area(CORPUS / "area_m10aa") if name == "real" else SHAPES[name]
    floor = build_floor(source)
    turns = find_turns(floor)
    plan, corners = build_plan(floor, turns), build_corners(floor, turns)
    row, other, length = look_from_corners(plan, corners, np.arange(len(turns.point)))
    lists, corner_lists = as_lists(plan), Corners(*(column.tolist() for column in corners))
    for corner, (x, y) in enumerate(turns.point.tolist()):
        views = GrowingViews(len(turns.point), compiled=True).tables
        assert store_view(lists, corner_lists, views, corner)
        used = int(views.used[0])
        alone = dict(zip(views.corners[:used].tolist(), views.lengths[:used].tolist(), strict=True))
        assert dict(zip(other[row == corner].tolist(), length[row == corner], strict=True)) == alone
        for seen, metres in alone.items():
            assert metres == pytest.approx(math.dist((x, y), turns.point[seen]))


def test_intervals_find_the_shortest_way() -> None:
    random = np.random.default_rng(8)
    for seed in range(4):
        mask = random_mask(random, 7, 7, 0.75)
        search, slow = Search(build_floor(maze(mask, seed)), compiled=False), SlowMaze(mask)
        for start, goal in zip(*(spots(search.floor, random, 6) for _ in range(2)), strict=True):
            expected = slow.shortest(exact(*start[:2]), exact(*goal[:2]))
            _, length, _ = search.kernels.search_intervals(search.plan, *start, *goal)
            assert length == pytest.approx(expected, abs=1e-9)


def test_many_ways_of_the_same_length_end() -> None:
    """Pillars in a square: from corner to corner there are more ways than could be looked at."""
    size = 12
    rows = [("#." * size)[: 2 * size] if row % 2 else "." * 2 * size for row in range(2 * size)]
    search = Search(build_floor(maze(draw(*rows))), compiled=False)
    cells = search.floor.centre[:, :2]
    start, goal = (int(np.argmin(np.abs(cells - at).sum(axis=1))) for at in (0.5, 2 * size - 0.5))
    a, b = (Spot(float(cells[cell, 0]), float(cells[cell, 1]), cell) for cell in (start, goal))
    _, length, _ = search.kernels.search_intervals(search.plan, *a, *b)
    assert math.isfinite(length)
    search.effort.pays = True
    corridor = search.find_corridor(a, b)
    assert corridor is not None
    assert length_of(corridor, a, b) == pytest.approx(length, abs=1e-9)


@needs_numba
@pytest.mark.parametrize("name", SHAPES)
def test_compiled_searches_give_the_same_bits(name: str) -> None:
    check_same_bits(build_floor(SHAPES[name]), 25, pays=False)
    check_same_bits(build_floor(SHAPES[name]), 25, pays=True)


@needs_numba
@needs_corpus
def test_compiled_searches_give_the_same_bits_on_a_real_area() -> None:
    floor = build_floor(kl.load_area(CORPUS / "area_m10aa"))
    check_same_bits(floor, 40, pays=False)
    check_same_bits(floor, 40, pays=True)


def check_same_bits(floor: Floor, count: int, pays: bool) -> None:
    plain, compiled = Search(floor, compiled=False), Search(floor, compiled=True)
    random = np.random.default_rng(4)
    costs = random.uniform(0.5, 3.0, len(floor))
    for start, goal in zip(*(spots(floor, random, count) for _ in range(2)), strict=True):
        plain.effort.pays = compiled.effort.pays = pays
        for one, other in (
            (plain.find_corridor(start, goal), compiled.find_corridor(start, goal)),
            (
                plain.find_cheap_corridor(start, goal, costs),
                compiled.find_cheap_corridor(start, goal, costs),
            ),
        ):
            assert (one is None) == (other is None)
            if one is not None and other is not None:
                assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
        for name, more in (
            ("search_intervals", goal),
            ("walk_straight", (goal.x, goal.y, -1)),
            ("walk_straight", goal),
            ("find_nearest_wall", ()),
        ):
            results = [
                getattr(search.kernels, name)(search.plan, *start, *more)
                for search in (plain, compiled)
            ]
            for a, b in zip(*results, strict=True):
                assert np.array_equal(a, b, equal_nan=isinstance(a, float))
        reached = [s.kernels.flood(s.plan, start.cell) for s in (plain, compiled)]
        assert np.array_equal(*reached)
