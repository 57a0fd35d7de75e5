"""The tree of structs, one level at a time: who stands in whom, as arrays.

NumPy takes a whole level at once, which makes checking a file much cheaper than making its structs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.core.byteview import ByteView
from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable
from kotorlevel.formats.gff.structs import DEEPEST
from kotorlevel.formats.gff.values import GffType

if TYPE_CHECKING:
    from kotorlevel.formats.gff.stored_tables import GffTables

Numbers = np.ndarray[Any, np.dtype[np.int64]]
"""(n,) int64: wide enough for whatever u32 numbers of a file add up to."""

# Structs and fields that stand in several places are read as copies. No tool is known to share
# them, and each level could double them: twice what the tables hold, and some more in small files.
_SHARING = 2
_ALLOWANCE = 1000
_WORD = 4
_STRUCT, _LIST = int(GffType.STRUCT), int(GffType.LIST)
_LONGEST_NAME = 120


@dataclass(frozen=True, eq=False)
class Level:
    """The structs at one depth, each as often as it is reached.

    ``rows`` are their rows. ``parents`` are places in the level above, ``labels`` the label of the
    field there, and ``items`` their number in its list, -1 where the field is no list.
    """

    rows: Numbers
    parents: Numbers
    labels: Numbers
    items: Numbers


@dataclass(frozen=True, eq=False)
class LevelFields:
    """All fields of a level's structs: ``owners`` are places in the level."""

    owners: Numbers
    rows: Numbers
    types: Numbers
    labels: Numbers
    data: Numbers


class Levels:
    """The levels down to the current one, and the way from there back to the root.

    Everything is checked before it is used: a row outside its table, or a struct inside itself, is
    an error that names the struct's place.
    """

    def __init__(self, tables: GffTables, view: ByteView) -> None:
        self.tables = tables
        self.view = view
        self.path: list[Level] = []
        self._structs_met = 0
        self._fields_met = 0
        self._indices = np.frombuffer(tables.field_indices, "u1")
        self._lists = np.frombuffer(tables.list_indices, "u1")

    def enter_root(self) -> None:
        """Make the level of struct 0, the root, the current one."""
        if not len(self.tables.structs):
            raise self.view.error("there are no structs, not even the root", "structs", 12)
        zero = np.zeros(1, np.int64)
        self._enter(Level(zero, zero, zero, zero))

    def enter_children(self, fields: LevelFields) -> bool:
        """Make the structs in ``fields`` the current level; False when there are none."""
        singles = np.flatnonzero(fields.types == _STRUCT)
        lists = np.flatnonzero(fields.types == _LIST)
        counts = self._list_lengths(fields, lists)
        self._count_structs(len(singles) + int(counts.sum()))
        which, items = _spread(counts)
        holders = np.concatenate([singles, lists[which]])
        places = fields.data[lists][which] + _WORD * (items + 1)
        rows = np.concatenate([fields.data[singles], read_words(self._lists, places)])
        self._check_rows(rows, fields, holders)
        if not len(rows):
            return False
        items = np.concatenate([np.full(len(singles), -1, np.int64), items])
        self._enter(Level(rows, fields.owners[holders], fields.labels[holders], items))
        return True

    def _enter(self, level: Level) -> None:
        self.path.append(level)
        if len(self.path) > DEEPEST:
            text = f"structs stand inside each other more than {DEEPEST} deep"
            raise self._endless(0, text)

    def fields(self) -> LevelFields:
        """The fields of the current level's structs."""
        structs = self.tables.structs[self.path[-1].rows]
        counts, starts = structs["count"].astype(np.int64), structs["data"].astype(np.int64)
        self._check_indices(starts, counts)
        self._count_fields(counts)
        owners, items = _spread(counts)
        rows = starts[owners]  # one field: its row; several: where their rows stand
        listed = counts[owners] > 1
        rows[listed] = read_words(self._indices, rows[listed] + _WORD * items[listed])
        if (bad := first(rows >= len(self.tables.fields))) is not None:
            text = f"field {rows[bad]:,} does not exist, there are {len(self.tables.fields):,}"
            raise self.error(int(owners[bad]), text)
        fields = self.tables.fields[rows]
        types, labels, data = (fields[n].astype(np.int64) for n in ("type", "label", "data"))
        return LevelFields(owners, rows, types, labels, data)

    # Checks

    def _check_indices(self, starts: Numbers, counts: Numbers) -> None:
        ends = starts + _WORD * counts
        if (bad := first((counts > 1) & (ends > len(self._indices)))) is not None:
            text = (
                f"the rows of {counts[bad]:,} fields end at 0x{ends[bad]:x} of the field indices, "
                f"which are 0x{len(self._indices):x} bytes long"
            )
            raise self.error(bad, text)

    def _list_lengths(self, fields: LevelFields, lists: Numbers) -> Numbers:
        """The number of structs in each list."""
        starts = fields.data[lists]
        size = len(self._lists)
        if (bad := first(starts + _WORD > size)) is not None:
            text = f"the list begins at 0x{starts[bad]:x} of the list indices, which are"
            raise self.field_error(fields, int(lists[bad]), f"{text} 0x{size:x} bytes long")
        counts = read_words(self._lists, starts)
        ends = starts + _WORD * (counts + 1)
        if (bad := first(ends > size)) is not None:
            text = f"{counts[bad]:,} structs end at 0x{ends[bad]:x} of the list indices, which are"
            raise self.field_error(fields, int(lists[bad]), f"{text} 0x{size:x} bytes long")
        return counts

    def _check_rows(self, rows: Numbers, fields: LevelFields, holders: Numbers) -> None:
        if (bad := first(rows >= len(self.tables.structs))) is not None:
            text = f"struct {rows[bad]:,} does not exist, there are {len(self.tables.structs):,}"
            raise self.field_error(fields, int(holders[bad]), text)

    def _count_structs(self, more: int) -> None:
        self._structs_met += more
        if self._structs_met > _SHARING * len(self.tables.structs) + _ALLOWANCE:
            commonest = np.bincount(self.path[-1].rows).argmax()
            place = int((self.path[-1].rows == commonest).argmax())
            raise self._endless(place, "the structs inside it stand in too many other places")

    def _count_fields(self, counts: Numbers) -> None:
        self._fields_met += int(counts.sum())
        if self._fields_met > _SHARING * len(self.tables.fields) + _ALLOWANCE:
            raise self._endless(int(counts.argmax()), "its fields belong to too many other structs")

    # Places

    def error(self, place: int, text: str) -> FormatError:
        """An error about the struct at ``place`` of the current level."""
        row = int(self.path[-1].rows[place])
        name = printable(self.name(place) or "the root", _LONGEST_NAME)
        return self.view.error(f"{name}: {text}", "structs", self.tables.struct_offset(row))

    def field_error(self, fields: LevelFields, number: int, text: str) -> FormatError:
        """An error about field ``number`` of ``fields``."""
        row = int(fields.rows[number])
        name = printable(self.field_name(fields, number), _LONGEST_NAME)
        return self.view.error(f"{name}: {text}", "fields", self.tables.field_offset(row))

    def field_name(self, fields: LevelFields, number: int) -> str:
        """The place of a field of the current level: ``Door List[3].X``."""
        above = self.name(int(fields.owners[number]))
        label = self._label(int(fields.labels[number]))
        return f"{above}.{label}" if above else label

    def name(self, place: int) -> str:
        """The place of a struct of the current level: ``Door List[3]``; the root's is empty."""
        parts: list[str] = []
        for level in reversed(self.path[1:]):
            item = int(level.items[place])
            label = self._label(int(level.labels[place]))
            parts.append(label if item < 0 else f"{label}[{item}]")
            place = int(level.parents[place])
        return ".".join(reversed(parts))

    def _label(self, row: int) -> str:
        texts = self.tables.texts
        return printable(texts[row]) if row < len(texts) else f"(label {row})"

    def _endless(self, place: int, otherwise: str) -> FormatError:
        """The error for a tree that does not end: a struct inside itself, or ``otherwise``."""
        rows: list[int] = []
        above = place
        for level in reversed(self.path):
            rows.append(int(level.rows[above]))
            above = int(level.parents[above])
        inner = next((row for number, row in enumerate(rows) if row in rows[number + 1 :]), None)
        if inner is None:
            name = printable(self.name(place) or "the root", _LONGEST_NAME)
            offset = self.tables.struct_offset(rows[0])
            return self.view.error(f"{name}: {otherwise}", "structs", offset)
        text = f"struct {inner} stands inside itself"
        return self.view.error(text, "structs", self.tables.struct_offset(inner))


def first(bad: np.ndarray[Any, np.dtype[np.bool_]]) -> int | None:
    """The place of the first True; None if there is none."""
    return int(bad.argmax()) if bad.any() else None


def read_words(data: np.ndarray[Any, np.dtype[np.uint8]], places: Numbers) -> Numbers:
    """The u32 numbers at ``places`` (n,) of ``data``, which need not be multiples of four."""
    if not len(places):
        return np.empty(0, np.int64)
    total = data[places].astype(np.int64)
    for byte in range(1, _WORD):
        total += data[places + byte].astype(np.int64) << (8 * byte)
    return total


def _spread(counts: Numbers) -> tuple[Numbers, Numbers]:
    """For each of ``counts`` things: the number of its owner, and its number there."""
    owners = np.repeat(np.arange(len(counts), dtype=np.int64), counts)
    starts = np.cumsum(counts) - counts
    return owners, np.arange(len(owners), dtype=np.int64) - starts[owners]
