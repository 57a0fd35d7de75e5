"""Two areas: everything that belongs to a level, in the level's own terms."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.diff.fields import diff_gffs
from kotorlevel.area.diff.files import tell_data
from kotorlevel.area.diff.layouts import layout_form, list_entry_changes, list_room_changes
from kotorlevel.area.diff.meshes import MeshNames, list_mesh_changes
from kotorlevel.area.diff.objects import diff_gits
from kotorlevel.area.diff.points import diff_path_points
from kotorlevel.area.diff.sight import diff_visibilities
from kotorlevel.area.diff.values import Change, RoomDiff
from kotorlevel.area.matching.rooms import RoomMatch, RoomPair, match_rooms
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import EMPTY_NAME, name_key
from kotorlevel.formats.gff import Gff, parse_gff
from kotorlevel.mesh.diff.compare import diff_meshes

if TYPE_CHECKING:
    from kotorlevel.area.area import Area, Room
    from kotorlevel.area.install.resources import Resource
    from kotorlevel.core.types import Floats, Vector
    from kotorlevel.mesh.walkmesh import Walkmesh

_ENTRY = ("Mod_Entry_X", "Mod_Entry_Y", "Mod_Entry_Z")


@dataclass(frozen=True, eq=False)
class AreaDiff:
    """What changed in an area, the rooms for pictures, and the names of all files compared."""

    changes: tuple[Change, ...]
    rooms: tuple[RoomDiff, ...]
    files: tuple[str, ...]


def diff_areas(a: Area, b: Area) -> AreaDiff:
    """What changed from one version of an area to another. Rooms are matched by `match_rooms`."""
    return _AreaComparison(a, b).diff()


class _AreaComparison:
    def __init__(self, a: Area, b: Area) -> None:
        self.a, self.b = a, b
        self.match: RoomMatch = match_rooms(a, b)
        self.rooms: list[RoomDiff] = []
        self.files: list[str] = []

    def diff(self) -> AreaDiff:
        """All of it."""
        changes = [
            *self._layout(),
            *self._walkmeshes(),
            *self._sight(),
            *self._objects(),
            *self._points(),
            *self._data(self.b.name, "are"),
            *self._module(),
        ]
        return AreaDiff(tuple(changes), tuple(self.rooms), tuple(dict.fromkeys(self.files)))

    # Layout and walkmeshes

    def _layout(self) -> list[Change]:
        a, b = self.a.layout, self.b.layout
        file = self._file("lyt")
        found = list_room_changes(self.match, a, b, file)
        found = [self._with_size(change) for change in found]
        found += list_entry_changes(self.match, a, b, file)
        if not found and a.to_bytes() != b.to_bytes():
            found.append(Change("form-changed", file, thing=layout_form(a, b)))
        return found

    def _with_size(self, change: Change) -> Change:
        """A room that came or went, with the size of its floor."""
        if change.kind not in ("room-added", "room-removed"):
            return change
        is_new = change.kind == "room-added"
        mesh = (self.b.rooms[change.new] if is_new else self.a.rooms[change.old]).mesh
        if mesh is None or not mesh.geometry.is_sound or not len(mesh.faces):
            return change
        areas, points = mesh.geometry.areas, mesh.geometry.points
        low, high = _point(points.min(axis=0)), _point(points.max(axis=0))
        return replace(
            change,
            count=len(mesh.faces),
            area=float(areas.sum()),
            walkable=float(areas[mesh.walkable].sum()),
            at=_point(_middle(mesh)),
            box=(low, high),
        )

    def _walkmeshes(self) -> Iterator[Change]:
        done: set[str] = set()
        for pair in self.match.pairs:
            old, new = self.a.rooms[pair.a], self.b.rooms[pair.b]
            if name_key(new.name) in done or new.name == EMPTY_NAME:
                continue
            done.add(name_key(new.name))
            yield from self._walkmesh(pair, old, new)
        for number in self.match.removed:
            self.rooms.append(RoomDiff(self.a.rooms[number].name, number, None))
        for number in self.match.added:
            self.rooms.append(RoomDiff(self.b.rooms[number].name, None, number))

    def _walkmesh(self, pair: RoomPair, old: Room, new: Room) -> Iterator[Change]:
        file = f"{new.name}.wok"
        if old.mesh is None and new.mesh is None and not (old.error or new.error):
            self.rooms.append(RoomDiff(new.name, pair.a, pair.b))
            return
        self.files.append(file)
        if old.mesh is None or new.mesh is None:
            self.rooms.append(RoomDiff(new.name, pair.a, pair.b))
            yield from _one_mesh(old, new, file)
            return
        way = _way(old.position, new.position)
        found = diff_meshes(
            old.mesh, new.mesh, rooms=self._numbers(old.mesh), moved=way if any(way) else None
        )
        self.rooms.append(RoomDiff(new.name, pair.a, pair.b, found))
        if found.same and old.mesh.text and not _same_text(old, new):
            yield Change("form-changed", file, new.name, thing="how the text is written")
        names = MeshNames(file, new.name, self._name_in_a, self._name_in_b, way)
        yield from list_mesh_changes(found, names)

    def _numbers(self, mesh: Walkmesh) -> dict[int, int]:
        """Numbers of rooms in A → those in B; a number that no room has, in neither, stays."""
        beyond = max(len(self.a.rooms), len(self.b.rooms))
        used = np.unique(mesh.transitions).tolist()
        return {**self.match.b_of, **{number: number for number in used if number >= beyond}}

    def _name_in_a(self, number: int) -> str:
        other = self.match.b_of.get(number)
        return _name(self.a, number) if other is None else _name(self.b, other)

    def _name_in_b(self, number: int) -> str:
        return _name(self.b, number)

    # The other files of the level

    def _file(self, ending: str) -> str:
        name = f"{self.b.name}.{ending}"
        self.files.append(name)
        return name

    def _presence(self, ending: str, old: object, new: object) -> list[Change] | None:
        """The change for a file that one version has alone; None where both have it."""
        # A file that is there and has no value cannot be read.
        bad = [
            area.files.get(ending) if value is None else None
            for area, value in ((self.a, old), (self.b, new))
        ]
        if old is None and new is None and bad == [None, None]:
            return []
        file = self._file(ending)
        if old is not None and new is not None:
            return None
        if any(bad):
            if _same_bytes(*bad):
                return []
            texts = [None if each is None else each.source for each in bad]
            return [Change("file-unreadable", file, old=texts[0], new=texts[1])]
        return [Change("file-added" if old is None else "file-removed", file)]

    def _sight(self) -> list[Change]:
        old, new = self.a.visibility, self.b.visibility
        if (found := self._presence("vis", old, new)) is not None:
            return found
        renamed = {
            name_key(self.a.rooms[pair.a].name): self.b.rooms[pair.b].name
            for pair in self.match.renamed
        }
        alone = [self.a.rooms[i] for i in self.match.removed]
        alone += [self.b.rooms[j] for j in self.match.added]
        told = {name_key(room.name) for room in alone}
        return diff_visibilities(old, new, self.files[-1], renamed, told)

    def _objects(self) -> list[Change]:
        old, new = self.a.git, self.b.git
        if (found := self._presence("git", old, new)) is not None:
            return found
        return diff_gits(old, new, self.files[-1])

    def _points(self) -> list[Change]:
        old, new = self.a.path_points, self.b.path_points
        if (found := self._presence("pth", old, new)) is not None:
            return found
        return diff_path_points(old, new, self.files[-1])

    def _data(self, name: str, ending: str) -> list[Change]:
        """A file that the area does not keep, such as its ARE."""
        old, new = _find(self.a, self.a.name, ending), _find(self.b, name, ending)
        if old is None and new is None:
            return []
        file = self._file(ending)
        if old is None or new is None:
            return [Change("file-added" if old is None else "file-removed", file)]
        return tell_data(old.read(), new.read(), file)

    def _module(self) -> list[Change]:
        old, new = _find(self.a, "module", "ifo"), _find(self.b, "module", "ifo")
        if old is None and new is None:
            return []
        file = "module.ifo"
        self.files.append(file)
        if old is None or new is None:
            return [Change("file-added" if old is None else "file-removed", file)]
        if old.read() == new.read():
            return []
        try:
            gffs = parse_gff(old.read(), old.source), parse_gff(new.read(), new.source)
            return _diff_modules(*gffs, file)
        except FormatError as error:
            return [Change("file-unreadable", file, new=str(error))]


def _diff_modules(a: Gff, b: Gff, file: str) -> list[Change]:
    """The fields of two IFOs; a new entry is told as one."""
    changes = diff_gffs(a, b, file)
    places = [[each.get(label, 0.0) for label in _ENTRY] for each in (a, b)]
    is_place = all(isinstance(value, float) for place in places for value in place)
    if not is_place or places[0] == places[1]:
        return changes
    x, y, z = places[1]
    moved = Change(
        "entry-moved",
        file,
        old=places[0],
        new=places[1],
        offset=_way(tuple(places[0]), (x, y, z)),
        distance=math.dist(*places),
        at=(x, y, z),
    )
    return [moved, *(each for each in changes if each.thing not in _ENTRY)]


def _one_mesh(old: Room, new: Room, file: str) -> list[Change]:
    """A walkmesh that only one version has, or that cannot be read in one."""
    if old.error is not None or new.error is not None:
        if _same_bytes(old.resource, new.resource):
            return []
        texts = [None if room.error is None else str(room.error) for room in (old, new)]
        return [Change("file-unreadable", file, new.name, old=texts[0], new=texts[1])]
    kind = "walkmesh-added" if old.mesh is None else "walkmesh-removed"
    mesh = new.mesh if old.mesh is None else old.mesh
    return [Change(kind, file, new.name, count=0 if mesh is None else len(mesh.faces))]


def _same_text(a: Room, b: Room) -> bool:
    """True where two walkmeshes of the same content come from the same text, or from none."""
    if a.is_changed or b.is_changed or a.resource is None or b.resource is None:
        return True
    return _same_bytes(a.resource, b.resource)


def _same_bytes(a: Resource | None, b: Resource | None) -> bool:
    return a is not None and b is not None and a.read() == b.read()


def _find(area: Area, name: str, ending: str) -> Resource | None:
    return area.lookup.find(name, ending) if area.lookup is not None else None


def _name(area: Area, number: int) -> str:
    if not 0 <= number < len(area.rooms):
        return f"number {number}, which no room has"
    room = area.rooms[number]
    return f"the empty slot {number}" if room.is_empty_slot else room.name


def _middle(mesh: Walkmesh) -> Floats:
    """The middle of the face that is nearest to the middle of all: a place on the floor."""
    centres = mesh.geometry.corners.mean(axis=1)
    if mesh.walkable.any():
        centres = centres[mesh.walkable]
    found: Floats = centres[np.linalg.norm(centres - centres.mean(axis=0), axis=1).argmin()]
    return found


def _point(values: Floats) -> Vector:
    x, y, z = values.tolist()
    return x, y, z


def _way(a: Vector, b: Vector) -> Vector:
    x, y, z = (q - p for p, q in zip(a, b, strict=True))
    return x, y, z
