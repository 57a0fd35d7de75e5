"""Doors as edits: with the fields of real ones, in the openings between rooms, and taken out."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.errors import FormatError, InputError
from kotorlevel.formats.gff import parse_gff
from support.area.level_files import put, station
from support.corpus import LEVELS, each_area, needs_levels

HALL, CORRIDOR = "station_hall", "station_corridor"
E = kl.edits


@pytest.fixture
def area(tmp_path: Path) -> kl.Area:
    return kl.load_area(put(tmp_path / "level", station()))


def test_a_new_door_is_the_last_and_like_the_others(area: kl.Area) -> None:
    done = E.AddDoor("sta_gate", (10.0, 4.0, 0.0), 90.0).apply(area)
    after = done.area
    assert done.text == "door 3 (gate) added at (10, 4, 0)"
    assert done.notes == ()
    door = after.doors[-1]
    assert (door.index, door.tag, door.model) == (3, "gate", "station_door")
    assert door.meshes[0] is area.doors[0].meshes[0] or door.meshes[0] is not None
    assert door.bearing == pytest.approx(math.pi / 2)
    assert after.git is not None
    again = parse_gff(after.git.to_bytes())
    rows = again["Door List"]
    assert len(rows) == len(area.doors) + 1
    assert [rows[3][k] for k in ("X", "Y", "Z")] == [10, 4, 0]
    assert rows[3]["TemplateResRef"] == "sta_gate"
    assert [c.filename for c in kl.list_changes(after)] == ["station.git"]


@needs_levels
def test_its_fields_are_those_of_real_doors() -> None:
    for path in sorted(LEVELS.glob("areas/k?/*/*.git")):
        real = kl.read_gff(path)
        rows = real.get("Door List", ())
        if not rows:
            continue
        area = kl.Area("x", kl.Layout(), git=real)
        made = kl.add_door(area, "some_door", (1.0, 2.0, 3.0))[0].git
        assert made is not None
        new = made["Door List"][len(rows)]
        shape = [(f.label, f.type) for f in rows[0].fields]
        assert [(f.label, f.type) for f in new.fields] == shape
        assert new.id == rows[0].id


def test_a_template_that_is_not_at_hand_is_told(area: kl.Area) -> None:
    done = E.AddDoor("other_door", (10.0, 4.0, 0.0), tag="mine").apply(area)
    assert "other_door.utd is not at hand" in done.notes[0]
    assert done.area.doors[-1].tag == "mine"


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (E.AddDoor("a name that is too long", (0, 0, 0)), "no name for a template"),
        (E.AddDoor("../up", (0, 0, 0)), "no name for a template"),
        (E.AddDoor("sta_gate", (1e20, 0, 0)), "place"),
        (E.AddDoor("sta_gate", (0, 0, math.nan)), "place"),
        (E.AddDoor("sta_gate", (0, 0, 0), math.inf), "bearing"),
        (E.RemoveObject("Door List", 3), "no entry 3"),
        (E.RemoveObject("Door List", -1), "no entry -1"),
        (E.RemoveObject("Nothing List", 0), "Nothing List"),
        (E.MoveDoorHook(99, (0, 0, 0)), "no door hook 99"),
        (E.MoveDoorHook(-1, (0, 0, 0)), "no door hook -1"),
        (E.MoveDoorHook(0, (0, 1e30, 0)), "place"),
        (E.MoveDoorHook(0, (0, 0, 0), math.inf), "bearing"),
    ],
)
def test_what_cannot_be(area: kl.Area, edit: kl.edits.Operation, message: str) -> None:
    with pytest.raises(InputError, match=message):
        kl.apply_edits(area, [edit])


def test_no_git_no_door() -> None:
    with pytest.raises(ValueError, match="no GIT"):
        kl.add_door(kl.Area("x", kl.Layout()), "door", (0, 0, 0))


def test_as_json() -> None:
    for edit in (
        E.AddDoor("sta_gate", (1.0, 2.0, 3.0), 45.0, "tag"),
        E.AddDoor("sta_gate", (1.0, 2.0, 3.0)),
        E.RemoveObject("Door List", 1),
        E.MoveDoorHook(0, (1.0, 2.0, 3.0), -90.0),
        E.MoveDoorHook(0, (1.0, 2.0, 3.0)),
    ):
        assert E.parse_operation(json.loads(json.dumps(edit.to_json()))) == edit
    plain = {"op": "add-door", "template": "x", "place": [0, 0, 0]}
    assert E.parse_operation({**plain, "tag": ""}) == E.parse_operation(plain)
    for bad in ({"tag": 7}, {"template": ""}, {"degrees": "90"}, {"place": [0, 0]}):
        with pytest.raises(FormatError):
            E.parse_operation({**plain, **bad})


def test_removing_moves_others_up(area: kl.Area) -> None:
    left = E.RemoveObject("Door List", 0).apply(area).area
    assert [(d.index, d.tag) for d in left.doors] == [(0, "hatch"), (1, "exit")]
    assert left.git is not None
    assert (
        [row["Tag"] for row in left.git["Door List"]]
        == [
            row["Tag"]
            for row in area.git["Door List"]  # type: ignore[index]
        ][1:]
    )
    less = E.RemoveObject("Placeable List", 1).apply(left).area
    assert [p.index for p in less.placeables] == [0]
    assert less.doors == left.doors
    more = kl.add_door(area, "sta_gate", (1.0, 1.0, 0.0))[0]
    back = E.RemoveObject("Door List", 3).apply(more).area
    assert kl.list_changes(back) == []


def test_a_hook_goes_and_turns(area: kl.Area) -> None:
    moved = E.MoveDoorHook(0, (1.0, 2.0, 3.0), 90.0).apply(area).area.layout.door_hooks[0]
    old = area.layout.door_hooks[0]
    assert (moved.room, moved.name, moved.position) == (old.room, old.name, (1.0, 2.0, 3.0))
    assert moved.orientation == pytest.approx((math.sqrt(0.5), 0, 0, math.sqrt(0.5)), abs=1e-6)
    stays = E.MoveDoorHook(0, (1.0, 2.0, 3.0)).apply(area).area.layout.door_hooks[0]
    assert stays.orientation == old.orientation


def test_openings_are_the_doorways_of_the_station(area: kl.Area) -> None:
    found = kl.find_doorways(area)
    names = {(area.rooms[o.room].name, area.rooms[o.other].name): o for o in found}
    hall = names[HALL, CORRIDOR]
    assert hall.place == pytest.approx((10, 4, 0))
    assert hall.width == pytest.approx(2)
    assert abs(math.sin(hall.bearing)) == pytest.approx(1)
    assert hall.linked
    assert hall.door == -1
    assert {area.doors[o.door].tag for o in found if o.door >= 0} == {"gate", "hatch"}
    assert len(found) == 4  # each once
    after = kl.add_door(area, "sta_gate", hall.place, hall.bearing)[0]
    now = next(o for o in kl.find_doorways(after) if o.edges == hall.edges and o.room == hall.room)
    assert now.door == 3


def test_templates_have_model_and_width(area: kl.Area) -> None:
    found = {each.name: each for each in kl.list_door_templates(area)}
    assert set(found) == {"sta_gate", "sta_hatch", "sta_exit"}
    mesh = area.doors[0].meshes[0]
    assert mesh is not None
    wide = float(mesh.vertices[:, 0].max() - mesh.vertices[:, 0].min())
    assert found["sta_gate"].model == "station_door"
    assert found["sta_gate"].width == pytest.approx(wide)
    assert found["sta_exit"].width is None
    assert "station_arch" in found["sta_exit"].reason
    assert kl.list_door_templates(kl.Area("x", kl.Layout())) == []


@each_area()
def test_real_doors_stand_as_their_openings_run(path: Path) -> None:
    area = kl.load_area(path)
    for opening in kl.find_doorways(area):
        assert opening.room != opening.other
        assert opening.width > 0
        if opening.door >= 0:
            off = math.remainder(area.doors[opening.door].bearing - opening.bearing, math.pi)
            assert abs(off) < 0.1
