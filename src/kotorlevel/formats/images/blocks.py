"""DXT1 and DXT5 (also BC1 and BC3): pictures in blocks of 4 x 4 pixels, unpacked all at once.

A block has two colours of 16 bits (red 5, green 6, blue 5) and 2 bits a pixel, which choose between
them and two in between. In DXT1 the order of the two says whether the fourth is nothing at all.
DXT5 has a block of alpha before it: two values and 3 bits a pixel for six in between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

DXT1, DXT5 = 8, 16
"""Bytes of a block."""


def unpack_blocks(
    stored: NDArray[np.uint8], width: int, height: int, size: int
) -> NDArray[np.uint8]:
    """The pixels (height, width, 4) of blocks of ``size`` bytes, in the order they are stored."""
    across, down = -(-width // 4), -(-height // 4)
    blocks = stored.reshape(across * down, size)
    pixels = _colours(np.ascontiguousarray(blocks[:, -8:]), size == DXT1)
    if size == DXT5:
        pixels[..., 3] = _alphas(np.ascontiguousarray(blocks[:, :8]))
    rows = pixels.reshape(down, across, 4, 4, 4).transpose(0, 2, 1, 3, 4)
    return np.ascontiguousarray(rows.reshape(down * 4, across * 4, 4)[:height, :width])


def _colours(blocks: NDArray[np.uint8], may_be_clear: bool) -> NDArray[np.uint8]:
    """The 16 pixels of each block, (B, 16, 4)."""
    ends = blocks[:, :4].view("<u2").astype(np.int32)
    five, six, last = ends >> 11, ends >> 5 & 63, ends & 31
    # 5 and 6 bits become 8 by repeating the highest ones.
    parts = [five << 3 | five >> 2, six << 2 | six >> 4, last << 3 | last >> 2]
    first, second = np.moveaxis(np.stack(parts, 2), 1, 0)
    clear = (ends[:, 0] <= ends[:, 1])[:, None] & may_be_clear
    third = np.where(clear, (first + second) // 2, (2 * first + second) // 3)
    fourth = np.where(clear, 0, (first + 2 * second) // 3)
    palette = np.full((len(blocks), 4, 4), 255, np.uint8)
    palette[..., :3] = np.stack([first, second, third, fourth], 1)
    palette[:, 3, 3] = np.where(clear[:, 0], 0, 255)
    codes = blocks[:, 4:].view("<u4") >> np.arange(0, 32, 2, dtype=np.uint32) & 3
    pixels: NDArray[np.uint8] = palette[np.arange(len(blocks))[:, None], codes]
    return pixels


def _alphas(blocks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The alpha of the 16 pixels of each block, (B, 16)."""
    first, second = blocks[:, [0]].astype(np.int32), blocks[:, [1]].astype(np.int32)
    steps = np.arange(1, 7)
    seven = ((7 - steps) * first + steps * second) // 7
    five = ((5 - steps) * first + steps * second) // 5
    five[:, 4:] = 0, 255
    palette = np.hstack([first, second, np.where(first > second, seven, five)]).astype(np.uint8)
    bits = blocks.view("<u8") >> np.uint64(16)
    codes = bits >> np.arange(0, 48, 3, dtype=np.uint64) & np.uint64(7)
    return palette[np.arange(len(blocks))[:, None], codes.astype(np.int64)]
