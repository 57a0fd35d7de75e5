"""A struct and a list of structs as people use them: read-only, and edited by making new ones."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, overload

from kotorlevel.core.errors import FormatError
from kotorlevel.core.table import plain
from kotorlevel.core.text import encode_text, printable
from kotorlevel.formats.gff.body import Body, Entry, body_key, same_content
from kotorlevel.formats.gff.values import GffType, LocalizedString, decode_value, encode_value

LONGEST_LABEL = 16
DEEPEST = 100
"""How many structs may stand inside each other. The games' files stay below ten."""

ROOT_ID = 0xFFFFFFFF


class Field(NamedTuple):
    """A field: its label, its type and its plain value."""

    label: str
    type: GffType
    value: Any


class Struct(Mapping[str, Any]):
    """Fields by label, in the order of the file.

    A value is a plain Python value: int, float, str, bytes, a tuple of floats, a
    `LocalizedString`, a `Struct`, or a `StructList`.

    Two structs are equal when they would be written the same: ids, order, types and values, of
    which 0.0 and -0.0 are two.
    """

    __slots__ = ("_body", "_place")

    def __init__(
        self,
        fields: Iterable[Field | tuple[str, GffType, Any]] = (),
        struct_id: int = ROOT_ID,
    ) -> None:
        entries = tuple(_new_entry(*field) for field in fields)
        body = Body(_check_id(struct_id), entries)
        for number, entry in enumerate(entries):
            if body.places[entry.label] != number:
                raise ValueError(f"the label '{printable(entry.label)}' occurs twice")
        self._body = body
        self._place = ""

    @classmethod
    def _of(cls, body: Body, place: str = "") -> Struct:
        struct = cls.__new__(cls)
        struct._body = body
        struct._place = place
        return struct

    @property
    def id(self) -> int:
        """The number that files give a struct, the same for all of a kind; the root 0xFFFFFFFF."""
        return self._body.id

    @property
    def place(self) -> str:
        """Where in its file this struct was found: ``Door List[3]``; empty for the root."""
        return self._place

    @property
    def fields(self) -> tuple[Field, ...]:
        """All fields, also those behind an earlier one of the same label."""
        return tuple(Field(e.label, e.type, self._value(e)) for e in self._body.entries)

    def type_of(self, label: str) -> GffType:
        """The type of a field."""
        return self._entry(label).type

    def find(self, label: str) -> Field | None:
        """The first field of that label; None where there is none."""
        entry = self._body.find(label)
        return None if entry is None else Field(label, entry.type, self._value(entry))

    def get(self, label: str, default: Any = None) -> Any:
        """The value of a field; ``default`` where there is none."""
        entry = self._body.find(label)
        return default if entry is None else self._value(entry)

    def __getitem__(self, label: str) -> Any:
        return self._value(self._entry(label))

    def __iter__(self) -> Iterator[str]:
        return iter(self._body.places)

    def __len__(self) -> int:
        return len(self._body.places)

    def __contains__(self, label: object) -> bool:
        return label in self._body.places

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Struct):
            return NotImplemented
        return same_content(self._body, other._body)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        place = f" at {self.place}" if self.place else ""
        return f"<Struct {self.id}{place}: {printable(', '.join(self), 100)}>"

    def to_plain(self) -> dict[str, Any]:
        """Labels and values as JSON can hold them; ids, types and repeated labels are left out."""
        return _plain_body(self._body, DEEPEST)

    # Editing

    def replaced(self, values: Mapping[str, Any] | None = None, /, **named: Any) -> Struct:
        """The same struct with other values; types stay. ``replaced({"Door List": []}, X=1.5)``."""
        entries = list(self._body.entries)
        for label, value in {**(values or {}), **named}.items():
            old = self._entry(label)
            data = _encode(old.type, value, self._inner(label))
            entries[self._body.places[label]] = old._replace(data=data)
        return self._with(entries)

    def added(self, label: str, field_type: GffType, value: Any, at: int | None = None) -> Struct:
        """The same struct with a new field, before field number ``at`` or as the last."""
        if label in self:
            raise ValueError(f"{self._name()} already has a field '{printable(label)}'")
        entries = list(self._body.entries)
        if at is not None and not 0 <= at <= len(entries):
            raise IndexError(f"{self._name()}: {at} is outside 0 to {len(entries)}")
        entry = _new_entry(label, field_type, value, self.place)
        entries.insert(len(entries) if at is None else at, entry)
        return self._with(entries)

    def removed(self, *labels: str) -> Struct:
        """The same struct without these fields."""
        for label in labels:
            self._entry(label)
        return self._with([e for e in self._body.entries if e.label not in labels])

    def retyped(self, label: str, field_type: GffType, value: Any) -> Struct:
        """The same struct with another type and value in a field, in the old field's place."""
        old = self._entry(label)
        entries = list(self._body.entries)
        entries[self._body.places[label]] = _new_entry(
            label, field_type, value, self.place
        )._replace(row=old.row)
        return self._with(entries)

    def with_id(self, struct_id: int) -> Struct:
        """The same fields in a struct of another number."""
        return Struct._of(self._body.with_id(_check_id(struct_id)), self.place)

    def _with(self, entries: Iterable[Entry]) -> Struct:
        return Struct._of(self._body.with_entries(tuple(entries)), self.place)

    # Inside

    def _entry(self, label: str) -> Entry:
        number = self._body.places.get(label)
        if number is None:
            known = printable(", ".join(self._body.places), 200) or "none"
            raise KeyError(f"{self._name()} has no field '{printable(label)}'; it has: {known}")
        return self._body.entries[number]

    def _value(self, entry: Entry) -> Any:
        if isinstance(entry.data, bytes):
            return decode_value(entry.type, entry.data)
        if isinstance(entry.data, Body):
            return Struct._of(entry.data, self._inner(entry.label))
        return StructList(entry.data, self._inner(entry.label))

    def _inner(self, label: str) -> str:
        shown = printable(label)
        return f"{self.place}.{shown}" if self.place else shown

    def _name(self) -> str:
        return self.place or "the struct"


class StructList(Sequence[Struct]):
    """The structs of a list field, read-only. To change it, put a new list into the field.

    ::

        doors = [door for door in git["Door List"] if door["Tag"] != "gone"]
        git = git.with_value("Door List", value=doors)
    """

    __slots__ = ("_bodies", "_place")

    def __init__(self, bodies: tuple[Body, ...], place: str) -> None:
        self._bodies = bodies
        self._place = place

    @property
    def place(self) -> str:
        """Where in its file this list was found: ``Door List``."""
        return self._place

    @overload
    def __getitem__(self, number: int) -> Struct: ...
    @overload
    def __getitem__(self, number: slice) -> list[Struct]: ...
    def __getitem__(self, number: int | slice) -> Struct | list[Struct]:
        if isinstance(number, slice):
            return [self[i] for i in range(*number.indices(len(self)))]
        place = find_index(number, len(self), self.place)
        return Struct._of(self._bodies[place], f"{self.place}[{place}]")

    def __iter__(self) -> Iterator[Struct]:
        for number, body in enumerate(self._bodies):
            yield Struct._of(body, f"{self._place}[{number}]")

    def __len__(self) -> int:
        return len(self._bodies)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StructList | list | tuple):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self.place or 'list'}: {len(self)} structs>"


def find_index(number: int, count: int, name: str) -> int:
    """``number`` counted from 0, also where it counts from the end; `IndexError` outside."""
    place = operator.index(number)
    if not -count <= place < count:
        raise IndexError(f"{name} has no struct {place}; it has {count}")
    return place % count


def body_of(struct: Struct) -> Body:
    """What the struct consists of, for the writer."""
    return struct._body


def bodies_of(structs: StructList) -> tuple[Body, ...]:
    """What the structs of a list consist of."""
    return structs._bodies


def content_key(struct: Struct) -> tuple[object, ...]:
    """A key that is equal for equal structs, to look them up by."""
    return body_key(struct._body)


def struct_of(body: Body, place: str = "") -> Struct:
    """A struct as people see it."""
    return Struct._of(body, place)


def _check_id(struct_id: int) -> int:
    number = operator.index(struct_id)
    if not 0 <= number < 2**32:
        raise FormatError(f"{number} does not fit the number of a struct")
    return number


def _new_entry(label: str, field_type: GffType, value: Any, place: str = "") -> Entry:
    where = f"{place}.{printable(label)}" if place else printable(label)
    data = encode_text(label, where)
    if not label or len(data) > LONGEST_LABEL or 0 in data:
        text = f"'{printable(label)}' is no label: 1 to {LONGEST_LABEL} letters, no NUL"
        raise FormatError(text, section=where)
    field_type = GffType(field_type)
    return Entry(label, field_type, _encode(field_type, value, where))


def _encode(field_type: GffType, value: Any, place: str) -> bytes | Body | tuple[Body, ...]:
    """What an entry of type ``field_type`` holds for ``value``; errors name ``place``."""
    if field_type is GffType.STRUCT:
        return _child(value, place)
    if field_type is GffType.LIST:
        if isinstance(value, StructList):
            return value._bodies
        if isinstance(value, Mapping | str | bytes) or not isinstance(value, Iterable):
            raise FormatError(f"{printable(repr(value))} is not a list of structs", section=place)
        return tuple(_child(item, f"{place}[{i}]") for i, item in enumerate(value))
    try:
        return encode_value(field_type, value)
    except FormatError as error:
        raise FormatError(error.message, section=place) from None


def _child(value: Any, place: str) -> Body:
    if not isinstance(value, Struct):
        raise FormatError(f"{printable(repr(value))} is not a Struct", section=place)
    return value._body


def _plain_body(body: Body, depth: int) -> dict[str, Any]:
    if not depth:
        raise FormatError(f"structs stand inside each other more than {DEEPEST} deep")
    entries = (body.entries[number] for number in body.places.values())
    return {entry.label: _plain_entry(entry, depth - 1) for entry in entries}


def _plain_entry(entry: Entry, depth: int) -> Any:
    if isinstance(entry.data, Body):
        return _plain_body(entry.data, depth)
    if isinstance(entry.data, tuple):
        return [_plain_body(child, depth) for child in entry.data]
    value = decode_value(entry.type, entry.data)
    if isinstance(value, LocalizedString):
        return value.to_plain()
    return plain(list(value) if isinstance(value, tuple) else value)
