"""`find_journey`: the way between places by name or number, what is met on it, or why not.

The figures are those of squares with sides of 4 m, computed by hand.
"""

from __future__ import annotations

import math
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.core.errors import InputError
from kotorlevel.nav.causes.words import describe_remedy
from support import sample_area
from support.areas import QUARTER, floor, make_area, make_door, make_placeable, plate
from support.installation import make_installation
from support.nav.broken_areas import BROKEN, FOR_COMMANDS, START, Broken

DOOR = make_door((4, 2, 0), QUARTER)


def two_rooms(**more: Any) -> kl.Area:
    rooms = {"hall": floor(east=1), "yard": floor(4, west=0)}
    return make_area(rooms, **{"doors": (DOOR,), "entry": (1.0, 2.0, 0.0), **more})


def test_a_way_by_names() -> None:
    journey = kl.find_journey(two_rooms(), "entry", "room:yard")
    assert journey
    assert (journey.level, journey.rooms) == ("lab", ("hall", "yard"))
    assert [door.tag for door in journey.doors] == ["gate"]
    assert (journey.start.kind, journey.start.at) == ("entry", (1, 2, 0))
    assert journey.goal.kind == "room"
    x, y, _ = journey.goal.at
    assert min(x - 4, 8 - x, y, 4 - y) >= 1
    assert journey.path.length == pytest.approx(math.hypot(x - 1, y - 2), abs=0.01)
    assert (journey.causes, journey.thinner, journey.game) == ((), None, None)
    first, *more = str(journey).splitlines()
    assert first.startswith(
        f"{journey.path.length:.2f} m from the entry (1.00, 2.00, 0.00) to room"
    )
    assert more == ["Through hall → yard.", "Doors: gate (door:0)."]
    assert repr(journey).startswith("<Journey in 'lab': <Path ok, ")


def test_beside_a_thing() -> None:
    """A panel of 1 m: with placeables in the way a body stands beside it, as wide as it is."""
    crate = make_placeable((2, 3, 0), mesh=plate((-0.5, 0.0), (0.5, 0.0)))
    area = two_rooms(placeables=(crate,))
    assert kl.find_journey(area, (1, 1), "crate").goal.away == pytest.approx(0)
    journey = kl.find_journey(area, (1, 1), "crate", radius=0.35, placeables=True)
    assert journey.goal.away == pytest.approx(0.35, abs=2e-3)
    assert "0.35 m from placeable crate" in str(journey)


@pytest.mark.parametrize("doors", [{"closed_doors": ["gate"]}, {"open_doors": "none"}])
def test_a_closed_door(doors: dict[str, Any]) -> None:
    area = two_rooms()
    journey = kl.find_journey(area, (1, 2), (7, 2), **doors)
    assert not journey
    assert journey.path.status == "blocked-by-door"
    assert journey.path.blocker is not None
    assert journey.path.blocker.name == "gate"
    assert "Why: the door gate (door:0) is closed" in str(journey)
    assert kl.Navigator(area, **doors, fast=False).path((1, 2), (7, 2)).status == "blocked-by-door"
    assert kl.find_journey(area, (1, 2), (7, 2), closed_doors=["door 0"]).path.blocker is not None


def test_of_two_doors_one_is_closed() -> None:
    rooms = {"a": floor(east=1), "b": floor(4, west=0, east=2), "c": floor(8, west=1)}
    doors = (DOOR, make_door((8, 2, 0), QUARTER, index=1, tag="hatch"))
    area = make_area(rooms, doors=doors)
    walk = kl.Navigator(area, closed_doors="hatch", fast=False)
    assert walk.path((1, 2), (6, 2)).ok
    assert walk.path((1, 2), (9, 2)).status == "blocked-by-door"
    both = kl.Navigator(area, open_doors=["gate"], closed_doors=["gate"], fast=False)
    assert both.path((1, 2), (6, 2)).status == "blocked-by-door"
    for name in ("open_doors", "closed_doors"):
        with pytest.raises(InputError, match=r"there is no door 'hach'; there is hatch") as caught:
            kl.Navigator(area, **{name: ["hach"]}, fast=False)  # type: ignore[arg-type]
        assert caught.value.argument == name
    with pytest.raises(TypeError, match=r"closed_doors is .* 3 is no name"):
        kl.Navigator(area, closed_doors=[3])  # type: ignore[list-item]


def test_a_body_that_is_too_wide() -> None:
    """The doorway is a side of 1 m."""
    area = make_area({"hall": floor(depth=1, east=1), "yard": floor(4, depth=1, west=0)})
    journey = kl.find_journey(area, (1, 0.5), (7, 0.5), radius=0.6)
    assert journey.path.status == "start-blocked"
    assert journey.thinner is not None
    assert journey.thinner.length == pytest.approx(6)
    assert "Too wide: something without width gets there in 6.00 m." in str(journey)


def test_a_step_between_rooms() -> None:
    area = make_area({"low": floor(east=1), "high": floor(4, z=0.5, west=0)})
    journey = kl.find_journey(area, (1, 2), (7, 2))
    (step,) = journey.steps
    assert (step.room, step.to) == (0, 1)
    assert step.rise == pytest.approx(0.5)
    assert "crosses a step of 50.0 cm up from low to high at (4.00, 2.00);" in str(journey)


def test_costs_by_name() -> None:
    """Two metres on stone, and two through water at three times the price."""
    area = make_area({"hall": floor(east=1), "yard": floor(4, west=0, material=6)})
    for costs in ({"water": 3}, {6: 3}):
        path = kl.find_journey(area, (2, 2), (6, 2), costs=costs).path
        assert path.length == pytest.approx(4)
        assert path.cost == pytest.approx(2 + 3 * 2)
    with pytest.raises(InputError, match=r"there is no surface 'watr'. Did you mean 'Water'"):
        kl.Navigator(area, costs={"watr": 3})
    with pytest.raises(InputError, match="there is no surface 99; there are 0 to 30"):
        area.surfaces.find(99)


def test_a_single_walkmesh() -> None:
    journey = kl.find_journey(floor(), (1, 1), "room:cell", name="cell")
    assert (journey.level, journey.rooms, journey.area) == ("cell", ("cell",), None)
    with pytest.raises(InputError, match="knows no names but room:cell"):
        kl.find_journey(floor(), (1, 1), "gate", name="cell")


def test_as_the_game_plans(tmp_path: Any) -> None:
    game = make_installation(tmp_path).folder
    area = kl.load_area(game, module=sample_area.MODULE)
    walk = kl.Navigator(area, fast=False)
    journey = walk.journey((2, 2), (20.5, 4), like_game=True)
    assert journey.game is not None
    assert journey.game.path_points == (0, 1, 2)
    assert journey.path.length == pytest.approx(walk.path((2, 2), (20.5, 4)).length)


def test_notes() -> None:
    rooms = {"hall": floor(east=1), "yard": None, "****": None}
    journey = kl.find_journey(make_area(rooms), (1, 1), (2, 2))
    assert journey.unknown_rooms == {1}
    assert journey.notes == (
        "lab: 1 of 2 rooms without a walkmesh here, so nothing is known there: yard",
    )


@pytest.mark.parametrize(
    ("area", "place", "message"),
    [
        (two_rooms(), "gat", "gat: there is no place of this name. Did you mean 'gate' or"),
        (two_rooms(module=None), "entry", "entry: no module is known here"),
        (two_rooms(), "waypoint:x", "no waypoints are known here"),
        (make_area({"hall": floor(), "yard": None}), "room:yard", "its walkmesh is not here"),
        (
            make_area({"hall": None}),
            (1, 1),
            "none of its rooms has a walkmesh here; looked for hall",
        ),
        (make_area({"hall": floor(material=7)}), (1, 1), "nothing in it can be walked on"),
    ],
)
def test_what_cannot_be_asked(area: kl.Area, place: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        kl.find_journey(area, place, (1, 1))
    assert message in str(caught.value)
    assert not FOR_COMMANDS.search(str(caught.value))


def test_places_that_are_none() -> None:
    with pytest.raises(TypeError, match="a is a place"):
        kl.find_journey(floor(), 3, (1, 1))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="radius is -1"):
        kl.find_journey(floor(), (1, 1), (2, 2), radius=-1)


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_causes_and_what_mends_them(broken: Broken) -> None:
    area = broken.area
    journey = kl.find_journey(area, START, broken.goal)
    path = kl.Navigator(area, fast=False).path(START, broken.goal)
    assert [cause.kind for cause in journey.causes] == broken.kinds
    assert path.causes == journey.causes
    for cause in journey.causes:
        assert cause.remedy is not None
        assert cause.describe(journey.room_names) in path.reason
        assert describe_remedy(cause.remedy, journey.room_names) in path.reason
        assert cause.describe(journey.room_names) in str(journey)
    for text in (path.reason, str(journey), repr(journey), repr(journey.causes)):
        assert not FOR_COMMANDS.search(text), text
