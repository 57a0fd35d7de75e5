"""Writing pictures: TGA as the games' own are, and PNG for looking at them elsewhere."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.errors import InputError
from kotorlevel.core.text import printable
from kotorlevel.formats.images.image import Image
from kotorlevel.formats.images.tga import format_tga

if TYPE_CHECKING:
    from numpy.typing import NDArray

_RGBA, _BITS = 6, 8
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def write_image(image: Image, dst: str | Path | BinaryIO) -> None:
    """Write a picture as TGA, or as PNG where the name ends so; paths atomically.

    Raises `InputError` for another ending, and for a picture that no TGA can hold.
    """
    if not isinstance(dst, (str, Path)):
        dst.write(format_tga(image))
        return
    ending = Path(dst).suffix.lower()
    if ending not in _WRITERS:
        text = f"'{printable(Path(dst).name)}': pictures are written as .tga or .png"
        raise InputError(text)
    write_atomic(dst, _WRITERS[ending](image))


def format_png(image: Image) -> bytes:
    """The picture as PNG with alpha; the same picture gives the same bytes."""
    height, width = image.pixels.shape[:2]
    # Every row begins with its filter: 0, the values as they are.
    rows: NDArray[np.uint8] = np.zeros((height, 1 + 4 * width), np.uint8)
    rows[:, 1:] = image.pixels.reshape(height, 4 * width)
    header = struct.pack(">IIBBBBB", width, height, _BITS, _RGBA, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b""))
    return _SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


_WRITERS = {".tga": format_tga, ".png": format_png}
