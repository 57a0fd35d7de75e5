"""`drawing_from_area`, `drawing_from_mesh`: for Blender and others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.drawn.naming import (
    ENTRY,
    door_hook_name,
    object_name,
    path_point_name,
    use_hook_name,
)
from kotorlevel.area.drawn.standing import floor_heights, frame_of, turn_about_z
from kotorlevel.core.resource import name_key
from kotorlevel.formats.drawing import Drawing, Mark, Shape
from kotorlevel.mesh.convert.drawn.names import MaterialNames, room_names
from kotorlevel.mesh.convert.drawn.to_shape import (
    material_alphas,
    material_colors,
    shape_from_mesh,
)
from kotorlevel.mesh.placed import model_use_hooks, model_vertices

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.objects import Door, Placeable, PlacedObject
    from kotorlevel.mesh.walkmesh import Walkmesh


def drawing_from_mesh(
    mesh: Walkmesh, name: str, rooms: Sequence[str] = (), *, is_door: bool | None = None
) -> Drawing:
    """A walkmesh as a drawing of one object; ``rooms`` are the names of the layout in its order.

    Surfaces are the names of materials. Every linked edge has a gate on it, an upright quad whose
    material names the room behind: ``link_m55aa_03``, or ``link_3`` without ``rooms``. A
    placeable's or door's stands as in its model, with its use hooks as marks::

        drawing = kl.drawing_from_mesh(kl.read_walkmesh("m55aa_02.wok"), "m55aa_02")
        kl.write_drawing(drawing, "hall.obj")
    """
    names = MaterialNames(mesh.surfaces, room_names(rooms))
    shape = shape_from_mesh(mesh, name, names)
    marks: tuple[Mark, ...] = ()
    if not mesh.is_area:
        shape = replace(shape, points=_single(model_vertices(mesh), len(shape.points)))
        hooks = model_use_hooks(mesh, is_door)
        marks = tuple(
            Mark(use_hook_name("", number), _vector(hook))
            for number, hook in enumerate(hooks)
            if hook is not None
        )
    return _finished([shape], marks, names)


def drawing_from_area(area: Area) -> Drawing:
    """An area as a drawing: an object a room, doors and placeables in their places, and marks.

    Marks are use hooks, door hooks of the layout, the entry, path points, and what has no
    walkmesh. See `drawing_from_mesh` for what materials mean::

        kl.write_drawing(kl.drawing_from_area(kl.load_area("my_mod")), "my_mod.glb")
    """
    names = MaterialNames(area.surfaces, room_names([room.name for room in area.rooms]))
    shapes: list[Shape] = []
    marks: list[Mark] = []
    drawn: set[str] = set()
    for room in area.rooms:
        if room.is_empty_slot or name_key(room.name) in drawn:
            continue
        drawn.add(name_key(room.name))
        if room.mesh is None or not len(room.mesh.faces):
            marks.append(Mark(room.name, room.position))
        else:
            shapes.append(shape_from_mesh(room.mesh, room.name, names))
    for kind, thing, mesh in _objects(area):
        name = object_name(kind, thing)
        if mesh is None or not len(mesh.faces):
            marks.append(Mark(name, thing.position, turn_about_z(thing.bearing)))
            continue
        shapes.append(_object_shape(mesh, thing, name, names))
        marks += _use_hooks(mesh, thing, name, is_door=kind == "door")
    return _finished(shapes, [*marks, *_layout_marks(area), *_path_points(area)], names)


def _finished(shapes: Sequence[Shape], marks: Sequence[Mark], names: MaterialNames) -> Drawing:
    used = {name for shape in shapes for name in shape.material_names}
    return Drawing(tuple(shapes), tuple(marks), material_colors(names, used), material_alphas(used))


def _objects(area: Area) -> Iterator[tuple[str, Door | Placeable, Walkmesh | None]]:
    for door in area.doors:
        yield "door", door, door.meshes[door.state]
    for placeable in area.placeables:
        yield "placeable", placeable, placeable.mesh


def _object_shape(mesh: Walkmesh, thing: PlacedObject, name: str, names: MaterialNames) -> Shape:
    """The walkmesh of an object where it stands; its frame says so apart from its shape."""
    shape = shape_from_mesh(mesh, name, names)
    frame = frame_of(thing.position, thing.bearing)
    points = _single(model_vertices(mesh), len(shape.points))
    return replace(shape, points=points @ frame[:3, :3].T + frame[:3, 3], frame=frame)


def _use_hooks(mesh: Walkmesh, thing: PlacedObject, name: str, *, is_door: bool) -> Iterator[Mark]:
    frame = frame_of(thing.position, thing.bearing)
    for number, hook in enumerate(model_use_hooks(mesh, is_door)):
        if hook is not None:
            place = frame[:3, :3] @ hook + frame[:3, 3]
            turn = turn_about_z(thing.bearing)
            yield Mark(use_hook_name(name, number), _vector(place), turn, name)


def _layout_marks(area: Area) -> Iterator[Mark]:
    for number, hook in enumerate(area.layout.door_hooks):
        yield Mark(door_hook_name(number, hook), hook.position, hook.orientation)
    if area.entry is not None and area.module is not None:
        x, y = area.module.direction
        yield Mark(ENTRY, area.entry, turn_about_z(float(np.arctan2(y, x))))


def _path_points(area: Area) -> Iterator[Mark]:
    if area.path_points is None:
        return
    points = area.path_points.points.astype(np.float64)
    for number, (place, z) in enumerate(zip(points, floor_heights(area, points), strict=True)):
        yield Mark(path_point_name(number), (float(place[0]), float(place[1]), float(z)))


def _single(points: np.ndarray, count: int) -> np.ndarray:
    """(count, 3) points in float32 precision; an object has no gates, and so no more of them."""
    assert len(points) == count
    return points.astype(np.float32).astype(np.float64)


def _vector(values: np.ndarray) -> tuple[float, float, float]:
    x, y, z = values.tolist()
    return x, y, z
