"""Operations on what stands in an area: entry, doors and others of the GIT, path points, sight."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from kotorlevel.area.area import Area
from kotorlevel.area.edit.entry import move_entry
from kotorlevel.area.edit.rooms import check_place
from kotorlevel.area.instances import find_place, name_instance, place_instance
from kotorlevel.core.types import Vector
from kotorlevel.core.words import exact, exact_place
from kotorlevel.formats.gff import Struct, StructList
from kotorlevel.formats.pth import PathPoints
from kotorlevel.formats.pth.path_points import make_path_points
from kotorlevel.formats.vis import Visibility
from kotorlevel.repair.edits.operation import Applied, Name, Operation, operation, room_of

_SAME_PLACE = 1e-4
"""Metres; the page sends the place of a thing that it only turns."""


@operation("move-entry")
@dataclass(frozen=True)
class MoveEntry(Operation):
    """The player enters at another place, and with ``degrees`` looks another way."""

    place: Vector
    degrees: float | None = None

    def _apply(self, area: Area) -> Applied:
        direction = None
        if self.degrees is not None:
            turn = math.radians(self.degrees)
            direction = math.cos(turn), math.sin(turn)
        check_place(self.place, "the place")
        moved = move_entry(area, self.place, direction)
        return Applied(moved, f"the entry moved to {exact_place(self.place)}")


@operation("place-object")
@dataclass(frozen=True)
class PlaceObject(Operation):
    """An entry of the GIT (``list`` "Door List", say, and its number) stands at another place.

    ``degrees`` is its bearing, counter-clockwise; None: as it is.
    """

    list: str
    number: int
    place: Vector
    degrees: float | None = None

    def _apply(self, area: Area) -> Applied:
        rows = None if area.git is None else area.git.root.get(self.list)
        if not isinstance(rows, StructList):
            raise ValueError(f"there is no {self.list!r} in the GIT of this area")
        if not 0 <= self.number < len(rows):
            raise ValueError(f"there is no entry {self.number} in {self.list!r}: {len(rows):,} are")
        check_place(self.place, "the place")
        bearing = None if self.degrees is None else math.radians(self.degrees)
        moved = place_instance(area, self.list, self.number, self.place, bearing)
        if moved is area:
            raise ValueError(f"entry {self.number} of {self.list!r} has no place")
        name = name_instance(area, self.list, self.number)
        return Applied(moved, f"{name} {self._how(rows[self.number])}")

    def _how(self, before: Struct) -> str:
        """What came of it, in words; that a thing turned is told where it stays in its place."""
        place = find_place(before)
        stays = place is not None and math.dist(place, self.place) < _SAME_PLACE
        if stays and self.degrees is not None:
            return f"turned to {exact(self.degrees)}°"
        return f"moved to {exact_place(self.place)}"


@operation("move-path-point")
@dataclass(frozen=True)
class MovePathPoint(Operation):
    """A path point goes to another place; its connections stay."""

    number: int
    place: Vector

    def _apply(self, area: Area) -> Applied:
        paths = _paths(area)
        check_place(self.place, "the place")
        points = paths.points.astype(np.float64)
        points[_point(paths, self.number)] = self.place[:2]
        text = f"path point {self.number} moved to {exact_place(self.place[:2])}"
        return _with_paths(area, paths.replaced(points=points), text)


@operation("add-path-point")
@dataclass(frozen=True)
class AddPathPoint(Operation):
    """A new path point; points are sorted by x, so numbers behind it change."""

    place: Vector

    def _apply(self, area: Area) -> Applied:
        check_place(self.place, "the place")
        paths = area.path_points or make_path_points(np.empty((0, 2)), np.empty((0, 2), np.int64))
        points = np.concatenate([paths.points, [self.place[:2]]])
        new = paths.replaced(points=points, connections=_whole(paths))
        return _with_paths(area, new, f"a path point added at {exact_place(self.place[:2])}")


@operation("remove-path-point")
@dataclass(frozen=True)
class RemovePathPoint(Operation):
    """A path point goes, with its connections."""

    number: int

    def _apply(self, area: Area) -> Applied:
        paths = _paths(area)
        gone = _point(paths, self.number)
        pairs = _whole(paths)
        pairs = pairs[(pairs != gone).all(axis=1)]
        pairs -= pairs > gone
        points = np.delete(paths.points, gone, axis=0)
        new = paths.replaced(points=points, connections=pairs)
        return _with_paths(area, new, f"path point {self.number} removed")


@operation("connect")
@dataclass(frozen=True)
class Connect(Operation):
    """Two path points are connected both ways, or with ``connected`` false not at all."""

    first: int
    second: int
    connected: bool = True

    def _apply(self, area: Area) -> Applied:
        paths = _paths(area)
        a, b = _point(paths, self.first), _point(paths, self.second)
        if a == b:
            raise ValueError("a path point is not connected with itself")
        pairs = _whole(paths)
        between = np.isin(pairs, (a, b)).all(axis=1) & (pairs[:, 0] != pairs[:, 1])
        pairs = pairs[~between]
        if self.connected:
            pairs = np.concatenate([pairs, [(a, b), (b, a)]])
        how = "connected" if self.connected else "no longer connected"
        text = f"path points {a} and {b} {how}"
        return _with_paths(area, paths.replaced(connections=pairs), text)


@operation("set-visible")
@dataclass(frozen=True)
class SetVisible(Operation):
    """A room is drawn from another, or not; with ``both`` the other way round as well."""

    room: Name
    other: Name
    visible: bool = True
    both: bool = True

    def _apply(self, area: Area) -> Applied:
        one, other = room_of(area, self.room).name, room_of(area, self.other).name
        sight = area.visibility or Visibility()
        if self.visible:
            sight = sight.with_visible(one, other, self.both)
        elif sight.lists(one, other) or (self.both and sight.lists(other, one)):
            sight = sight.without_visible(one, other, self.both)
        if self.both:
            text = f"{one} and {other} {'see' if self.visible else 'no longer see'} each other"
        else:
            text = f"{one} {'sees' if self.visible else 'no longer sees'} {other}"
        if sight == area.visibility:
            return Applied(area, text)
        return Applied(area.with_visibility(sight), text)


def _paths(area: Area) -> PathPoints:
    if area.path_points is None:
        raise ValueError("this area has no path points")
    return area.path_points


def _point(paths: PathPoints, number: int) -> int:
    if not 0 <= number < len(paths):
        raise ValueError(f"there is no path point {number}: there are {len(paths):,}")
    return number


def _whole(paths: PathPoints) -> np.ndarray:
    """(n, 2) the connections whose two ends exist."""
    pairs = paths.connections
    inside = ((pairs >= 0) & (pairs < len(paths))).all(axis=1)
    return pairs[inside].copy()


def _with_paths(area: Area, paths: PathPoints, text: str) -> Applied:
    return Applied(replace(area, path_points=paths), text)
