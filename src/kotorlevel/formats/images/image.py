"""`Image`: a picture as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.core.types import Ints

MOST_PIXELS = 4096
"""The longest side of a picture that is read; the games have 2048 at most."""


@dataclass(frozen=True, eq=False)
class Image:
    """A picture: ``pixels`` (height, width, 4) uint8, rows from the top, red green blue alpha.

    ``source`` names the file.
    """

    pixels: NDArray[np.uint8] = field(repr=False)
    source: str = ""

    def __repr__(self) -> str:
        return f"<Image, {self.width:,} x {self.height:,} pixels>"

    @property
    def width(self) -> int:
        """Pixels from left to right."""
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        """Pixels from top to bottom."""
        return int(self.pixels.shape[0])

    def resized(self, width: int, height: int) -> Image:
        """The picture in another size: means of pixels where it shrinks, else the nearest ones."""
        rows = _resize(self.pixels, height)
        both = _resize(rows.swapaxes(0, 1), width).swapaxes(0, 1)
        return Image(np.ascontiguousarray(np.rint(both).astype(np.uint8)), self.source)


def to_rgba(stored: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pixels (height, width, 1, 3 or 4) of grey or colour as red, green, blue, alpha."""
    pixels = np.full((*stored.shape[:2], 4), 255, np.uint8)
    pixels[..., : max(stored.shape[2], 3)] = stored
    return pixels


def _resize(pixels: NDArray[Any], count: int) -> NDArray[np.float32]:
    """``count`` rows in place of those that there are."""
    length = len(pixels)
    starts: Ints = np.arange(count) * length // count
    if length <= count:
        return pixels[starts].astype(np.float32)
    sums = np.add.reduceat(pixels, starts, axis=0, dtype=np.float32)
    sizes = np.diff(starts, append=length).astype(np.float32)
    return np.divide(sums, sizes[:, None, None], dtype=np.float32)
