"""What can be asked of rooms, what limits it, and what is found."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kotorlevel.core.types import Point
    from kotorlevel.query.masks import Filters


@dataclass(frozen=True)
class Question:
    """``needs`` are the numbers that must be given, ``may`` those that can follow."""

    needs: tuple[str, ...]
    may: tuple[str, ...] = ()
    about: str = ""

    @property
    def usage(self) -> str:
        """``X Y [Z]``."""
        return " ".join([*map(str.upper, self.needs), *(f"[{name.upper()}]" for name in self.may)])

    def leads_nowhere(self, numbers: Sequence[float]) -> bool:
        """Whether they have a direction, and it is zero."""
        return "dx" in self.needs and not any(numbers[3:])


_POINT = ("x", "y", "z")
QUESTIONS = {
    "height": Question(("x", "y"), ("z",), "how high the floor is"),
    "face": Question(("x", "y"), ("z",), "which face is there"),
    "floors": Question(("x", "y"), (), "every floor there, from top to bottom"),
    "ray": Question((*_POINT, "dx", "dy", "dz"), (), "what a ray hits first"),
    "sight": Question((*_POINT, "x2", "y2", "z2"), (), "whether one point sees the other"),
    "nearest": Question(_POINT, (), "the closest point one can walk on"),
    "box": Question(("x0", "y0", "z0", "x1", "y1", "z1"), (), "every face in a box"),
    "near": Question(("x", "y"), ("z",), "every face within a radius, the nearest first"),
}


@dataclass(frozen=True)
class Limits:
    """What an answer is limited to. ``surfaces`` are material ids, none of them for all.

    ``radius`` in metres is for the question "near".
    """

    surfaces: tuple[int, ...] = ()
    walkable: bool = False
    upward: bool = False
    back_faces: bool = True
    max_distance: float = math.inf
    radius: float = 0.0

    @property
    def materials(self) -> tuple[int, ...] | None:
        """As the queries take it."""
        return self.surfaces or None

    @property
    def filters(self) -> Filters:
        """As the queries for floors and rays take them."""
        return {"materials": self.materials, "walkable": self.walkable, "upward": self.upward}


@dataclass(slots=True)
class Found:
    """A face and the point on it; ``distance`` in metres where the question has one."""

    point: Point
    face: int
    room: int
    room_name: str
    material: int
    surface: str
    walkable: bool
    distance: float | None = None
