"""The bytes of an archive as pieces of files: an edit puts pieces together and copies nothing."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.byteview import check_rows
from kotorlevel.core.errors import FormatError
from kotorlevel.core.lazy_source import HeldBytes, LazySource


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """``size`` bytes of a source, from ``start`` on."""

    source: LazySource
    start: int
    size: int

    @classmethod
    def of(cls, source: LazySource) -> Piece:
        """The whole of ``source``."""
        return cls(source, 0, source.size)

    @classmethod
    def holding(cls, data: bytes) -> Piece:
        """``data`` as a piece."""
        return cls.of(HeldBytes(data))

    def cut(self, start: int, end: int) -> Piece:
        """The part from ``start`` to before ``end`` of this piece."""
        return Piece(self.source, self.start + start, end - start)


@dataclass(frozen=True, eq=False)
class Image:
    """A file made of pieces, one behind the other. ``name`` is what errors call it."""

    pieces: tuple[Piece, ...]
    name: str = ""

    @classmethod
    def joined(cls, pieces: Iterable[Piece], name: str) -> Image:
        """An image of ``pieces``, with neighbours in the same source made one again."""
        kept: list[Piece] = []
        for piece in pieces:
            last = kept[-1] if kept else None
            if last and last.source is piece.source and last.start + last.size == piece.start:
                kept[-1] = Piece(last.source, last.start, last.size + piece.size)
            elif piece.size:
                kept.append(piece)
        return cls(tuple(kept), name)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *accumulate(piece.size for piece in self.pieces)]

    @property
    def size(self) -> int:
        """Bytes of the whole file."""
        return self._starts[-1]

    def cut(self, start: int, end: int) -> list[Piece]:
        """The pieces from ``start`` to before ``end``, which lie within the file."""
        found = []
        number = bisect_right(self._starts, start) - 1
        while start < end:
            piece, first = self.pieces[number], self._starts[number]
            stop = min(end, first + piece.size)
            found.append(piece.cut(start - first, stop - first))
            start, number = stop, number + 1
        return found

    def read(self, offset: int, size: int, section: str) -> bytes:
        """The ``size`` bytes at ``offset``, which lie within the file."""
        parts = self.cut(offset, offset + size)
        return b"".join([part.source.read(part.start, part.size, section) for part in parts])

    def array(
        self, section: str, dtype: np.dtype[Any], count: int, offset: int, most: int = 1
    ) -> NDArray[Any]:
        """A read-only array (count,) of ``dtype`` at ``offset``.

        Raises `FormatError` past the end, and for more rows than ``most``: a sparse file has room
        for any number.
        """
        check_rows(self.size, dtype.itemsize, count, offset, section, self.name)
        if count > most:
            text = f"{count:,} rows; no archive has more than {most:,}"
            raise FormatError(text, source=self.name, section=section, offset=offset)
        if not count:
            return np.empty(0, dtype)  # some versions of frombuffer refuse no bytes
        return np.frombuffer(self.read(offset, count * dtype.itemsize, section), dtype)

    def chunks(self) -> Iterator[bytes]:
        """The whole file, a part at a time."""
        for piece in self.pieces:
            yield from piece.source.chunks(piece.start, piece.size)
