"""Names on a map, placed so that none covers another."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kotorlevel.view.map_scale import Box
from kotorlevel.view.map_shapes import Dot, Words, line, rectangle
from kotorlevel.view.map_text import text_width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kotorlevel.view.map_shapes import Shape
    from kotorlevel.view.map_theme import Theme

_SIZES = (1.0, 0.85, 0.72)
_NEAR = (range(2), range(2, 5), range(5, 26))
"""Rings about a place: those of one group are tried in every size before the next."""
_DIRECTIONS = 16
_FAR = 1.6
"""Heights of a line: a name farther from its place than this gets a leader line."""


@dataclass(frozen=True)
class Tag:
    """A name that wants to have its middle at (x, y).

    ``chip`` is the colour of a square before it, if any.
    """

    text: str
    x: float
    y: float
    size: float
    color: str
    chip: str = ""
    bold: bool = False

    def box(self, x: float, y: float, share: float) -> Box:
        """The room that it takes with its middle at (x, y)."""
        size = self.size * share
        width = text_width(self.text, size, self.bold) + (size if self.chip else 0)
        return Box(x - width / 2, y - size * 0.62, width, size * 1.24)


@dataclass
class Crowd:
    """Boxes that are taken, in a coarse grid, so that asking stays quick."""

    cell: float
    _cells: dict[tuple[int, int], list[Box]] = field(default_factory=lambda: defaultdict(list))

    def add(self, box: Box) -> None:
        """Take this box."""
        for key in self._keys(box):
            self._cells[key].append(box)

    def is_free(self, box: Box) -> bool:
        """True when nothing that was taken overlaps ``box``."""
        return not any(
            box.overlaps(other)
            for key in self._keys(box)
            if key in self._cells
            for other in self._cells[key]
        )

    def _keys(self, box: Box) -> Iterator[tuple[int, int]]:
        columns = range(int(box.x // self.cell), int((box.x + box.width) // self.cell) + 1)
        rows = range(int(box.y // self.cell), int((box.y + box.height) // self.cell) + 1)
        return ((column, row) for column in columns for row in rows)


@dataclass(frozen=True)
class Placed:
    """A tag with its ``box``, and the ``share`` of its size that it has there."""

    tag: Tag
    box: Box
    share: float


def place_tags(tags: list[Tag], crowd: Crowd, panel: Box) -> list[Placed]:
    """The tags that fit into the panel, each as near to its place as there is room for it."""
    placed = []
    for tag in tags:
        found = _find_room(tag, crowd, panel)
        if found is not None:
            crowd.add(found.box)
            placed.append(found)
    return placed


def _find_room(tag: Tag, crowd: Crowd, panel: Box) -> Placed | None:
    """Near its place in any size, rather than far away in the full one."""
    tried = [(share, ring) for rings in _NEAR for share in _SIZES for ring in rings]
    for share, ring in tried:
        for x, y in _around(tag, ring):
            box = tag.box(x, y, share)
            if box.within(panel) and crowd.is_free(box):
                return Placed(tag, box, share)
    return None


def _around(tag: Tag, ring: int) -> Iterator[tuple[float, float]]:
    """Places on a ring about where the tag wants to be; names are wide, so the ring is, too."""
    if not ring:
        yield tag.x, tag.y
        return
    reach = ring * tag.size * 0.6
    for number in range(_DIRECTIONS):
        # Below and above first: there a name covers the least.
        angle = math.pi / 2 + math.tau * number / _DIRECTIONS * (-1 if number % 2 else 1)
        yield tag.x + 1.5 * reach * math.cos(angle), tag.y + reach * math.sin(angle)


def draw_tags(placed: list[Placed], theme: Theme, unit: float) -> list[Shape]:
    """The tags, with leader lines to those that stand aside."""
    shapes: list[Shape] = []
    for each in placed:
        shapes += _leader(each, theme, unit)
    for each in placed:
        shapes += _label(each, theme, unit)
    return shapes


def _label(each: Placed, theme: Theme, unit: float) -> list[Shape]:
    tag, size = each.tag, each.tag.size * each.share
    x, middle = each.box.x, each.box.y + each.box.height / 2
    shapes: list[Shape] = []
    if tag.chip:
        edge, rim = 0.62 * size, 2 * unit
        top = middle - edge / 2
        shapes.append(rectangle(x - rim, top - rim, edge + 2 * rim, edge + 2 * rim, theme.panel))
        shapes.append(rectangle(x, top, edge, edge, tag.chip))
        x += size * 0.86
    base = middle + 0.35 * size
    shapes.append(Words(x, base, tag.text, size, tag.color, "start", tag.bold, theme.panel))
    return shapes


def _leader(each: Placed, theme: Theme, unit: float) -> list[Shape]:
    tag, box = each.tag, each.box
    x = min(max(tag.x, box.x), box.x + box.width)
    y = min(max(tag.y, box.y), box.y + box.height)
    if math.hypot(x - tag.x, y - tag.y) < _FAR * tag.size:
        return []
    return [
        line([(tag.x, tag.y), (x, y)], theme.panel, 4 * unit),
        line([(tag.x, tag.y), (x, y)], theme.ink, 1.5 * unit),
        Dot(tag.x, tag.y, 3.5 * unit, theme.ink),
    ]
