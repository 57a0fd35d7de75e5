"""Whether the tables of a file make a tree of values: all of it, when the file is read.

After this, structs are made one by one when they are asked for, and none of them can fail.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.byteview import ByteView
from kotorlevel.core.errors import Problem
from kotorlevel.core.text import printable
from kotorlevel.formats.gff.levels import LevelFields, Levels, Numbers, first, read_words
from kotorlevel.formats.gff.values import HEAD_SIZES, LONGEST_RESREF, GffType, find_localized_end

if TYPE_CHECKING:
    from kotorlevel.formats.gff.stored_tables import GffTables

_HEADS = np.array([HEAD_SIZES.get(kind, 0) for kind in GffType], np.int64)
_STRREF_SIZE = 4
# Plain numbers: arrays are slow to compare with members of an enumeration.
_STRING, _VOID, _RESREF, _STRREF, _LOCALIZED = (
    int(kind)
    for kind in (
        GffType.STRING,
        GffType.VOID,
        GffType.RESREF,
        GffType.STRREF,
        GffType.LOCALIZED,
    )
)

# Values may share bytes (a tool may store equal texts once), which a small file could use to stand
# for gigabytes: together they may take four times the file, and some more in small ones.
_SHARING = 4
_ALLOWANCE = 1 << 20


def check_tree(tables: GffTables, view: ByteView) -> list[Problem]:
    """What is readable but wrong: one problem a kind, however often it occurs.

    Raises `FormatError` where a struct or a value cannot be read.
    """
    check = _TreeCheck(tables, view)
    check.levels.enter_root()
    while True:
        fields = check.levels.fields()
        check.check_fields(fields)
        if not check.levels.enter_children(fields):
            break
    check.note_uses()
    check.note_labels()
    return check.problems()


class _TreeCheck:
    """One pass over a file: what was found, and how many bytes its values take together."""

    def __init__(self, tables: GffTables, view: ByteView) -> None:
        self.tables = tables
        self.levels = Levels(tables, view)
        self._found: dict[str, tuple[Problem, int]] = {}
        self._data = np.frombuffer(tables.field_data, "u1")
        self._value_bytes = 0
        self._most_bytes = _SHARING * len(view) + _ALLOWANCE
        self._field_uses = np.zeros(len(tables.fields), np.int64)
        self._struct_uses = np.zeros(len(tables.structs), np.int64)
        numbers: dict[str, int] = {}
        self._label_numbers = np.array(
            [numbers.setdefault(text, len(numbers)) for text in tables.texts], np.int64
        )

    def check_fields(self, fields: LevelFields) -> None:
        """Types, labels and values of the fields of the current level."""
        np.add.at(self._struct_uses, self.levels.path[-1].rows, 1)
        np.add.at(self._field_uses, fields.rows, 1)
        labels = len(self.tables.labels)
        if (bad := first(fields.labels >= labels)) is not None:
            text = f"label {fields.labels[bad]:,} does not exist, there are {labels:,}"
            raise self.levels.field_error(fields, bad, text)
        if (bad := first(fields.types >= len(GffType))) is not None:
            text = f"type {fields.types[bad]:,} is not known; the last is {max(GffType)}"
            raise self.levels.field_error(fields, bad, text)
        self._note_repeats(fields)
        self._check_values(fields)

    # Values

    def _check_values(self, fields: LevelFields) -> None:
        heads = _HEADS[fields.types]
        starts = np.where(heads > 0, fields.data, 0)  # the others hold their value themselves
        ends = starts + heads
        self._refuse_outside(fields, ends)
        self._add_lengths(fields, ends)
        self._refuse_outside(fields, ends)
        self._count_bytes(fields, int((ends - starts).sum()), 0)
        self._check_localized(fields)

    def _refuse_outside(self, fields: LevelFields, ends: Numbers) -> None:
        if (bad := first(ends > len(self._data))) is not None:
            text = (
                f"the value ends at 0x{ends[bad]:x} of the field data, "
                f"which are 0x{len(self._data):x} bytes long"
            )
            raise self.levels.field_error(fields, bad, text)

    def _add_lengths(self, fields: LevelFields, ends: Numbers) -> None:
        """Add to ``ends`` what the lengths of texts and other bytes say."""
        texts = (fields.types == _STRING) | (fields.types == _VOID)
        ends[texts] += read_words(self._data, fields.data[texts])
        names = np.flatnonzero(fields.types == _RESREF)
        lengths = self._data[fields.data[names]].astype(np.int64)
        ends[names] += lengths
        long = names[lengths > LONGEST_RESREF]
        self._note_fields(
            "long-name", fields, long, f"a resource name of more than {LONGEST_RESREF} letters"
        )
        lines = np.flatnonzero(fields.types == _STRREF)
        odd = lines[read_words(self._data, fields.data[lines]) != _STRREF_SIZE]
        self._note_fields("size", fields, odd, "says another size than it has")

    def _check_localized(self, fields: LevelFields) -> None:
        """Walk through every localized text: where it ends is only known there."""
        data = self.tables.field_data
        numbers = np.flatnonzero(fields.types == _LOCALIZED)
        if not len(numbers):
            return
        starts = fields.data[numbers]
        stated = starts + 4 + read_words(self._data, starts)
        counts = read_words(self._data, starts + 8)
        ends = starts + HEAD_SIZES[GffType.LOCALIZED]
        for place in np.flatnonzero(counts).tolist():
            end = find_localized_end(data, int(starts[place]))
            if end is None:
                text = f"its {counts[place]:,} texts leave the field data"
                raise self.levels.field_error(fields, int(numbers[place]), text)
            self._count_bytes(fields, end - int(starts[place]), int(numbers[place]))
            ends[place] = end
        self._note_fields("size", fields, numbers[stated != ends], "says another size than it has")

    def _count_bytes(self, fields: LevelFields, more: int, number: int) -> None:
        self._value_bytes += more
        if self._value_bytes > self._most_bytes:
            text = "the values up to here share too many bytes"
            raise self.levels.field_error(fields, number, text)

    # Problems

    def problems(self) -> list[Problem]:
        """What was noted, with the number of times where it was more than once."""
        return [
            replace(problem, text=f"{problem.text} ({count:,} times)") if count > 1 else problem
            for problem, count in self._found.values()
        ]

    def _note(self, problem: Problem, count: int = 1) -> None:
        before, so_far = self._found.get(problem.code, (problem, 0))
        self._found[problem.code] = (before, so_far + count)

    def _note_fields(self, code: str, fields: LevelFields, numbers: Numbers, text: str) -> None:
        """Note ``text`` about the fields of these ``numbers``."""
        if len(numbers):
            name = printable(self.levels.field_name(fields, int(numbers[0])), 120)
            offset = self.tables.field_offset(int(fields.rows[numbers[0]]))
            problem = Problem(f"{name}: {text}", "fields", offset, code=code)
            self._note(problem, len(numbers))

    def _note_repeats(self, fields: LevelFields) -> None:
        """Note fields behind another of the same label in the same struct."""
        labels = self._label_numbers[fields.labels]
        keys = fields.owners * (len(self.tables.labels) + 1) + labels
        order = np.argsort(keys, kind="stable")
        repeats = order[1:][keys[order[1:]] == keys[order[:-1]]]
        text = "the label occurs before in the same struct; the first counts"
        self._note_fields("repeated-label", fields, np.sort(repeats), text)

    def note_uses(self) -> None:
        """Note structs and fields that stand in several places, or in none."""
        for section, uses, offset in (
            ("structs", self._struct_uses, self.tables.struct_offset),
            ("fields", self._field_uses, self.tables.field_offset),
        ):
            what = section.removesuffix("s")
            for code, rows, text in (
                ("shared", np.flatnonzero(uses > 1), "stands in several places, read as copies"),
                ("unused", np.flatnonzero(uses == 0), "is not part of the tree; an edit drops it"),
            ):
                if len(rows):
                    place = offset(int(rows[0]))
                    text = f"{what} {rows[0]} {text}"
                    problem = Problem(text, section, place, code=f"{code}-{what}")
                    self._note(problem, len(rows))

    def note_labels(self) -> None:
        """Note labels with something behind their end, which an edit drops."""
        for row, label in enumerate(self.tables.labels.tolist()):
            if b"\0" in label:
                offset = int(self.tables.header["label_offset"]) + 16 * row
                text = f"letters behind the end of '{printable(self.tables.texts[row])}'"
                self._note(Problem(text, "labels", offset, code="label-rest"))
