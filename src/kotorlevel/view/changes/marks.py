"""Numbers of changes on a map, the list that explains them, and the legend."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kotorlevel.core.text import printable
from kotorlevel.view.changes.shown import COLORS, State, state_of
from kotorlevel.view.colors import Theme, mix
from kotorlevel.view.map.columns import Item, count_columns, draw_columns
from kotorlevel.view.map.findings import find_free_place
from kotorlevel.view.map.legend import Entry
from kotorlevel.view.map.scale import Box, Projection
from kotorlevel.view.map.shapes import (
    Dot,
    Layer,
    Shape,
    Words,
    cut_text,
    line,
    rectangle,
    wrap_text,
)

if TYPE_CHECKING:
    from kotorlevel.area.diff.values import Change
    from kotorlevel.view.map.labels import Crowd

Sign = Callable[[float, float], list[Shape]]

MOST_NUMBERED = 60
_RADIUS = 15
_TEXT, _LINE = 20, 26
_LEGEND: dict[State, str] = {
    "same": "unchanged",
    "added": "new",
    "removed": "gone",
    "painted": "other surface: the new one, strokes of the old",
    "moved": "corners moved",
    "turned": "turned over",
}


@dataclass(frozen=True)
class Mark:
    """The number of a change at (x, y); what it is about is at (``to_x``, ``to_y``)."""

    number: int
    change: Change
    x: float
    y: float
    to_x: float
    to_y: float


def place_marks(
    changes: dict[int, Change], projection: Projection, crowd: Crowd, panel: Box, unit: float
) -> list[Mark]:
    """Marks for the changes that have a place inside of the panel, none over another."""
    marks = []
    radius = _RADIUS * unit
    for number, change in list(changes.items())[:MOST_NUMBERED]:
        if change.at is None or not panel.holds(*projection.place(list(change.at))):
            continue
        to_x, to_y = projection.place(list(change.at))
        x, y = find_free_place(to_x, to_y, radius, crowd, panel)
        crowd.add(Box(x - radius, y - radius, 2 * radius, 2 * radius))
        marks.append(Mark(number, change, x, y, to_x, to_y))
    return marks


def draw_marks(marks: list[Mark], theme: Theme, unit: float) -> Layer:
    """Discs with numbers, and lines to what they are about where they had to move aside."""
    shapes: list[Shape] = []
    for mark in marks:
        if (mark.x, mark.y) != (mark.to_x, mark.to_y):
            color = mark_color(mark.change)
            shapes.append(line([(mark.x, mark.y), (mark.to_x, mark.to_y)], color, 2 * unit))
            shapes.append(Dot(mark.to_x, mark.to_y, 4 * unit, color, theme.panel, unit))
    for mark in marks:
        shapes += _disc(mark.x, mark.y, mark.number, mark.change, unit)
    return Layer("marks", tuple(shapes))


def mark_color(change: Change) -> str:
    """The colour of a change, dark enough for white figures."""
    return mix(COLORS[state_of(change)], "#000000", 0.12)


def _disc(x: float, y: float, number: int, change: Change, unit: float) -> list[Shape]:
    size = (19 if number < 100 else 15) * unit
    return [
        Dot(x, y, _RADIUS * unit, mark_color(change), "#ffffff", 2 * unit),
        Words(x, y + 0.36 * size, str(number), size, "#ffffff", "middle", bold=True),
    ]


def draw_list(
    changes: dict[int, Change], x: float, y: float, width: float, theme: Theme, unit: float
) -> tuple[Layer, float]:
    """The changes in words from (x, y) down, and how far down they reach."""
    shown = list(changes.items())[:MOST_NUMBERED]
    shapes: list[Shape] = [Words(x, y + 8 * unit, "What changed", 24 * unit, theme.ink, bold=True)]
    y += 34 * unit

    def draw(item: tuple[int, Change], left: float, top: float, wide: float) -> Item:
        return _item(*item, left, top, wide, theme, unit)

    box = x, y, width
    items, bottom = draw_columns(shown, count_columns(len(shown)), box, unit, draw)
    shapes += items
    if len(changes) > len(shown):
        text = f"and {len(changes) - len(shown):,} more, without a number"
        shapes.append(Words(x, bottom + 18 * unit, text, 19 * unit, theme.muted))
        bottom += 34 * unit
    return Layer("list", tuple(shapes)), bottom


def _item(
    number: int, change: Change, x: float, y: float, width: float, theme: Theme, unit: float
) -> Item:
    """The number, what changed and where, and the height of that."""
    shapes = _disc(x + _RADIUS * unit, y + _RADIUS * unit, number, change, unit)
    left, base = x + 48 * unit, y + 21 * unit
    lines = wrap_text(printable(change.text, 300), _TEXT * unit, width - 48 * unit, 2)
    for text in lines:
        shapes.append(Words(left, base, text, _TEXT * unit, theme.ink))
        base += _LINE * unit
    where = "  ·  ".join(printable(part, 60) for part in (change.room, change.file) if part)
    small = cut_text(where, 17 * unit, width - 48 * unit)
    shapes.append(Words(left, base - unit, small, 17 * unit, theme.muted))
    return shapes, (len(lines) * _LINE + 24 + 20) * unit


def list_legend(
    states: list[State], changes: dict[int, Change], theme: Theme, unit: float
) -> list[Entry]:
    """What the colours and signs on the map mean, as far as they occur."""
    entries = [Entry(_LEGEND[state], _swatch(state, theme, unit)) for state in states]
    kinds = {change.kind for change in changes.values()}
    signs: tuple[tuple[str, State, str], ...] = (
        ("link-added", "added", "new link"),
        ("link-removed", "removed", "link that is gone"),
        ("link-changed", "moved", "link to another room"),
    )
    for kind, state, text in signs:
        if kind in kinds:
            dash = 8 * unit if state == "removed" else 0.0
            entries.append(Entry(text, _stroke(COLORS[state], dash, unit)))
    return entries


def _swatch(state: State, theme: Theme, unit: float) -> Sign:
    color = COLORS[state]
    pale = color if state == "same" else mix(color, theme.panel, 0.35 if state == "added" else 0.62)

    def sign(x: float, y: float) -> list[Shape]:
        edge = 26 * unit
        left, top = x - edge / 2, y - edge / 2
        frame = [(left, top), (left + edge, top), (left + edge, top + edge), (left, top + edge)]
        shapes: list[Shape] = [rectangle(left, top, edge, edge, pale)]
        if state not in ("same", "added"):
            shapes.append(line([(left, top + edge), (left + edge, top)], color, 2 * unit))
        return [*shapes, line([*frame, frame[0]], color, 2 * unit)]

    return sign


def _stroke(color: str, dash: float, unit: float) -> Sign:
    def sign(x: float, y: float) -> list[Shape]:
        return [line([(x - 15 * unit, y), (x + 15 * unit, y)], color, 7 * unit, dash)]

    return sign
