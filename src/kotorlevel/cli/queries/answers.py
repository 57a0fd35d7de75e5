"""What can be asked of rooms, and the answers as plain values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from kotorlevel.cli.queries.rooms import Rooms
    from kotorlevel.core.types import Point
    from kotorlevel.query.answers import FaceRef, Sight
    from kotorlevel.query.ground import Ground
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
}


@dataclass(frozen=True)
class Limits:
    """What an answer is limited to. ``surfaces`` are material ids, none of them for all."""

    surfaces: tuple[int, ...] = ()
    walkable: bool = False
    upward: bool = False
    back_faces: bool = True
    max_distance: float = math.inf

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


class Asked:
    """Rooms that are asked one question, with limits."""

    def __init__(self, rooms: Rooms, ground: Ground, question: str, limits: Limits) -> None:
        self.rooms = rooms
        self.ground = ground
        self.question = question
        self.limits = limits
        self._labels: dict[int, tuple[str, bool]] = {}

    def ask(self, numbers: Sequence[float]) -> list[Found]:
        """What was found: one thing or none, any number of floors; for sight what is in the way."""
        ground, limits = self.ground, self.limits
        if self.question in ("height", "face"):
            return self._list(ground.find_face(*numbers, **limits.filters))
        if self.question == "floors":
            return self._list(*ground.floors(*numbers, **limits.filters))
        start = numbers[:3]
        if self.question == "ray":
            hit = ground.raycast(
                start,
                numbers[3:],
                limits.max_distance,
                back_faces=limits.back_faces,
                **limits.filters,
            )
            return [] if hit is None else [self.make(hit.room, hit.face, hit.point, hit.distance)]
        if self.question == "sight":
            sight = ground.line_of_sight(start, numbers[3:], materials=limits.materials)
            return self._list(sight, start=start)
        near = ground.nearest(
            start, limits.max_distance, materials=limits.materials, upward=limits.upward
        )
        return self._list(near, start=start)

    def _list(
        self, *refs: FaceRef | Sight | None, start: Sequence[float] | None = None
    ) -> list[Found]:
        """The answers of a ground, measured from ``start``; a clear sight found nothing."""
        found = []
        for ref in refs:
            if ref is None or ref.room is None or ref.face is None or ref.point is None:
                continue
            distance = None if start is None else math.dist(start, ref.point)
            found.append(self.make(ref.room, ref.face, ref.point, distance))
        return found

    def ask_many(self, rows: NDArray[Any]) -> list[list[Found]]:
        """`ask` for each row of numbers (N, 2), (N, 3) or (N, 6)."""
        ground, limits = self.ground, self.limits
        distances: Iterable[float | None] = [None] * len(rows)
        if self.question in ("height", "face"):
            z = rows[:, 2] if rows.shape[1] == 3 else None
            refs = ground.find_faces(rows[:, :2], z, **limits.filters)
            found = refs.room, refs.face, refs.point
        elif self.question == "ray":
            hits = ground.raycasts(
                rows[:, :3],
                rows[:, 3:],
                limits.max_distance,
                back_faces=limits.back_faces,
                **limits.filters,
            )
            found, distances = (hits.room, hits.face, hits.point), hits.distance.tolist()
        elif self.question == "sight":
            sights = ground.lines_of_sight(rows[:, :3], rows[:, 3:], materials=limits.materials)
            found = sights.room, sights.face, sights.point
            away = ((sights.point - rows[:, :3]) ** 2).sum(axis=1) ** 0.5
            distances = away.tolist()
        else:
            return [self.ask(row) for row in rows.tolist()]
        columns = zip(*(column.tolist() for column in found), distances, strict=True)
        return [[] if row[0] < 0 else [self.make(*row)] for row in columns]

    def make(
        self, room: int, face: int, point: Sequence[float], distance: float | None = None
    ) -> Found:
        """An answer with all that is known of its face."""
        material = self.rooms.materials[room][face]
        if material not in self._labels:
            surfaces = self.rooms.surfaces
            self._labels[material] = surfaces.label(material), bool(surfaces.walkable(material))
        x, y, z = point
        label, walkable = self._labels[material]
        name = self.rooms.names[room]
        return Found((x, y, z), face, room, name, material, label, walkable, distance)


def answer_to_json(question: str, numbers: Sequence[float], found: Sequence[Found]) -> Any:
    """One element of ``answers`` in docs/schema/query.schema.json."""
    spec = QUESTIONS[question]
    described = [_found_to_json(each) for each in found]
    answer: Any = described[0] if described else None
    if question == "floors":
        answer = described
    elif question == "sight":
        answer = {"clear": not described, "blocked_by": answer}
    asked = dict(zip((*spec.needs, *spec.may), numbers, strict=False))
    return {"asked": asked, "answer": answer}


def _found_to_json(found: Found) -> dict[str, Any]:
    if found.distance is None:
        measured = {"height": found.point[2]}
    else:
        measured = {"distance": found.distance}
    return {
        **measured,
        "point": list(found.point),
        "face": found.face,
        "room": found.room,
        "room_name": found.room_name,
        "material": found.material,
        "surface": found.surface,
        "walkable": found.walkable,
    }
