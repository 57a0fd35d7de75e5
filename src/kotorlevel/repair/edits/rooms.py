"""Operations on the rooms of an area and on what holds them together."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PureWindowsPath

from kotorlevel.area.area import Area
from kotorlevel.area.edit.kits.templates import Kit, add_template, join_template
from kotorlevel.area.edit.links import link_edges, unlink_edges
from kotorlevel.area.edit.rooms import RoomEdit, remove_room, rename_room, reorder_rooms
from kotorlevel.area.links.relink import relink
from kotorlevel.core.types import Vector
from kotorlevel.core.words import count_of, exact
from kotorlevel.mesh.io import read_walkmesh
from kotorlevel.query.standing import move_room
from kotorlevel.repair.edits.operation import (
    Applied,
    Name,
    Numbers,
    Operation,
    mesh_of,
    operation,
    room_of,
)


@operation("link")
@dataclass(frozen=True)
class Link(Operation):
    """Two boundary edges of different rooms lead to each other."""

    room: Name
    edge: int
    other: Name
    other_edge: int

    def _apply(self, area: Area) -> Applied:
        one, other = room_of(area, self.room), room_of(area, self.other)
        linked, report = link_edges(area, (one.index, self.edge), (other.index, self.other_edge))
        return Applied(linked, f"{one.name} and {other.name} linked", report.notes)


@operation("unlink")
@dataclass(frozen=True)
class Unlink(Operation):
    """A boundary edge leads nowhere any more, nor does the one across."""

    room: Name
    edge: int

    def _apply(self, area: Area) -> Applied:
        room = room_of(area, self.room)
        parted, report = unlink_edges(area, (room.index, self.edge))
        return Applied(parted, f"{room.name}: edge {self.edge} unlinked", report.notes)


@operation("relink")
@dataclass(frozen=True)
class Relink(Operation):
    """Rooms are linked wherever their floors meet, as with `kl.relink`."""

    snap: float | None = None
    split: bool = False
    clear: bool = False

    def _apply(self, area: Area) -> Applied:
        linked, report = relink(area, snap=self.snap, split=self.split, clear=self.clear)
        return Applied(linked, f"linked wherever rooms meet: {report}", report.notes)


@operation("move-room")
@dataclass(frozen=True)
class MoveRoom(Operation):
    """A room is moved, with its door hooks and, with ``objects``, what stands on its floor."""

    room: Name
    offset: Vector
    objects: bool = True

    def _apply(self, area: Area) -> Applied:
        room = room_of(area, self.room)
        moved = move_room(area, room.index, self.offset, objects=self.objects)
        way = ", ".join(exact(value) for value in self.offset)
        return _edited(moved.edit, f"{room.name} moved by ({way})")


@operation("turn-room")
@dataclass(frozen=True)
class TurnRoom(Operation):
    """The walkmesh of a room is turned about its place in the layout, counter-clockwise.

    The game never turns a room's model: it has to be made anew.
    """

    room: Name
    degrees: float

    def _apply(self, area: Area) -> Applied:
        index, mesh = mesh_of(area, self.room)
        room = area.rooms[index]
        turned = area.with_mesh(index, mesh.rotated(self.degrees, room.position[:2]))
        note = "the game does not turn the model of a room: turn it where it was made"
        return Applied(turned, f"{room.name} turned by {exact(self.degrees)}°", (note,))


@operation("add-room")
@dataclass(frozen=True)
class AddRoom(Operation):
    """A room from a walkmesh file: at ``position``, or joined to a doorway of another room."""

    name: str
    walkmesh: str
    position: Vector = (0.0, 0.0, 0.0)
    degrees: float = 0.0
    join: Name | None = None
    join_edge: int | None = None
    at: int | None = None

    def apply(self, area: Area, folder: Path = Path()) -> Applied:
        """The area with one more room."""
        mesh = read_walkmesh(folder / _inside(self.walkmesh), area.surfaces)
        if self.join is None:
            kit = add_template(area, self.name, mesh, self.position, self.degrees, at=self.at)
        elif self.join_edge is None:
            raise ValueError("say which doorway of the room it is joined to: join_edge")
        else:
            room = room_of(area, self.join)
            kit = join_template(area, self.name, mesh, room.index, self.join_edge, at=self.at)
        return _edited(kit.edit, f"{self.name} added{_where(area, kit)}")


@operation("remove-room")
@dataclass(frozen=True)
class RemoveRoom(Operation):
    """A room goes; rooms behind it move up, and links, hooks and visibility follow."""

    room: Name

    def _apply(self, area: Area) -> Applied:
        room = room_of(area, self.room)
        return _edited(remove_room(area, room.index), f"{room.name} removed")


@operation("rename-room")
@dataclass(frozen=True)
class RenameRoom(Operation):
    """A room gets another name, in layout, door hooks, visibility and files."""

    room: Name
    name: str

    def _apply(self, area: Area) -> Applied:
        room = room_of(area, self.room)
        return _edited(rename_room(area, room.index, self.name), f"{room.name} is {self.name} now")


@operation("reorder-rooms")
@dataclass(frozen=True)
class ReorderRooms(Operation):
    """The rooms come in another order: room i is the old room ``order[i]``; links follow."""

    order: Numbers

    def _apply(self, area: Area) -> Applied:
        return _edited(reorder_rooms(area, self.order), "rooms in another order")


def _edited(edit: RoomEdit, text: str) -> Applied:
    if edit.renumbered:
        text += f"; {count_of(edit.renumbered, 'link')} renumbered"
    return Applied(edit.area, text, edit.notes)


def _where(area: Area, kit: Kit) -> str:
    return f", joined to {area.rooms[kit.room].name}" if kit.room >= 0 else ""


def _inside(name: str) -> str:
    """A file's name that stays in its folder. Edits may come from others."""
    path = PureWindowsPath(name)
    if path.is_absolute() or path.drive or name.startswith(("/", "\\")) or ".." in path.parts:
        raise ValueError(f"{name!r} is not in the folder of the edits")
    return name.replace("\\", "/")
