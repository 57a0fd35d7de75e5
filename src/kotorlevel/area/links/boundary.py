"""The boundary edges of all rooms of an area, in one table."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.errors import FormatError
from kotorlevel.core.remember import remember
from kotorlevel.core.resource import name_key
from kotorlevel.core.words import some_of
from kotorlevel.mesh.arrays import check_corners

if TYPE_CHECKING:
    from kotorlevel.area.area import Area, Room
    from kotorlevel.mesh.walkmesh import Walkmesh

    _Columns = tuple[NDArray[np.generic], ...]

_MOST_NUMBERS = 12


@dataclass(frozen=True, eq=False)
class AreaBoundary:
    """Boundary edges of all rooms, one a row, in the order of rooms and then of edge numbers.

    ``room`` (N,) the room's index, ``edge`` (N,) 3 · face + side, ``start`` and ``end`` (N, 3) in
    metres, ``transition`` (N,) the room that the edge leads to, or -1. ``walled`` (N,) tells where
    a face of the same room goes on behind the edge that nobody can walk on: a wall, mostly.
    ``turned`` (N,) tells that the edge's face is wound clockwise in the plan: it looks down.
    ``unusable`` are rooms whose edges cannot be told, each with the reason.
    """

    room: NDArray[np.int64]
    edge: NDArray[np.int64]
    start: NDArray[np.float64]
    end: NDArray[np.float64]
    transition: NDArray[np.int64]
    walled: NDArray[np.bool_]
    turned: NDArray[np.bool_]
    unusable: tuple[tuple[int, str], ...] = ()

    def __len__(self) -> int:
        return len(self.room)

    @cached_property
    def middle(self) -> NDArray[np.float64]:
        """(N, 3) the middle of each edge."""
        return (self.start + self.end) / 2

    @cached_property
    def length(self) -> NDArray[np.float64]:
        """(N,) metres."""
        x, y, z = (self.end - self.start).T
        length: NDArray[np.float64] = np.sqrt(x * x + y * y + z * z)
        return length


def collect_boundary(area: Area) -> AreaBoundary:
    """The boundary edges of all rooms that have a walkmesh, whatever tables are stored.

    A room that the layout lists twice is unusable: both are one file, and no link can lead to
    both of them.
    """
    unusable = _listed_twice(area)
    parts: list[_Columns] = [_no_edges()]
    for each in area.rooms:
        if each.mesh is None or each.index in unusable:
            continue
        try:
            parts.append(_edges_of(each, each.mesh))
        except FormatError as error:
            unusable[each.index] = str(error)
    room, edge, start, end, transition, walled, turned = map(
        np.concatenate, zip(*parts, strict=True)
    )
    listed = tuple(sorted(unusable.items()))
    return AreaBoundary(room, edge, start, end, transition, walled, turned, listed)


def _listed_twice(area: Area) -> dict[int, str]:
    """Room index → why it is unusable."""
    numbers: dict[str, list[int]] = defaultdict(list)
    for room in area.rooms:
        if room.mesh is not None:
            numbers[name_key(room.name)].append(room.index)
    unusable: dict[int, str] = {}
    for same in numbers.values():
        if len(same) > 1:
            # One text for all: with thousands of rooms it would be thousands of long lists.
            text = f"the layout lists it {len(same)} times, as rooms {some_of(same, _MOST_NUMBERS)}"
            unusable |= dict.fromkeys(same, text)
    return unusable


def _no_edges() -> _Columns:
    none, nowhere = np.empty(0, np.int64), np.empty((0, 3))
    return none, none, nowhere, nowhere, none, np.empty(0, bool), np.empty(0, bool)


def _edges_of(room: Room, mesh: Walkmesh) -> _Columns:
    """The columns of `AreaBoundary` for one room. Raises `FormatError` where they cannot be."""
    edge, *others = remember(mesh, "boundary", lambda: _find_edges(mesh))
    return np.full(len(edge), room.index, np.int64), edge, *others


def _find_edges(mesh: Walkmesh) -> tuple[NDArray[Any], ...]:
    """The same columns but for the room's."""
    if not mesh.is_area:
        raise FormatError("this is the walkmesh of an object, not of a room", section="header")
    if mesh.domain > len(mesh.faces):
        text = f"{mesh.domain:,} rows for {len(mesh.faces):,} faces"
        raise FormatError(text, section="adjacency")
    check_corners(mesh.faces, len(mesh.vertices))
    if not mesh.geometry.is_sound:
        raise FormatError("there are vertices that are not finite", section="vertices")
    # Derived, not stored: a stored table may lack edges, or have some that are none.
    edge = np.flatnonzero(mesh.geometry.adjacency.table.reshape(-1) == -1)
    face, side = edge // 3, edge % 3
    corners = mesh.faces.astype(np.int64)
    a, b = corners[face, side], corners[face, (side + 1) % 3]
    points = mesh.geometry.points
    first, along = points[a], points[b] - points[a]
    inward = points[corners[face, (side + 2) % 3]] - first
    turned = along[:, 0] * inward[:, 1] - along[:, 1] * inward[:, 0] < 0
    transition = mesh.transitions[face, side].astype(np.int64)
    walled = _has_face_behind(mesh, a, b)
    return edge, first, points[b], transition, walled, turned


def _has_face_behind(
    mesh: Walkmesh, a: NDArray[np.int64], b: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """(n,) whether a face outside the adjacency domain has the edge between ``a`` and ``b``."""
    rest = mesh.faces[mesh.domain :].astype(np.int64)
    count = len(mesh.vertices)
    behind = _keys(rest.reshape(-1), np.roll(rest, -1, axis=1).reshape(-1), count)
    return np.isin(_keys(a, b, count), behind)


def _keys(a: NDArray[np.int64], b: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """A number for each pair of vertices, the same in both directions."""
    return np.minimum(a, b) * count + np.maximum(a, b)
