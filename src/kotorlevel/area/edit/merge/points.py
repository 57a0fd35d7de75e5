"""Path points of two versions: which points, where they are, and who is connected with whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.matching.points import match_points
from kotorlevel.core.words import count_of, exact

if TYPE_CHECKING:
    from kotorlevel.area.edit.merge.three_way import Judge, Side
    from kotorlevel.core.types import Vector
    from kotorlevel.formats.pth import PathPoints

_Place = tuple[float, float]
_Link = tuple[int, int]

_FARTHEST_MOVE = 5.0
"""Metres that a point may be moved and still be the same one."""
_SAME_PLACE = 0.0005
"""Metres between points that are one: what a move of a room rounds."""


def merge_points(judge: Judge, a: PathPoints, b: PathPoints, base: PathPoints | None) -> PathPoints:
    """The path points of both sides, sorted as the game needs them.

    Points are the same where they stand at one place, else the nearest; connections go by their
    two ends. What only one side added, moved or removed is taken; without a base nothing counts as
    removed. A side's own, with its bytes, where it says the same.
    """
    if same_points(a, b):
        return _choose_form(judge, a, b, base)
    if base is not None and same_points(b, base):
        return a
    if base is not None and same_points(a, base):
        return b
    if not all(_is_sound(each) for each in (a, b, base) if each is not None):
        texts = (f"{count_of(len(each), 'point')}" for each in (a, b))
        side = judge.settle("path points", "", *texts, name="that lead nowhere or are no place")
        return a if side == "a" else b
    merged = _PointMerger(judge, a, b, base).merge()
    meaning = _meaning(merged)
    return next((each for each in (a, b) if _meaning(each) == meaning), merged)


def same_points(one: PathPoints, other: PathPoints) -> bool:
    """True when points and connections are the same, in the same order."""
    return all(
        np.array_equal(getattr(one, name), getattr(other, name), equal_nan=name == "points")
        for name in ("points", "counts", "firsts", "destinations")
    )


def _choose_form(judge: Judge, a: PathPoints, b: PathPoints, base: PathPoints | None) -> PathPoints:
    from kotorlevel.area.edit.merge.three_way import choose_form

    old = None if base is None else base.to_bytes()
    return a if choose_form(a.to_bytes(), b.to_bytes(), old, judge.prefer) == "a" else b


def _is_sound(paths: PathPoints) -> bool:
    pairs = paths.connections
    inside = ((pairs >= 0) & (pairs < len(paths))).all()
    return bool(inside and np.isfinite(paths.points).all())


def _meaning(paths: PathPoints) -> tuple[list[_Place], list[tuple[_Place, _Place]]]:
    """What the game reads: places, and pairs of places; no order of points of one x."""
    places = [(x, y) for x, y in paths.points.tolist()]
    links = [(places[i], places[j]) for i, j in paths.connections.tolist()]
    return sorted(places), sorted(links)


@dataclass(frozen=True, eq=False)
class _Version:
    """The points of one side by what they are, not by number; and their connections."""

    places: dict[int, _Place] = field(default_factory=dict)
    links: dict[_Link, None] = field(default_factory=dict)

    @classmethod
    def of(cls, paths: PathPoints, points: list[int]) -> _Version:
        """The version whose point number i is the point ``points[i]``."""
        places = {
            point: (x, y) for point, (x, y) in zip(points, paths.points.tolist(), strict=True)
        }
        pairs = paths.connections.tolist()
        return cls(places, dict.fromkeys((points[i], points[j]) for i, j in pairs))

    @cached_property
    def ends(self) -> dict[int, set[_Link]]:
        """Point → its connections, in both directions."""
        found: dict[int, set[_Link]] = {}
        for link in self.links:
            for end in link:
                found.setdefault(end, set()).add(link)
        return found


class _PointMerger:
    """One merge: the points of all sides under common numbers, those of the base first."""

    def __init__(self, judge: Judge, a: PathPoints, b: PathPoints, base: PathPoints | None) -> None:
        self.judge, self.paths = judge, a
        self.has_base = base is not None
        count = 0 if base is None else len(base)
        self.base = _Version() if base is None else _Version.of(base, [*range(count)])
        of_a = self._known(a, base)
        fresh = iter(range(count, count + len(a) + len(b)))
        numbers_a = [of_a[i] if i in of_a else next(fresh) for i in range(len(a))]
        of_b = self._known(b, base)
        new_a = [i for i in range(len(a)) if i not in of_a]
        new_b = [j for j in range(len(b)) if j not in of_b]
        limit = _SAME_PLACE if base is not None else _FARTHEST_MOVE
        twins = match_points(a.points[new_a], b.points[new_b], limit).pairs
        of_b |= {new_b[j]: numbers_a[new_a[i]] for i, j in twins}
        numbers_b = [of_b[j] if j in of_b else next(fresh) for j in range(len(b))]
        self.a, self.b = _Version.of(a, numbers_a), _Version.of(b, numbers_b)

    @staticmethod
    def _known(paths: PathPoints, base: PathPoints | None) -> dict[int, int]:
        """Number of a point → that of the base."""
        if base is None:
            return {}
        pairs = match_points(base.points, paths.points, _FARTHEST_MOVE).pairs
        return {there: here for here, there in pairs}

    def merge(self) -> PathPoints:
        """The points and connections of both sides."""
        points = dict.fromkeys([*self.a.places, *self.b.places])
        places = {point: place for point in points if (place := self._choose(point)) is not None}
        number = {point: i for i, point in enumerate(places)}
        links = [
            (number[i], number[j])
            for i, j in dict.fromkeys([*self.a.links, *self.b.links])
            if i in number and j in number and self._stays((i, j))
        ]
        return self.paths.replaced([*places.values()], links)

    def _stays(self, link: _Link) -> bool:
        """True for a connection that both sides have, or that one added, or that came back."""
        in_a, in_b = link in self.a.links, link in self.b.links
        if (in_a and in_b) or link not in self.base.links:
            return True
        side = self.b if in_a else self.a  # a point that it removed says nothing of connections
        return any(end not in side.places for end in link)

    def _choose(self, point: int) -> _Place | None:
        """Where a point is; None where it was removed."""
        mine, theirs = self.a.places.get(point), self.b.places.get(point)
        old = self.base.places.get(point)
        if mine is None or theirs is None:
            return self._choose_single(point, mine, theirs, old)
        if _is_near(mine, theirs) or (old is not None and _is_near(theirs, old)):
            return mine
        if old is not None and _is_near(mine, old):
            return theirs
        side = self._settle(_tell(mine), _tell(theirs), mine, theirs)
        return mine if side == "a" else theirs

    def _choose_single(
        self, point: int, mine: _Place | None, theirs: _Place | None, old: _Place | None
    ) -> _Place | None:
        only = mine or theirs
        assert only is not None
        if old is None:
            return only
        side = self.a if theirs is None else self.b
        new = side.ends.get(point, set()) - self.base.ends.get(point, set())
        changes = [] if _is_near(only, old) else [f"moved {_tell(only)}"]
        changes += [f"with {count_of(len(new), 'new connection')}"] if new else []
        if not changes:
            return None
        text = " ".join(changes)
        texts = (text, "removed") if theirs is None else ("removed", text)
        return mine if self._settle(*texts, mine, theirs) == "a" else theirs

    def _settle(self, a: str, b: str, mine: _Place | None, theirs: _Place | None) -> Side:
        return self.judge.settle("path point", "", a, b, at=(_vector(mine), _vector(theirs)))


def _is_near(one: _Place, other: _Place) -> bool:
    return abs(one[0] - other[0]) <= _SAME_PLACE and abs(one[1] - other[1]) <= _SAME_PLACE


def _vector(place: _Place | None) -> Vector | None:
    return None if place is None else (*place, 0.0)


def _tell(place: _Place) -> str:
    return f"at ({exact(place[0])}, {exact(place[1])})"
