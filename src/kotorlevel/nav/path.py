"""What a search for a path answers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.types import Point
from kotorlevel.core.words import count_of
from kotorlevel.nav.floor.spots import nearest_part

if TYPE_CHECKING:
    from kotorlevel.nav.causes.cause import Cause

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


@dataclass(frozen=True)
class Stop:
    """What else is known where there is no path, for `Path.reason`.

    ``end`` is the "start" or "goal" that is no good, at ``place``; ``clearance`` is metres from a
    wall, None where something stands there. ``radius`` is that of the body, ``room`` the one of the
    nearest place, and ``leads_back`` tells that a way leads from the goal to the start. ``names``
    are those of the rooms; ``find_causes`` looks for what parts the goal from the start.
    """

    end: str = ""
    place: tuple[float, float, float] = (math.nan,) * 3
    radius: float = 0.0
    clearance: float | None = None
    room: int = -1
    leads_back: bool = False
    names: tuple[str, ...] = field(default=(), repr=False)
    find_causes: Callable[[], Sequence[Cause]] | None = field(default=None, repr=False)


def _no_points() -> NDArray[np.float64]:
    return np.empty((0, 3))


def _no_rows() -> NDArray[np.int64]:
    return np.empty((0, 2), np.int64)


@dataclass(frozen=True, eq=False)
class Path:
    """A path, or why there is none: ``status``, `reason` in words and `causes` as data.

    ``points`` (N, 3) follow the floor: every turn, and every place where the slope changes.
    ``face_rows`` (F, 2) are room and number of the faces in order, ``rooms`` the rooms,
    ``transitions`` the steps from room to room. ``length`` is metres along the points,
    ``plan_length`` without the height, ``cost`` that times what the surfaces cost; all NaN where
    there is no path.

    Where there is none, ``nearest`` is the nearest place that would do (for "unreachable": the
    nearest to the goal that can be reached), and ``blocker`` what is in the way there.
    """

    status: Status
    points: NDArray[np.float64] = field(default_factory=_no_points)
    face_rows: NDArray[np.int64] = field(default_factory=_no_rows)
    rooms: tuple[int, ...] = ()
    transitions: tuple[Crossed, ...] = ()
    length: float = math.nan
    plan_length: float = math.nan
    cost: float = math.nan
    nearest: NearPlace | None = None
    blocker: Obstruction | None = None
    stop: Stop | None = None

    def __repr__(self) -> str:
        if not self.ok:
            return f"<Path {self.status}>"
        rooms = count_of(len(self.rooms), "room")
        return f"<Path ok, {self.length:.2f} m, {rooms}, {count_of(len(self.points), 'point')}>"

    @property
    def ok(self) -> bool:
        """Whether there is a path."""
        return self.status == "ok"

    def __bool__(self) -> bool:
        return self.ok

    @cached_property
    def faces(self) -> tuple[tuple[int, int], ...]:
        """Room and number of the faces in order."""
        return tuple(zip(*self.face_rows.T.tolist(), strict=True))

    @cached_property
    def causes(self) -> tuple[Cause, ...]:
        """What parts an "unreachable" goal from the start, the first on the way first.

        They are looked for when they are first asked for, which takes longer than the path.
        """
        find = self.stop.find_causes if self.stop else None
        return tuple(find()) if find else ()

    @cached_property
    def reason(self) -> str:
        """Why there is no path, in words: causes with what mends them; empty where there is one."""
        from kotorlevel.nav.causes.words import describe_reason

        return describe_reason(self)

    def __getstate__(self) -> dict[str, object]:
        # The level that causes are looked for in stays here.
        stop = self.stop and replace(self.stop, find_causes=None)
        return {**self.__dict__, "stop": stop, "causes": self.causes}

    def simplified(self, within: float = 0.1) -> NDArray[np.float64]:
        """(M, 3) some of the points, both ends among them: around a corner a body has many turns.

        None that is left out is more than ``within`` metres from the line through those that stay
        (Douglas-Peucker: keep the farthest, then look at both halves).
        """
        points = self.points
        keep = np.zeros(len(points), bool)
        keep[:1] = keep[-1:] = True
        waiting = [(0, len(points) - 1)]
        while waiting:
            first, last = waiting.pop()
            if last - first < 2:
                continue
            start, along = points[first], points[last] - points[first]
            part = nearest_part(start, along, points[first + 1 : last])
            away = np.linalg.norm(points[first + 1 : last] - start - part[:, None] * along, axis=1)
            farthest = int(np.argmax(away))
            if away[farthest] > within:
                middle = first + 1 + farthest
                keep[middle] = True
                waiting += [(first, middle), (middle, last)]
        return points[keep]

    def to_obj(self, comment: str = "a path, metres, z up") -> bytes:
        """The path as a Wavefront OBJ that 3-D programs show: its points, and a line through them.

        Raises `ValueError` where there is no path.
        """
        if not self.ok:
            raise ValueError(f"there is no path to write: it is {self.status}")
        count = len(self.points)
        lines = [
            f"# {comment}",
            "o path",
            *(f"v {x:.6f} {y:.6f} {z:.6f}" for x, y, z in self.points.tolist()),
            # A line has two ends, also where both are the same point.
            f"l {' '.join(map(str, range(1, count + 1)))}{' 1' if count == 1 else ''}",
        ]
        return "".join(f"{line}\n" for line in lines).encode()
