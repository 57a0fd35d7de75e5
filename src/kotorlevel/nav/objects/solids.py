"""What stands inside of a placeable or of a closed door, in the plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.objects import Door, Placeable
from kotorlevel.nav.clip.solid import find_hull, solid_shapes

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.core.types import Floats

_ABOVE_BELOW = 0.5
"""Metres above or under a walkmesh that are still beside it."""
_DEEP = 0.01
"""Metres from the outside of an obstacle: less is at its face."""
_AROUND = _DEEP * np.array([(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)])
_ROUNDING = 1e-9


def find_enclosing(area: Area, points: Floats) -> dict[int, tuple[str, int]]:
    """Row of ``points`` (n, 3) → kind and number of the placeable or closed door around it."""
    found: dict[int, tuple[str, int]] = {}
    if not len(points):
        return found
    things: Sequence[Door | Placeable] = (*area.doors, *area.placeables)
    for thing in things:
        is_door = isinstance(thing, Door)
        if isinstance(thing, Door) and thing.state:
            continue
        mesh = thing.placed()
        if mesh is None or not len(mesh.vertices) or not np.isfinite(mesh.vertices).all():
            continue
        beside = np.array((0, 0, _ABOVE_BELOW))
        low, high = mesh.vertices.min(axis=0) - beside, mesh.vertices.max(axis=0) + beside
        near = np.flatnonzero(((points >= low) & (points <= high)).all(axis=1))
        if not len(near):
            continue
        # Faces only meet at their sides: what is inside has all places around it inside of some.
        around = points[near, None, :2] + _AROUND
        inside = np.zeros(around.shape[:2], bool)
        for shape in solid_shapes(mesh):
            low, high = shape.min(axis=0), shape.max(axis=0)
            about = ((around >= low) & (around <= high)).all(axis=2).any(axis=1)
            inside[about] |= _in_hull(around[about], find_hull(shape))
        for row in near[inside.all(axis=1)].tolist():
            found.setdefault(row, ("door" if is_door else "placeable", thing.index))
    return found


def _in_hull(points: Floats, hull: Floats) -> NDArray[np.bool_]:
    """(n, m) the points (n, m, 2) inside of a convex hull (k, 2), counter-clockwise."""
    if len(hull) < 3:
        return np.zeros(points.shape[:2], bool)
    along = np.roll(hull, -1, axis=0) - hull
    away = points[..., None, :] - hull
    left = along[:, 0] * away[..., 1] - along[:, 1] * away[..., 0]
    inside: NDArray[np.bool_] = np.asarray((left >= -_ROUNDING).all(axis=-1))
    return inside
