"""Structs of a list in two versions of a file: which is which, though numbers have changed."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.instances import find_place
from kotorlevel.area.matching.nearest import pair_nearest
from kotorlevel.core.resource import name_key
from kotorlevel.formats.gff import Struct
from kotorlevel.formats.gff.structs import content_key

_TEMPLATES = ("TemplateResRef", "ResRef")
_NAMES = ("Tag", "CameraID")
_SAME_PLACE = 0.001
"""Metres between things of other names that are still one thing, given another name."""


@dataclass(frozen=True)
class EntryMatch:
    """Structs of A and B that are the same thing: ``pairs`` of numbers, by the number in A.

    ``changed`` are those of the pairs that do not say the same; ``removed`` and ``added`` the
    numbers, in A and in B, of structs that have no counterpart.
    """

    pairs: tuple[tuple[int, int], ...] = ()
    changed: tuple[tuple[int, int], ...] = ()
    removed: tuple[int, ...] = ()
    added: tuple[int, ...] = ()


def match_entries(a: Sequence[Struct], b: Sequence[Struct]) -> EntryMatch:
    """Which struct of ``a`` is which of ``b``: creatures, doors, waypoints and so on of two GITs.

    Equal ones first, in order where there are several. Then those of the same tag and template,
    the nearest to each other first; then of the same template, then of the same tag; last, what
    stands at one place under other names. What is left was removed or added. O(n log n), but for
    many of one name that all have changed.
    """
    matcher = _Matcher(a, b)
    matcher.equal()
    matcher.nearest(lambda row: (_first(row, _TEMPLATES), _first(row, _NAMES)))
    matcher.nearest(lambda row: _first(row, _TEMPLATES))
    matcher.nearest(lambda row: _first(row, _NAMES))
    matcher.nearest(lambda _: "", _SAME_PLACE)
    same = set(matcher.same)
    pairs = tuple(sorted([*matcher.same, *matcher.changed]))
    return EntryMatch(
        pairs,
        tuple(pair for pair in pairs if pair not in same),
        tuple(matcher.left_a),
        tuple(matcher.left_b),
    )


class _Matcher:
    """Pairs found so far, and the numbers that have none yet."""

    def __init__(self, a: Sequence[Struct], b: Sequence[Struct]) -> None:
        self.a, self.b = list(a), list(b)
        self.left_a, self.left_b = list(range(len(self.a))), list(range(len(self.b)))
        self.same: list[tuple[int, int]] = []
        self.changed: list[tuple[int, int]] = []

    def equal(self) -> None:
        """Pair what says the same."""
        waiting: dict[Hashable, list[int]] = {}
        for number in reversed(self.left_b):
            waiting.setdefault(content_key(self.b[number]), []).append(number)
        for number in self.left_a:
            found = waiting.get(content_key(self.a[number]))
            if found:
                self.same.append((number, found.pop()))
        self._take(self.same)

    def nearest(self, name: Callable[[Struct], Hashable], limit: float = math.inf) -> None:
        """Pair what has the same ``name``: what is near first, then what has no place, in order."""
        groups: dict[Hashable, tuple[list[int], list[int]]] = {}
        for side, (rows, left) in enumerate(((self.a, self.left_a), (self.b, self.left_b))):
            for number in left:
                key = name(rows[number])
                if key is not None and (not isinstance(key, tuple) or None not in key):
                    groups.setdefault(key, ([], []))[side].append(number)
        found: list[tuple[int, int]] = []
        for here, there in groups.values():
            if here and there:
                found += self._pair(here, there, limit)
        self.changed += found
        self._take(found)

    def _pair(self, here: list[int], there: list[int], limit: float) -> list[tuple[int, int]]:
        if len(here) == len(there) == 1 and math.isinf(limit):
            return [(here[0], there[0])]
        near = pair_nearest(_places(self.a, here), _places(self.b, there), limit)
        found = [(here[i], there[j]) for i, j in near]
        if math.isinf(limit):  # without a place: by order
            gone, new = {i for i, _ in found}, {j for _, j in found}
            rest = [i for i in here if i not in gone], [j for j in there if j not in new]
            found += zip(*rest, strict=False)
        return found

    def _take(self, pairs: list[tuple[int, int]]) -> None:
        gone, new = {i for i, _ in pairs}, {j for _, j in pairs}
        self.left_a = [i for i in self.left_a if i not in gone]
        self.left_b = [j for j in self.left_b if j not in new]


def _places(rows: Sequence[Struct], numbers: Sequence[int]) -> NDArray[np.float64]:
    """(n, 3) where these structs stand; NaN for nowhere."""
    places = [find_place(rows[i]) or (math.nan,) * 3 for i in numbers]
    return np.array(places, np.float64).reshape(-1, 3)


def _first(row: Struct, labels: Sequence[str]) -> Hashable | None:
    """The first of these fields that says something, in any case; None where none does."""
    for label in labels:
        value = row.get(label)
        if isinstance(value, str) and value:
            return name_key(value)
        if isinstance(value, int):
            return value
    return None
