"""What the ground is, by its definitions: every face is looked at, and nothing is clever.

Shares no code with the query layer. Points in the plan are placed with exact fractions; rays and
closest points are computed in double precision over all faces, by the plane of each face and the
distances from its sides.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import kotorlevel as kl
from support.soundness import WALKABLE as WALKABLE

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Place = tuple[Fraction, Fraction]

WALKCHECK = frozenset({1, *range(3, 20), 30})
BLOCKS_SIGHT = frozenset({*range(1, 8), *range(9, 18), 19})
"""Written down from the table in FACTS 5, not from the code."""

UPRIGHT = 1e-4
"""A face that rises more than 10 m over a millimetre is a wall: it has no height."""

NUDGE = 0.001 / math.sqrt(2)
"""How far the game's second look is from the first, along x and along y (FACTS 9)."""

INSIDE, BORDER, OUTSIDE = "inside", "border", "outside"


class Floor(NamedTuple):
    """A face at a point of the plan: its row in the model, its height there, inside or border."""

    face: int
    height: float
    place: str


class Crossings(NamedTuple):
    """For N rays and F faces, (N, F): where each ray goes through the plane of each face.

    ``distance`` in metres, ``margin`` in metres from the nearest side, positive inside the face;
    ``slope`` the cosine between ray and normal, negative where the front is seen.
    """

    distance: Floats
    margin: Floats
    slope: Floats


@dataclass(frozen=True, eq=False)
class Model:
    """The faces of all rooms that have a place; ``corners`` (F, 3, 3)."""

    corners: Floats
    room: NDArray[np.int64]
    number: NDArray[np.int64]
    material: NDArray[np.int64]
    left_out: list[tuple[int, int]]

    def __len__(self) -> int:
        return len(self.corners)

    @cached_property
    def scale(self) -> float:
        """The largest coordinate, or 1."""
        return float(np.abs(self.corners).max(initial=1.0))

    @cached_property
    def normals(self) -> Floats:
        """(F, 3) unit normals, 0 for faces without area."""
        cross = np.cross(
            self.corners[:, 1] - self.corners[:, 0], self.corners[:, 2] - self.corners[:, 0]
        )
        length = np.linalg.norm(cross, axis=1, keepdims=True)
        normals: Floats = np.divide(cross, length, out=np.zeros_like(cross), where=length > 0)
        return normals

    @cached_property
    def exact(self) -> list[list[list[Fraction]]]:
        """The corners without any rounding."""
        return [
            [[Fraction(v) for v in corner] for corner in face] for face in self.corners.tolist()
        ]

    def having(self, materials: Collection[int]) -> Flags:
        """(F,) the faces with these materials."""
        return np.array([m in materials for m in self.material.tolist()], bool)

    @cached_property
    def upward(self) -> Flags:
        return self.normals[:, 2] > 0

    @cached_property
    def has_height(self) -> Flags:
        return np.abs(self.normals[:, 2]) >= UPRIGHT

    @cached_property
    def _rows(self) -> dict[tuple[int, int], int]:
        names = zip(self.room.tolist(), self.number.tolist(), strict=True)
        return {name: row for row, name in enumerate(names)}

    def row(self, room: int, number: int) -> int:
        """Where a face is in this model; there must be such a face."""
        return self._rows[int(room), int(number)]

    def rows(self, room: NDArray[np.int64], number: NDArray[np.int64]) -> NDArray[np.int64]:
        """(N,) where faces are in this model."""
        names = zip(room.tolist(), number.tolist(), strict=True)
        return np.array([self._rows[name] for name in names], np.int64)

    def only(self, faces: list[int]) -> Model:
        """The model of these faces alone."""
        return Model(
            self.corners[faces], self.room[faces], self.number[faces], self.material[faces], []
        )

    def floors(self, x: float, y: float, allowed: Flags) -> list[Floor]:
        """All faces at (x, y), sides and corners included, without rounding."""
        key = (x, y, allowed.tobytes())
        if key not in self._known:
            self._known[key] = self._find_floors(x, y, allowed)
        return self._known[key]

    @cached_property
    def _known(self) -> dict[tuple[float, float, bytes], list[Floor]]:
        return {}

    def _find_floors(self, x: float, y: float, allowed: Flags) -> list[Floor]:
        at = Fraction(x), Fraction(y)
        floors = []
        # Comparing has no rounding, either, and fractions are slow.
        low, high = self.corners.min(axis=1), self.corners.max(axis=1)
        here = allowed & self.has_height
        here &= (low[:, 0] <= x) & (x <= high[:, 0]) & (low[:, 1] <= y) & (y <= high[:, 1])
        for face in np.flatnonzero(here).tolist():
            corners = self.exact[face]
            place = place_in_plan(corners, at)
            if place != OUTSIDE:
                floors.append(Floor(face, float(height_of_plane(corners, at)), place))
        return floors

    def crossings(self, origins: Floats, directions: Floats) -> Crossings:
        """Every ray with the plane of every face; NaN for faces without area or seen edge-on."""
        unit = directions / np.linalg.norm(directions, axis=1, keepdims=True)
        a, n = self.corners[:, 0], self.normals
        slope = unit @ n.T
        with np.errstate(divide="ignore", invalid="ignore"):
            distance = ((a * n).sum(axis=1) - origins @ n.T) / slope
            point = origins[:, None] + distance[:, :, None] * unit[:, None]
            margin = np.full(distance.shape, np.inf)
            for k in range(3):
                start, end = self.corners[:, k], self.corners[:, (k + 1) % 3]
                inward = np.cross(n, end - start)
                inward /= np.linalg.norm(inward, axis=1, keepdims=True)
                margin = np.minimum(margin, ((point - start) * inward).sum(axis=2))
        return Crossings(distance, margin, slope)

    def gaps(self, points: Floats, faces: NDArray[np.int64] | slice = slice(None)) -> Floats:
        """(N,) metres from each row of ``points`` to its face; by default one point to all."""
        corners, normals = self.corners[faces], self.normals[faces]
        sides = [(corners[:, k], corners[:, (k + 1) % 3]) for k in range(3)]
        best = np.min([_gap_to_segment(points, *side) for side in sides], axis=0)
        height = ((points - corners[:, 0]) * normals).sum(axis=1)
        foot = points - height[:, None] * normals
        over = normals.any(axis=1)
        for start, end in sides:
            over &= (np.cross(end - start, foot - start) * normals).sum(axis=1) >= 0
        gaps: Floats = np.where(over, np.minimum(best, np.abs(height)), best)
        return gaps

    def gap(self, point: Iterable[float], face: int) -> float:
        """Metres from a point to one face."""
        return float(self.gaps(np.array([*point]), slice(face, face + 1))[0])


def model_of(source: kl.Walkmesh | Iterable[kl.Walkmesh | None]) -> Model:
    """The faces of a mesh, or of the rooms of a list, told one by one."""
    rooms = [source] if isinstance(source, kl.Walkmesh) else list(source)
    corners: list[list[list[float]]] = []
    rows: list[tuple[int, int, int]] = []
    left_out = []
    for room, mesh in enumerate(rooms):
        if mesh is None:
            continue
        vertices, materials = mesh.vertices.tolist(), mesh.materials.tolist()
        for number, face in enumerate(mesh.faces.tolist()):
            known = all(corner < len(vertices) for corner in face)
            if known and all(math.isfinite(v) for corner in face for v in vertices[corner]):
                corners.append([vertices[corner] for corner in face])
                rows.append((room, number, materials[number]))
            else:
                left_out.append((room, number))
    room_of, number_of, material_of = np.array(rows, np.int64).reshape(-1, 3).T
    places = np.array(corners, np.float64).reshape(-1, 3, 3)
    return Model(places, room_of, number_of, material_of, left_out)


def place_in_plan(corners: list[list[Fraction]], at: Place) -> str:
    """Where a point of the plan is, seen from above; outside of a face without area there."""
    turns = [_turn(corners[k], corners[(k + 1) % 3], at) for k in range(3)]
    area = _turn(corners[0], corners[1], (corners[2][0], corners[2][1]))
    if area < 0:
        turns = [-turn for turn in turns]
    if area == 0 or min(turns) < 0:
        return OUTSIDE
    return INSIDE if min(turns) > 0 else BORDER


def height_of_plane(corners: list[list[Fraction]], at: Place) -> Fraction:
    """The z of the plane through the corners: n · (p - a) = 0, solved for z."""
    a, b, c = corners
    u, v = [b[k] - a[k] for k in range(3)], [c[k] - a[k] for k in range(3)]
    nx, ny, nz = u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
    return a[2] - (nx * (at[0] - a[0]) + ny * (at[1] - a[1])) / nz


def _turn(start: list[Fraction], end: list[Fraction], at: Place) -> Fraction:
    """Positive where ``at`` is to the left of the way from ``start`` to ``end``."""
    return (end[0] - start[0]) * (at[1] - start[1]) - (end[1] - start[1]) * (at[0] - start[0])


def _gap_to_segment(point: Floats, start: Floats, end: Floats) -> Floats:
    along = end - start
    length = (along * along).sum(axis=1)
    part = np.divide(
        ((point - start) * along).sum(axis=1), length, out=np.zeros(len(start)), where=length > 0
    )
    closest = start + np.clip(part, 0, 1)[:, None] * along
    gaps: Floats = np.linalg.norm(point - closest, axis=1)
    return gaps
