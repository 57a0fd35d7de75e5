"""2DA tables of two versions, cell by cell; rows go by number, as in the games."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kotorlevel.area.edit.merge.three_way import choose_form
from kotorlevel.core.words import count_of

if TYPE_CHECKING:
    from kotorlevel.area.edit.merge.three_way import Judge
    from kotorlevel.formats.twoda import TwoDA

_Row = tuple[str, ...]


def merge_tables(judge: Judge, a: TwoDA, b: TwoDA, base: TwoDA | None) -> TwoDA:
    """The table of both sides; A's or B's own where it says the same.

    Tables of other columns than the base's, and rows that both added, are one conflict each: other
    files mean rows by their numbers, so none of them may get another one.
    """
    if a.content == b.content:
        old = None if base is None else base.to_bytes()
        return a if choose_form(a.to_bytes(), b.to_bytes(), old, judge.prefer) == "a" else b
    if base is None or not a.columns == b.columns == base.columns or _is_shorter(a, b, base):
        texts = (_tell(each) for each in (a, b))
        return a if judge.settle("table", "", *texts) == "a" else b
    labels, cells = [], []
    for number in range(max(len(a), len(b))):
        label, row = _merge_row(judge, number, a, b, base)
        labels.append(label)
        cells.append(row)
    merged = replace(a, labels=tuple(labels), cells=tuple(cells), problems=())
    return b if merged.content == b.content else merged


def _is_shorter(a: TwoDA, b: TwoDA, base: TwoDA) -> bool:
    return min(len(a), len(b)) < len(base)


def _merge_row(judge: Judge, number: int, a: TwoDA, b: TwoDA, base: TwoDA) -> tuple[str, _Row]:
    mine, theirs, old = (_row(table, number) for table in (a, b, base))
    if mine is None or theirs is None:
        only = mine or theirs
        assert only is not None
        return only
    if old is None:
        if mine == theirs:
            return mine
        texts = (f"row {row[0]!r}: {', '.join(row[1][:3])}" for row in (mine, theirs))
        side = judge.settle("row", "", *texts, name=str(number))
        return mine if side == "a" else theirs
    label = mine[0] if theirs[0] == old[0] else theirs[0]
    columns = zip(a.columns, mine[1], theirs[1], old[1], strict=True)
    cells = [_choose(judge, f"{column} of row {number}", *three) for column, *three in columns]
    return label, tuple(cells)


def _choose(judge: Judge, name: str, a: str, b: str, base: str) -> str:
    if b in (a, base):
        return a
    if a == base:
        return b
    return a if judge.settle("cell", "", repr(a), repr(b), name=name) == "a" else b


def _row(table: TwoDA, number: int) -> tuple[str, _Row] | None:
    return (table.labels[number], table.cells[number]) if number < len(table) else None


def _tell(table: TwoDA) -> str:
    return f"{count_of(len(table), 'row')}, {count_of(len(table.columns), 'column')}"
