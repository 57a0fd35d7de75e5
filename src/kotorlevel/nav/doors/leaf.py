"""A door's leaf where it stands: how wide its doorway is, and what stays open beside it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.mesh.placed import model_vertices
from kotorlevel.nav.clip.solid import find_hull, solid_shapes
from kotorlevel.nav.doors.values import DoorLeaf

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Plan
    from kotorlevel.mesh.walkmesh import Walkmesh
    from kotorlevel.nav.doors.surroundings import Spot

_LINES = 5
"""Lines along the leaf, over its thickness, on which is measured."""
_BEFORE = (0.3, 0.6, 1.0, 1.5)
"""Metres before and behind a leaf where floor is looked for."""
_ABOVE = 0.5
"""Metres: what hangs higher above the door's place stops nobody."""


@dataclass(frozen=True)
class Measured:
    """Metres from the middle of the leaf's line to the walls left and right, and between both.

    ``gaps`` stay open beside the leaf, on its narrowest line.
    """

    left: float
    right: float
    width: float
    gaps: tuple[float, float]


def measure_leaf(mesh: Walkmesh | None) -> DoorLeaf | None:
    """The leaf of a closed door's walkmesh; None where it has no face that stops anyone."""
    if mesh is None:
        return None
    faces = mesh.faces[~mesh.walkable]
    faces = faces[(faces < len(mesh.vertices)).all(axis=1)]
    corners = model_vertices(mesh)[faces.reshape(-1)]
    if not len(corners) or not np.isfinite(corners).all():
        return None
    low, high = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return DoorLeaf(low[0], high[0], low[1], high[1], low[2], high[2])


class Line:
    """The lines along a leaf at a place, turned by ``bearing``; without a leaf the middle only."""

    def __init__(self, place: Plan, bearing: float, leaf: DoorLeaf | None) -> None:
        self.along = np.array([math.cos(bearing), math.sin(bearing)])
        self.across = np.array([-self.along[1], self.along[0]])
        self.leaf = leaf or DoorLeaf(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        self.middle = (self.leaf.left + self.leaf.right) / 2
        lines = np.linspace(self.leaf.back, self.leaf.front, _LINES if leaf else 1)
        self.origin = np.asarray(place, np.float64)
        self.starts = self.origin + self.middle * self.along + lines[:, None] * self.across

    def measure(self, spot: Spot) -> Measured | None:
        """How far the walls are; None where the door stands on no floor."""
        starts = self.starts[spot.on_floor(self.starts)]
        if not len(starts):
            return None
        left, right = spot.walls(starts, -self.along), spot.walls(starts, self.along)
        half = self.leaf.width / 2
        gaps = [max(0.0, float(walls.min()) - half) for walls in (left, right)]
        width = float((left + right).min())
        return Measured(float(left.min()), float(right.min()), width, (gaps[0], gaps[1]))

    def find_sides(self, spot: Spot) -> tuple[bool, bool]:
        """Whether there is floor behind the leaf, and before it."""
        steps = np.array(_BEFORE)[:, None] * self.across
        middle = self.origin + self.middle * self.along
        behind = middle + self.leaf.back * self.across - steps
        before = middle + self.leaf.front * self.across + steps
        return bool(spot.on_floor(behind).any()), bool(spot.on_floor(before).any())

    def widest_way(self, spot: Spot, opened: Walkmesh, floor: float) -> float:
        """Metres of the widest way past an open door's walkmesh that stands in the area.

        On each line the walls and the shapes of the walkmesh leave free stretches; the widest of
        them counts, and the line where that is narrowest. inf where nothing is in the way.
        """
        shapes = []
        if not len(opened.vertices) or float(opened.vertices[:, 2].min()) <= floor + _ABOVE:
            shapes = [find_hull(shape) for shape in solid_shapes(opened)]
        starts = self.starts[spot.on_floor(self.starts)]
        if not len(starts):
            return math.inf
        left, right = spot.walls(starts, -self.along), spot.walls(starts, self.along)
        ways = []
        for start, low, high in zip(starts, -left, right, strict=True):
            cuts = [cut for shape in shapes if (cut := self._cut(shape, start)) is not None]
            ways.append(_widest(float(low), float(high), cuts))
        return min(ways)

    def _cut(self, shape: Floats, start: Floats) -> Plan | None:
        """Where a convex shape covers the line through ``start``; None where it does not."""
        x, y = (shape - start) @ self.along, (shape - start) @ self.across
        if not len(y) or y.min() > 0 or y.max() < 0:
            return None
        next_x, next_y = np.roll(x, -1), np.roll(y, -1)
        crosses = (y <= 0) != (next_y <= 0)
        a, b = y[crosses], next_y[crosses]
        points = x[crosses] + (next_x - x)[crosses] * (a / (a - b))
        points = np.concatenate([points, x[y == 0]])
        return (float(points.min()), float(points.max())) if len(points) else None


def _widest(low: float, high: float, cuts: list[Plan]) -> float:
    """The widest stretch between ``low`` and ``high`` that no cut covers."""
    widest, reached = 0.0, low
    for start, end in sorted(cuts):
        widest = max(widest, min(start, high) - reached)
        reached = max(reached, end)
    return max(widest, high - reached)
