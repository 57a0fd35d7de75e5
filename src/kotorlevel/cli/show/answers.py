"""Answers of ``kotorlevel query`` for programs: as JSON, and those to the lines of a CSV as CSV."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from kotorlevel.cli.terminal.progress import track
from kotorlevel.query.inquiry import Inquiry, cut_into_blocks
from kotorlevel.query.questions import QUESTIONS, Found

if TYPE_CHECKING:
    from kotorlevel.cli.ask.points import Points

_PLACE = ("point_x", "point_y", "point_z")
_FACE = ("face", "room", "room_name", "material", "surface", "walkable")
_COLUMNS = {
    "height": ("height", *_FACE),
    "face": ("height", *_FACE),
    "floors": ("height", *_FACE),
    "ray": ("distance", *_PLACE, *_FACE),
    "nearest": ("distance", *_PLACE, *_FACE),
    "sight": ("clear", "distance", *_PLACE, *_FACE),
    "box": (*_PLACE, *_FACE),
    "near": ("distance", *_PLACE, *_FACE),
}
"""Question → the columns of its answers."""


def write_csv(inquiry: Inquiry, points: Points) -> None:
    """The lines as they were given, each with its answer behind it; no answer leaves cells empty.

    Of floors, and of faces in a box or near, there is a line each.
    """
    mark, names = points.separator, _COLUMNS[inquiry.question]
    taken = {column.lower() for column in points.columns}
    own = (f"found_{name}" if name in taken else name for name in names)
    out = sys.stdout  # rich puts its own in this place while it shows a progress bar
    out.write(mark.join(_quoted(name, mark) for name in (*points.columns, *own)) + "\n")
    empty = [""] * len(names)
    for block, answers in _each_block(inquiry, points, out):
        lines = []
        for line, found in zip(points.lines[block], answers, strict=True):
            rows = [_cells(inquiry.question, each, mark) for each in found] or [empty]
            if inquiry.question == "sight":
                rows[0][0] = "false" if found else "true"
            lines += [f"{line}{mark}{mark.join(cells)}\n" for cells in rows]
        out.write("".join(lines))


def write_json(inquiry: Inquiry, points: Points, head: dict[str, Any]) -> None:
    """The document ``head`` with all answers, one a line."""
    out = sys.stdout
    out.write(json.dumps(head)[:-1] + ', "answers": [')
    between = "\n"
    for block, answers in _each_block(inquiry, points, out):
        for row, found in zip(points.rows[block], answers, strict=True):
            out.write(between + json.dumps(answer_to_json(inquiry.question, row, found)))
            between = ",\n"
    out.write("\n]}\n")


def _each_block(
    inquiry: Inquiry, points: Points, out: TextIO
) -> Iterator[tuple[slice, list[list[Found]]]]:
    """Rows and answers of each block, with a progress bar unless ``out`` scrolls it away."""
    blocks = cut_into_blocks(inquiry.question, len(points.rows))
    for block in blocks if out.isatty() else track(blocks, len(blocks), "Asking"):
        yield block, inquiry.ask_many(points.rows[block])


def _cells(question: str, found: Found, separator: str) -> list[str]:
    """The columns of an answer as text."""
    if question == "sight":
        measured: Sequence[object] = ("", found.distance, *found.point)
    elif found.distance is not None:
        measured = (found.distance, *found.point)
    elif question == "box":
        measured = found.point
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


def answer_to_json(question: str, numbers: Sequence[float], found: Sequence[Found]) -> Any:
    """One element of ``answers`` in docs/schema/query.schema.json."""
    spec = QUESTIONS[question]
    described = [_found_to_json(question, each) for each in found]
    answer: Any = described[0] if described else None
    if question in ("floors", "box", "near"):
        answer = described
    elif question == "sight":
        answer = {"clear": not described, "blocked_by": answer}
    asked = dict(zip((*spec.needs, *spec.may), numbers, strict=False))
    return {"asked": asked, "answer": answer}


def _found_to_json(question: str, found: Found) -> dict[str, Any]:
    measured = {}
    if question in ("height", "face", "floors"):
        measured = {"height": found.point[2]}
    elif found.distance is not None:
        measured = {"distance": found.distance}
    return {
        **measured,
        "point": list(found.point),
        "face": found.face,
        "room": found.room,
        "room_name": found.room_name,
        "material": found.material,
        "surface": found.surface,
        "walkable": found.walkable,
    }
