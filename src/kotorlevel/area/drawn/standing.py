"""Where things stand, as drawings say it: frames, turns, and the floor below a point."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.core.types import Floats
    from kotorlevel.formats.drawing import Drawing

Quaternion = tuple[float, float, float, float]


def frame_of(place: Sequence[float], bearing: float) -> Floats:
    """(4, 4) the transform of an object at ``place``, turned by ``bearing`` radians."""
    cos, sin = math.cos(bearing), math.sin(bearing)
    frame = np.eye(4)
    frame[:2, :2] = (cos, -sin), (sin, cos)
    frame[:3, 3] = place
    return frame


def turn_about_z(bearing: float) -> Quaternion:
    """The quaternion (w, x, y, z) of a turn by ``bearing`` radians."""
    return math.cos(bearing / 2), 0.0, 0.0, math.sin(bearing / 2)


def bearing_of_turn(turn: Quaternion) -> float:
    """The bearing, in radians, to which a turn takes the direction x."""
    w, x, y, z = turn
    return math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))


def bearing_of_frame(frame: Floats) -> float:
    """The same of a transform."""
    return math.atan2(float(frame[1, 0]), float(frame[0, 0]))


def stand_up(drawing: Drawing, turn: Floats) -> Drawing:
    """The drawing turned by ``turn`` (3, 3): with its frames and marks, which have own axes."""
    whole = np.eye(4)
    whole[:3, :3] = turn
    shapes = tuple(
        replace(
            shape,
            points=shape.points @ turn.T,
            frame=None if shape.frame is None else whole @ shape.frame @ whole.T,
        )
        for shape in drawing.shapes
    )
    marks = []
    for mark in drawing.marks:
        x, y, z = (turn @ mark.place).tolist()
        i, j, k = (turn @ mark.turn[1:]).tolist()
        marks.append(replace(mark, place=(x, y, z), turn=(mark.turn[0], i, j, k)))
    return replace(drawing, shapes=shapes, marks=tuple(marks))


def floor_heights(area: Area, points: Floats) -> Floats:
    """(n,) the height of the floor at ``points`` (n, 2): of the first room that has some there.

    That of the nearest corner where there is none. For showing only: `Ground` answers exactly.
    """
    heights = np.full(len(points), np.nan)
    vertices = [np.empty((0, 3))]
    for mesh in area.meshes:
        if mesh is None or not mesh.geometry.is_sound:
            continue
        corners = mesh.geometry.corners[mesh.walkable]
        vertices.append(corners.reshape(-1, 3))
        low, high = corners[:, :, :2].min(axis=1), corners[:, :, :2].max(axis=1)
        for row in np.flatnonzero(np.isnan(heights)).tolist():
            near = ((low <= points[row]) & (points[row] <= high)).all(axis=1)
            heights[row] = _height_on(corners[near], points[row])
    known = np.concatenate(vertices)
    for row in np.flatnonzero(np.isnan(heights)).tolist():
        away = ((known[:, :2] - points[row]) ** 2).sum(axis=1)
        heights[row] = known[int(away.argmin()), 2] if len(known) else 0.0
    return heights


def _height_on(corners: Floats, point: Floats) -> float:
    """The height of the first of the triangles over a point; NaN where there is none."""
    for a, b, c in corners:
        u, v, w = b[:2] - a[:2], c[:2] - a[:2], point - a[:2]
        size = u[0] * v[1] - u[1] * v[0]
        if size == 0:
            continue
        s, t = (w[0] * v[1] - w[1] * v[0]) / size, (u[0] * w[1] - u[1] * w[0]) / size
        if s >= 0 and t >= 0 and s + t <= 1:
            return float(a[2] + s * (b[2] - a[2]) + t * (c[2] - a[2]))
    return math.nan
