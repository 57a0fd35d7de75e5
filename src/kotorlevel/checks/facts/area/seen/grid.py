"""The floor that is walked on as a grid of squares in the plan: where it is, and what is beside."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.checks.facts.mesh.overlap import plan_areas
from kotorlevel.core.distinct import distinct
from kotorlevel.mesh.components import component_roots, label_components
from kotorlevel.query.drawn import FARTHEST, make_engine

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Floats, Ints
    from kotorlevel.query.faces import JoinedFaces

SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""From a square to those beside it; the first two lead to every pair once."""

_FINE, _COARSE = 0.25, 0.5
_LARGE = 9_000.0
"""Metres a square has, and the square metres of floor from which on squares are coarse."""

_MOST = 4_000_000
"""Squares that are looked at; a floor around which there are more is none of a level."""

_ROW = 1 << 32


@dataclass(frozen=True, eq=False)
class FloorGrid:
    """Squares of ``step`` metres whose middle lies on the floor, in the order of their keys.

    ``square`` (S, 2) their columns and rows, ``point`` (S, 3) the middle on the floor, ``face``
    (S,) its row in the faces of the ground, ``room`` (S,) that face's room.
    """

    step: float
    square: Ints
    point: Floats
    face: Ints
    room: Ints

    def __len__(self) -> int:
        return len(self.square)

    @property
    def area(self) -> float:
        """Square metres of a square."""
        return self.step * self.step

    @cached_property
    def keys(self) -> Ints:
        """(S,) one number for each square, ascending."""
        return square_keys(self.square)

    @cached_property
    def beside(self) -> Ints:
        """(S, 4) the squares at the four `SIDES`, -1 where the floor ends."""
        return np.stack([self.find(self.square + way) for way in np.array(SIDES)], axis=1)

    @cached_property
    def inner(self) -> Flags:
        """(S,) squares so far from the floor's ends that a body can stand on them."""
        inner = np.asarray((self.beside >= 0).all(axis=1))
        return inner & inner[self.beside].all(axis=1) if self.step < _COARSE else inner

    def find(self, square: Ints) -> Ints:
        """(N,) which square each of (N, 2) is, -1 for those without floor."""
        return find_keys(self.keys, square_keys(square))

    def regions(self, which: Flags) -> list[Ints]:
        """The squares that are ``which`` and hang together, as rows; the largest region first."""
        rows = np.flatnonzero(which)
        number = np.full(len(self) + 1, -1)
        number[rows] = np.arange(len(rows))
        pairs = [(number[rows], number[self.beside[rows, side]]) for side in (0, 1)]
        return [rows[each] for each in connected(len(rows), pairs)]


def square_keys(square: Ints) -> Ints:
    """(N,) one number for each column and row."""
    keys: Ints = square[:, 0] * _ROW + square[:, 1]
    return keys


def find_keys(keys: Ints, wanted: Ints) -> Ints:
    """(N,) where in ``keys``, ascending, each of ``wanted`` is; -1 where it is not."""
    if not len(keys):
        return np.full(len(wanted), -1)
    rows = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[rows] == wanted, rows, -1)


def connected(count: int, pairs: list[tuple[Ints, Ints]]) -> list[Ints]:
    """The numbers below ``count`` that pairs join, largest group first; -1 is no partner."""
    a, b = (np.concatenate(column) for column in zip(*pairs, strict=True))
    joined = b >= 0
    labels = label_components(component_roots(count, a[joined], b[joined]))
    order = np.argsort(labels, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(labels[order])) + 1) if count else []
    return sorted(groups, key=len, reverse=True)


def build_grid(faces: JoinedFaces, walked: Flags) -> FloorGrid:
    """The grid over the ``walked`` (F,) faces; of floors above each other the game's."""
    boxes = floor_boxes(faces, walked)
    step = _step(faces, walked)
    low = np.floor(boxes[:, 0] / step).astype(np.int64)
    high = np.ceil(boxes[:, 1] / step).astype(np.int64)
    if (high - low).astype(np.float64).prod(axis=1).sum() > _MOST:
        low, high = low[:0], high[:0]
    parts = [np.empty((0, 2), np.int64)]
    for first, last in zip(low, high, strict=True):
        columns, rows = np.arange(first[0], last[0]), np.arange(first[1], last[1])
        parts.append(np.stack(np.meshgrid(columns, rows, indexing="ij"), axis=-1).reshape(-1, 2))
    square = np.concatenate(parts)
    square = square[np.unique(square_keys(square), return_index=True)[1]]
    middle = (square.astype(np.float64) + 0.5) * step
    face, height = make_engine(faces).find_floors(walked, middle)
    found = face >= 0
    face = face[found]
    point = np.column_stack([middle[found], height[found]])
    return FloorGrid(step, square[found], point, face, faces.room[face])


def floor_boxes(faces: JoinedFaces, walked: Flags) -> Floats:
    """(B, 2, 2) lowest and highest x and y of the walked floor of each room."""
    corners, room = faces.corners[walked].astype(np.float64), faces.room[walked]
    near = (np.abs(corners) < FARTHEST).all(axis=(1, 2))
    corners, room = corners[near][..., :2], room[near]
    boxes = [
        (corners[room == each].min(axis=(0, 1)), corners[room == each].max(axis=(0, 1)))
        for each in distinct(room)
    ]
    return np.array(boxes).reshape(-1, 2, 2)


def _step(faces: JoinedFaces, walked: Flags) -> float:
    size = float(plan_areas(faces.corners[walked].astype(np.float64)).sum())
    return _FINE if size < _LARGE else _COARSE
