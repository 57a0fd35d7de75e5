"""`apply_drawing`: what was edited in the drawing of an area, in the area."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotorlevel.area.drawn.marks import MarkMover
from kotorlevel.area.drawn.naming import find_named
from kotorlevel.area.drawn.standing import stand_up
from kotorlevel.area.drawn.strays import describe_strays, is_gates, share_gates
from kotorlevel.area.drawn.things import move_things
from kotorlevel.area.links.relink import LinkReport, link_seams
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.core.words import some_of
from kotorlevel.formats.lyt import LayoutRoom
from kotorlevel.mesh.convert.drawn.from_shapes import DrawnMesh, mesh_from_shapes
from kotorlevel.mesh.convert.drawn.names import MaterialNames, base_name, room_names
from kotorlevel.mesh.convert.drawn.words import LAY_ON_ITS_SIDE, describe_drawn, describe_loose

if TYPE_CHECKING:
    from kotorlevel.area.area import Area, Room
    from kotorlevel.core.types import Floats
    from kotorlevel.formats.drawing import Drawing, Shape


@dataclass(frozen=True, eq=False)
class DrawnArea:
    """An area with what was edited in a drawing of it.

    ``rooms`` are the walkmeshes of its rooms, by index, as far as they were drawn. ``remarks`` say
    what was changed, ``warnings`` what was left out, and ``relinked`` what linking changed.
    """

    area: Area
    rooms: dict[int, DrawnMesh] = field(repr=False)
    remarks: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    relinked: LinkReport | None = None

    @property
    def changed(self) -> tuple[Room, ...]:
        """The rooms whose walkmesh is not the one that was read."""
        return tuple(room for room in self.area.rooms if room.is_changed)


def apply_drawing(
    area: Area,
    drawing: Drawing,
    *,
    surface: int | None = None,
    relink: bool = False,
    is_part: bool = False,
) -> DrawnArea:
    """The area with the walkmeshes of a drawing, and with what was moved in it.

    Objects belong to the rooms that they are called after. A room that was moved as a whole is
    moved in the layout as well. Doors, placeables, door hooks and path points go to where they
    were moved. What the area has not is left out, with a warning. What is missing in the drawing
    stays as it is; of rooms that is told, unless the drawing ``is_part`` of the area only. With
    ``relink`` the edited rooms are linked wherever they meet others::

        drawn = kl.apply_drawing(kl.load_area("my_mod"), kl.read_drawing("my_mod.glb"))
        kl.write_area(drawn.area, "edited")
    """
    names = MaterialNames(area.surfaces, room_names([room.name for room in area.rooms]))
    found = _sorted_out(area, drawing)
    made = _read_rooms(area, found.rooms, names, surface, drawing.source)
    remarks: list[str] = []
    if (turn := _common_turn(made)) is not None:
        drawing = stand_up(drawing, turn)
        found = _sorted_out(area, drawing)
        made = _read_rooms(area, found.rooms, names, surface, drawing.source)
        remarks.append(LAY_ON_ITS_SIDE)
    warnings = list(describe_strays(found.others, [room.name for room in area.rooms]))
    shared, loose = share_gates(found.gates, {i: d.mesh for i, d in made.items()}, names)
    together = {index: [*found.rooms[index], *gates] for index, gates in shared.items()}
    made |= _read_rooms(area, together, names, surface, drawing.source)
    warnings += describe_loose(tuple(loose))
    for index, drawn in made.items():
        name = printable(area.rooms[index].name)
        if drawn.mesh is not area.rooms[index].mesh:
            where = f"{name}.wok"
            remarks += [f"{name}: {text}" for text in describe_drawn(drawn, where)]
        warnings += [f"{name}: {text}" for text in describe_loose(drawn.loose)]
    warnings += _gateless(area, made)
    edited = _with_rooms(area, made)
    edited, moved = move_things(edited, found.things)
    marks = MarkMover(edited, drawing.marks)
    edited = marks.move()
    report = None
    if relink:
        changed = [room.index for room in edited.rooms if room.is_changed]
        edited, report = link_seams(edited, rooms=changed)
    warnings += [*([] if is_part else _missing(area, made)), *marks.warnings]
    return DrawnArea(
        edited, made, (*remarks, *moved, *marks.remarks), (*drawing.remarks, *warnings), report
    )


class _Sorted(NamedTuple):
    """The objects of a drawing: of each room by its index, of doors and placeables, and others.

    ``gates`` are objects of gates alone, ``others`` the names of what belongs to no room.
    """

    rooms: dict[int, list[Shape]]
    things: list[Shape]
    gates: list[Shape]
    others: list[str]


def _sorted_out(area: Area, drawing: Drawing) -> _Sorted:
    index = {name_key(room.name): room.index for room in reversed(area.rooms)}
    found = _Sorted({}, [], [], [])
    for shape in drawing.shapes:
        number = index.get(name_key(base_name(shape.name)))
        if number is not None and not area.rooms[number].is_empty_slot:
            found.rooms.setdefault(number, []).append(shape)
        elif find_named(shape.name) is not None:
            found.things.append(shape)
        elif is_gates(shape):
            found.gates.append(shape)
        else:
            found.others.append(shape.name)
    return found._replace(rooms=dict(sorted(found.rooms.items())))


def _common_turn(made: dict[int, DrawnMesh]) -> Floats | None:
    """How the drawing is stood up, where most rooms say that it lies on its side."""
    turns = [drawn.turn for drawn in made.values() if drawn.turn is not None]
    return turns[0] if 2 * len(turns) > len(made) else None


def _read_rooms(
    area: Area,
    rooms: dict[int, list[Shape]],
    names: MaterialNames,
    surface: int | None,
    source: str,
) -> dict[int, DrawnMesh]:
    return {
        index: _read_room(area.rooms[index], shapes, names, surface, source)
        for index, shapes in rooms.items()
    }


def _read_room(
    room: Room, shapes: Sequence[Shape], names: MaterialNames, surface: int | None, source: str
) -> DrawnMesh:
    try:
        return mesh_from_shapes(shapes, names, room.mesh, surface=surface, source=source)
    except FormatError as error:
        if not error.section:
            error.section = f"room {printable(room.name)}"
        raise


def _with_rooms(area: Area, made: dict[int, DrawnMesh]) -> Area:
    """The area with these walkmeshes; rooms that were moved as a whole are so in the layout, too.

    A room that the layout lists twice has one walkmesh.
    """
    meshes = {index: drawn.mesh for index, drawn in made.items()}
    for room in area.rooms:
        first = next((i for i in meshes if name_key(area.rooms[i].name) == name_key(room.name)), -1)
        if first >= 0 and room.index not in meshes:
            meshes[room.index] = meshes[first]
    changed = {i: mesh for i, mesh in meshes.items() if mesh is not area.rooms[i].mesh}
    area = area.with_meshes({**changed})
    for index, drawn in made.items():
        if drawn.moved is None:
            continue
        place = np.round(np.add(area.rooms[index].position, drawn.moved), 6).tolist()
        x, y, z = place
        layout = area.layout.moved(LayoutRoom, index, (x, y, z))
        rooms = list(area.rooms)
        rooms[index] = replace(rooms[index], position=(x, y, z))
        area = replace(area, layout=layout, rooms=tuple(rooms))
    return area


def _gateless(area: Area, made: dict[int, DrawnMesh]) -> list[str]:
    """Rooms that are as they were, though their gates are gone: who deletes all of them may wonder.

    What was edited is described anyway.
    """
    names = [
        area.rooms[index].name
        for index, drawn in made.items()
        if drawn.old_links and not drawn.has_gates and drawn.mesh is area.rooms[index].mesh
    ]
    if not names:
        return []
    return [f"no gates in {some_of(names)}: without any, links stay as they were"]


def _missing(area: Area, made: dict[int, DrawnMesh]) -> list[str]:
    """Rooms with a floor that the drawing has not: they stay as they are."""
    drawn = {name_key(area.rooms[index].name) for index in made}
    left = [
        room.name
        for room in area.rooms
        if room.mesh is not None and len(room.mesh.faces) and name_key(room.name) not in drawn
    ]
    if not left:
        return []
    text = "not in the drawing, so left as they are" if len(left) > 1 else "not in the drawing, so"
    return [f"{some_of(left)}: {text}{'' if len(left) > 1 else ' left as it is'}"]
