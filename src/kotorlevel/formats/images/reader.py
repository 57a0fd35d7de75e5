"""Reading a picture of either kind, told by its bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.core.byteview import ByteView
from kotorlevel.core.source import Source, load_source
from kotorlevel.formats.images.image import Image
from kotorlevel.formats.images.tga import read_tga
from kotorlevel.formats.images.tpc import read_tpc

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SHORTEST = 18
"""Bytes of the shorter of the two headers."""


def read_image(source: Source, least: int = 0) -> Image:
    """The picture in a TGA or TPC.

    A TPC holds smaller copies of itself: with ``least`` the smallest one is taken whose longer
    side has at least that many pixels.

        kl.read_image("lbl_mapm02ac.tga").pixels[0, 0]

    Raises `FormatError` where it cannot be read.
    """
    data, name = load_source(source)
    return parse_image(data, name, least)


def parse_image(data: bytes, source: str = "", least: int = 0) -> Image:
    """The picture in the bytes of a TGA or TPC; ``source`` is what errors call it."""
    view = ByteView(data, source)
    if len(data) < _SHORTEST:
        text = f"the file has {len(data):,} bytes, and a picture at least {_SHORTEST}"
        raise view.error(text, "header", 0)
    # The height and the depth of a TGA; a TPC has zeros there.
    pixels: NDArray[np.uint8] = read_tga(view) if any(data[14:18]) else read_tpc(view, least)
    return Image(pixels, source)
