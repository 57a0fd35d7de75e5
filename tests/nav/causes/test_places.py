"""Where to look at if there is no way."""

from __future__ import annotations

import math
from typing import get_args

import pytest

from kotorlevel.nav.causes.cause import Cause, Kind
from kotorlevel.nav.causes.places import MOST_PLACES, list_places, name_place
from kotorlevel.nav.navigator import Navigator
from support.areas import QUARTER, floor, make_area, make_door


def test_a_missing_link_and_how_near_one_comes() -> None:
    area = make_area({"hall": floor(), "yard": floor(4)})
    path = Navigator(area, fast=False).path((1, 1), (7, 1))
    seam, near = list_places(path)
    assert seam == ("The missing link between hall and yard", (4.0, 2.0, 0.0))
    assert near.text == "The nearest place that is reached"
    # The nearest of the hall to (7, 1) is where its floor ends.
    assert near.at == pytest.approx((4.0, 1.0, 0.0), abs=0.01)


def test_a_way_needs_none() -> None:
    area = make_area({"hall": floor(east=1), "yard": floor(4, west=0)})
    assert list_places(Navigator(area, fast=False).path((1, 1), (7, 1))) == []


def test_off_the_floor_the_nearest_place_is_told() -> None:
    path = Navigator(make_area({"hall": floor()}), fast=False).path((1, 1), (6, 1))
    (place,) = list_places(path)
    assert place.text == "The nearest place that will do"
    assert math.dist(place.at, (4, 1, 0)) < 0.01


def test_a_closed_door_is_a_place() -> None:
    # The leaf is two metres wide, and so is the hall.
    doors = [make_door((4, 1, 0), QUARTER)]
    area = make_area({"hall": floor(width=8, depth=2)}, doors=doors)
    path = Navigator(area, fast=False, open_doors="none").path((1, 1), (7, 1))
    assert path.status == "blocked-by-door"
    first = list_places(path)[0]
    assert "gate" in first.text
    assert first.at == pytest.approx((4, 1, 0))


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_has_words(kind: Kind) -> None:
    text = name_place(Cause(kind, (0, 1), (0, 1), (0.0, 0.0, 0.0)), ["hall", "yard"])
    assert "{" not in text
    assert "hall" in text or kind in ("door", "placeable")


def test_a_long_chain_is_cut() -> None:
    rooms = {f"r{n}": floor(6.0 * n) for n in range(MOST_PLACES + 4)}
    path = Navigator(make_area(rooms), fast=False).path((1, 1), (6.0 * MOST_PLACES + 19, 1))
    assert len(path.causes) > MOST_PLACES
    assert len(list_places(path)) == MOST_PLACES + 1
