"""Findings on a map: numbered marks at their places, and the list that explains the numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from kotorlevel.core.text import printable
from kotorlevel.view.colors import SEVERITIES, Severity, Theme
from kotorlevel.view.map.columns import Item, count_columns, draw_columns
from kotorlevel.view.map.scale import Box, Projection
from kotorlevel.view.map.shapes import Dot, Layer, Lines, Shape, Words, cut_text, line, wrap_text

if TYPE_CHECKING:
    from kotorlevel.view.map.floor import MapFaces
    from kotorlevel.view.map.labels import Crowd

MOST_NUMBERED = 60
"""Findings with a number on the map, which are those of the list; others get a dot."""
"""Findings in a column of the list, before there is another one."""
_OUTLINED = 40
"""Faces or edges of a finding that are outlined; more of them would cover everything."""
_MOST_OF_IT = 0.3
"""Share of a room's faces, the same."""
_RADIUS = 15


def severity_color(finding: dict[str, Any]) -> str:
    """Red, amber or blue."""
    return SEVERITIES[cast("Severity", finding["severity"])]


def draw_found(
    findings: list[dict[str, Any]], faces: MapFaces, projection: Projection, unit: float
) -> Layer:
    """The faces and edges that findings are about, outlined; the worst on top."""
    shapes: list[Shape] = []
    rooms = faces.scene.document["rooms"]
    for finding in reversed(findings):
        if finding["room"] is None:
            continue
        first, count = rooms[finding["room"]]["faces"]
        own = np.array(finding["faces"], np.int64)
        own = own[(own >= 0) & (own < count)] + first
        if len(own) > min(_OUTLINED, max(_MOST_OF_IT * count, 2)):
            own = own[:0]
        runs = [projection(faces.corners[face][[0, 1, 2, 0]]) for face in own.tolist()]
        edges = np.array(finding["edges"][:_OUTLINED], np.int64)
        edges = edges[(edges >= 0) & (edges < 3 * count)] + 3 * first
        thick = [
            projection(faces.corners[edge // 3][[edge % 3, (edge + 1) % 3]])
            for edge in edges.tolist()
        ]
        color = severity_color(finding)
        shapes += [Lines(tuple(runs), color, 2.5 * unit)] if runs else []
        shapes += [Lines(tuple(thick), color, 6 * unit)] if thick else []
    return Layer("found", tuple(shapes))


@dataclass(frozen=True)
class Mark:
    """The mark of a finding at (x, y); what it is about is at (``to_x``, ``to_y``)."""

    finding: dict[str, Any]
    x: float
    y: float
    to_x: float
    to_y: float


def place_marks(
    findings: list[dict[str, Any]], projection: Projection, crowd: Crowd, panel: Box, unit: float
) -> list[Mark]:
    """Marks for the findings that have a place, moved aside where they would cover each other."""
    marks = []
    radius = _RADIUS * unit
    for finding in [each for each in findings[:MOST_NUMBERED] if each["at"] is not None]:
        to_x, to_y = projection.place(finding["at"])
        x, y = find_free_place(to_x, to_y, radius, crowd, panel)
        crowd.add(_box(x, y, radius))
        marks.append(Mark(finding, x, y, to_x, to_y))
    return marks


def find_free_place(
    x: float, y: float, radius: float, crowd: Crowd, panel: Box
) -> tuple[float, float]:
    """The nearest free place for a mark; its own where there is none."""
    for ring in range(12):
        for number in range(1 if not ring else 6 * ring):
            angle = -math.pi / 4 + math.tau * number / max(6 * ring, 1)
            reach = ring * radius * 1.2
            at = x + reach * math.cos(angle), y + reach * math.sin(angle)
            box = _box(*at, radius)
            if box.within(panel) and crowd.is_free(box):
                return at
    return x, y


def _box(x: float, y: float, radius: float) -> Box:
    return Box(x - radius, y - radius, 2 * radius, 2 * radius)


def draw_marks(
    findings: list[dict[str, Any]],
    marks: list[Mark],
    projection: Projection,
    theme: Theme,
    unit: float,
) -> Layer:
    """Discs with numbers, and dots for findings that are too many to be numbered."""
    shapes: list[Shape] = []
    for finding in [each for each in findings[MOST_NUMBERED:] if each["at"] is not None]:
        x, y = projection.place(finding["at"])
        shapes.append(Dot(x, y, 5 * unit, severity_color(finding), theme.panel, 1.5 * unit))
    for mark in marks:
        if (mark.x, mark.y) != (mark.to_x, mark.to_y):
            color = severity_color(mark.finding)
            shapes.append(line([(mark.x, mark.y), (mark.to_x, mark.to_y)], color, 2 * unit))
            shapes.append(Dot(mark.to_x, mark.to_y, 4 * unit, color, theme.panel, 1 * unit))
    for mark in marks:
        shapes += _disc(mark.x, mark.y, mark.finding, theme, unit)
    return Layer("findings", tuple(shapes))


def _disc(x: float, y: float, finding: dict[str, Any], theme: Theme, unit: float) -> list[Shape]:
    """A number on a disc; on a ring where the finding has no place on the map."""
    color = severity_color(finding)
    text = finding.get("label", str(finding["number"]))
    size = (19 if len(text) < 3 else 15) * unit
    is_placed = finding["at"] is not None
    fill, ink = (color, "#ffffff") if is_placed else (theme.page, color)
    rim = "#ffffff" if is_placed else color
    return [
        Dot(x, y, _RADIUS * unit, fill, rim, 2 * unit),
        Words(x, y + 0.36 * size, text, size, ink, "middle", bold=True),
    ]


def draw_list(
    findings: list[dict[str, Any]], x: float, y: float, width: float, theme: Theme, unit: float
) -> tuple[Layer, float]:
    """The findings in words from (x, y) down, and how far down they reach."""
    shown = findings[:MOST_NUMBERED]
    shapes: list[Shape] = [Words(x, y + 8 * unit, "Findings", 24 * unit, theme.ink, bold=True)]
    if any(finding["at"] is None for finding in shown):
        about = "a ring stands for a whole file, or for what has no place on the map"
        shapes.append(Words(x + 130 * unit, y + 8 * unit, about, 18 * unit, theme.muted))
    y += 34 * unit

    def draw(finding: dict[str, Any], left: float, top: float, wide: float) -> Item:
        return _item(finding, left, top, wide, theme, unit)

    box = x, y, width
    items, bottom = draw_columns(shown, count_columns(len(shown)), box, unit, draw)
    shapes += items
    if len(findings) > len(shown):
        text = (
            f"and {len(findings) - len(shown):,} more, without a number: "
            "kotorlevel check lists all of them"
        )
        shapes.append(Words(x, bottom + 18 * unit, text, 19 * unit, theme.muted))
        bottom += 34 * unit
    return Layer("list", tuple(shapes)), bottom


_TEXT = 20
_LINE = 26


def _item(
    finding: dict[str, Any], x: float, y: float, width: float, theme: Theme, unit: float
) -> Item:
    """The number, what is wrong, the rule, the file and whether it can be fixed; and its height."""
    shapes = _disc(x + _RADIUS * unit, y + _RADIUS * unit, finding, theme, unit)
    left = x + 48 * unit
    base = y + 21 * unit
    lines = wrap_text(printable(finding["text"], 300), _TEXT * unit, width - 48 * unit, 2)
    for text in lines:
        shapes.append(Words(left, base, text, _TEXT * unit, theme.ink))
        base += _LINE * unit
    fix = {"safe": "can be fixed", "unsafe": "can be fixed with --unsafe"}.get(finding["fix"])
    parts = [finding["rule"], printable(finding["file"], 60), fix]
    small = cut_text("  ·  ".join(part for part in parts if part), 17 * unit, width - 48 * unit)
    shapes.append(Words(left, base - 1 * unit, small, 17 * unit, theme.muted))
    return shapes, (len(lines) * _LINE + 24 + 20) * unit
