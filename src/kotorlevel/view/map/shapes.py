"""What a map is made of: fills, lines, dots and words, in layers. Writers turn them into files.

All places are pixels from the top left corner; there is no transparency, so that every writer
gives the same picture. How wide words are is only guessed: maps are laid out without asking a font.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, eq=False)
class Fill:
    """An area in one colour, given twice: closed ``rings`` (n, 2), and ``triangles`` (T, 3, 2).

    A writer takes what suits it; a single ring without a hole needs no triangles. ``note`` says
    what it is, for people who point at it and for tests.
    """

    rings: tuple[NDArray[np.float64], ...]
    color: str
    triangles: NDArray[np.float64] | None = None
    note: str = ""


@dataclass(frozen=True, eq=False)
class Lines:
    """Polylines of one colour and width. ``runs`` (n, 2); one that ends where it began is closed.

    ``dash`` is the length of dashes and gaps, 0 for none.
    """

    runs: tuple[NDArray[np.float64], ...]
    color: str
    width: float
    dash: float = 0.0


@dataclass(frozen=True)
class Dot:
    """A circle, filled with ``color`` unless that is empty, and with an ``edge`` if it is wide."""

    x: float
    y: float
    radius: float
    color: str
    edge: str = ""
    edge_width: float = 0.0


@dataclass(frozen=True)
class Words:
    """A line of text whose baseline begins, has its middle or ends at (x, y).

    ``halo`` is the colour of a rim that keeps it readable on anything; empty for none.
    """

    x: float
    y: float
    text: str
    size: float
    color: str
    anchor: Anchor = "start"
    bold: bool = False
    halo: str = ""


Shape = Fill | Lines | Dot | Words


@dataclass(frozen=True)
class Layer:
    """Shapes that belong together, from the lowest to the highest."""

    name: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Drawing:
    """A picture of ``width`` × ``height`` pixels on a ``background``."""

    width: int
    height: int
    background: str
    title: str
    layers: tuple[Layer, ...] = field(repr=False)


def polygon(points: list[tuple[float, float]], color: str) -> Fill:
    """A fill with one ring."""
    return Fill((np.array(points, np.float64),), color)


def rectangle(x: float, y: float, width: float, height: float, color: str) -> Fill:
    """A filled rectangle with its top left corner at (x, y)."""
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], color)


def line(points: list[tuple[float, float]], color: str, width: float, dash: float = 0.0) -> Lines:
    """One polyline."""
    return Lines((np.array(points, np.float64),), color, width, dash)


_NARROW = frozenset("ijlI.,:;|!'` ")
_SMALL = frozenset('frt()[]{}-/\\"*')
_WIDE = frozenset("mwMW@%&")

_BOLD = 1.07


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Pixels that a line of text takes at most, in any usual sans-serif."""
    return _width(text) * size * (_BOLD if bold else 1.0)


@lru_cache(4096)
def _width(text: str) -> float:
    """At size 1; a name is tried in hundreds of places."""
    return sum(_letter(letter) for letter in text)


def _letter(letter: str) -> float:
    if letter in _NARROW:
        return 0.32
    if letter in _SMALL:
        return 0.42
    if letter in _WIDE:
        return 0.92
    if ord(letter) > 0x2E7F:  # scripts with square letters
        return 1.05
    return 0.71 if letter.isupper() else 0.6


def cut_text(text: str, size: float, width: float) -> str:
    """``text``, shortened with "..." where it is wider than ``width`` pixels."""
    if text_width(text, size) <= width:
        return text
    room = width - text_width("...", size)
    kept = 0
    while kept < len(text) and (room := room - _letter(text[kept]) * size) >= 0:
        kept += 1
    return text[:kept].rstrip() + "..."


def wrap_text(text: str, size: float, width: float, lines: int) -> list[str]:
    """``text`` in at most ``lines`` lines of ``width`` pixels; the last is cut if it must be."""
    wrapped = [""]
    for word in text.split():
        longer = f"{wrapped[-1]} {word}".lstrip()
        if not wrapped[-1] or text_width(longer, size) <= width:
            wrapped[-1] = longer
        elif len(wrapped) < lines:
            wrapped.append(word)
        else:
            wrapped[-1] = longer  # cut below
    return [cut_text(each, size, width) for each in wrapped]
