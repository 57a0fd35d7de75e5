"""What of a level its map shows: the floor and the walls around it, in the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.gamemap.fields import FARTHEST
from kotorlevel.core.remember import remember

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.core.types import Floats

_SAMPLES = 8192
_GOLDEN = np.array([0.7548776662466927, 0.5698402909980532])
"""Steps of the R2 sequence (after M. Roberts): points that fill a square evenly."""


def floor_triangles(area: Area) -> Floats:
    """The faces that can be walked on, (n, 3, 2) in metres, seen from above."""
    return remember(area, "game map floor", lambda: _floor_triangles(area))


def _floor_triangles(area: Area) -> Floats:
    parts = [np.empty((0, 3, 2))]
    for mesh in area.meshes:
        if mesh is None:
            continue
        whole = mesh.walkable & (mesh.faces < len(mesh.vertices)).all(axis=1)
        corners = mesh.vertices[mesh.faces[whole]][:, :, :2].astype(np.float64)
        parts.append(corners[(np.abs(corners) < FARTHEST).all(axis=(1, 2))])  # no NaN either
    return np.concatenate(parts)


def floor_bounds(area: Area) -> tuple[Floats, Floats] | None:
    """The lower and the upper corner (2,) of the floor in the plan; None where there is none."""
    corners = floor_triangles(area).reshape(-1, 2)
    return (corners.min(axis=0), corners.max(axis=0)) if len(corners) else None


def floor_points(area: Area) -> Floats:
    """Places spread evenly over the floor, (n, 2); the same for the same level, none without it."""
    return remember(area, "game map points", lambda: _spread(floor_triangles(area)))


def _spread(corners: Floats) -> Floats:
    a, b = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    areas = np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])
    total = np.cumsum(areas)
    if not len(total) or not total[-1] > 0:
        middles: Floats = corners.mean(axis=1)
        return middles
    steps = np.arange(_SAMPLES)
    rows = np.searchsorted(total, (steps + 0.5) / _SAMPLES * total[-1], side="right")
    rows = np.minimum(rows, len(total) - 1)
    u, v = ((0.5 + steps[:, None] * _GOLDEN) % 1).T
    beyond = u + v > 1
    u, v = np.where(beyond, 1 - u, u)[:, None], np.where(beyond, 1 - v, v)[:, None]
    points: Floats = corners[rows, 0] + u * a[rows] + v * b[rows]
    return points


def wall_lines(area: Area) -> Floats:
    """The edges of the floor that lead nowhere, (n, 2, 2): what the map has white lines for."""
    boundary = area.geometry.boundary
    closed = boundary.transition < 0
    ends = np.stack([boundary.start[closed, :2], boundary.end[closed, :2]], axis=1)
    lines: Floats = ends[(np.abs(ends) < FARTHEST).all(axis=(1, 2))]
    return lines
