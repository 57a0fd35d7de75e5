"""The conflicts of a map in words: their numbers, and what each side has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kotorlevel.core.text import printable
from kotorlevel.view.colors import SEVERITIES
from kotorlevel.view.map.columns import Item, draw_columns
from kotorlevel.view.map.shapes import Dot, Layer, Shape, Words, cut_text, wrap_text

if TYPE_CHECKING:
    from kotorlevel.area.edit.merge.three_way import Conflict
    from kotorlevel.view.colors import Theme

MARGIN = 44
SIDES = {"a": SEVERITIES["info"], "b": SEVERITIES["warning"]}
"""The colours of both sides: A is blue, B amber."""
_MOST = 60
"""Conflicts in the list; others are on the map alone."""


def draw_conflict_list(
    conflicts: Sequence[Conflict], page_width: float, y: float, theme: Theme, unit: float
) -> tuple[Layer, float]:
    """The conflicts in words from height ``y`` down, and how far down they reach."""
    columns = 1 if len(conflicts) <= 3 else 2
    shown = [*enumerate(conflicts[:_MOST], 1)]

    def draw(item: tuple[int, Conflict], x: float, top: float, width: float) -> Item:
        sides, end = _sides(item[1], x + 52 * unit, top + 34 * unit, width, theme, unit)
        return [*_head(*item, x, top, width, theme, unit), *sides], end - top

    box = MARGIN * unit, y, page_width - 2 * MARGIN * unit
    shapes, bottom = draw_columns(shown, columns, box, unit, draw)
    if len(conflicts) > len(shown):
        text = f"and {len(conflicts) - len(shown):,} more"
        shapes.append(Words(MARGIN * unit, bottom + 18 * unit, text, 19 * unit, theme.muted))
        bottom += 34 * unit
    return Layer("list", tuple(shapes)), bottom


def _head(
    number: int, conflict: Conflict, x: float, y: float, width: float, theme: Theme, unit: float
) -> list[Shape]:
    """The number, and what it is about."""
    reason = f" ({conflict.reason})" if conflict.reason else ""
    title = printable(conflict.title + reason, 200)
    title = cut_text(title, 21 * unit, (width - 52 * unit) / 1.08)
    size = (18 if number < 100 else 14) * unit
    middle = x + 18 * unit
    return [
        Dot(middle, y, 16 * unit, theme.ink),
        Words(middle, y + 0.36 * size, str(number), size, theme.page, "middle", bold=True),
        Words(x + 52 * unit, y + 7 * unit, title, 21 * unit, theme.ink, bold=True),
    ]


def _sides(
    conflict: Conflict, x: float, y: float, width: float, theme: Theme, unit: float
) -> tuple[list[Shape], float]:
    """What each side has; and where the next conflict begins."""
    shapes: list[Shape] = []
    size = 19 * unit
    for side, text in (("a", conflict.a), ("b", conflict.b)):
        kept = " (taken)" if conflict.taken == side else ""
        shapes.append(Words(x, y, side.upper(), size, SIDES[side], bold=True))
        for part in wrap_text(printable(text, 300) + kept, size, width - 84 * unit, 2):
            shapes.append(Words(x + 28 * unit, y, part, size, theme.ink))
            y += 25 * unit
    return shapes, y + 26 * unit
