"""What people do to a drawing of an area without meaning it: strays, fallen levels, lost places."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.formats.axes import to_z_up
from kotorlevel.formats.drawing import Shape
from support.area.level_files import put, station

HALL, CORRIDOR = "station_hall", "station_corridor"


@pytest.fixture
def area(tmp_path: Path) -> kl.Area:
    return kl.load_area(put(tmp_path / "station", station()))


def split_gates(drawing: kl.Drawing, room: str) -> tuple[kl.Drawing, Shape]:
    """The drawing with the gates of a room as an object of its own, and that object."""
    shapes = list(drawing.shapes)
    (number,) = [i for i, each in enumerate(shapes) if each.name == room]
    whole = shapes[number]
    is_gate = whole.sizes == 4
    of_gate = np.repeat(is_gate, whole.sizes)
    parts = [
        replace(whole, name=name, corners=whole.corners[corners], sizes=whole.sizes[faces],
                materials=whole.materials[faces])
        for name, corners, faces in (
            (room, ~of_gate, ~is_gate), ("Plane", of_gate, is_gate))
    ]  # fmt: skip
    shapes[number] = parts[0]
    return replace(drawing, shapes=(*shapes, parts[1])), parts[1]


def test_gates_of_their_own_belong_to_the_room_below_them(area: kl.Area) -> None:
    before = {room.index: room.mesh for room in area.rooms}
    drawing, _ = split_gates(kl.drawing_from_area(area), HALL)
    bare = area.find_room(HALL)
    assert bare is not None
    assert bare.mesh is not None
    assert (bare.mesh.transitions != -1).any()
    unlinked = replace(bare.mesh, transitions=np.full_like(bare.mesh.transitions, -1))
    drawn = kl.apply_drawing(area.with_mesh(bare.index, unlinked), drawing)
    assert drawn.warnings == ()
    for room in drawn.area.rooms:
        mesh = before[room.index]
        assert (room.mesh is None) == (mesh is None)
        if room.mesh is not None and mesh is not None:
            assert np.array_equal(room.mesh.transitions, mesh.transitions), room.name


def test_who_deletes_all_gates_of_a_room_is_told_that_its_links_stay(area: kl.Area) -> None:
    drawing, _ = split_gates(kl.drawing_from_area(area), HALL)
    drawn = kl.apply_drawing(area, replace(drawing, shapes=drawing.shapes[:-1]))
    assert kl.list_changes(drawn.area) == []
    assert drawn.warnings == (f"no gates in {HALL}: without any, links stay as they were",)


def test_a_gate_of_its_own_that_stands_nowhere_is_told(area: kl.Area) -> None:
    drawing, gates = split_gates(kl.drawing_from_area(area), HALL)
    lifted = replace(gates, points=gates.points + np.array((0.0, 0.0, 7.0)))
    drawing = replace(drawing, shapes=(*drawing.shapes[:-1], lifted))
    drawn = kl.apply_drawing(area, drawing)
    assert drawn.area.rooms == area.rooms, "without gates the links of the original stay"
    assert any("stands on no boundary edge" in text for text in drawn.warnings)


def test_other_objects_are_told(area: kl.Area) -> None:
    drawing = kl.drawing_from_area(area)
    cube = replace(drawing.shapes[0], name="Cube")
    drawn = kl.apply_drawing(area, replace(drawing, shapes=(*drawing.shapes, cube)))
    assert kl.list_changes(drawn.area) == []
    assert any("Cube" in text and "layout" in text for text in drawn.warnings)


def test_a_level_on_its_side_is_stood_up_with_all_that_is_in_it(
    area: kl.Area, tmp_path: Path
) -> None:
    """As Blender writes it with "+Y up" unticked: numbers with Z up, read as if Y were."""
    drawing = kl.drawing_from_area(area)
    whole = np.eye(4)
    whole[:3, :3] = to_z_up(np.eye(3)).T
    fallen = replace(
        drawing,
        shapes=tuple(
            replace(each, points=to_z_up(each.points),
                    frame=None if each.frame is None else whole @ each.frame @ whole.T)
            for each in drawing.shapes
        ),
        marks=tuple(
            replace(each, place=tuple(to_z_up(np.array([each.place]))[0]),
                    turn=(each.turn[0], *to_z_up(np.array([each.turn[1:]]))[0]))
            for each in drawing.marks
        ),
    )  # fmt: skip
    drawn = kl.apply_drawing(area, fallen)
    assert kl.list_changes(drawn.area) == []
    assert any("lay on its side" in text for text in drawn.remarks)
    assert drawn.warnings == ()


def test_places_whose_transforms_were_applied_stay(area: kl.Area) -> None:
    """Blender puts every empty at the origin, if all is selected when transforms are applied."""
    drawing = kl.drawing_from_area(area)
    marks = tuple(replace(each, place=(0, 0, 0), turn=(1, 0, 0, 0)) for each in drawing.marks)
    drawn = kl.apply_drawing(area, replace(drawing, marks=marks))
    assert kl.list_changes(drawn.area) == []
    assert any("left where they were" in text for text in drawn.warnings)


def test_one_place_may_be_moved_to_the_origin(area: kl.Area) -> None:
    drawing = kl.drawing_from_area(area)
    marks = tuple(
        replace(each, place=(0, 0, 0), turn=(1, 0, 0, 0)) if each.name == "path_1" else each
        for each in drawing.marks
    )
    drawn = kl.apply_drawing(area, replace(drawing, marks=marks))
    assert drawn.remarks == ("1 path point moved",)


def test_a_mirrored_floor_that_looks_down_is_told(area: kl.Area) -> None:
    drawing = kl.drawing_from_area(area)
    shapes = tuple(
        replace(each, points=each.points * (-1.0, 1.0, 1.0)) if each.name == HALL else each
        for each in drawing.shapes
    )
    drawn = kl.apply_drawing(area, replace(drawing, shapes=shapes))
    assert any("look down" in text for text in drawn.remarks)
