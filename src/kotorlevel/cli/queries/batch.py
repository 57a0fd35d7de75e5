"""Many questions at once: answers to the lines of a CSV, as CSV or JSON."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.cli.queries.answers import Asked, Found, answer_to_json
from kotorlevel.cli.terminal.progress import track

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from kotorlevel.cli.queries.points import Points

MANY = {"nearest": 10_000}
"""Question → from how many on compiling the queries is worth the time it takes."""
MANY_OTHERS = 200_000

_PARTS = 200
"""Into so many blocks a long batch is cut at least, each a step of the progress bar."""
_LARGEST_BLOCK = 100_000
_SMALLEST_BLOCK = {"nearest": 10, "floors": 100}
"""For questions that are asked one by one."""
_SMALLEST_OTHER_BLOCK = 1000

_PLACE = ("point_x", "point_y", "point_z")
_FACE = ("face", "room", "room_name", "material", "surface", "walkable")
_COLUMNS = {
    "height": ("height", *_FACE),
    "face": ("height", *_FACE),
    "floors": ("height", *_FACE),
    "ray": ("distance", *_PLACE, *_FACE),
    "nearest": ("distance", *_PLACE, *_FACE),
    "sight": ("clear", "distance", *_PLACE, *_FACE),
}
"""Question → the columns of its answers."""


def is_many(question: str, count: int) -> bool:
    """Whether so many questions are worth the start of Numba."""
    return count >= MANY.get(question, MANY_OTHERS)


def write_csv(asked: Asked, points: Points) -> None:
    """The lines as they were given, each with its answer behind it; no answer leaves cells empty.

    Of floors there is a line each.
    """
    mark, names = points.separator, _COLUMNS[asked.question]
    taken = {column.lower() for column in points.columns}
    own = (f"found_{name}" if name in taken else name for name in names)
    out = sys.stdout  # rich puts its own in this place while it shows a progress bar
    out.write(mark.join(_quoted(name, mark) for name in (*points.columns, *own)) + "\n")
    empty = [""] * len(names)
    for start, answers in _each_block(asked, points, out):
        lines = []
        for line, found in zip(points.lines[start : start + len(answers)], answers, strict=True):
            rows = [_cells(asked.question, each, mark) for each in found] or [empty]
            if asked.question == "sight":
                rows[0][0] = "false" if found else "true"
            lines += [f"{line}{mark}{mark.join(cells)}\n" for cells in rows]
        out.write("".join(lines))


def write_json(asked: Asked, points: Points, head: dict[str, Any]) -> None:
    """The document ``head`` with all answers, one a line."""
    out = sys.stdout
    out.write(json.dumps(head)[:-1] + ', "answers": [')
    between = "\n"
    for start, answers in _each_block(asked, points, out):
        rows = points.rows[start : start + len(answers)]
        for row, found in zip(rows, answers, strict=True):
            out.write(between + json.dumps(answer_to_json(asked.question, row, found)))
            between = ",\n"
    out.write("\n]}\n")


def _each_block(
    asked: Asked, points: Points, out: TextIO
) -> Iterator[tuple[int, list[list[Found]]]]:
    """First row and answers of each block, with a progress bar unless ``out`` scrolls it away."""
    count = len(points.rows)
    smallest = _SMALLEST_BLOCK.get(asked.question, _SMALLEST_OTHER_BLOCK)
    size = min(max(count // _PARTS, smallest), _LARGEST_BLOCK)
    starts = range(0, count, size)
    steps = starts if out.isatty() else track(starts, len(starts), "Asking")
    for start in steps:
        rows = np.array(points.rows[start : start + size], np.float64)
        yield start, asked.ask_many(rows)


def _cells(question: str, found: Found, separator: str) -> list[str]:
    """The columns of an answer as text."""
    if question == "sight":
        measured: Sequence[object] = ("", found.distance, *found.point)
    elif found.distance is not None:
        measured = (found.distance, *found.point)
    else:
        measured = (found.point[2],)
    return [
        *map(repr, measured),
        str(found.face),
        str(found.room),
        _quoted(found.room_name, separator),
        str(found.material),
        _quoted(found.surface, separator),
        "true" if found.walkable else "false",
    ]


def _quoted(text: str, separator: str) -> str:
    """A cell as CSV has it."""
    if separator in text or '"' in text or text != text.strip():
        return '"' + text.replace('"', '""') + '"'
    return text
