"""Walls and floor about places of an area, in the plan: how far it is from wall to wall."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.core.types import Floats, Vector

REACH = 15.0
"""Metres in the plan that are looked at about a door: the widest leaves of the games have 11."""
STOREY = 1.5
"""Metres in height from a door to floors and walls; more is another storey."""

_EDGE = 1e-6
"""The share of a wall, or of a triangle, that still belongs to it: rays go through corners, too."""
_FLAT = 1e-9
"""Twice the square metres of a face in the plan; one with less is upright or a line."""
_MOST = 20_000
"""Walls, and faces, that are looked at about one door; those of the games have some hundreds."""


@dataclass(frozen=True, eq=False)
class Spot:
    """Walls from ``start`` to ``end`` (n, 2), and the floor's triangles ``corners`` (m, 3, 2)."""

    start: Floats
    end: Floats
    corners: Floats

    @cached_property
    def _sides(self) -> list[tuple[Floats, Floats]]:
        """Where each side of the triangles begins, and where it leads: (m, 2) and (m, 2)."""
        a, b, c = self.corners.transpose(1, 0, 2)
        return [(a, b - a), (b, c - b), (c, a - c)]

    @cached_property
    def _slack(self) -> Floats:
        """(m,) how far outside of a side a point still counts, times the length of the side."""
        a, b, c = self.corners.transpose(1, 0, 2)
        return _EDGE * np.abs(_cross(b - a, c - a))

    def on_floor(self, points: Floats) -> NDArray[np.bool_]:
        """(k,) whether there is floor at each of ``points`` (k, 2)."""
        if not len(self.corners):
            return np.zeros(len(points), bool)
        inside = np.ones((len(points), len(self.corners)), bool)
        for start, along in self._sides:
            inside &= _cross(along, points[:, None] - start) >= -self._slack
        found: NDArray[np.bool_] = np.asarray(inside.any(axis=1))
        return found

    def walls(self, points: Floats, way: Floats) -> Floats:
        """(k,) metres from ``points`` (k, 2) to the first wall that way (2,); inf for none."""
        along = self.end - self.start
        off = self.start - points[:, None]
        spread = _cross(way, along)
        with np.errstate(divide="ignore", invalid="ignore"):
            distance = _cross(off, along) / spread
            share = _cross(off, way) / spread
            hit = (np.abs(spread) > 1e-12) & (distance > _EDGE)
            hit &= (share >= -_EDGE) & (share <= 1 + _EDGE) & (distance <= REACH)
        found: Floats = np.where(hit, distance, np.inf).min(axis=1, initial=np.inf)
        return found


class Surroundings:
    """The walls and the floor of an area, to be asked about places."""

    def __init__(self, area: Area) -> None:
        portals = area.geometry.portals
        boundary = portals.boundary
        is_wall = np.ones(len(boundary), bool)
        # Where nobody knows the floor beyond, the edge counts as a wall: then nothing is said.
        is_wall[portals.rows[~np.isin(portals.other, [*area.unknown_rooms])]] = False
        self._start, self._end = boundary.start[is_wall], boundary.end[is_wall]
        self._corners = _floor(area, {room for room, _ in boundary.unusable})
        edges = np.stack([self._start, self._end], axis=1)
        self._edge_box = edges.min(axis=1), edges.max(axis=1)
        self._face_box = self._corners.min(axis=1), self._corners.max(axis=1)

    def about(self, place: Vector) -> Spot | None:
        """What is near a place; None where that is too much to be looked at."""
        walls, faces = (_near(place, *box) for box in (self._edge_box, self._face_box))
        if max(np.count_nonzero(walls), np.count_nonzero(faces)) > _MOST:
            return None
        return Spot(self._start[walls, :2], self._end[walls, :2], self._corners[faces, :, :2])


def _floor(area: Area, unusable: set[int]) -> Floats:
    """(n, 3, 3) the faces that can be walked on, counter-clockwise in the plan."""
    meshes = [room.mesh for room in area.rooms if room.mesh and room.index not in unusable]
    parts = (mesh.geometry.points[mesh.faces[mesh.walkable]] for mesh in meshes)
    corners = np.concatenate([np.empty((0, 3, 3)), *parts])
    plan = corners[:, :, :2]
    size = _cross(plan[:, 1] - plan[:, 0], plan[:, 2] - plan[:, 0])
    corners[size < 0] = corners[size < 0][:, ::-1]
    return corners[np.abs(size) > _FLAT]


def _near(place: Vector, low: Floats, high: Floats) -> NDArray[np.bool_]:
    reach = np.array([REACH, REACH, STOREY])
    is_near = (low <= place + reach) & (high >= place - reach)
    found: NDArray[np.bool_] = np.asarray(is_near.all(axis=1))
    return found


def _cross(a: Floats, b: Floats) -> Floats:
    product: Floats = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return product
