"""`find_reach`: what can be walked to, what is cut off, by what, and what mends it."""

from __future__ import annotations

from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.core.errors import InputError
from support.areas import QUARTER, floor, make_area, make_door
from support.nav.broken_areas import BROKEN, FOR_COMMANDS, START, Broken


def hall_and_more(**more: Any) -> kl.Area:
    """A hall of 16 m² and a yard of 20 that are linked, a store 3.2 cm off, a cellar without a way
    back, and a speck of a tenth of a square metre.
    """
    rooms = {
        "hall": floor(east=1, south=3),
        "yard": floor(4, width=5, west=0),
        "store": floor(0, 4.032),
        "cellar": floor(0, -4),
        "speck": floor(30, 0, 0.5, 0.2),
    }
    return make_area(rooms, **more)


def test_the_whole() -> None:
    reach = kl.find_reach(hall_and_more(), (1, 1), least_area=0.5)
    assert reach.start.kind == "given"
    assert reach.rooms == ("hall", "yard", "cellar")
    assert reach.reached.area == pytest.approx(52)
    assert reach.whole_area == pytest.approx(68.1, abs=1e-3)
    (store,) = reach.cut_off
    assert store.cause is not None
    assert (store.cause.kind, store.cause.remedy) == ("gap", kl.Remedy("snap", 0.033))
    assert list(reach.specks) == pytest.approx([0.1], abs=1e-3)
    (trap,) = reach.traps
    assert [share.room for share in trap.island.rooms] == [3]
    assert repr(reach) == "<Reach in 'lab': 52 of 68 m², 1 part cut off>"
    lines = str(reach).splitlines()
    assert lines[0] == "From (1.0, 1.0, 0.0): 3 of 5 rooms, 52 of 68 m²."
    assert lines[1].endswith("the seam with hall at (2.0, 4.0), a gap of 3.2 cm.")
    assert lines[2].strip() == (
        "What mends it: move the corners of both edges on to each other, up to 3.3 cm, and link "
        "the rooms."
    )
    assert lines[3] == "1 speck cut off besides, 0.1 m² together."
    assert lines[4].endswith("leads from hall to cellar only: edge 4 of cellar lacks the way back.")


def test_where_it_starts() -> None:
    entered = kl.find_reach(hall_and_more(entry=(1.0, 1.0, 0.0)))
    assert (entered.start.kind, entered.start.at, entered.start.note) == ("entry", (1, 1, 0), "")
    unknown = kl.find_reach(hall_and_more())
    assert (unknown.start.kind, unknown.start.note) == (
        "largest",
        "no entry is known; started on the largest part of the floor",
    )
    nowhere = kl.find_reach(hall_and_more(entry=(90.0, 1.0, 0.0)))
    assert nowhere.start.note.startswith("the entry (90.0, 1.0) is on no floor that is known here")
    assert kl.find_reach(hall_and_more(), "room:store").rooms == ("store",)
    with pytest.raises(InputError) as caught:
        kl.find_reach(hall_and_more(), (15, 1))
    assert caught.value.argument == "start"
    assert str(caught.value) == "15,1: no floor there; the nearest is at 9.00,1.00,0.00"


@pytest.mark.parametrize("doors", [{"closed_doors": "gate"}, {"open_doors": ()}])
def test_closed_doors(doors: dict[str, Any]) -> None:
    area = make_area(
        {"hall": floor(east=1), "yard": floor(4, west=0)},
        doors=(make_door((4, 2, 0), QUARTER, index=7),),
    )
    assert kl.find_reach(area, (1, 1)).cut_off == ()
    reach = kl.find_reach(area, (1, 1), **doors)
    (yard,) = reach.cut_off
    assert yard.cause is not None
    assert (yard.cause.kind, yard.cause.remedy) == ("door", kl.Remedy("open-door"))
    assert "the closed door gate (door:7) at (4.0, 2.0)." in str(reach)
    assert "Doors: 1 of 1 can be walked to." in str(reach)


def test_perhaps_is_explained_where_a_door_is_nearer() -> None:
    """The gate closes the shed; that and the hall have edges to a room without a walkmesh, too."""
    rooms = {"hall": floor(east=2, south=1), "yard": None, "shed": floor(4, west=0, south=1)}
    area = make_area(rooms, doors=(make_door((4, 2, 0), QUARTER, index=7),))
    reach = kl.find_reach(area, (1, 1), open_doors="none")
    assert reach.unknown_rooms == {1}
    text = str(reach)
    assert "Perhaps cut off: shed" in text
    assert "Nearest way in: the closed door gate (door:7) at (4.0, 2.0). " in text
    assert "Perhaps another way leads through yard: no walkmesh of it could be read here" in text


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_each_part_has_a_cause_and_what_mends_it(broken: Broken) -> None:
    """The goal of a journey that fails is on a part that is cut off, for one of the same causes."""
    reach = kl.find_reach(broken.area, START)
    parts = [part.cause for part in reach.cut_off]
    assert parts
    kinds = {cause.kind for cause in parts if cause is not None}
    # One-way links lead out of parts that are cut off themselves.
    assert set(broken.kinds) - {"one-way"} <= kinds
    for text in (str(reach), repr(reach), repr(reach.cut_off)):
        assert not FOR_COMMANDS.search(text), text
