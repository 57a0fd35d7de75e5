"""Operations on the rooms of an area and on what holds them together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kotorlevel.area.area import Area
from kotorlevel.area.edit.kits.templates import Kit, add_template, join_template
from kotorlevel.area.edit.links import link_edges, unlink_edges
from kotorlevel.area.edit.rooms import RoomEdit, remove_room, rename_room, reorder_rooms
from kotorlevel.area.links.relink import LinkReport, relink
from kotorlevel.core.types import Vector
from kotorlevel.core.words import count_of, exact, length, short_list
from kotorlevel.mesh.io import read_walkmesh
from kotorlevel.query.standing import move_room, tell_left_behind
from kotorlevel.query.turning import turn_room
from kotorlevel.repair.edits.kit_files import find_kit_file, read_model_files
from kotorlevel.repair.edits.operation import (
    Applied,
    Name,
    Names,
    Numbers,
    Operation,
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
        to = [change.was for change in report.changes if change.room == room.index]
        other = f" and {area.rooms[to[0]].name}" if to and 0 <= to[0] < len(area.rooms) else ""
        return Applied(parted, f"{room.name}{other} unlinked at one edge", report.notes)


@operation("relink")
@dataclass(frozen=True)
class Relink(Operation):
    """Rooms are linked wherever their floors meet, as with `kl.relink`.

    With ``rooms`` only these are, with each other.
    """

    snap: float | None = None
    split: bool = False
    clear: bool = False
    rooms: Names | None = None

    def _apply(self, area: Area) -> Applied:
        chosen = None if self.rooms is None else [room_of(area, each) for each in self.rooms]
        between = None if chosen is None else [room.index for room in chosen]
        linked, report = relink(
            area, snap=self.snap, split=self.split, clear=self.clear, between=between
        )
        where = short_list([room.name for room in chosen]) if chosen else "rooms"
        text = f"linked wherever {where} meet: {_changed_links(report)}"
        return Applied(linked, text, (*_changed_shapes(area, report), *report.notes))


def _changed_links(report: LinkReport) -> str:
    return f"{count_of(len(report.changes), 'edge')} changed" if report.changes else "nothing to do"


def _changed_shapes(area: Area, report: LinkReport) -> list[str]:
    """What linking changed beside links, and what it could not."""
    notes = []
    for index in sorted({each.room for each in report.moved}):
        ways = [math.dist(m.start, m.end) for m in report.moved if m.room == index]
        places = f"{count_of(len(ways), 'corner')} by up to {length(max(ways))}"
        notes.append(f"{area.rooms[index].name}: moved {places}")
    for index in sorted({each.room for each in report.splits}):
        count = sum(each.room == index for each in report.splits)
        notes.append(f"{area.rooms[index].name}: {count_of(count, 'new corner')} on its edges")
    for one, other, why in report.not_snapped:
        names = " and ".join(area.rooms[each[0]].name for each in (one, other))
        notes.append(f"{names} could not be brought together: {why}")
    return notes


@operation("move-room")
@dataclass(frozen=True)
class MoveRoom(Operation):
    """A room is moved, with its door hooks and, with ``objects``, what stands on its floor.

    It is linked to all that it meets then; with ``relink``, links that meet nothing any more go.
    """

    room: Name
    offset: Vector
    objects: bool = True
    relink: bool = False

    def _apply(self, area: Area) -> Applied:
        room = room_of(area, self.room)
        moved = move_room(area, room.index, self.offset, objects=self.objects, relink=self.relink)
        way = ", ".join(exact(value) for value in self.offset)
        return _edited(moved.edit, f"{room.name} moved by ({way})", moved.followed)


@operation("turn-room")
@dataclass(frozen=True)
class TurnRoom(Operation):
    """A room is turned about its place in the layout, counter-clockwise, with its door hooks.

    With ``objects`` what stands on its floor turns along; with ``relink`` its links are made anew
    where it meets others. The game never turns a room's model: it has to be made anew.
    """

    room: Name
    degrees: float
    objects: bool = True
    relink: bool = False

    def _apply(self, area: Area) -> Applied:
        room = room_of(area, self.room)
        turned = turn_room(area, room.index, self.degrees, objects=self.objects, relink=self.relink)
        text = f"{room.name} turned by {exact(self.degrees)}°"
        return _edited(turned.edit, text, turned.followed)


@operation("add-room")
@dataclass(frozen=True)
class AddRoom(Operation):
    """A room from a walkmesh file: at ``position``, or joined to a doorway of another room.

    The file is looked for in the level's folder and then in those of kits. ``edge`` is the doorway
    of the new room that is joined, where it has several. With ``model`` its model, MDL and MDX of
    the same name beside the file, is copied into the level.
    """

    name: str
    walkmesh: str
    position: Vector = (0.0, 0.0, 0.0)
    degrees: float = 0.0
    join: Name | None = None
    join_edge: int | None = None
    at: int | None = None
    edge: int | None = None
    model: bool = False

    def apply(self, area: Area, folder: Path = Path(), kits: Sequence[Path] = ()) -> Applied:
        """The area with one more room."""
        path = find_kit_file(self.walkmesh, [folder, *kits])
        mesh = read_walkmesh(path, area.surfaces)
        if self.join is None:
            kit = add_template(area, self.name, mesh, self.position, self.degrees, at=self.at)
        elif self.join_edge is None:
            raise ValueError("say which doorway of the room it is joined to: join_edge")
        else:
            room, door = room_of(area, self.join), self.join_edge
            kit = join_template(area, self.name, mesh, room.index, door, edge=self.edge, at=self.at)
        done = _edited(kit.edit, f"{self.name} added{_where(kit)}")
        return self._with_model(done, path) if self.model else done

    def _with_model(self, done: Applied, path: Path) -> Applied:
        """The same with the model beside the walkmesh among the files of the level."""
        files = read_model_files(path)
        if not files:
            note = f"there is no {path.stem}.mdl with its .mdx beside {path.name}: no model copied"
            return replace(done, notes=(*done.notes, note))
        more = {(self.name.lower(), kind): data for kind, data in files.items()}
        area = replace(done.area, extra={**done.area.extra, **more})
        note = f"the model {path.stem}.mdl and .mdx is copied as {self.name.lower()}.mdl and .mdx"
        there = area.lookup.find(self.name, "mdl") if area.lookup is not None else None
        if there is not None and there.read() != files["mdl"]:
            note += f", in place of another {there.filename}"
        return replace(done, area=area, notes=(*done.notes, note))


@operation("remove-room")
@dataclass(frozen=True)
class RemoveRoom(Operation):
    """A room goes; rooms behind it move up, and links, hooks and visibility follow.

    What the GIT and the PTH put on its floor stays where it is, and is told.
    """

    room: Name

    def _apply(self, area: Area) -> Applied:
        room = room_of(area, self.room)
        left = tell_left_behind(area, room.index)
        return _edited(remove_room(area, room.index), f"{room.name} removed", left)


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


def _edited(edit: RoomEdit, text: str, followed: tuple[str, ...] = ()) -> Applied:
    if edit.renumbered:
        text += f"; {count_of(edit.renumbered, 'link')} renumbered"
    return Applied(edit.area, text, (*edit.notes, *followed))


def _where(kit: Kit) -> str:
    return f", joined to {kit.edit.area.rooms[kit.room].name}" if kit.room >= 0 else ""
