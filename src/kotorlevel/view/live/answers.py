"""Answers to the questions of a live page: JSON values in, JSON values out."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area
from kotorlevel.area.objects import DOOR_STATES, Door, Placeable
from kotorlevel.checks.facts.area.causes import explain_path
from kotorlevel.core.types import Point
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.nav.causes.places import list_places
from kotorlevel.nav.causes.words import describe_remedies
from kotorlevel.nav.floor.floor import Blocker
from kotorlevel.nav.navigator import Navigator
from kotorlevel.query.ground import Ground, ground_of
from kotorlevel.view.scene.findings import describe_stops

if TYPE_CHECKING:
    from kotorlevel.view.scene.scene import Scene

Question = dict[str, Any]
Answer = dict[str, Any] | None
T = TypeVar("T")

LARGEST_RADIUS = 10.0
"""Metres."""

_FARTHEST = 1e6
"""Metres; no place is as far from the middle of an area."""

_KEPT = 4
"""Arrangements of the doors that are kept prepared."""


class QuestionError(ValueError):
    """A question that cannot be answered, because something in it is missing or wrong."""


class Answers:
    """A level, prepared to be asked by several threads; what a question needs is made then.

    Nothing is compiled: on the largest level of the games a path takes half a second without it,
    and the compiler twenty.
    """

    def __init__(
        self, source: Walkmesh | Area, scene: Scene, surfaces: Materials | None = None
    ) -> None:
        self._source = source
        self._scene = scene
        self._surfaces = surfaces
        self._lock = threading.Lock()
        self._navigators: OrderedDict[Hashable, Navigator] = OrderedDict()
        self._grounds: OrderedDict[Hashable, Ground] = OrderedDict()

    @property
    def questions(self) -> dict[str, Callable[[Question], Answer]]:
        """The names of all questions, and who answers them. They raise `QuestionError`."""
        return {
            "path": self.find_path,
            "sight": self.find_sight,
            "height": self.find_height,
            "reach": self.find_reach,
        }

    def find_path(self, question: Question) -> Answer:
        """``{a, b, radius?, openDoors?}``: the way from a to b, or why there is none.

        ``note`` says which rooms on the way stop the player as their files are now, ``places``
        where to look at if there is no way, and ``mend`` what would make one.
        """
        a, b = _point(question, "a"), _point(question, "b")
        radius = _number(question.get("radius", 0.0), "radius", 0.0, LARGEST_RADIUS)
        opened = self._open_doors(question)
        with self._lock:
            navigator = self._navigator(opened)
            path = navigator.path(a, b, radius)
            reason = explain_path(path)
            places = [] if path.ok else list_places(path)
            mend = describe_remedies(path.causes, path.stop.names) if path.stop else ""
        return {
            "status": path.status,
            "reason": reason,
            "length": path.length if math.isfinite(path.length) else None,
            "points": path.points.tolist(),
            "rooms": list(path.rooms),
            "note": describe_stops(self._scene.document, path.rooms),
            "places": [{"text": text, "at": list(at)} for text, at in places],
            "mend": mend,
        }

    def find_sight(self, question: Question) -> Answer:
        """``{a, b, doorStates?}``: whether b is seen from a, and if not, what is in the way.

        ``room`` and ``face`` are null for a door or placeable, which ``thing`` names.
        """
        a, b = _point(question, "a"), _point(question, "b")
        states = self._door_states(question)
        with self._lock:
            ground = _kept(self._grounds, states, lambda: self._furnished_ground(states))
        sight = ground.line_of_sight(a, b)
        answer: dict[str, Any] = {
            "clear": sight.clear,
            "point": None,
            "face": None,
            "room": None,
            "thing": "",
        }
        if sight.clear or sight.point is None or sight.room is None:
            return answer
        answer["point"] = list(sight.point)
        owner = ground.owner(sight.room)
        if isinstance(owner, (Door, Placeable)):
            kind = "door" if isinstance(owner, Door) else "placeable"
            name = Blocker(kind, owner.index, owner.tag or owner.template).label
            return answer | {"thing": name if name.startswith(kind) else f"{kind} {name}"}
        return answer | {"face": sight.face, "room": sight.room}

    def find_height(self, question: Question) -> Answer:
        """``{x, y, z?}``: the floor there, as the game finds it or nearest to z; null for none."""
        x, y = (_number(question.get(name), name) for name in "xy")
        z = question.get("z")
        found = self._bare_ground.find_face(x, y, None if z is None else _number(z, "z"))
        if found is None:
            return None
        return {"face": found.face, "room": found.room, "height": found.point[2]}

    def find_reach(self, question: Question) -> Answer:
        """``{a}``: the faces of the scene that one can walk to from a, all doors being open.

        ``note`` as that of a path.
        """
        a = _point(question, "a")
        with self._lock:
            navigator = self._navigator("all")
            reached = navigator.reachable(a)
            if reached is None:
                reason = navigator.path(a, a).reason
                return {"faces": [], "area": 0.0, "reason": reason, "note": ""}
        floor = navigator.floor
        firsts = np.array([room["faces"][0] for room in self._scene.document["rooms"]], np.int64)
        rows = firsts[floor.room[reached.cells]] + floor.face[reached.cells]
        rooms = np.unique(floor.room[reached.cells]).tolist()
        note = describe_stops(self._scene.document, rooms)
        return {"faces": _ranges(rows), "area": reached.area, "reason": "", "note": note}

    # What the answers are taken from

    @property
    def _doors(self) -> tuple[Door, ...]:
        return self._source.doors if isinstance(self._source, Area) else ()

    @cached_property
    def _bare_ground(self) -> Ground:
        return ground_of(self._source, self._surfaces)

    def _furnished_ground(self, states: tuple[int, ...]) -> Ground:
        """The ground with doors in these states, and placeables."""
        if not isinstance(self._source, Area):
            return self._bare_ground
        doors = zip(self._source.doors, states, strict=True)
        area = replace(
            self._source, doors=tuple(replace(door, state=state) for door, state in doors)
        )
        return Ground(area, surfaces=self._surfaces, doors=True, placeables=True, fast=False)

    def _navigator(self, opened: str | tuple[str, ...]) -> Navigator:
        return _kept(
            self._navigators,
            opened,
            lambda: Navigator(self._source, open_doors=opened, surfaces=self._surfaces, fast=False),
        )

    def _open_doors(self, question: Question) -> str | tuple[str, ...]:
        """The names of the doors that stand open; all where the question does not say.

        A door whose closed state has no walkmesh is one of them: it blocks nothing in the page.
        """
        given = question.get("openDoors")
        if given is None:
            return "all"
        opened = set(_numbers(given, "openDoors", len(self._doors)))
        opened |= {row for row, door in enumerate(self._doors) if door.meshes[0] is None}
        if len(opened) == len(self._doors):
            return "all"
        return tuple(f"door {self._doors[row].index}" for row in sorted(opened)) or "none"

    def _door_states(self, question: Question) -> tuple[int, ...]:
        given = question.get("doorStates")
        if given is None:
            return tuple(door.state for door in self._doors)
        states = _numbers(given, "doorStates", DOOR_STATES)
        if states and not self._doors:
            raise QuestionError("doorStates must be empty: the level has no doors")
        if len(states) != len(self._doors):
            raise QuestionError(f"doorStates has {len(states)} of {len(self._doors)} doors")
        return tuple(states)


def _kept(kept: OrderedDict[Hashable, T], key: Hashable, make: Callable[[], T]) -> T:
    """What was made for ``key`` before, or is now; only the last few are kept."""
    if key not in kept:
        kept[key] = make()
        while len(kept) > _KEPT:
            kept.popitem(last=False)
    kept.move_to_end(key)
    return kept[key]


def _ranges(rows: NDArray[np.int64]) -> list[list[int]]:
    """Pairs (first, count) of the rows, sorted and once each."""
    rows = np.unique(rows)
    if not len(rows):
        return []
    starts = np.flatnonzero(np.diff(rows, prepend=rows[0] - 2) > 1)
    counts = np.diff(starts, append=len(rows))
    pairs: list[list[int]] = np.stack([rows[starts], counts], axis=1).tolist()
    return pairs


def _point(question: Question, name: str) -> Point:
    value = question.get(name)
    if not isinstance(value, list) or len(value) != 3:
        raise QuestionError(f"{name} is not a place [x, y, z]")
    x, y, z = (_number(each, name) for each in value)
    return x, y, z


def _number(value: object, name: str, least: float = -_FARTHEST, most: float = _FARTHEST) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise QuestionError(f"{name} is not a number")
    if not least <= value <= most:  # False for NaN
        raise QuestionError(f"{name} is not from {least:,g} to {most:,g}")
    return float(value)


def _numbers(value: object, name: str, end: int) -> list[int]:
    """Whole numbers from 0 to below ``end``."""
    if not isinstance(value, list):
        raise QuestionError(f"{name} is not a list")
    if value and not end:
        raise QuestionError(f"{name} must be empty: the level has no doors")
    for each in value:
        if isinstance(each, bool) or not isinstance(each, int) or not 0 <= each < end:
            raise QuestionError(f"{name} has an entry that is no number from 0 to {end - 1}")
    return value
