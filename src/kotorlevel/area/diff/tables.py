"""Two 2DAs cell by cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.area.diff.values import Change
from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from kotorlevel.formats.twoda import TwoDA


def diff_2das(a: TwoDA, b: TwoDA, file: str = "") -> list[Change]:
    """Columns, rows and cells that differ. Rows are known by their number, as the game does."""
    columns_a = {name_key(name): i for i, name in reversed(list(enumerate(a.columns)))}
    columns_b = {name_key(name): i for i, name in reversed(list(enumerate(b.columns)))}
    found = [
        Change("column-removed", file, thing=a.columns[i])
        for key, i in columns_a.items()
        if key not in columns_b
    ]
    found += [
        Change("column-added", file, thing=b.columns[j])
        for key, j in columns_b.items()
        if key not in columns_a
    ]
    both = [(b.columns[j], columns_a[key], j) for key, j in columns_b.items() if key in columns_a]
    for row in range(min(len(a), len(b))):
        found += [
            Change("cell-changed", file, thing=f"row {row}, {name}", old=old, new=new)
            for name, i, j in both
            if (old := a.cells[row][i]) != (new := b.cells[row][j])
        ]
        if a.labels[row] != b.labels[row]:
            old, new = a.labels[row], b.labels[row]
            found.append(Change("cell-changed", file, thing=f"row {row}, label", old=old, new=new))
    found += _rows(a, b, file)
    if a.default != b.default:
        found.append(Change("cell-changed", file, thing="default", old=a.default, new=b.default))
    if not found and a.to_bytes() != b.to_bytes():
        thing = "text or binary" if a.form != b.form else "spaces, order of columns or layout"
        found.append(Change("form-changed", file, thing=thing))
    return found


def _rows(a: TwoDA, b: TwoDA, file: str) -> list[Change]:
    """The rows at the end that one of them has alone."""
    kind, longer, other = ("row-added", b, a) if len(b) > len(a) else ("row-removed", a, b)
    found = []
    for row in range(len(other), len(longer)):
        cells = zip(longer.columns, longer.cells[row], strict=True)
        said = {name: text for name, text in cells if text not in ("", "****")}
        old, new = (None, said) if kind == "row-added" else (said, None)
        found.append(Change(kind, file, thing=f"row {row}", old=old, new=new))
    return found
