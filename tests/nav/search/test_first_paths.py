"""First questions about a floor, and later ones: the same paths, found in two ways."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kotorlevel as kl
from kotorlevel.nav.clip.body import shrink
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.navigator import Navigator
from kotorlevel.nav.search import effort
from kotorlevel.nav.search.corners import build_corners, find_turns
from kotorlevel.nav.search.kernels.interval_search import shortest_through
from kotorlevel.nav.search.plan import build_plan
from kotorlevel.nav.search.search import Search
from kotorlevel.nav.search.view_batch import count_steps
from support.areas import floor as room_floor
from support.areas import make_area
from support.corpus import CORPUS, needs_corpus
from support.nav.corridors import length_of, spots
from support.nav.mazes import Frame, draw, maze, overpass, random_mask, rooms_of, spiral
from support.nav.slow_paths import SlowMaze, exact
from support.quick import few

RADII = [0.0, 0.2]


def both_lengths(floor: Floor, count: int, seed: int) -> list[tuple[float, float, float]]:
    """How long the paths of first and of later questions are, where there are any.

    Last what the search of first questions itself says.
    """
    first, later = Search(floor, compiled=False), Search(floor, compiled=False)
    random = np.random.default_rng(seed)
    found = []
    for start, goal in zip(*(spots(floor, random, count) for _ in range(2)), strict=True):
        first.effort.pays, later.effort.pays = False, True
        one, other = first.find_corridor(start, goal), later.find_corridor(start, goal)
        assert (one is None) == (other is None)
        if one is not None and other is not None:
            lengths = length_of(one, start, goal), length_of(other, start, goal)
            said = first.kernels.search_intervals(first.plan, *start, *goal)[1]
            found.append((*lengths, said))
            cells = [start.cell, *floor.to[one.passages].tolist()]
            assert floor.owner[one.passages].tolist() == cells[:-1]
            assert cells[-1] == goal.cell
    return found


def check_agree(floor: Floor, count: int, seed: int = 5) -> int:
    """How many paths there are; those of first and of later questions are equally long."""
    lengths = both_lengths(floor, count, seed)
    for first, later, said in lengths:
        assert first == pytest.approx(later, abs=1e-6)
        assert said == pytest.approx(later, abs=1e-4)
    return len(lengths)


def bodies(source: kl.Walkmesh | kl.Area, radius: float) -> Floor:
    return shrink(build_floor(source), radius, fast=False)


@pytest.mark.parametrize("seed", range(4))
def test_random_mazes(seed: int) -> None:
    random = np.random.default_rng(seed)
    mask = random_mask(random, 9, 9, 0.6 + 0.1 * seed)
    frame = Frame(0.3 * seed, 20.0 * seed, -7)
    assert check_agree(bodies(maze(mask, seed, frame), 0), 30) > 0
    assert check_agree(bodies(rooms_of(mask, 3, frame, 0.2), 0), 30) > 0


def test_random_mazes_for_bodies() -> None:
    """Cut floors are full of points that are a thousandth of a millimetre apart, and starts and
    goals are in the smallest of cells: now and then either search is led astray.
    """
    lengths = []
    for seed in range(few(4, 8)):
        random = np.random.default_rng(seed)
        mask = random_mask(random, 9, 9, 0.6 + 0.1 * (seed % 4))
        frame = Frame(0.3 * seed, 20.0 * seed, -7)
        for source in (maze(mask, seed, frame), rooms_of(mask, 3, frame, 0.2)):
            lengths += both_lengths(bodies(source, 0.2), 15, 5)
    first, later, said = np.array(lengths).T
    assert len(first) > few(50, 100)
    assert np.mean(first <= later * 1.001) >= 0.98
    assert np.mean(said <= np.minimum(first, later) * 1.001) >= 0.98
    assert np.mean(said >= np.minimum(first, later) * 0.999) >= 0.98


def test_nothing_goes_round_between_points_that_are_almost_one() -> None:
    """Passages between them are seen edge-on, from both sides: of all, each counts once."""
    mask = random_mask(np.random.default_rng(5), 9, 9, 0.7)
    floor = bodies(maze(mask, 5, Frame(1.5, 100.0, -7)), 0.2)
    turns = find_turns(floor)
    plan, corners = build_plan(floor, turns), build_corners(floor, turns)
    every = np.arange(len(corners.x))
    most = len(every) * len(floor.to)
    assert count_steps(plan, corners, every, most) <= most


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.lists(st.booleans(), min_size=6, max_size=6), min_size=2, max_size=6),
    st.integers(0, 1000),
)
def test_any_small_maze(rows: list[list[bool]], seed: int) -> None:
    mask = np.array(rows)
    if mask.any():
        check_agree(bodies(maze(mask, seed), 0), 5, seed)


@pytest.mark.parametrize("radius", RADII)
def test_floors_above_each_other(radius: float) -> None:
    assert check_agree(bodies(overpass(), radius), 40) > 20
    assert check_agree(bodies(spiral(2.3, 9), radius), 40) > 20


def test_the_way_to_the_end_of_a_passage_may_be_shorter() -> None:
    """Pillars in rows: what is seen from many corners, with lengths found slowly in fractions."""
    mask = draw(*(["........."] + [".#.#.#.#.", "........."] * 3))
    search, slow = Search(build_floor(maze(mask, 3)), compiled=False), SlowMaze(mask)
    random = np.random.default_rng(6)
    for start, goal in zip(*(spots(search.floor, random, 25) for _ in range(2)), strict=True):
        search.effort.pays = False
        corridor = search.find_corridor(start, goal)
        assert corridor is not None
        expected = slow.shortest(exact(*start[:2]), exact(*goal[:2]))
        assert length_of(corridor, start, goal) == pytest.approx(expected, abs=1e-9)


def test_nobody_walks_to_and_fro() -> None:
    """Passages that lie along the way: its string must not go to their far end and back."""
    mask = random_mask(np.random.default_rng(2), 9, 9, 0.8)
    search = Search(bodies(maze(mask, 2, Frame(0.6, 40, -7)), 0.2), compiled=False)
    random = np.random.default_rng(5)
    many = 0
    for start, goal in zip(*(spots(search.floor, random, 30) for _ in range(2)), strict=True):
        passages, length, _ = search.kernels.search_intervals(search.plan, *start, *goal)
        if math.isfinite(length):
            pulled = search.pull(passages, start, goal)
            steps = np.diff(np.concatenate([[start[:2]], pulled.turns, [goal[:2]]]), axis=0)
            steps = steps[np.hypot(*steps.T) > 1e-4]
            cosine = (steps[1:] * steps[:-1]).sum(axis=1) / (
                np.hypot(*steps[1:].T) * np.hypot(*steps[:-1].T)
            )
            assert (cosine > -0.9).all()
            many += len(passages) > 3
    assert many > 10


@settings(max_examples=200, deadline=None)
@given(*[st.floats(-5, 5)] * 6)
def test_the_way_through_an_interval(
    left_x: float, left_y: float, right_x: float, right_y: float, x: float, y: float
) -> None:
    """Against many points of the interval; one is on its left side of it, never behind it."""
    if left_y * right_x - left_x * right_y < 1e-3:
        return
    part = np.linspace(0, 1, 20_001)
    via_x, via_y = (a + (b - a) * part for a, b in ((right_x, left_x), (right_y, left_y)))
    expected = (np.hypot(via_x, via_y) + np.hypot(x - via_x, y - via_y)).min()
    found = shortest_through(left_x, left_y, right_x, right_y, x, y)
    assert found == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("noise", [0.0, 1e-16, -1e-16, 1e-12, -1e-12, -1e-6])
@pytest.mark.parametrize("goal_y", [1.0, -1.0])
def test_the_way_through_an_interval_that_is_seen_edge_on(noise: float, goal_y: float) -> None:
    """From (0, 0) to (1.5, ±1) by the interval from x = 1 to 2: its near end is on the way."""
    expected = 1 + math.hypot(0.5, 1)
    for ends in ((1.0, 0.0, 2.0, noise), (2.0, noise, 1.0, 0.0)):
        assert shortest_through(*ends, 1.5, goal_y) == pytest.approx(expected, abs=1e-5)
    # And from on it, or from its end.
    straight = math.hypot(1.5, 1)
    for ends in ((-1.0, noise, 1.0, 0.0), (0.0, noise, 2.0, noise), (2.0, 0.0, 0.0, noise)):
        assert shortest_through(*ends, 1.5, goal_y) == pytest.approx(straight, abs=1e-5)


def one_way_ring() -> kl.Area:
    """Four rooms around a hole; one can walk around it in one direction only."""
    return make_area(
        {
            "a": room_floor(0, 0, east=1),
            "b": room_floor(4, 0, north=2),
            "c": room_floor(4, 4, west=3),
            "d": room_floor(0, 4, south=0),
        }
    )


def test_one_way_links() -> None:
    """From a to b it is a step, back it is all the way around."""
    floor = build_floor(one_way_ring())
    assert check_agree(floor, 60) > 30
    navigator = Navigator(one_way_ring(), fast=False)
    there, back = (navigator.path(*ends) for ends in (((3, 1), (5, 1)), ((5, 1), (3, 1))))
    assert there.rooms == (0, 1)
    assert back.rooms == (1, 2, 3, 0)


@needs_corpus
@pytest.mark.parametrize("radius", [0.0, 0.35])
def test_a_real_area(radius: float) -> None:
    floor = bodies(kl.load_area(CORPUS / "area_m10aa"), radius)
    count = few(20, 40)
    assert check_agree(floor, count) > count / 2


# When it pays to look around


def ask(search: Search, count: int) -> None:
    random = np.random.default_rng(1)
    for start, goal in zip(*(spots(search.floor, random, count) for _ in range(2)), strict=True):
        search.find_corridor(start, goal)


def test_looking_around_pays_where_corners_see_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "_FIRST_LOOK", 2000)
    winding = ["." * 12 if row % 2 == 0 else "#" * 12 for row in range(15)]
    winding = [
        row if row[0] == "." else ("###########." if number % 4 == 1 else ".###########")
        for number, row in enumerate(winding)
    ]
    search = Search(build_floor(maze(draw(*winding))), compiled=False)
    assert not search.effort.pays
    ask(search, 60)
    assert search.effort.pays


def test_on_open_ground_it_never_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "_FIRST_LOOK", 2000)
    mask = np.ones((20, 20), bool)
    mask[5:7, 5:7] = mask[12:14, 14:16] = False
    search = Search(build_floor(maze(mask)), compiled=False)
    ask(search, 200)
    assert not search.effort.pays


def test_compiled_searches_look_around_with_the_second_question() -> None:
    floor = build_floor(maze(draw("...", ".#.", "...")))
    turns = find_turns(floor)
    done = effort.Effort(compiled=True)
    assert not done.pays
    done.add(1, build_plan(floor, turns), build_corners(floor, turns))
    assert done.pays


def test_steps_are_counted() -> None:
    """An L of three squares: its one corner sees each of the six faces once."""
    floor = build_floor(maze(draw(".#", "..")))
    turns = find_turns(floor)
    plan, corners = build_plan(floor, turns), build_corners(floor, turns)
    assert len(corners.x) == 1
    assert count_steps(plan, corners, np.array([0]), 1000) == 6
    assert count_steps(plan, corners, np.array([0]), 0) > 0
    assert count_steps(plan, corners, np.empty(0, np.int64), 10) == 0


def test_steps_of_several_are_those_of_each() -> None:
    floor = build_floor(maze(random_mask(np.random.default_rng(3), 10, 10, 0.75)))
    turns = find_turns(floor)
    plan, corners = build_plan(floor, turns), build_corners(floor, turns)
    every = np.arange(len(corners.x))
    alone = [count_steps(plan, corners, every[i : i + 1], 10**6) for i in every.tolist()]
    assert sum(alone) == count_steps(plan, corners, every, 10**6)
    assert min(alone) >= 3
    assert math.isfinite(sum(alone))
