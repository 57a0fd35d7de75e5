"""TGA pictures: colour or grey, as they are or in runs; written as the games' own are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.core.errors import InputError
from kotorlevel.formats.images.image import MOST_PIXELS, Image, to_rgba

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

_COLOUR = 2
_IN_RUNS = (10, 11)
_LONGEST_RUN = 128
_FREE_PIXELS = 6_000_000
"""As many as any picture may have in runs; beyond that, one for each byte of the file."""

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
    flags = int(header["flags"])
    rows = rows if flags & _FROM_TOP else rows[::-1]
    rows = rows[:, ::-1] if flags & _FROM_RIGHT else rows
    return to_rgba(rows) if bits == 8 else _to_rgba(rows)


def format_tga(image: Image) -> bytes:
    """The picture as TGA: 32 bits a pixel, not in runs, rows from the bottom, flags 0.

    So are the games' own maps, which come back byte for byte. Raises `InputError` for a picture
    that is too large.
    """
    if max(image.width, image.height) > MOST_PIXELS or 0 in image.pixels.shape:
        text = f"{image.width:,} x {image.height:,} pixels; a picture has 1 to {MOST_PIXELS:,}"
        raise InputError(f"{text} a side")
    header = np.zeros((), _HEADER)
    header["kind"], header["bits"] = _COLOUR, 32
    header["width"], header["height"] = image.width, image.height
    return header.tobytes() + image.pixels[::-1, :, _ORDER].tobytes()


def _to_rgba(rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pixels (height, width, 3 or 4) of blue, green, red, alpha in the usual order."""
    pixels = np.full((*rows.shape[:2], 4), 255, np.uint8)
    for channel in range(rows.shape[2]):  # one at a time: no other copy of the picture
        pixels[..., _ORDER[channel]] = rows[..., channel]
    return pixels


def _plain(view: ByteView, pixel: np.dtype[Any], count: int, start: int) -> NDArray[Any]:
    return view.array("pixels", pixel, count, start)


def _unpack_runs(view: ByteView, pixel: np.dtype[Any], count: int, start: int) -> bytearray:
    """The bytes of ``count`` pixels that are stored in runs."""
    size, data = pixel.itemsize, view.data
    if count > min(_LONGEST_RUN * (len(data) - start), _FREE_PIXELS + len(data)):
        text = f"{count:,} pixels are more than {len(data) - start:,} bytes can hold"
        raise view.error(text, "pixels", start)
    pixels, at, done = bytearray(count * size), start, 0
    while done < count:
        if at >= len(data):
            raise view.error(f"the file ends after {done:,} of {count:,} pixels", "pixels", at)
        length = (data[at] & 127) + 1
        repeats = length if data[at] & 128 else 1
        end = at + 1 + size * (length // repeats)
        if end > len(data):
            raise view.error("a run goes past the end of the file", "pixels", at)
        length = min(length, count - done)  # a last run may be too long
        part = data[at + 1 : end] * repeats
        pixels[done * size : (done + length) * size] = part[: length * size]
        at, done = end, done + length
    return pixels
