"""Transforms of nodes: translation, rotation and scale ↔ one matrix (4, 4)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotorlevel.core.types import Vector

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats

Quaternion = tuple[float, float, float, float]
"""w, x, y, z."""

NO_TURN: Quaternion = (1.0, 0.0, 0.0, 0.0)

_NO_TURNS = np.eye(3).tolist()
_CLOSE = 1e-9
_SAME = 1e-15
_FLAT = 1e-12


class Parts(NamedTuple):
    """A transform: scaled first, then turned, then moved."""

    translation: Vector
    rotation: Quaternion
    scale: Vector


def compose(parts: Parts) -> Floats:
    """The matrix of ``parts``; exact where nothing is turned."""
    matrix = np.eye(4)
    matrix[:3, :3] = rotation_matrix(parts.rotation) * np.array(parts.scale)
    matrix[:3, 3] = parts.translation
    return matrix


def decompose(matrix: Floats) -> Parts | None:
    """The parts of a matrix; None where it shears or flattens and so has none.

    A mirrored one has a negative scale along x.
    """
    turn = matrix[:3, :3]
    if is_flat(matrix):
        return None
    scale = np.linalg.norm(turn, axis=0)
    scale[0] *= -1 if is_mirrored(matrix) else 1
    scale = np.where(np.abs(scale - 1) <= _SAME, 1.0, scale)
    rotation = find_rotation(turn / scale)
    x, y, z = matrix[:3, 3].tolist()
    sx, sy, sz = scale.tolist()
    parts = Parts((x, y, z), rotation, (sx, sy, sz))
    difference = np.abs(compose(parts)[:3, :3] - turn).max()
    return parts if difference <= _CLOSE * np.abs(turn).max() else None


def is_mirrored(matrix: Floats) -> bool:
    """True where a transform turns left into right."""
    return _volume(matrix) < 0


def is_flat(matrix: Floats) -> bool:
    """True where a transform makes a plane, a line or a point of everything."""
    return abs(_volume(matrix)) <= _FLAT


def _volume(matrix: Floats) -> float:
    """What becomes of a cube of 1 m³, if its edges keep their length; negative if mirrored."""
    # In plain numbers: of a single matrix NumPy takes ten times as long, and a file has many.
    edges: list[list[float]] = matrix[:3, :3].T.tolist()
    lengths = [math.hypot(*edge) for edge in edges]
    if not all(lengths):
        return 0.0
    a, b, c = ([x / length for x in edge] for edge, length in zip(edges, lengths, strict=True))
    return (
        a[0] * (b[1] * c[2] - b[2] * c[1])
        + a[1] * (b[2] * c[0] - b[0] * c[2])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    )


def rotation_matrix(quaternion: Quaternion) -> Floats:
    """The rotation (3, 3) of a quaternion w, x, y, z of any length but 0."""
    length = math.hypot(*quaternion)
    w, x, y, z = (part / length for part in quaternion)
    return np.array(
        (
            (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
        )
    )


def find_rotation(turn: Floats) -> Quaternion:
    """The quaternion w, x, y, z of a rotation (3, 3), with w from 0 on (Shepperd)."""
    m = turn.tolist()
    squares = (
        1 + m[0][0] + m[1][1] + m[2][2],
        1 + m[0][0] - m[1][1] - m[2][2],
        1 - m[0][0] + m[1][1] - m[2][2],
        1 - m[0][0] - m[1][1] + m[2][2],
    )
    # Four times w, x, y or z times all of them: by the largest, nothing small is divided.
    products = (
        (squares[0], m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]),
        (m[2][1] - m[1][2], squares[1], m[1][0] + m[0][1], m[0][2] + m[2][0]),
        (m[0][2] - m[2][0], m[1][0] + m[0][1], squares[2], m[2][1] + m[1][2]),
        (m[1][0] - m[0][1], m[0][2] + m[2][0], m[2][1] + m[1][2], squares[3]),
    )
    row = products[max(range(4), key=lambda i: squares[i])]
    length = math.hypot(*row) * (-1 if row[0] < 0 else 1)
    w, x, y, z = (part / length for part in row)
    if max(abs(x), abs(y), abs(z)) <= _SAME:
        return NO_TURN
    return w, x, y, z


def move_points(points: Floats, matrix: Floats) -> Floats:
    """Places (N, 3) behind a transform; bit for bit the same where it is none."""
    turn, shift = matrix[:3, :3], matrix[:3, 3]
    if turn.tolist() != _NO_TURNS:
        points = points @ turn.T
    return points + shift if shift.any() else points


def move_points_back(points: Floats, matrix: Floats) -> Floats:
    """Places (N, 3) before a transform that can be undone."""
    turn, shift = matrix[:3, :3], matrix[:3, 3]
    points = points - shift if shift.any() else points
    return points if turn.tolist() == _NO_TURNS else points @ np.linalg.inv(turn).T
