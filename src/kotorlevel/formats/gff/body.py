"""What a struct consists of, as stored: the part that `Struct` shows and that edits share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from kotorlevel.formats.gff.values import GffType

NO_ROW = -1
"""The row of what was not read from a file."""


class Entry(NamedTuple):
    """One field. ``data`` are the bytes of its value, or the struct or structs in it.

    Values stay as they are stored, so that what nobody edits is written as it was, to the last bit
    of a NaN. ``row`` is the field's row in the file.
    """

    label: str
    type: GffType
    data: bytes | Body | tuple[Body, ...]
    row: int = NO_ROW

    @property
    def children(self) -> tuple[Body, ...]:
        """The structs in this field."""
        if isinstance(self.data, Body):
            return (self.data,)
        return self.data if isinstance(self.data, tuple) else ()


class Origin(Protocol):
    """A file that structs were read from."""

    def entries(self, row: int) -> tuple[Entry, ...]:
        """The fields of the struct in ``row``."""
        ...

    def find(self, row: int, label: str) -> Entry | None:
        """The first field of that label in the struct in ``row``."""
        ...


class Made:
    """The order of a new file: structs and fields of this origin are written by their rows."""

    def entries(self, row: int) -> tuple[Entry, ...]:  # noqa: ARG002
        """Nothing: what is made has its fields from the beginning."""
        return ()

    def find(self, row: int, label: str) -> Entry | None:  # noqa: ARG002
        """Nothing, as well."""
        return None


class Body:
    """The number and the fields of one struct; never changed once it is made.

    A struct of a file reads its fields when they are first asked for. ``origin`` and ``row`` say
    where it, or the one that it is an edited copy of, stood: the writer keeps that order.
    """

    __slots__ = ("_entries", "_places", "id", "origin", "row")

    def __init__(
        self,
        struct_id: int,
        entries: tuple[Entry, ...] | None,
        origin: Origin | None = None,
        row: int = NO_ROW,
    ) -> None:
        self.id = struct_id
        self.origin = origin
        self.row = row
        self._entries = entries
        self._places: dict[str, int] | None = None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All fields in the order of the file."""
        if self._entries is None:
            self._entries = self.origin.entries(self.row) if self.origin else ()
        return self._entries

    @property
    def places(self) -> dict[str, int]:
        """Label → the number of its first field."""
        if self._places is None:
            places: dict[str, int] = {}
            for number, entry in enumerate(self.entries):
                places.setdefault(entry.label, number)
            self._places = places
        return self._places

    def find(self, label: str) -> Entry | None:
        """The first field of that label; None where there is none.

        Of a template with dozens of fields mostly a few are asked for, and only these are read.
        """
        if self._entries is None and self._places is None and self.origin:
            found = self.origin.find(self.row, label)
            if found is None or isinstance(found.data, bytes):
                return found  # structs are not: there must be only one of each
        number = self.places.get(label)
        return None if number is None else self.entries[number]

    def is_as_read(self, origin: Origin) -> bool:
        """True when it is sure that the fields are those in ``row`` of ``origin``."""
        return self.origin is origin and self._entries is None

    def with_entries(self, entries: tuple[Entry, ...]) -> Body:
        """The same struct with other fields, still at home where it was."""
        return Body(self.id, entries, self.origin, self.row)

    def placed(self, origin: Origin, row: int, field_rows: Iterator[int]) -> Body:
        """The same struct in ``row`` of a new file, its fields in the next of ``field_rows``."""
        entries = tuple([entry._replace(row=next(field_rows)) for entry in self.entries])
        return Body(self.id, entries, origin, row)

    def with_id(self, struct_id: int) -> Body:
        """The same fields under another number."""
        return Body(struct_id, self.entries, self.origin, self.row)


def same_content(one: Body, other: Body) -> bool:
    """True when both would be written the same: ids, labels, types, and the bytes of values."""
    pairs: list[tuple[Body, Body]] = [(one, other)]
    while pairs:
        a, b = pairs.pop()
        if a is b:
            continue
        if a.id != b.id or len(a.entries) != len(b.entries):
            return False
        for x, y in zip(a.entries, b.entries, strict=True):
            if x.label != y.label or x.type != y.type or len(x.children) != len(y.children):
                return False
            if isinstance(x.data, bytes):
                if x.data != y.data:
                    return False
            else:
                pairs += zip(x.children, y.children, strict=True)
    return True


def body_key(body: Body) -> tuple[object, ...]:
    """A key that is equal for what `same_content`, and can be looked up."""
    fields = (
        (
            entry.label,
            int(entry.type),
            entry.data
            if isinstance(entry.data, bytes)
            else tuple(body_key(child) for child in entry.children),
        )
        for entry in body.entries
    )
    return (body.id, *fields)
