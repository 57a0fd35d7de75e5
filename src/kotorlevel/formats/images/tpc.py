"""TPC pictures: levels of half the size each, as they are or in blocks of 4 x 4 pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.formats.images.blocks import DXT1, DXT5, unpack_blocks
from kotorlevel.formats.images.image import MOST_PIXELS, to_rgba

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.core.byteview import ByteView

_START = 128
_CHANNELS = {1: 1, 2: 3, 4: 4}
"""What a pixel is → its bytes."""

_BLOCKS = {2: DXT1, 4: DXT5}
_XBOX = 12
_SIDES = 6
"""Of a cube."""


def read_tpc(view: ByteView, least: int = 0) -> NDArray[np.uint8]:
    """The pixels of a TPC, (height, width, 4), rows from the top.

    Of its levels the smallest one whose longer side has at least ``least`` pixels, else the first.
    """
    packed = view.number("header", "<u4", 0) > 0
    width, height = (view.number("header", "<u2", at) for at in (8, 10))
    kind, levels = (view.number("header", "u1", at) for at in (12, 13))
    if kind not in (_BLOCKS if packed else _CHANNELS):
        whose = "a picture of the Xbox" if kind == _XBOX else "unknown"
        raise view.error(f"pixels of kind {kind}: {whose}", "header", 12)
    if height == _SIDES * width:
        height = width
    if not (0 < width <= MOST_PIXELS and 0 < height <= MOST_PIXELS):
        text = f"{width:,} x {height:,} pixels; a picture has 1 to {MOST_PIXELS:,} a side"
        raise view.error(text, "header", 8)
    start = _START
    for _ in range(min(levels, MOST_PIXELS.bit_length()) - 1):
        if least <= 0 or max(width, height) // 2 < least:
            break
        start += _level_size(width, height, kind, packed)
        width, height = max(width // 2, 1), max(height // 2, 1)
    size = _level_size(width, height, kind, packed)
    stored = view.array("pixels", np.dtype(np.uint8), size, start)
    if packed:
        return unpack_blocks(stored, width, height, _BLOCKS[kind])[::-1]
    return to_rgba(stored.reshape(height, width, _CHANNELS[kind]))[::-1]


def _level_size(width: int, height: int, kind: int, packed: bool) -> int:
    if packed:
        return -(-width // 4) * -(-height // 4) * _BLOCKS[kind]
    return width * height * _CHANNELS[kind]
