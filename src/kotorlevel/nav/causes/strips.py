"""Faces that lie like a floor and cannot be walked on, edge to edge with two parts of the floor."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.mesh.components import component_roots
from kotorlevel.nav.causes.wall_gaps import closest_points

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints, Vector
    from kotorlevel.mesh.materials import Materials
    from kotorlevel.nav.floor.floor import Floor
    from kotorlevel.query.ground import Ground

_FLAT = 0.5
"""The least z of the unit normal of what lies like a floor: 60 degrees."""

_PER_METRE = 1000
"""Corners are the same within a millimetre."""

_MOST_WALLS = 200
"""Walls of a part beside one strip that are compared, those nearest to the gap."""


class Strip(NamedTuple):
    """The narrowest place of a strip between two parts: ``walls`` and ``points`` on either side."""

    surfaces: tuple[str, ...]
    walls: tuple[int, int]
    points: tuple[Floats, Floats]

    @property
    def width(self) -> float:
        """Metres from one part to the other."""
        return float(np.linalg.norm(self.points[1] - self.points[0]))


class Strips:
    """All strips of a floor with parts (C,), to be asked for those between two of them."""

    def __init__(
        self, floor: Floor, part: NDArray[np.int64], ground: Ground, surfaces: Materials
    ) -> None:
        self._floor, self._surfaces = floor, surfaces
        faces = ground.faces
        lying = np.flatnonzero(~surfaces.walkable(faces.materials) & (faces.normal_z > _FLAT))
        corners = faces.corners[lying].astype(np.float64)
        self._corners, self._materials = corners, faces.materials[lying]
        down = np.flatnonzero(surfaces.walkable(faces.materials) & (faces.normal_z < -_FLAT))
        self._turned = faces.corners[down].astype(np.float64)
        keys = _edge_keys(corners.reshape(-1, 3), corners[:, [1, 2, 0]].reshape(-1, 3))
        self._strip_of = _joined(keys, len(lying))
        self._walls = self._find_walls(part, keys)

    def _find_walls(
        self, part: NDArray[np.int64], keys: NDArray[np.int64]
    ) -> dict[int, dict[int, Ints]]:
        """Part → strip → the walls between them."""
        floor = self._floor
        order = np.argsort(keys, kind="stable")
        walls = _edge_keys(floor.wall_from, floor.wall_to)
        at = np.searchsorted(keys[order], walls)
        found = (at < len(keys)) & (floor.wall_blocker < 0)
        found[found] = keys[order[at[found]]] == walls[found]
        rows = np.flatnonzero(found)
        strips = self._strip_of[order[at[rows]] // 3]
        beside: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        owners = part[floor.wall_owner[rows]]
        for wall, own, strip in zip(rows.tolist(), owners.tolist(), strips.tolist(), strict=True):
            beside[own][strip].append(wall)
        return {
            own: {strip: np.array(some, np.int64) for strip, some in several.items()}
            for own, several in beside.items()
        }

    def between(self, one: int, other: int, near: Vector) -> Strip | None:
        """The narrowest strip between two parts, as far as one looks around a place."""
        found = [
            self._narrowest(strip, walls, self._walls[other][strip], near)
            for strip, walls in self._walls.get(one, {}).items()
            if strip in self._walls.get(other, {})
        ]
        return min(found, key=lambda each: each.width, default=None)

    def at_corner(self, point: Vector) -> tuple[str, ...]:
        """The surfaces of faces with a corner at a point that lie there and cannot be walked on."""
        return self._label(self._materials[_has_corner(self._corners, point)])

    def is_turned(self, point: Vector) -> bool:
        """True where a face of the floor with a corner at a point is turned over."""
        return bool(_has_corner(self._turned, point).any())

    def _label(self, materials: NDArray[np.uint32]) -> tuple[str, ...]:
        """The names of two surfaces at most, those of most faces first."""
        numbers, counts = np.unique(materials, return_counts=True)
        order = np.argsort(-counts, kind="stable")
        return tuple(self._surfaces.label(int(numbers[each])) for each in order[:2])

    def _narrowest(self, strip: int, walls: Ints, others: Ints, near: Vector) -> Strip:
        floor = self._floor
        a, b = (self._nearest(some, near) for some in (walls, others))
        first, second = np.repeat(a, len(b)), np.tile(b, len(a))
        here, there = closest_points(
            floor.wall_from[first], floor.wall_to[first],
            floor.wall_from[second], floor.wall_to[second],
        )  # fmt: skip
        row = int(np.argmin(np.linalg.norm(there - here, axis=1)))
        labels = self._label(self._materials[self._strip_of == strip])
        return Strip(labels, (int(first[row]), int(second[row])), (here[row], there[row]))

    def _nearest(self, walls: Ints, near: Vector) -> Ints:
        if len(walls) <= _MOST_WALLS:
            return walls
        middles = (self._floor.wall_from[walls] + self._floor.wall_to[walls]) / 2
        away = np.linalg.norm(middles - np.array(near), axis=1)
        return walls[np.argsort(away, kind="stable")[:_MOST_WALLS]]


def _has_corner(corners: Floats, point: Vector) -> NDArray[np.bool_]:
    """(n,) which of (n, 3, 3) corners have one at a point."""
    off = np.abs(corners - np.array(point)).max(axis=2)
    return np.asarray((off <= 2 / _PER_METRE).any(axis=1))


def _edge_keys(start: Floats, end: Floats) -> NDArray[np.int64]:
    """(n,) a number for each edge, the same for those with the same two ends."""
    primes = np.array([73856093, 19349663, 83492791], np.int64)
    ends = [
        np.bitwise_xor.reduce(np.round(point * _PER_METRE).astype(np.int64) * primes, axis=1)
        for point in (start, end)
    ]
    with np.errstate(over="ignore"):
        return np.asarray(np.minimum(*ends) * np.int64(1000003) ^ np.maximum(*ends))


def _joined(keys: NDArray[np.int64], count: int) -> NDArray[np.intp]:
    """(count,) the strip of each face: those that share edges, by ``keys`` (3 · count,)."""
    order = np.argsort(keys, kind="stable")
    same = np.flatnonzero(keys[order[1:]] == keys[order[:-1]])
    return component_roots(count, order[same] // 3, order[same + 1] // 3)
