"""Names on a map, placed so that none covers another."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.view.map.scale import Box
from kotorlevel.view.map.shapes import Dot, Shape, Words, line, rectangle, text_width

if TYPE_CHECKING:
    from kotorlevel.view.colors import Theme

_SIZES = (1.0, 0.85)
_RINGS = (range(2), range(2, 5), range(5, 8), range(8, 26))
"""Rings about a place: those of one group are tried in every size before the next."""
_NEAR = 3
"""Groups in which a place that no wall crosses is looked for before any other, for most names."""
ANYWHERE = len(_RINGS)
_DIRECTIONS = 16
_FAR = 1.6
"""Heights of a line: a name farther from its place than this gets a leader line."""


@dataclass(frozen=True)
class Tag:
    """A name that wants to have its middle at (x, y).

    ``chip`` is the colour of a square before it, if any; ``near`` how many groups of rings are
    tried for a place that no wall crosses.
    """

    text: str
    x: float
    y: float
    size: float
    color: str
    chip: str = ""
    bold: bool = False
    near: int = _NEAR

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
class Walls:
    """Where walls run, as the squares of a grid that they touch: ``edge`` pixels each."""

    edge: float
    squares: frozenset[tuple[int, int]] = frozenset()

    @staticmethod
    def along(runs: Iterable[NDArray[np.float64]], edge: float) -> Walls:
        """The squares along polylines (n, 2) in pixels."""
        squares: set[tuple[int, int]] = set()
        for run in runs:
            lengths = np.hypot(*np.diff(run, axis=0).T)
            for start, end, length in zip(run[:-1], run[1:], lengths.tolist(), strict=True):
                steps = np.linspace(0, 1, int(length / edge) + 2)[:, None]
                squares |= {(x, y) for x, y in _squares(start + steps * (end - start), edge)}
        return Walls(edge, frozenset(squares))

    def cross(self, box: Box) -> bool:
        """True when a wall runs through ``box``."""
        columns = range(int(box.x // self.edge), int((box.x + box.width) // self.edge) + 1)
        rows = range(int(box.y // self.edge), int((box.y + box.height) // self.edge) + 1)
        return any((column, row) in self.squares for column in columns for row in rows)


def _squares(points: NDArray[np.float64], edge: float) -> list[tuple[int, int]]:
    rows: list[tuple[int, int]] = [
        (x, y) for x, y in np.floor(points / edge).astype(np.int64).tolist()
    ]
    return rows


@dataclass(frozen=True)
class Placed:
    """A tag with its ``box``, and the ``share`` of its size that it has there."""

    tag: Tag
    box: Box
    share: float


def place_tags(
    tags: list[Tag], crowd: Crowd, panel: Box, walls: Walls | None = None
) -> list[Placed]:
    """The tags that fit into the panel, each as near to its place as there is room for it.

    Those that can stay near do not lie across ``walls``.
    """
    placed = []
    hopeless: set[Tag] = set()  # what is full stays full, also for a room of the same name there
    for tag in tags:
        if tag in hopeless:
            continue
        found = _find_room(tag, crowd, panel, walls or Walls(1.0))
        if found is None:
            hopeless.add(tag)
            continue
        crowd.add(found.box)
        placed.append(found)
    return placed


def _find_room(tag: Tag, crowd: Crowd, panel: Box, walls: Walls) -> Placed | None:
    """Near its place in any size, rather than far away in the full one or across a wall."""
    near = [
        (share, ring, True) for rings in _RINGS[: tag.near] for share in _SIZES for ring in rings
    ]
    tried = [(share, ring, False) for rings in _RINGS for share in _SIZES for ring in rings]
    for share, ring, beside_walls in (*near, *tried):
        for x, y in _around(tag, ring):
            box = tag.box(x, y, share)
            if not box.within(panel) or not crowd.is_free(box):
                continue
            if not (beside_walls and walls.cross(box)):
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
