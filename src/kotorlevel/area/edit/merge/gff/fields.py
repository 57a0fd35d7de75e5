"""Fields of GFF structs, compared as they are stored, and in words for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, exact
from kotorlevel.formats.gff import LocalizedString, Struct
from kotorlevel.formats.gff.body import NO_ROW, Body, Entry, same_content
from kotorlevel.formats.gff.structs import body_of, struct_of
from kotorlevel.formats.gff.values import GffType, decode_value

if TYPE_CHECKING:
    from kotorlevel.core.types import Vector

_MOVED_ALIKE = 0.0005
"""Metres that a place may be off after a move of its room, which rounds."""
_LONGEST = 60
_MOST = 4
"""Fields of a struct that are told."""
PLACES = (("XPosition", "YPosition", "ZPosition"), ("X", "Y", "Z"), ("Position",))
ENTRY = (
    "Mod_Entry_Area", "Mod_Entry_X", "Mod_Entry_Y", "Mod_Entry_Z", "Mod_Entry_Dir_X",
    "Mod_Entry_Dir_Y",
)  # fmt: skip
_UNITS = (*PLACES, ("XOrientation", "YOrientation", "ZOrientation"), ENTRY)
"""Fields that mean something together alone: of two sides, one counts for all of them."""


@dataclass(frozen=True, eq=False)
class Unit:
    """One field, or several that go together, of a struct that may lack some of them."""

    labels: tuple[str, ...]
    entries: tuple[Entry | None, ...]

    @property
    def is_absent(self) -> bool:
        """True where none of the fields is there."""
        return not any(self.entries)

    @property
    def only(self) -> Entry | None:
        """The field, of a unit of one."""
        return self.entries[0] if len(self.entries) == 1 else None

    def is_same(self, other: Unit, *, loosely: bool = False) -> bool:
        """True when both say the same; ``loosely``: places that differ by rounding are one."""
        if all(map(_is_same, self.entries, other.entries)):
            return True
        here, there = self.place, other.place
        if not loosely or self.labels not in PLACES or here is None or there is None:
            return False
        return all(abs(p - q) <= _MOVED_ALIKE for p, q in zip(here, there, strict=True))

    @property
    def place(self) -> Vector | None:
        """The place that the unit says, if it is one."""
        numbers: list[float] = []
        for entry in self.entries:
            is_number = entry is not None and entry.type in (GffType.FLOAT, GffType.VECTOR)
            if is_number and entry is not None and isinstance(entry.data, bytes):
                value = decode_value(entry.type, entry.data)
                numbers += value if isinstance(value, tuple) else (value,)
        return (numbers[0], numbers[1], numbers[2]) if len(numbers) == 3 else None

    def tell(self) -> str:
        """What it says, in words: ``at (1, 2, 0)``, ``Tag 'door_01'``, ``no Tag``."""
        if self.labels in PLACES and (place := self.place):
            return f"at ({', '.join(map(exact, place))})"
        there = [entry for entry in self.entries if entry is not None]
        if not there:
            return f"no {self.labels[0]}"
        if self.labels == ENTRY and (place := entry_place(self)):
            area, turned = self.entries[0], [entry for entry in self.entries[4:] if entry]
            name = "" if area is None else f"in {_tell_value(area)} "
            looking = ", ".join(map(_tell_value, turned))
            return f"{name}at ({', '.join(map(exact, place))}), looking to ({looking})"
        return ", ".join(f"{printable(entry.label)} {_tell_value(entry)}" for entry in there)


def entry_place(unit: Unit) -> Vector | None:
    """Where the player enters, of the fields that say so; None of others."""
    return replace(unit, entries=unit.entries[1:4]).place if unit.labels == ENTRY else None


def tell_both(mine: Unit, theirs: Unit) -> tuple[str, str]:
    """What each side says, in words; of two structs only what differs."""
    entries = mine.only, theirs.only
    bodies = [each.data for each in entries if each is not None and isinstance(each.data, Body)]
    if len(bodies) < 2:
        return mine.tell(), theirs.tell()
    a, b = (struct_of(body) for body in bodies)
    pairs = [(unit_of(a, labels), unit_of(b, labels)) for labels in list_units(a, b)]
    other = [(x.tell(), y.tell()) for x, y in pairs if not x.is_same(y)][:_MOST]
    return ", ".join(x for x, _ in other), ", ".join(y for _, y in other)


def list_units(*structs: Struct | None) -> list[tuple[str, ...]]:
    """The units that these structs have between them, in the order of the first."""
    labels = dict.fromkeys(label for struct in structs if struct is not None for label in struct)
    unit_of = {
        label: unit
        for unit in _UNITS
        if len(unit) == 1 or sum(each in labels for each in unit) > 1
        for label in unit
    }
    return list(dict.fromkeys(unit_of.get(label, (label,)) for label in labels))


def unit_of(struct: Struct | None, labels: tuple[str, ...]) -> Unit:
    """These fields of a struct; of none, as of one without fields."""
    if struct is None:
        return Unit(labels, (None,) * len(labels))
    body = body_of(struct)
    return Unit(labels, tuple(body.find(label) for label in labels))


def with_units(struct: Struct, units: Sequence[Unit], order: Struct) -> Struct:
    """The struct with these units in place of its own.

    New fields come behind the one that they follow in ``order``.
    """
    body = body_of(struct)
    entries = list(body.entries)
    follows = dict(zip([*order][1:], order, strict=False))
    for unit in units:
        for label, new in zip(unit.labels, unit.entries, strict=True):
            at = next((i for i, old in enumerate(entries) if old.label == label), None)
            if at is not None and new is not None:
                entries[at] = new._replace(row=entries[at].row)
            elif at is not None:
                del entries[at]
            elif new is not None:
                entries.insert(_place_behind(entries, label, follows), new._replace(row=NO_ROW))
    return struct_of(body.with_entries(tuple(entries)), struct.place)


def list_entry(entry: Entry, items: Sequence[Struct]) -> Entry:
    """The field with other structs in its list."""
    return entry._replace(data=tuple(body_of(item) for item in items))


def struct_entry(entry: Entry, item: Struct) -> Entry:
    """The field with another struct in it."""
    return entry._replace(data=body_of(item))


def _place_behind(entries: list[Entry], label: str, follows: dict[str, str]) -> int:
    """The number before which a new field goes."""
    numbers = {entry.label: number for number, entry in enumerate(entries)}
    before = follows.get(label)
    while before is not None and before not in numbers:
        before = follows.get(before)
    return len(entries) if before is None else numbers[before] + 1


def _is_same(one: Entry | None, other: Entry | None) -> bool:
    if one is None or other is None:
        return one is other
    if one.type != other.type or isinstance(one.data, bytes) != isinstance(other.data, bytes):
        return False
    if isinstance(one.data, bytes):
        return one.data == other.data
    return len(one.children) == len(other.children) and all(
        map(same_content, one.children, other.children)
    )


def _tell_value(entry: Entry) -> str:
    if isinstance(entry.data, Body):
        return f"with {count_of(len(entry.data.places), 'field')}"
    if isinstance(entry.data, tuple):
        return f"with {count_of(len(entry.data), 'item')}"
    value = decode_value(entry.type, entry.data)
    if isinstance(value, LocalizedString):
        own = value.find() or next((text for _, text in value.strings), None)
        value = own if own is not None else f"line {value.strref}"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple):
        return f"({', '.join(f'{number:g}' for number in value)})"
    if isinstance(value, bytes):
        return count_of(len(value), "byte")
    return printable(repr(value) if isinstance(value, str) else str(value), _LONGEST)
