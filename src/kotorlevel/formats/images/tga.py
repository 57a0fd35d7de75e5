"""TGA pictures: colour or grey, as they are or in runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.formats.images.image import MOST_PIXELS, to_rgba

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.core.byteview import ByteView

_HEADER = np.dtype(
    [
        ("id_size", "u1"),
        ("has_palette", "u1"),
        ("kind", "u1"),
        ("palette_first", "<u2"),
        ("palette_count", "<u2"),
        ("palette_bits", "u1"),
        ("origin", "<u2", 2),
        ("width", "<u2"),
        ("height", "<u2"),
        ("bits", "u1"),
        ("flags", "u1"),
    ]
)
_FROM_RIGHT, _FROM_TOP = 0x10, 0x20
_BITS = {2: (24, 32), 3: (8,), 10: (24, 32), 11: (8,)}
"""Kind → bits of a pixel."""

_IN_RUNS = (10, 11)
_LONGEST_RUN = 128
_ORDER = [2, 1, 0, 3]
"""Where red, green, blue and alpha are."""


def read_tga(view: ByteView) -> NDArray[np.uint8]:
    """The pixels of a TGA, (height, width, 4), rows from the top."""
    header = view.array("header", _HEADER, 1, 0)[0]
    width, height = int(header["width"]), int(header["height"])
    kind, bits = int(header["kind"]), int(header["bits"])
    if bits not in _BITS.get(kind, ()):
        text = f"kind {kind} with {bits} bits a pixel; only colour of 24 or 32 and grey of 8 bits"
        raise view.error(f"{text} can be read", "header", 2)
    if not (0 < width <= MOST_PIXELS and 0 < height <= MOST_PIXELS):
        text = f"{width:,} x {height:,} pixels; a picture has 1 to {MOST_PIXELS:,} a side"
        raise view.error(text, "header", 12)
    palette = int(header["palette_count"]) * ((int(header["palette_bits"]) + 7) // 8)
    start = _HEADER.itemsize + int(header["id_size"]) + palette * bool(header["has_palette"])
    pixel = np.dtype((np.void, bits // 8))
    find = _unpack_runs if kind in _IN_RUNS else _plain
    stored = find(view, pixel, width * height, start)
    rows = np.frombuffer(stored, np.uint8).reshape(height, width, bits // 8)
    rows = to_rgba(rows[..., _ORDER[: rows.shape[2]] if rows.shape[2] > 1 else [0]])
    flags = int(header["flags"])
    rows = rows if flags & _FROM_TOP else rows[::-1]
    return np.ascontiguousarray(rows[:, ::-1] if flags & _FROM_RIGHT else rows)


def _plain(view: ByteView, pixel: np.dtype[Any], count: int, start: int) -> bytes:
    return view.array("pixels", pixel, count, start).tobytes()


def _unpack_runs(view: ByteView, pixel: np.dtype[Any], count: int, start: int) -> bytes:
    """The bytes of ``count`` pixels that are stored in runs."""
    size, data = pixel.itemsize, view.data
    if count > _LONGEST_RUN * (len(data) - start):
        text = f"{count:,} pixels are more than {len(data) - start:,} bytes can hold"
        raise view.error(text, "pixels", start)
    parts, at, done = [], start, 0
    while done < count:
        if at >= len(data):
            raise view.error(f"the file ends after {done:,} of {count:,} pixels", "pixels", at)
        length = (data[at] & 127) + 1
        repeats = length if data[at] & 128 else 1
        end = at + 1 + size * (length // repeats)
        if end > len(data):
            raise view.error("a run goes past the end of the file", "pixels", at)
        parts.append(data[at + 1 : end] * repeats)
        at, done = end, done + length
    return b"".join(parts)[: count * size]
