"""Doors that can be walked to, and what somebody at a place stands on."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kotorlevel as kl
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.floor.near_cells import NearCells
from kotorlevel.nav.reach.doors import find_door_reach
from support.areas import floor, make_area, make_door
from support.corpus import CORPUS, needs_corpus


def test_doors_that_can_be_walked_to() -> None:
    """Beside the hall, beside the yard that is cut off, in the air, on another storey."""
    area = make_area({"hall": floor(), "yard": floor(20)})
    doors = [
        make_door(place, index=n)
        for n, place in enumerate([(5.4, 2, 0), (5.6, 2, 0), (2, 2, 1), (2, 2, 2), (25, 2, 0.5)])
    ]
    made = build_floor(area)
    answers = find_door_reach(doors, made, made.room == 0)
    assert [each.is_reached for each in answers] == [True, False, True, False, False]
    assert [each.has_floor for each in answers] == [True, False, True, False, True]
    assert [each.distance for each in answers] == pytest.approx(
        [1.4, math.inf, 0, math.inf, math.inf]
    )
    assert made.room[answers[4].cell] == 1


@settings(max_examples=60, deadline=None)
@given(st.floats(-3, 9), st.floats(-3, 9), st.floats(0, 2))
def test_cells_about_a_place(x: float, y: float, within: float) -> None:
    """A square from (0, 0) to (4, 4): the distance is that to a box."""
    near = NearCells(build_floor(floor())).around(x, y, within)
    apart = math.hypot(max(-x, 0, x - 4), max(-y, 0, y - 4))
    if abs(apart - within) > 1e-9:
        assert bool(len(near.cell)) is (apart < within)
    if len(near.cell):
        assert near.distance.min() == pytest.approx(apart, abs=1e-9)
        at = near.point[np.argmin(near.distance)]
        assert at == pytest.approx((min(max(x, 0), 4), min(max(y, 0), 4), 0), abs=1e-9)


def test_footholds() -> None:
    """With z the nearest floor counts, without the first room; beside it a body still stands."""
    area = make_area({"hall": floor(rise=4), "loft": floor(z=9)})
    cells = NearCells(made := build_floor(area))
    low, first, high = (cells.find_foothold(p) for p in ((1, 2, 0), (1, 2), (1, 2, 7)))
    assert low is not None
    assert first is not None
    assert high is not None
    assert [int(made.room[each.cell]) for each in (low, first, high)] == [0, 0, 1]
    assert low.point == pytest.approx((1, 2, 1))
    assert high.point == pytest.approx((1, 2, 9))
    beside = cells.find_foothold((4.3, 2, 4))
    assert beside is not None
    assert beside.point == pytest.approx((4, 2, 4))
    assert cells.find_foothold((4.4, 2, 4)) is None
    assert NearCells(build_floor(make_area({}))).find_foothold((0, 0)) is None


@needs_corpus
def test_footholds_are_what_queries_find() -> None:
    area = kl.load_area(CORPUS / "area_m10aa")
    made = build_floor(area)
    cells, ground = NearCells(made), kl.Ground(area, fast=False)
    random = np.random.default_rng(3)
    low, high = made.corners[:, :2].min(axis=0), made.corners[:, :2].max(axis=0)
    found = 0
    for x, y in random.uniform(low, high, (200, 2)).tolist():
        face = ground.find_face(x, y, 2.25, walkable=True)
        here = cells.find_foothold((x, y, 2.25), 0.0)
        assert (face is None) is (here is None)
        if face is not None and here is not None:
            found += 1
            assert (made.room[here.cell], made.face[here.cell]) == (face.room, face.face)
            assert here.point == pytest.approx(face.point, abs=1e-4)
    assert found > 20
