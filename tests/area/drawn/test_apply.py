"""Whole areas as drawings: what was moved or edited there comes back, and nothing else."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.drawn.naming import Kind, Named, find_named
from support.area.level_files import put, station


@pytest.fixture
def area(tmp_path: Path) -> kl.Area:
    """The station with GIT, IFO and path points, read from a folder."""
    return kl.load_area(put(tmp_path / "station", station()))


def moved(drawing: kl.Drawing, name: str, by: tuple[float, float, float]) -> kl.Drawing:
    """The drawing with what is called ``name`` moved."""
    shapes = []
    for shape in drawing.shapes:
        if shape.name.startswith(name):
            frame = None if shape.frame is None else shape.frame.copy()
            if frame is not None:
                frame[:3, 3] += by
            shape = replace(shape, points=shape.points + np.array(by), frame=frame)
        shapes.append(shape)
    marks = [
        replace(mark, place=tuple(np.add(mark.place, by).tolist()))
        if mark.name.startswith(name)
        else mark
        for mark in drawing.marks
    ]
    return replace(drawing, shapes=tuple(shapes), marks=tuple(marks))


def changed_files(area: kl.Area) -> list[str]:
    return sorted(change.filename.lower() for change in kl.list_changes(area))


def test_everything_has_its_name(area: kl.Area) -> None:
    drawing = kl.drawing_from_area(area)
    names = [shape.name for shape in drawing.shapes] + [mark.name for mark in drawing.marks]
    assert len(names) == len(set(names))
    kinds = [found.kind for name in names if (found := find_named(name)) is not None]
    assert {"door", "placeable", "doorhook", "path", "usehook", "entry"} == set(kinds)
    assert kinds.count("path") == len(area.path_points or ())
    assert kinds.count("door") == len(area.doors)
    rooms = [shape.name for shape in drawing.shapes if find_named(shape.name) is None]
    with_floor = [r.name for r in area.rooms if r.mesh is not None and len(r.mesh.faces)]
    assert rooms == with_floor


def test_objects_stand_where_the_area_has_them(area: kl.Area) -> None:
    drawing = kl.drawing_from_area(area)
    for thing in (*area.doors, *area.placeables):
        kind: Kind = "door" if isinstance(thing, kl.Door) else "placeable"
        assert isinstance(thing, kl.Door | kl.Placeable)
        placed = thing.placed()
        found = [s for s in drawing.shapes if find_named(s.name) == Named(kind, thing.index)]
        assert bool(found) == (placed is not None)
        if placed is not None:
            assert np.allclose(found[0].points, placed.vertices, atol=1e-5)


def test_an_untouched_drawing_changes_nothing(area: kl.Area, tmp_path: Path) -> None:
    kl.write_drawing(kl.drawing_from_area(area), tmp_path / "x.glb")
    drawn = kl.apply_drawing(area, kl.read_drawing(tmp_path / "x.glb"))
    assert changed_files(drawn.area) == []
    assert drawn.remarks == ()
    assert drawn.warnings == ()


def test_a_moved_room_is_moved_in_the_layout(area: kl.Area) -> None:
    drawing = moved(kl.drawing_from_area(area), "station_store", (3, 1, 0.5))
    drawn = kl.apply_drawing(area, drawing)
    assert changed_files(drawn.area) == ["station.lyt", "station_store.wok"]
    old, new = area.room("station_store"), drawn.area.room("station_store")
    assert np.allclose(np.subtract(new.position, old.position), (3, 1, 0.5))
    assert drawn.area.layout.rooms[new.index].position == new.position
    assert old.mesh is not None
    assert new.mesh is not None
    assert np.allclose(new.mesh.vertices - old.mesh.vertices, (3, 1, 0.5), atol=1e-5)


def test_a_moved_door_and_placeable_are_moved_in_the_git(area: kl.Area) -> None:
    drawing = moved(kl.drawing_from_area(area), "door_0", (0.5, 0, 0))
    drawing = moved(drawing, "placeable_0", (0, -0.25, 0))
    drawn = kl.apply_drawing(area, drawing)
    assert changed_files(drawn.area) == ["station.git"]
    assert np.allclose(
        np.subtract(drawn.area.doors[0].position, area.doors[0].position), (0.5, 0, 0)
    )
    assert drawn.area.git is not None
    row = drawn.area.git.root["Placeable List"][0]
    assert row["Y"] == pytest.approx(area.placeables[0].position[1] - 0.25, abs=1e-5)
    assert row["Bearing"] == pytest.approx(area.placeables[0].bearing, abs=1e-6)


def test_a_turned_door_is_turned(area: kl.Area) -> None:
    drawing = kl.drawing_from_area(area)
    shapes = list(drawing.shapes)
    number = next(i for i, s in enumerate(shapes) if find_named(s.name) == Named("door", 0))
    frame = shapes[number].frame
    assert frame is not None
    turn = np.eye(4)
    turn[:2, :2] = (0, -1), (1, 0)
    shapes[number] = replace(shapes[number], frame=frame @ turn)
    drawn = kl.apply_drawing(area, replace(drawing, shapes=tuple(shapes)))
    off = drawn.area.doors[0].bearing - area.doors[0].bearing
    assert np.exp(1j * off) == pytest.approx(1j, abs=1e-6)
    assert drawn.area.doors[0].position == area.doors[0].position


def test_moved_path_points_and_door_hooks(area: kl.Area) -> None:
    assert area.path_points is not None
    drawing = moved(kl.drawing_from_area(area), "path_0", (0.125, 0.25, 7))
    drawing = moved(drawing, "doorhook_0", (0, 0, 0.5))
    drawn = kl.apply_drawing(area, drawing)
    assert changed_files(drawn.area) == ["station.lyt", "station.pth"]
    points = drawn.area.path_points
    assert points is not None
    wanted = area.path_points.points.copy()
    wanted[0] += (0.125, 0.25)
    assert sorted(map(tuple, points.points.tolist())) == sorted(map(tuple, wanted.tolist()))
    assert len(points.destinations) == len(area.path_points.destinations)
    hook, old = drawn.area.layout.door_hooks[0], area.layout.door_hooks[0]
    assert hook.position[2] == pytest.approx(old.position[2] + 0.5)
    assert hook.orientation == old.orientation


@pytest.mark.parametrize("turn", [0.0, 90.0])
def test_a_door_without_a_walkmesh_is_a_mark_that_can_be_moved(tmp_path: Path, turn: float) -> None:
    files = {name: data for name, data in station().items() if not name.endswith(".dwk")}
    area = kl.load_area(put(tmp_path / "bare", files))
    drawing = kl.drawing_from_area(area)
    by = (0.5, 0, 0) if not turn else (0, 0, 0)
    half = math.radians(turn) / 2
    marks = []
    for mark in moved(drawing, "door_0", by).marks:
        if turn and mark.name.startswith("door_0"):
            w, _, _, z = mark.turn
            w, z = (
                w * math.cos(half) - z * math.sin(half),
                w * math.sin(half) + z * math.cos(half),
            )
            marks.append(replace(mark, turn=(w, 0.0, 0.0, z)))
        else:
            marks.append(mark)
    drawn = kl.apply_drawing(area, replace(drawing, marks=tuple(marks)))
    assert changed_files(drawn.area) == ["station.git"]
    door, old = drawn.area.doors[0], area.doors[0]
    assert np.allclose(np.subtract(door.position, old.position), by, atol=1e-5)
    off = math.remainder(door.bearing - old.bearing - math.radians(turn), math.tau)
    assert off == pytest.approx(0, abs=1e-5)


def test_a_moved_entry_is_in_the_ifo(area: kl.Area, tmp_path: Path) -> None:
    drawn = kl.apply_drawing(area, moved(kl.drawing_from_area(area), "entry", (0.5, 1, 0)))
    assert changed_files(drawn.area) == ["module.ifo"]
    assert area.entry is not None
    kl.write_area(drawn.area, tmp_path / "out")
    root = kl.read_gff(tmp_path / "out" / "module.ifo").root
    assert root["Mod_Entry_X"] == pytest.approx(area.entry[0] + 0.5)
    assert root["Mod_Entry_Y"] == pytest.approx(area.entry[1] + 1)
    assert root["Mod_Entry_Dir_Y"] == pytest.approx(1)


def test_what_the_area_has_not_is_left_out_and_told(area: kl.Area) -> None:
    drawing = kl.drawing_from_area(area)
    cube = replace(drawing.shapes[0], name="station_hal")
    drawn = kl.apply_drawing(area, replace(drawing, shapes=(*drawing.shapes, cube)))
    assert changed_files(drawn.area) == []
    assert "station_hal" in drawn.warnings[0]
    assert "Did you mean 'station_hall'" in drawn.warnings[0]


def test_an_error_names_its_room(area: kl.Area) -> None:
    drawing = kl.drawing_from_area(area)
    odd = replace(drawing.shapes[1], material_names=("Stoen",) * 9)
    shapes = (drawing.shapes[0], odd, *drawing.shapes[2:])
    with pytest.raises(kl.errors.FormatError, match=odd.name):
        kl.apply_drawing(area, replace(drawing, shapes=shapes))
    far = replace(drawing.shapes[1], points=drawing.shapes[1].points * 1e7)
    with pytest.raises(kl.errors.FormatError, match="km away") as caught:
        kl.apply_drawing(area, replace(drawing, shapes=(far,)))
    assert odd.name in str(caught.value)


def test_a_room_that_is_missing_stays(area: kl.Area) -> None:
    drawing = kl.drawing_from_area(area)
    drawn = kl.apply_drawing(area, replace(drawing, shapes=drawing.shapes[1:]))
    assert changed_files(drawn.area) == []
    assert any("not in the drawing" in warning for warning in drawn.warnings)


def test_relink_joins_rooms_that_meet_again(area: kl.Area) -> None:
    drawing = moved(kl.drawing_from_area(area), "station_store", (0, 0, 0))
    gates = tuple(
        replace(
            shape,
            corners=shape.corners[: 3 * int((shape.sizes == 3).sum())],
            materials=shape.materials[shape.sizes == 3],
            sizes=shape.sizes[shape.sizes == 3],
        )
        for shape in drawing.shapes
    )
    empty = area.with_meshes(
        {room.index: None for room in area.rooms if room.mesh is not None and len(room.mesh.faces)}
    )
    without = kl.apply_drawing(empty, replace(drawing, shapes=gates))
    linked = kl.apply_drawing(empty, replace(drawing, shapes=gates), relink=True)
    for room, bare, made in zip(area.rooms, without.area.rooms, linked.area.rooms, strict=True):
        if room.mesh is None or not len(room.mesh.faces):
            continue
        assert bare.mesh is not None
        assert made.mesh is not None
        assert (bare.mesh.transitions == -1).all()
        assert (made.mesh.transitions != -1).sum() == (room.mesh.transitions != -1).sum()


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("door_3_metal", Named("door", 3)),
        ("Door_3.002", Named("door", 3)),
        ("path_12", Named("path", 12)),
        ("entry.001", Named("entry")),
        ("use_hook_2", Named("usehook", 0, 1)),
        ("placeable_7_use_hook_1", Named("usehook", 7, 0)),
        ("path_99999999999", Named("path", -1)),
        ("doorway", None),
        ("m10aa_01a", None),
    ],
)
def test_names(name: str, named: Named | None) -> None:
    assert find_named(name) == named
