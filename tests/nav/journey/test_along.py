"""What a path leads through, where one stands beside a thing, and lines with fewer points."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.area.named import Named
from kotorlevel.nav.journey.along import find_doors_passed
from kotorlevel.nav.journey.places import find_standing
from kotorlevel.nav.navigator import Navigator
from kotorlevel.nav.path import Path
from support.areas import QUARTER, floor, make_area, make_door


def test_which_doors_a_path_goes_through() -> None:
    """One in the middle of the hall, then one at the link; a third beside the way."""
    doors = [
        make_door((4, 2, 0), QUARTER, index=0, tag="link"),
        make_door((2, 2, 0), QUARTER, index=1, tag="middle"),
        make_door((6, 3.5, 0), 0.0, index=2, tag="beside"),
    ]
    area = make_area({"hall": floor(east=1), "yard": floor(4, west=0)}, doors=doors)
    navigator = Navigator(area, fast=False)

    def passed(start: tuple[float, float], goal: tuple[float, float]) -> list[str]:
        path = navigator.path(start, goal)
        assert path.ok
        return [door.tag for door in find_doors_passed(path, area, navigator.floor)]

    assert passed((0.5, 2), (7.5, 2)) == ["middle", "link"]
    assert passed((7.5, 2), (0.5, 2)) == ["link", "middle"]
    assert passed((3, 1.5), (3, 3)) == []
    assert passed((7.5, 2.8), (4.3, 2.8)) == []


def test_a_thing_upstairs() -> None:
    area = make_area({"low": floor(), "high": floor(z=5)})
    navigator = Navigator(area, fast=False)
    for z in (5.3, 5.0, -0.4):
        (point,) = find_standing(navigator.floor, Named("waypoint", 0, ("up",), (2, 2, z)), 0.0)
        assert point == pytest.approx((2, 2, 5 if z > 1 else 0))


@given(
    st.lists(st.tuples(*[st.floats(-9, 9, width=32)] * 3), min_size=2, max_size=30),
    st.floats(0, 3),
)
def test_a_simple_line_is_near_all_points(
    points: list[tuple[float, float, float]], within: float
) -> None:
    line = Path("ok", np.array(points)).simplified(within)
    assert line[0].tolist() == list(points[0])
    assert line[-1].tolist() == list(points[-1])
    kept = line.tolist()
    for point in points:
        gaps = [_gap(np.array(point), a, b) for a, b in pairwise(line)]
        assert list(point) in kept or min(gaps) <= within + 1e-6


def _gap(point: Any, a: Any, b: Any) -> float:
    """Metres from a point to a segment, by trying points of it, then those about the best."""
    low, high = 0.0, 1.0
    for _ in range(8):
        parts = np.linspace(low, high, 21)
        away = np.linalg.norm(a + (b - a) * parts[:, None] - point, axis=1)
        best, step = parts[np.argmin(away)], (high - low) / 20
        low, high = max(best - step, 0.0), min(best + step, 1.0)
    return float(away.min())
