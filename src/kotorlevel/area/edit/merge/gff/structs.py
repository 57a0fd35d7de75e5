"""`StructMerger`: one struct of two versions, field by field, with the structs and lists in it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kotorlevel.area.edit.merge.gff.fields import (
    PLACES,
    Unit,
    entry_place,
    list_entry,
    list_units,
    struct_entry,
    tell_both,
    unit_of,
    with_units,
)
from kotorlevel.area.edit.merge.gff.lists import ListRule, match_three
from kotorlevel.area.edit.merge.three_way import NO_PLACES, Judge, Places
from kotorlevel.formats.gff.structs import struct_of
from kotorlevel.formats.gff.values import GffType

if TYPE_CHECKING:
    from kotorlevel.area.edit.merge.gff.lists import Triple
    from kotorlevel.core.types import Vector
    from kotorlevel.formats.gff import Struct
    from kotorlevel.formats.gff.body import Body, Entry

Keys = Collection[tuple[str, int]]
"""Entries of lists: the list's label, and the number in it."""


@dataclass(frozen=True)
class About:
    """What a struct is, for conflicts: its kind, room and name, and where it is on each side."""

    kind: str = "field"
    room: str = ""
    name: str = ""
    at: Places = NO_PLACES


@dataclass(frozen=True, eq=False)
class StructMerger:
    """Merges structs; ``rules`` say how the entries of a list are matched, by its label.

    Lists without a rule and structs of ``whole`` count as one value each. ``moved_a`` and
    ``moved_b`` are entries of lists that went along with a room: their places are rounded.
    ``stored_a`` and ``stored_b`` are the roots before that: what both left where it was, stays.
    """

    judge: Judge
    rules: dict[str, ListRule] = field(default_factory=dict)
    whole: dict[str, str] = field(default_factory=dict)
    moved_a: Keys = ()
    moved_b: Keys = ()
    stored_a: Struct | None = None
    stored_b: Struct | None = None

    def merge(
        self,
        a: Struct,
        b: Struct,
        base: Struct | None,
        about: About,
        moved: tuple[bool, bool] = (False, False),
    ) -> Struct:
        """The struct of both sides: A's fields in their order, and what B changed in them.

        A's or B's own where it says the same.
        """
        if a == b or (base is not None and b == base):
            return a
        if base is not None and a == base:
            return b
        taken = [
            unit
            for labels in list_units(a, b)
            if (unit := self._choose(labels, a, b, base, about, moved)) is not None
        ]
        merged = with_units(a, taken, b) if taken else a
        if base is not None and a.id == base.id != b.id:
            merged = merged.with_id(b.id)
        return b if merged == b else merged

    def _choose(
        self,
        labels: tuple[str, ...],
        a: Struct,
        b: Struct,
        base: Struct | None,
        about: About,
        moved: tuple[bool, bool],
    ) -> Unit | None:
        """The unit that is not as A has it; None where A's stays."""
        mine, theirs, old = (unit_of(struct, labels) for struct in (a, b, base))
        loosely = any(moved)
        if mine.is_same(theirs, loosely=loosely):
            return theirs if moved == (True, False) and labels in PLACES else None
        if base is not None:
            if theirs.is_same(old, loosely=loosely):
                return None
            if mine.is_same(old, loosely=loosely):
                return theirs
        elif mine.is_absent or theirs.is_absent:  # nothing counts as taken out
            return theirs if mine.is_absent else None
        if (inner := self._inside(labels[0], mine, theirs, old, about)) is not None:
            return inner
        return theirs if self._settle(mine, theirs, about) == "b" else None

    def _settle(self, mine: Unit, theirs: Unit, about: About) -> str:
        texts = tell_both(mine, theirs)
        kind = self.whole.get(mine.labels[0])
        if kind is not None:
            at = entry_place(mine), entry_place(theirs)
            return self.judge.settle(kind, "", *texts, at=at)
        name = about.name or mine.labels[0]
        return self.judge.settle(about.kind, about.room, *texts, at=about.at, name=name)

    def _inside(self, label: str, mine: Unit, theirs: Unit, old: Unit, about: About) -> Unit | None:
        """The unit with what is inside of it merged; None where it counts as one value."""
        a, b = mine.only, theirs.only
        if a is None or b is None or a.type != b.type or label in self.whole:
            return None
        before = old.only if old.only is not None and old.only.type == a.type else None
        if a.type is GffType.STRUCT:
            structs = [_struct(each) for each in (a, b)]
            inner = self.merge(
                structs[0], structs[1], None if before is None else _struct(before),
                about if about.name else replace(about, name=label),
            )  # fmt: skip
            return Unit((label,), (struct_entry(a, inner),))
        if a.type is GffType.LIST and (rule := self.rules.get(label)) is not None:
            lists = (_list(a), _list(b), None if before is None else _list(before))
            return Unit((label,), (list_entry(a, self._merge_list(label, rule, *lists)),))
        return None

    # Lists

    def _merge_list(
        self,
        label: str,
        rule: ListRule,
        a: Sequence[Struct],
        b: Sequence[Struct],
        base: Sequence[Struct] | None,
    ) -> list[Struct]:
        """The entries of both sides: A's in their order, then those that B alone has."""
        merged = []
        for triple in match_three(rule, a, b, base):
            mine, theirs, old = triple.pick(a, b, base)
            moved = (label, triple.a) in self.moved_a, (label, triple.b) in self.moved_b
            about = _about(rule, mine, theirs)
            if any(moved) and (left := self._left_alone(label, triple)) is not None:
                merged.append(left)
            elif mine is not None and theirs is not None:
                merged.append(self.merge(mine, theirs, old, about, moved))
            elif (only := self._taken(triple, mine, theirs, old, about, moved)) is not None:
                merged.append(only)
        return merged

    def _left_alone(self, label: str, triple: Triple) -> Struct | None:
        """An entry that both sides have at one place, though its room is elsewhere now."""
        if self.stored_a is None or self.stored_b is None or min(triple.a, triple.b) < 0:
            return None
        mine: Struct = self.stored_a[label][triple.a]
        return mine if mine == self.stored_b[label][triple.b] else None

    def _taken(
        self,
        triple: Triple,
        mine: Struct | None,
        theirs: Struct | None,
        old: Struct | None,
        about: About,
        moved: tuple[bool, bool],
    ) -> Struct | None:
        """An entry that one side has, or None where the other took it out."""
        only = mine if mine is not None else theirs
        assert only is not None
        if old is None:
            return only
        changed = [
            unit
            for labels in list_units(only, old)
            if not (unit := unit_of(only, labels)).is_same(unit_of(old, labels), loosely=any(moved))
        ]
        if not changed:
            return None
        text = f"changed ({', '.join(unit.tell() for unit in changed)})"
        texts = (text, "removed") if triple.b < 0 else ("removed", text)
        side = self.judge.settle(about.kind, about.room, *texts, at=about.at, name=about.name)
        return mine if side == "a" else theirs


def _about(rule: ListRule, mine: Struct | None, theirs: Struct | None) -> About:
    one = mine if mine is not None else theirs
    assert one is not None
    at = _place(rule, mine), _place(rule, theirs)
    return About(rule.kind, rule.room_of(one), rule.name_of(one), at)


def _place(rule: ListRule, struct: Struct | None) -> Vector | None:
    return None if struct is None else rule.place_of(struct)


def _struct(entry: Entry) -> Struct:
    body = entry.data
    assert not isinstance(body, (bytes, tuple))
    return struct_of(body, entry.label)


def _list(entry: Entry) -> list[Struct]:
    bodies: tuple[Body, ...] = entry.children
    return [struct_of(body, f"{entry.label}[{i}]") for i, body in enumerate(bodies)]
