"""Things put back on the floor: in the GIT, on request alone, and nothing else of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_station
from kotorlevel.formats.gff import Struct, StructList
from support.area.furnished_git import Row, camera, creature, encounter, make_git, trigger, waypoint
from support.cases.area_things import SQUARE

RULES = ("OBJ013", "OBJ014", "OBJ016")

# The station's hall is the floor about (2, 2, 0.25); nothing is west of x = 0.
ROWS = (
    creature("fine", (2, 2, 0.25)),
    creature("lost", (-1, 2, 0.25)),
    creature("bird", (-9, 2, 8)),
    waypoint("note", (-1, 3, 0.25), "A note"),
    waypoint("wp_lost_01", (-1.5, 2, 7.5)),
    waypoint("high", (2, 3, 9.25)),
    encounter("pack", (2, 2, 0), SQUARE, [(2, 2, 0.25), (-2, 2, 0.25)]),
    trigger("far", (-20, 2, 0), SQUARE),
    camera(3, (-1, -1, 5)),
)

ALLOWED = {
    *(f"Creature List/1/{axis}Position" for axis in "XYZ"),
    *(f"WaypointList/1/{axis}Position" for axis in "XYZ"),
    "WaypointList/2/ZPosition",
    *(f"Encounter List/0/SpawnPointList/1/{axis}" for axis in "XYZ"),
}
"""The fields that say where the four things are that are put on the floor."""


@pytest.fixture
def level(tmp_path: Path) -> Path:
    """The sample station with these things in it."""
    return write_station(tmp_path)


def write_station(folder: Path, *rows: Row) -> Path:
    for name, data in make_station().items():
        (folder / name).write_bytes(data)
    kl.write_gff(make_git(*(rows or ROWS)), folder / "station.git")
    return folder


def survey(area: kl.Area) -> dict[tuple[str, int], kl.SurveyedObject]:
    return {(t.kind, t.number): t for t in kl.survey_objects(area)}


def test_what_check_calls_fixable_is_fixed_and_nothing_else_changes(level: Path) -> None:
    before = kl.load_area(level)
    found = kl.check(level, kl.Options(select=RULES)).findings
    assert {f.rule for f in found if f.fix == "unsafe"} == set(RULES)
    assert not kl.fix(level, select=RULES).steps, "not unless asked to take a risk"
    done = kl.fix(level, unsafe=True, select=RULES)
    assert [repair.path.name for repair in done.changed] == [f"{before.name}.git"]
    left = kl.check(level, kl.Options(select=RULES)).findings
    assert {(f.rule, f.fix) for f in left} == {("OBJ013", ""), ("OBJ014", "")}
    after = kl.load_area(level)
    things = survey(after)
    for key in (("creature", 1), ("waypoint", 1), ("waypoint", 2), ("spawn point", 0)):
        thing = things[key]
        assert thing.floor is not None
        assert not thing.faults
        assert thing.position is not None
        assert thing.position[2] == pytest.approx(thing.floor, abs=1e-5)
    assert things["waypoint", 2].position == pytest.approx((2, 3, things["waypoint", 2].floor))
    assert before.git is not None
    assert after.git is not None
    changed = _differences(before.git.root, after.git.root)
    assert changed <= ALLOWED
    assert changed >= {path for path in ALLOWED if path[-9:] == "XPosition" or path[-2:] == "/X"}
    assert "WaypointList/2/ZPosition" in changed
    kl.undo(level)
    assert kl.load_area(level).git.root == before.git.root  # type: ignore[union-attr]


def _differences(one: object, other: object, path: str = "") -> set[str]:
    """The paths of fields with another value, and of what is only in one of both."""
    if isinstance(one, Struct):
        assert isinstance(other, Struct)
        assert [*one] == [*other], "the same fields in the same order"
        assert one.id == other.id
        return {
            each
            for label in one
            for each in _differences(one[label], other[label], f"{path}/{label}")
        }
    if isinstance(one, StructList):
        assert isinstance(other, StructList)
        assert len(one) == len(other)
        pairs = enumerate(zip(one, other, strict=True))
        return {each for n, (a, b) in pairs for each in _differences(a, b, f"{path}/{n}")}
    return set() if one == other else {path.lstrip("/")}


def test_an_area_that_is_a_value(level: Path) -> None:
    area = kl.load_area(level)
    done = kl.fix(area, unsafe=True, select=("OBJ016",))
    assert done.area is not None
    assert survey(done.area)["waypoint", 2].faults == ()
    assert survey(done.area)["creature", 1].faults != (), "others stay as they are"
    assert survey(area)["waypoint", 2].faults != ()


def test_a_displaced_room_is_told_once(tmp_path: Path) -> None:
    """Who stands in a room that was moved by itself is explained by that."""
    level = write_station(tmp_path, creature("guard", (27, 5, 1.5)), creature("cook", (2, 2, 0.25)))
    assert not kl.survey_objects(kl.load_area(level)).faulty
    room = level / "station_store.wok"
    kl.write_walkmesh(kl.read_walkmesh(room).translated((0, 40, 0)), room)
    report = kl.check(level)
    assert "CAU002" in {cause.rule for cause in report.causes}
    told = [f for f in report.findings if f.rule in ("OBJ013", "OBJ019")]
    assert told
    assert all(report.cause_of(finding) is not None for finding in told)
