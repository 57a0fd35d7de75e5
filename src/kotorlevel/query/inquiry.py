"""`Inquiry`: one question to rooms, asked once or for many places; answers with names."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from kotorlevel.query.answers import FaceRef, FaceRefs, Sight
from kotorlevel.query.ground import Ground
from kotorlevel.query.questions import QUESTIONS, Found, Limits

if TYPE_CHECKING:
    from kotorlevel.query.rooms import Rooms


class Inquiry:
    """Rooms that are asked one question, with limits.

    ``question`` is one of `QUESTIONS`, which tells the numbers that it takes. ``fast`` is that of
    `Ground`.

        inquiry = kl.Inquiry(kl.load_rooms("my_mod"), "height")
        [floor] = inquiry.ask((12.4, -3.0))
        floor.point[2], floor.room_name, floor.surface          # 0.75, "m55aa_02", "Dirt"
    """

    def __init__(
        self,
        rooms: Rooms,
        question: str,
        limits: Limits | None = None,
        *,
        ground: Ground | None = None,
        fast: bool | None = None,
    ) -> None:
        if question not in QUESTIONS:
            raise ValueError(f"{question!r} is no question; there are: {', '.join(QUESTIONS)}")
        self.rooms = rooms
        self.question = question
        self.limits = limits or Limits()
        self.ground = ground or Ground(rooms.meshes, fast=fast)
        self._labels: dict[int, tuple[str, bool]] = {}

    def with_limits(self, limits: Limits) -> Inquiry:
        """The same question to the same rooms with other limits."""
        return Inquiry(self.rooms, self.question, limits, ground=self.ground)

    def ask(self, numbers: Sequence[float]) -> list[Found]:
        """What was found: one thing or none, any number of floors or faces; what blocks sight."""
        ground, limits = self.ground, self.limits
        if self.question in ("height", "face"):
            return self._list(ground.find_face(*numbers, **limits.filters))
        if self.question == "floors":
            return self._list(*ground.floors(*numbers, **limits.filters))
        if self.question == "box":
            low, high = (list(map(pick, numbers[:3], numbers[3:])) for pick in (min, max))
            return self._list_all(ground.faces_in_box(low, high, **limits.filters))
        if self.question == "near":
            return self._ask_near(*numbers)
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

    def _ask_near(self, x: float, y: float, z: float | None = None) -> list[Found]:
        """The faces within the radius of a point, the nearest first; without z at any height."""
        bottom, top = self.ground.bounds[:, 2].tolist() if z is None else (z, z)
        refs = self.ground.faces_near(
            (x, y, bottom), self.limits.radius, (x, y, top), **self.limits.filters
        )
        found = self._list_all(refs)
        for each in found:
            each.distance = math.dist((x, y, min(max(each.point[2], bottom), top)), each.point)
        return sorted(found, key=lambda each: each.distance or 0.0)

    def _list_all(self, refs: FaceRefs) -> list[Found]:
        columns = (refs.room.tolist(), refs.face.tolist(), refs.point.tolist())
        return [self.make(*row) for row in zip(*columns, strict=True)]

    def ask_many(self, rows: ArrayLike) -> list[list[Found]]:
        """`ask` for each row of numbers (N, 2), (N, 3) or (N, 6)."""
        rows = np.asarray(rows, np.float64)
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

    def seen_through(self, start: Sequence[float], end: Sequence[float]) -> list[Found]:
        """The faces between two points whose surfaces do not block sight."""
        along = [b - a for a, b in zip(start, end, strict=True)]
        hits = self.ground.all_hits(start, along, math.dist(start, end)) if any(along) else []
        passed = [self.make(hit.room, hit.face, hit.point) for hit in hits]
        return [each for each in passed if not self.rooms.surfaces.blocks_sight(each.material)]

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


_MANY = {"nearest": 10_000, "box": 10_000, "near": 10_000}
"""Question → from how many on compiling the queries is worth the time it takes."""
_MANY_OTHERS = 200_000

_PARTS = 200
"""Into so many blocks a long batch is cut at least, each a step of a progress bar."""
_LARGEST_BLOCK = 100_000
_SMALLEST_BLOCK = {"nearest": 10, "floors": 100, "box": 10, "near": 10}
"""For questions that are asked one by one."""
_SMALLEST_OTHER_BLOCK = 1000


def is_many(question: str, count: int) -> bool:
    """Whether so many questions are worth the start of Numba."""
    return count >= _MANY.get(question, _MANY_OTHERS)


def cut_into_blocks(question: str, count: int) -> list[slice]:
    """The rows of so many questions in blocks for `Inquiry.ask_many`, each of which takes a while.

    For who shows how far it is, or wants the first answers before the last.
    """
    smallest = _SMALLEST_BLOCK.get(question, _SMALLEST_OTHER_BLOCK)
    size = min(max(count // _PARTS, smallest), _LARGEST_BLOCK)
    return [slice(start, start + size) for start in range(0, count, size)]
