"""What a search for a path answers."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from kotorlevel.core.types import Point

if TYPE_CHECKING:
    from numpy.typing import NDArray


Status = Literal[
    "ok",
    "start-off-floor",
    "goal-off-floor",
    "start-blocked",
    "goal-blocked",
    "unreachable",
    "blocked-by-door",
]


class Crossed(NamedTuple):
    """A step from one room into another, and where."""

    room: int
    to: int
    place: Point


class NearPlace(NamedTuple):
    """A point on the floor, and how many metres it is from what was asked for."""

    point: Point
    distance: float


class Obstruction(NamedTuple):
    """What is in the way: a "wall" (the floor ends), or a "door" or "placeable" with its name.

    ``room`` and ``edge`` are those of the walkmesh where the way ends; edge -1 where something
    stands on a face. ``place`` is a point of the wall, or the thing's own place; ``number`` the
    thing's index among those of its kind, -1 for a wall.
    """

    kind: str
    name: str
    room: int
    edge: int
    place: Point
    number: int = -1


def _no_points() -> NDArray[np.float64]:
    return np.empty((0, 3))


def _no_rows() -> NDArray[np.int64]:
    return np.empty((0, 2), np.int64)


@dataclass(frozen=True, eq=False)
class Path:
    """A path, or why there is none: ``status``, and ``reason`` in words.

    ``points`` (N, 3) follow the floor: every turn, and every place where the slope changes.
    ``face_rows`` (F, 2) are room and number of the faces in order, ``rooms`` the rooms,
    ``transitions`` the steps from room to room. ``length`` is metres along the points,
    ``plan_length`` without the height, ``cost`` that times what the surfaces cost; all NaN where
    there is no path.

    Where there is none, ``nearest`` is the nearest place that would do (for "unreachable": the
    nearest to the goal that can be reached), and ``blocker`` what is in the way there.
    """

    status: Status
    reason: str = ""
    points: NDArray[np.float64] = field(default_factory=_no_points, repr=False)
    face_rows: NDArray[np.int64] = field(default_factory=_no_rows, repr=False)
    rooms: tuple[int, ...] = ()
    transitions: tuple[Crossed, ...] = field(default=(), repr=False)
    length: float = math.nan
    plan_length: float = math.nan
    cost: float = math.nan
    nearest: NearPlace | None = None
    blocker: Obstruction | None = None

    @property
    def ok(self) -> bool:
        """Whether there is a path."""
        return self.status == "ok"

    @cached_property
    def faces(self) -> tuple[tuple[int, int], ...]:
        """Room and number of the faces in order."""
        return tuple(zip(*self.face_rows.T.tolist(), strict=True))

    def __bool__(self) -> bool:
        return self.ok
