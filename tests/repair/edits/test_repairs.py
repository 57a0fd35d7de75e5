"""Mending as an edit: one fault at a time, the same as `kl.fix`; in words where nothing can be."""

from __future__ import annotations

import json
import time
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.errors import FormatError, InputError
from support.area.level_files import content, put, station
from support.command import run_inside
from support.corpus import each_area

HALL, CORRIDOR, RAMP, STORE = (f"station_{x}" for x in ("hall", "corridor", "ramp", "store"))
E = kl.edits


@pytest.fixture
def level(tmp_path: Path) -> Path:
    return put(tmp_path / "level", station())


def mesh_of(area: kl.Area, room: str) -> kl.Walkmesh:
    mesh = area.room(room).mesh
    assert mesh is not None
    return mesh


def unlinked(area: kl.Area, *rooms: str) -> kl.Area:
    """The area whose rooms have lost their first link, on their side only."""
    for room in rooms:
        mesh = mesh_of(area, room)
        face, side = np.argwhere(mesh.transitions >= 0)[0].tolist()
        area = area.with_mesh(room, mesh.with_transition(face, side, -1))
    return area


def links(area: kl.Area) -> dict[str, list[int]]:
    return {r.name: r.mesh.transitions.tolist() for r in area.rooms if r.mesh is not None}


def test_one_finding_is_mended_and_no_other(level: Path) -> None:
    whole = kl.load_area(level)
    area = unlinked(whole, HALL, RAMP)
    faults = [f for f in kl.check(area).findings if f.rule == "ARE003"]
    assert len(faults) == 2
    for fault in faults:
        preview = kl.preview_fix(area, fault)
        own = Path(fault.file).stem
        assert [step.rules for step in preview.steps] == [("ARE003",)]
        assert preview.texts[0].startswith(f"{own}.wok: ")
        other = RAMP if own == HALL else HALL
        after = links(preview.area)
        assert after[own] == links(whole)[own]
        assert after[other] == links(area)[other]
        assert preview.left == ()
    # The area that was looked at stays as it is.
    assert links(area)[HALL] != links(whole)[HALL]


def test_the_edit_is_the_library_s_own_limited_to_rooms(level: Path) -> None:
    whole = kl.load_area(level)
    area = unlinked(whole, HALL, RAMP)
    done = E.Fix(("ARE003",), rooms=(HALL,)).apply(area)
    assert links(done.area)[HALL] == links(whole)[HALL]
    assert links(done.area)[RAMP] == links(area)[RAMP]
    assert done.text == f"mended {HALL}.wok: linked 1 edge to the room it meets"
    both = E.Fix(("ARE003",)).apply(area)
    assert links(both.area) == links(whole)
    assert both.text == "made 2 repairs in 2 files"
    assert len(both.notes) == 2
    fixed = kl.fix(area, select="ARE003").area
    assert fixed is not None
    as_files = [
        {c.filename: c.data for c in kl.list_changes(each)} for each in (both.area, fixed, whole)
    ]
    assert as_files[0] == as_files[1] == as_files[2] == {}


def test_a_file_s_own_fault_is_mended_in_that_room_only(level: Path) -> None:
    for room in (HALL, STORE):
        path = level / f"{room}.wok"
        path.write_bytes(path.read_bytes() + b"more")  # FIL002: bytes behind the end
    area = kl.load_area(level)
    done = E.Fix(("FIL002",), rooms=(STORE,)).apply(area)
    changed = {c.filename: c.data for c in kl.list_changes(done.area)}
    assert changed == {f"{STORE}.wok": (level / f"{STORE}.wok").read_bytes()[:-4]}
    finding = next(f for f in kl.check(level).findings if f.rule == "FIL002" and HALL in f.file)
    repairs = kl.fix(level, only=finding, dry_run=True)  # files as well as values
    assert [Path(each.name).stem for each in repairs.changed] == [HALL]


def test_links_that_meet_nothing_go_only_where_that_is_asked_for(level: Path) -> None:
    moved = kl.move_room(kl.load_area(level), STORE, (500.0, 0.0, 0.0)).area
    assert any(f.rule == "ARE012" for f in kl.check(moved).findings)
    for edit in (E.Fix(("ARE012",)), E.Fix(("ARE",))):
        with pytest.raises(ValueError, match="nothing"):
            edit.apply(moved)
    cleared = E.Fix(("ARE012",), unsafe=True, rooms=(STORE,)).apply(moved)
    assert set(np.unique(mesh_of(cleared.area, STORE).transitions)) == {-1}
    assert mesh_of(cleared.area, RAMP) is mesh_of(moved, RAMP)
    assert "cleared the link" in cleared.text


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (E.Fix(("ARE003",)), "nothing to mend: no fault of ARE003"),
        (E.Fix(("ARE003",), rooms=(HALL,)), f"no fault of ARE003 in {HALL}"),
        (E.Fix(("XYZ001",)), "no rule 'XYZ001'"),
        (E.Fix((), rooms=("nowhere",)), "nowhere"),
    ],
)
def test_where_nothing_can_be_mended_it_says_so(
    level: Path, edit: kl.edits.Operation, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        kl.apply_edits(kl.load_area(level), [edit])


def test_risky_fixes_have_to_be_allowed(level: Path) -> None:
    area = kl.load_area(level)
    sight = area.visibility
    assert sight is not None
    one_way = area.with_visibility(sight.without_visible(HALL, CORRIDOR, False))
    findings = {f.rule: f.fix for f in kl.check(one_way).findings}
    assert findings["VIS004"] == "unsafe"
    with pytest.raises(ValueError, match=r"1 fault of VIS004 could be.*\(unsafe\)"):
        E.Fix(("VIS004",)).apply(one_way)
    done = E.Fix(("VIS004",), unsafe=True).apply(one_way).area.visibility
    assert done is not None
    assert done.lists(HALL, CORRIDOR)
    with pytest.raises(ValueError, match="nothing to mend"):  # it is in no room's file
        E.Fix(("VIS004",), unsafe=True, rooms=(STORE,)).apply(one_way)


def test_fixes_as_json() -> None:
    edits = [E.Fix(), E.Fix(("ARE003", "MSH"), True, (HALL,)), E.BuildVisibility(keep=False)]
    for edit in edits:
        assert E.parse_operation(json.loads(json.dumps(edit.to_json()))) == edit
    assert edits[0].to_json() == {"op": "fix"}
    assert E.parse_operation({"op": "fix", "rules": [], "rooms": []}) == E.Fix()
    for bad in ({"rules": "ARE003"}, {"rules": [7]}, {"rooms": [""]}, {"unsafe": 1}):
        with pytest.raises(FormatError):
            E.parse_operation({"op": "fix", **bad})


def test_path_points_and_sight_are_those_of_the_commands(level: Path, tmp_path: Path) -> None:
    edits = [E.BuildPathPoints(partial=True), E.BuildVisibility(), E.BuildVisibility(keep=False)]
    area = kl.load_area(level)
    done = [kl.apply_edits(area, [edit]).area for edit in edits]
    out = tmp_path / "out.pth"
    assert run_inside("pth", level, "build", "--partial", "-o", out).code == 0
    assert done[0].path_points is not None
    assert done[0].path_points.to_bytes() == out.read_bytes()
    for number, options in ((1, []), (2, ["--drop"])):
        folder = tmp_path / f"vis{number}"
        assert run_inside("vis", level, "build", *options, "-o", folder).code == 0
        written = content(folder).get("station.vis", (level / "station.vis").read_bytes())
        sight = done[number].visibility
        assert sight is not None
        assert sight.to_bytes() == written
    with pytest.raises(ValueError, match="station_sky"):
        E.BuildPathPoints().apply(area)


@each_area()
def test_a_link_lost_in_a_real_area_is_mended_at_once(path: Path) -> None:
    whole = kl.load_area(path)
    linked = [r.name for r in whole.rooms if r.mesh is not None and (r.mesh.transitions >= 0).any()]
    partner, seams = whole.geometry.seams.partner, whole.geometry.boundary
    meeting = {int(room) for room in seams.room[(partner >= 0) & (seams.transition >= 0)]}
    rooms = [name for name in linked if whole.room(name).index in meeting]
    if not rooms:
        pytest.skip("no links that meet")
    mesh = mesh_of(whole, rooms[0])
    own = (seams.room == whole.room(rooms[0]).index) & (partner >= 0) & (seams.transition >= 0)
    face, side = divmod(int(seams.edge[own][0]), 3)
    area = whole.with_mesh(rooms[0], mesh.with_transition(face, side, -1))
    started = time.process_time()
    done = E.Fix(("ARE",), rooms=(rooms[0],)).apply(area)
    assert time.process_time() - started < 5  # some tenths of a second
    assert links(done.area) == links(whole)
    assert kl.list_changes(done.area) == []
