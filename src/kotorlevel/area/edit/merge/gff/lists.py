"""Which entry of a list is which in three versions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kotorlevel.area.instances import find_place
from kotorlevel.area.matching.instances import match_entries
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.core.types import Vector
    from kotorlevel.formats.gff import Struct

Pairs = Sequence[tuple[int, int]]

_SAME_PLACE = 0.01
"""Metres between two things of one name, added by both sides, that are one."""


@dataclass(frozen=True)
class ListRule:
    """How the entries of a list are told apart, and what they are called in conflicts.

    ``kind`` is the word for one of them; ``key`` the label that names an entry, "" for placed
    things, which are matched by tag, template and place. ``is_room``: the name is a room's.
    """

    kind: str
    key: str = ""
    is_room: bool = False

    def pairs(self, a: Sequence[Struct], b: Sequence[Struct]) -> Pairs:
        """Numbers of entries that are the same thing."""
        if not self.key:
            return match_entries(a, b).pairs
        return [*_by_key(self.key, a, b)]

    def twins(self, a: Sequence[Struct], b: Sequence[Struct]) -> Pairs:
        """Entries that both sides added, and that are one thing."""
        if self.key:
            return self.pairs(a, b)
        return [(i, j) for i, j in match_entries(a, b).pairs if _is_one(a[i], b[j])]

    def room_of(self, struct: Struct) -> str:
        """The room that an entry is about, "" for none."""
        return self.name_of(struct) if self.is_room else ""

    def name_of(self, struct: Struct) -> str:
        """What an entry is called: its key, its tag or its template."""
        labels = (self.key,) if self.key else ("Tag", "TemplateResRef", "ResRef", "CameraID")
        values = (struct.get(label) for label in labels)
        return next((printable(str(value)) for value in values if value not in (None, "")), "")

    def place_of(self, struct: Struct) -> Vector | None:
        """Where an entry is."""
        return None if self.key else find_place(struct)


@dataclass(frozen=True)
class Triple:
    """An entry by its number on each side, -1 where that does not have it."""

    a: int = -1
    b: int = -1
    base: int = -1

    def pick(
        self, a: Sequence[Struct], b: Sequence[Struct], base: Sequence[Struct] | None
    ) -> tuple[Struct | None, Struct | None, Struct | None]:
        """The entries themselves."""
        return (
            a[self.a] if self.a >= 0 else None,
            b[self.b] if self.b >= 0 else None,
            base[self.base] if base is not None and self.base >= 0 else None,
        )


def match_three(
    rule: ListRule, a: Sequence[Struct], b: Sequence[Struct], base: Sequence[Struct] | None
) -> Iterator[Triple]:
    """Every entry that A or B has: in A's order, then those that A has not."""
    if base is None:
        b_of = dict(rule.pairs(a, b))
        yield from (Triple(i, b_of.get(i, -1)) for i in range(len(a)))
        taken = set(b_of.values())
        yield from (Triple(b=j) for j in range(len(b)) if j not in taken)
        return
    in_a, in_b = dict(rule.pairs(base, a)), dict(rule.pairs(base, b))
    of_a, of_b = ({there: here for here, there in each.items()} for each in (in_a, in_b))
    new_a = [i for i in range(len(a)) if i not in of_a]
    new_b = [j for j in range(len(b)) if j not in of_b]
    twins = rule.twins([a[i] for i in new_a], [b[j] for j in new_b])
    twin_of = {new_a[i]: new_b[j] for i, j in twins}
    for i in range(len(a)):
        old = of_a.get(i, -1)
        yield Triple(i, twin_of.get(i, -1) if old < 0 else in_b.get(old, -1), old)
    taken = set(twin_of.values())
    for j in range(len(b)):
        old = of_b.get(j, -1)
        if j not in taken and old not in in_a:
            yield Triple(b=j, base=old)


def _by_key(label: str, a: Sequence[Struct], b: Sequence[Struct]) -> Iterator[tuple[int, int]]:
    """Entries of one name, in any case; of one name in their order."""
    waiting: dict[object, list[int]] = {}
    for number in range(len(b) - 1, -1, -1):
        waiting.setdefault(_key(b[number].get(label)), []).append(number)
    for number, struct in enumerate(a):
        if found := waiting.get(_key(struct.get(label))):
            yield number, found.pop()


def _key(value: object) -> object:
    return name_key(value) if isinstance(value, str) else repr(value)


def _is_one(one: Struct, other: Struct) -> bool:
    if one == other:
        return True
    here, there = find_place(one), find_place(other)
    if here is None or there is None or math.dist(here, there) > _SAME_PLACE:
        return False
    return all(one.get(label) == other.get(label) for label in ("Tag", "TemplateResRef"))
