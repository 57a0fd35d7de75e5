"""`build_visibility`: which rooms see each other, from the walkmeshes alone.

A room sees another if a line from an eye over its floor to a point over the other's floor meets
nothing that blocks sight. Lines are tried in great number, most of them through the doorways,
windows and open sides of the rooms. Rooms that are linked see each other in any case.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area
from kotorlevel.area.links.portals import close_doors, count_steps
from kotorlevel.core.resource import name_key
from kotorlevel.core.types import Point
from kotorlevel.formats.vis import Visibility
from kotorlevel.query.ground import Ground
from kotorlevel.query.visibility.entries import list_visibility
from kotorlevel.query.visibility.points import LOWEST, collect_points
from kotorlevel.query.visibility.search import find_lines

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from kotorlevel.query.visibility.search import Line, Progress

Pair = tuple[int, int]
Names = tuple[str, str]

EYE_HEIGHT = 1.7
DOOR_HEIGHT = 2.5
"""Metres over the floor."""
SAMPLES = 128
MOST_ROOMS = 2000
"""Rooms with a floor in one area, some 15 times as many as in the largest of the games."""

_STRIDE = 0.25
_MOST_STEPS = 400
_LINES = 2000
"""How many lines are followed over the floor at a time."""


@dataclass(frozen=True)
class RoomSight:
    """Why one room sees another: they share a doorway, or there is a clear line.

    ``eye`` and ``target`` are the ends of the line; of a doorway both are its middle. ``through``
    are the rooms that the line passes over on its way.
    """

    room: int
    other: int
    reason: Literal["link", "line"]
    eye: Point
    target: Point
    through: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class VisibilityResult:
    """The visibility of an area, and for every pair of it why.

    ``sights`` has an entry for each (room, other) that was computed. ``unknown`` are rooms without
    a floor: what the present visibility says of them is kept. ``lines`` is how many were tried for
    a pair before it counted as not seen; ``depth`` the limit that was asked for. ``before`` is the
    visibility that the area had.

        found = kl.build_visibility(area)
        for pair, why in found.added:
            print(why)                     # hall sees yard: they are linked at (4.00, 1.00, 0.00)
        kl.write_area(area.with_visibility(found.visibility), "out")
    """

    visibility: Visibility
    names: tuple[str, ...]
    sights: Mapping[Pair, RoomSight] = field(repr=False)
    unknown: tuple[int, ...] = ()
    lines: int = 0
    depth: int | None = None
    before: Visibility | None = field(default=None, repr=False)

    @property
    def is_changed(self) -> bool:
        """True where the visibility is not, byte for byte, the one before."""
        return self.before is None or self.visibility is not self.before

    @cached_property
    def added(self) -> tuple[tuple[Names, str], ...]:
        """The pairs (a sees b) that were not listed before, each with why."""
        why = {
            (name_key(self.names[a]), name_key(self.names[b])): self.explain(a, b)
            for a, b in self.sights
        }
        old = self.before or Visibility()
        return tuple(
            ((a, b), why.get((name_key(a), name_key(b)), f"{a} sees {b}"))
            for a, b in self.visibility.pairs()
            if not old.lists(a, b)
        )

    @cached_property
    def removed(self) -> tuple[Names, ...]:
        """The pairs (a sees b) that were listed before, and are not any more."""
        old = self.before or Visibility()
        return tuple((a, b) for a, b in old.pairs() if not self.visibility.lists(a, b))

    def unlisted(self, visibility: Visibility | None) -> tuple[tuple[Names, str], ...]:
        """The pairs that were computed and that a visibility does not list, each with why."""
        return tuple(
            ((self.names[a], self.names[b]), self.explain(a, b))
            for a, b in self.sights
            if visibility is None or not visibility.lists(self.names[a], self.names[b])
        )

    def sees(self, room: int, other: int) -> bool:
        """Whether a room sees another, by index, as it was computed."""
        return (room, other) in self.sights

    def explain(self, room: int, other: int) -> str:
        """Why a room sees another or not, in a sentence."""
        a, b = self.names[room], self.names[other]
        sight = self.sights.get((room, other))
        if sight is None:
            return self._explain_nothing(room, other)
        if sight.reason == "link":
            return f"{a} sees {b}: they are linked at {_place(sight.eye)}"
        through = _listed([self.names[number] for number in sight.through])
        return f"{a} sees {b}{through} from {_place(sight.eye)}, at {_place(sight.target)}"

    def _explain_nothing(self, room: int, other: int) -> str:
        a, b = self.names[room], self.names[other]
        if room == other:
            return f"{a} is always drawn while the player is in it"
        for number in (room, other):
            if number in self.unknown:
                verb = "lists" if self.visibility.lists(a, b) else "lacks"
                kept = f"the present visibility is kept: it {verb} {b} under {a}"
                return f"{self.names[number]} has no floor to compute from; {kept}"
        deep = "" if self.depth is None else f", or they are more than {self.depth} rooms apart"
        return f"{a} does not see {b}: none of {self.lines:,} lines between them is clear{deep}"


def build_visibility(
    area: Area,
    *,
    depth: int | None = None,
    samples: int = SAMPLES,
    doors_closed: bool = False,
    door_height: float = DOOR_HEIGHT,
    symmetric: bool = True,
    drop: bool = False,
    progress: Progress | None = None,
) -> VisibilityResult:
    """The visibility of an area by its geometry, and why.

    For each pair at most ``samples``² lines are tried before it counts as not seen. Points to look
    at, and through doorways, are up to ``door_height`` metres over the floor. ``depth``: how many
    links away a room may be and be seen (without a way by links: how many borders of rooms the
    line crosses), None for any number. ``doors_closed``: doors block sight; but linked rooms still
    see each other, since the door will be opened. Unless ``symmetric``, a room sees only what its
    own eyes find. Pairs that are listed now stay: the shipped files list many that the walkmeshes
    alone do not show, and what is left out is a hole in the game. ``drop`` leaves them out.
    ``progress`` is called with how much is done and of how much.

    Rooms without a walkmesh keep what the present visibility says of them; unchanged entries keep
    their spelling and order. Parents come in the order of the layout. Raises `ValueError` for more
    than `MOST_ROOMS` rooms with a walkmesh.
    """
    _check_options(depth, samples, door_height)
    floors = _rooms_with_floor(area)
    portals = area.geometry.portals
    links = portals.links()
    closed = close_doors(area, portals, door_height) if doors_closed else []
    ground = Ground([*area.meshes, *closed])
    points = {
        index: collect_points(ground, portals.boundary, area.rooms[index], EYE_HEIGHT, door_height)
        for index in floors
    }
    points = {index: found for index, found in points.items() if found}
    steps = None if depth is None else count_steps(points, links)
    wanted = _wanted(points, links, symmetric=symmetric)
    if depth is not None and steps is not None:
        wanted = [(a, b) for a, b in wanted if steps[a].get(b, -1) <= depth]
    lines = find_lines(ground, points, wanted, samples**2, mutual=symmetric, progress=progress)
    seen = _along_lines(lines, _rooms_below(ground, lines, len(area.rooms)), symmetric)
    if depth is not None and steps is not None:
        seen = {p: s for p, s in seen.items() if p[1] in steps[p[0]] or len(s.through) < depth}
    sights = dict(sorted((_linked(links) | seen).items()))
    unknown = tuple(
        room.index for room in area.rooms if room.index not in points and not room.is_empty_slot
    )
    names = tuple(room.name for room in area.rooms)
    visibility = list_visibility(area, sights, unknown, drop=drop)
    before = area.visibility
    return VisibilityResult(visibility, names, sights, unknown, samples**2, depth, before)


def _rooms_with_floor(area: Area) -> list[int]:
    """The rooms that something can be computed for. Raises `ValueError` for far too many.

    Every pair of them is looked at; all other rooms cost nothing.
    """
    floors = [room.index for room in area.rooms if room.mesh is not None and len(room.mesh.faces)]
    if len(floors) > MOST_ROOMS:
        text = (
            f"{len(floors):,} rooms have a walkmesh: sight is computed for {MOST_ROOMS:,} at most"
        )
        raise ValueError(f"{text}, since every pair of them has to be tried")
    return floors


def _wanted(rooms: Collection[int], links: Collection[Pair], *, symmetric: bool) -> list[Pair]:
    """The pairs of rooms to look for a line between: those that are not linked."""
    return [
        (a, b)
        for a in rooms
        for b in rooms
        if (a < b or (not symmetric and a != b)) and (min(a, b), max(a, b)) not in links
    ]


def _along_lines(
    lines: Mapping[Pair, Line], through: Mapping[Pair, tuple[int, ...]], symmetric: bool
) -> dict[Pair, RoomSight]:
    """What is seen along clear lines; if ``symmetric`` from both of their ends."""
    seen = {}
    for (a, b), (eye, target) in lines.items():
        passed = through[a, b]
        seen[a, b] = RoomSight(a, b, "line", eye, target, passed)
        if symmetric:
            seen[b, a] = RoomSight(b, a, "line", target, eye, passed[::-1])
    return seen


def _check_options(depth: int | None, samples: int, door_height: float) -> None:
    if depth is not None and depth < 1:
        raise ValueError(f"the depth is {depth}: it must be 1 or more rooms")
    if not 1 <= samples <= 4096:
        raise ValueError(f"samples is {samples}: it must be from 1 to 4,096")
    if not LOWEST < door_height <= 100:
        raise ValueError(f"the door height is {door_height}: it must be above {LOWEST} m")


def _linked(links: Mapping[Pair, Point]) -> dict[Pair, RoomSight]:
    """Both directions of every link."""
    return {
        (room, other): RoomSight(room, other, "link", at, at)
        for pair, at in links.items()
        for room, other in (pair, pair[::-1])
    }


def _rooms_below(
    ground: Ground, lines: Mapping[Pair, Line], rooms: int
) -> dict[Pair, tuple[int, ...]]:
    """The rooms that each line passes over, in its order, without those at its ends."""
    if not lines:
        return {}
    ends = np.array(list(lines.values()))
    length = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    with np.errstate(all="ignore"):
        counts = np.nan_to_num(length / _STRIDE, nan=0, posinf=_MOST_STEPS)
    counts = counts.clip(2, _MOST_STEPS).astype(np.int64)
    # Not all lines at once: there are as many as pairs of rooms, with hundreds of points each.
    passed: list[list[int]] = []
    for first in range(0, len(ends), _LINES):
        some = slice(first, first + _LINES)
        passed += _rooms_along(ground, ends[some], counts[some])
    return {
        pair: tuple(n for n in dict.fromkeys(below) if 0 <= n < rooms and n not in pair)
        for pair, below in zip(lines, passed, strict=True)
    }


def _rooms_along(
    ground: Ground, ends: NDArray[np.float64], counts: NDArray[np.int64]
) -> list[list[int]]:
    """The rooms below ``counts`` (N,) points of each line (N, 2, 3), one for each change."""
    first = np.cumsum(counts) - counts
    line = np.repeat(np.arange(len(ends)), counts)
    at = (np.arange(len(line)) - first[line]) * (1.0 / (counts - 1))[line]
    at[first + counts - 1] = 1.0
    along = ends[:, 1] - ends[:, 0]
    x, y, z = (ends[line, 0, axis] + at * along[line, axis] for axis in range(3))
    # The floor that belongs to a line is below it, about as far as the floor is below an eye.
    found = ground.find_faces(np.stack([x, y], axis=1), z - EYE_HEIGHT / 2, walkable=True)
    below = found.room
    changes = np.flatnonzero(np.r_[True, (below[1:] != below[:-1]) | (line[1:] != line[:-1])])
    rooms, starts = below[changes].tolist(), np.searchsorted(changes, first).tolist()
    return [rooms[a:b] for a, b in pairwise([*starts, len(rooms)])]


def _place(point: Point) -> str:
    return "({:.2f}, {:.2f}, {:.2f})".format(*point)


def _listed(names: Sequence[str]) -> str:
    if not names:
        return ""
    *some, last = names
    return f" through {', '.join(some)} and {last}" if some else f" through {last}"
