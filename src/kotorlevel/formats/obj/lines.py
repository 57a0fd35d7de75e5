"""The lines of an OBJ by kind, and the numbers in them: many at once where all are plain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import BYTE_ORDER_MARK, parse_float, parse_integer, printable
from kotorlevel.core.words import count_of
from kotorlevel.formats.obj.names import decode_name

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_READ = {
    b"v": "vertices",
    b"f": "faces",
    b"o": "objects",
    b"g": "groups",
    b"usemtl": "materials",
    b"mtllib": "libraries",
}
_LEFT_OUT = {b"l": "line", b"p": "point", b"curv": "curve", b"curv2": "curve", b"surf": "surface"}
_QUIET = set(
    b"vt vn vp s mg lod usemap maplib shadow_obj trace_obj bevel c_interp d_interp".split()
    + b"cstype deg bmat step parm trim hole scrv sp end con ctech stech".split()
)
_LINES_AT_ONCE = 20_000
_LARGEST = float(np.finfo(np.float32).max)


@dataclass
class Rows:
    """Lines of one kind: what stands behind the word, and their numbers in the file."""

    rests: list[bytes] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)

    def add(self, rest: bytes, number: int) -> None:
        """Another line."""
        self.rests.append(rest)
        self.numbers.append(number)

    def in_order(self) -> Rows:
        """The same lines as they follow each other in the file."""
        if all(a < b for a, b in pairwise(self.numbers)):
            return self
        numbers, rests = zip(*sorted(zip(self.numbers, self.rests, strict=True)), strict=True)
        return Rows(list(rests), list(numbers))

    @property
    def places(self) -> Ints:
        """The numbers of the lines (N,), which grow."""
        return np.array(self.numbers, np.int64)

    def parts(self) -> Iterator[Rows]:
        """The same lines, some at a time: split into words, a line takes ten times the memory."""
        for start in range(0, len(self.rests), _LINES_AT_ONCE):
            end = start + _LINES_AT_ONCE
            yield Rows(self.rests[start:end], self.numbers[start:end])

    def names(self) -> list[str]:
        """What stands behind the word, as names."""
        return [decode_name(rest) for rest in self.rests]


@dataclass
class _Unknown:
    """Lines of no known kind: how many, and the first one's word and number."""

    count: int = 0
    word: bytes = b""
    number: int = 0

    def add(self, word: bytes, number: int) -> None:
        """Another line."""
        if not self.count:
            self.word, self.number = word, number
        self.count += 1


@dataclass
class Lines:
    """The lines of an OBJ by kind; ``remarks`` say what was passed over."""

    vertices: Rows
    faces: Rows
    objects: Rows
    groups: Rows
    materials: Rows
    libraries: Rows
    remarks: tuple[str, ...]


def sort_lines(data: bytes, source: str) -> Lines:
    """The lines of ``data`` by kind. Raises `FormatError` for what is no text."""
    if data.startswith(_UTF16_MARKS):
        raise FormatError("UTF-16 text; save it as UTF-8", source=source, line=1)
    if (nul := data.find(0)) >= 0:
        before = data.count(b"\n", 0, nul)
        raise FormatError("a NUL byte: this is no OBJ", source=source, line=before + 1, offset=nul)
    rows = {word: Rows() for word in _READ}
    odd: Counter[str] = Counter()
    unknown = _Unknown()
    for line, number in _take_plain(*_split(data), rows):
        if not (parts := line.split(None, 1)):
            continue
        word, rest = parts[0], parts[1] if len(parts) > 1 else b""
        if word in rows:
            rows[word].add(rest, number)
        elif word in _LEFT_OUT:
            odd[_LEFT_OUT[word]] += 1
        elif word not in _QUIET and not word.startswith(b"#"):
            unknown.add(word, number)
    found = {_READ[word]: each.in_order() for word, each in rows.items()}
    return Lines(**found, remarks=_remarks(odd, unknown))


def _take_plain(
    lines: list[bytes], numbers: Sequence[int], rows: dict[bytes, Rows]
) -> Iterator[tuple[bytes, int]]:
    """The lines that are no plain vertices or faces; those are put into ``rows``."""
    for i, line in enumerate(lines):
        if line[:2] == b"v ":
            rows[b"v"].add(line[2:], numbers[i])
        elif line[:2] == b"f ":
            rows[b"f"].add(line[2:], numbers[i])
        else:
            yield line, numbers[i]
        lines[i] = b""  # so that no line is held twice


def _remarks(odd: Counter[str], unknown: _Unknown) -> tuple[str, ...]:
    remarks = [f"{count_of(odd[kind], kind)} left out: only faces are read" for kind in odd]
    if unknown.count:
        shown = printable(unknown.word.decode("latin-1"))
        where = f"the first is '{shown}' in line {unknown.number}"
        remarks.append(f"{count_of(unknown.count, 'unknown line')} passed over: {where}")
    return tuple(remarks)


def _split(data: bytes) -> tuple[list[bytes], Sequence[int]]:
    """The lines and their numbers."""
    data = data.removeprefix(BYTE_ORDER_MARK)
    if b"\r" in data:
        data = data.replace(b"\r\r\n", b"\n").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    lines = data.split(b"\n")
    if b"\\\n" in data or data.endswith(b"\\"):
        return _join(lines)
    return lines, range(1, len(lines) + 1)


def _join(lines: list[bytes]) -> tuple[list[bytes], Sequence[int]]:
    """The same where lines go on behind a backslash; they have the number of their first."""
    joined, numbers = [], []
    pieces: list[bytes] = []
    for number, line in enumerate(lines, 1):
        if not pieces:
            numbers.append(number)
        pieces.append(line.removesuffix(b"\\"))
        if not line.endswith(b"\\") or number == len(lines):
            joined.append(b" ".join(pieces))
            pieces.clear()
    return joined, numbers


def parse_vertices(rows: Rows, source: str) -> Floats:
    """The places (V, 3) of the vertices; what stands behind the third number is passed over."""
    points = [np.empty((0, 3))]
    for part in rows.parts():
        words = [words[:3] for words in _words(part)]
        try:
            points.append(_plain_vertices(words))
        except ValueError:
            points.append(_one_by_one(words, part, source))
    return np.concatenate(points)


def _plain_vertices(words: list[list[bytes]]) -> Floats:
    """The places where nothing is odd; `ValueError` where something is."""
    if words and set(map(len, words)) != {3}:
        raise ValueError
    flat = list(chain.from_iterable(words))
    # `float` would take nan, infinity and 1_000, too.
    if b"".join(flat).translate(None, b"0123456789+-.eE"):
        raise ValueError
    points = np.array(list(map(float, flat)), np.float64).reshape(-1, 3)
    if not (np.abs(points) <= _LARGEST).all():
        raise ValueError
    return points


def _one_by_one(words: list[list[bytes]], rows: Rows, source: str) -> Floats:
    points = []
    for line, number in zip(words, rows.numbers, strict=True):
        if len(line) < 3:
            text = f"a vertex has three numbers, not {len(line)}"
            raise FormatError(text, source=source, line=number)
        try:
            points.append([parse_float(word.decode("latin-1")) for word in line])
        except ValueError as error:
            raise FormatError(str(error), source=source, line=number) from None
    return np.array(points, np.float64).reshape(-1, 3)


def parse_faces(rows: Rows, vertices: Ints, source: str) -> tuple[Ints, Ints]:
    """The corners (C,) of all faces, vertices from 0, and how many each face has (F,).

    ``vertices`` are the lines of the vertices: negative numbers count back from the last before.
    """
    corners, sizes = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for part in rows.parts():
        found, counts = _parse_corners(part, vertices, source)
        corners.append(found)
        sizes.append(counts)
    return np.concatenate(corners), np.concatenate(sizes)


def _parse_corners(rows: Rows, vertices: Ints, source: str) -> tuple[Ints, Ints]:
    words = _words(rows)
    sizes = np.array(list(map(len, words)), np.int64)
    if (sizes < 3).any():
        few = int(np.argmax(sizes < 3))
        text = f"a face has at least three corners, not {sizes[few]}"
        raise FormatError(text, source=source, line=rows.numbers[few])
    try:
        corners = _plain_corners(words)
    except (ValueError, OverflowError):
        corners = _corners_one_by_one(words, rows, source)
    back = corners < 0
    if back.any():
        lines = np.repeat(rows.places, sizes)
        corners = np.where(back, corners + 1 + np.searchsorted(vertices, lines), corners)
    bad = (corners < 1) | (corners > len(vertices))
    if bad.any():
        raise _missing_vertex(words, sizes, int(np.argmax(bad)), rows, len(vertices), source)
    return corners - 1, sizes


def _plain_corners(words: list[list[bytes]]) -> Ints:
    flat = list(chain.from_iterable(words))
    joined = b"".join(flat)
    if joined.translate(None, b"0123456789+-/"):
        raise ValueError
    if b"/" in joined:
        flat = [word.partition(b"/")[0] for word in flat]
    return np.array(list(map(int, flat)), np.int64)


def _corners_one_by_one(words: list[list[bytes]], rows: Rows, source: str) -> Ints:
    corners = []
    for line, number in zip(words, rows.numbers, strict=True):
        for word in line:
            first, *others = word.decode("latin-1").split("/")
            try:
                corners.append(parse_integer(first))
                for other in filter(None, others):
                    parse_integer(other)
            except ValueError as error:
                raise FormatError(str(error), source=source, line=number) from None
    return np.array(corners, np.int64)


def _missing_vertex(
    words: list[list[bytes]], sizes: Ints, corner: int, rows: Rows, count: int, source: str
) -> FormatError:
    face = int(np.searchsorted(np.cumsum(sizes), corner, side="right"))
    within = corner - int(sizes[:face].sum())
    shown = printable(words[face][within].partition(b"/")[0].decode("latin-1"))
    text = f"a corner names vertex {shown}, and the file has {count_of(count, 'vertex')}"
    if not shown.strip("+-0"):
        text = "a corner names vertex 0; vertices are numbered from 1"
    return FormatError(text, source=source, line=rows.numbers[face])


def _words(rows: Rows) -> list[list[bytes]]:
    """The words of each line, without a comment behind them."""
    if any(b"#" in rest for rest in rows.rests):
        return [rest.partition(b"#")[0].split() for rest in rows.rests]
    return [rest.split() for rest in rows.rests]
