"""Pictures that we write: read by Pillow and PyKotor with the same pixels."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow
from pykotor.resource.formats.tpc import read_tpc

import kotorlevel as kl
from kotorlevel.errors import InputError
from kotorlevel.formats.images import format_png, parse_image
from kotorlevel.formats.images.tga import format_tga


def make_image(width: int, height: int) -> kl.Image:
    pixels = np.random.default_rng(7).integers(0, 256, (height, width, 4), np.uint8)
    return kl.Image(pixels)


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (64, 32)])
def test_tga(size: tuple[int, int]) -> None:
    image = make_image(*size)
    data = format_tga(image)
    assert np.array_equal(parse_image(data).pixels, image.pixels)
    with Pillow.open(io.BytesIO(data)) as other:
        assert other.size == size
        assert np.array_equal(np.asarray(other.convert("RGBA")), image.pixels)


def test_pykotor_reads_the_same(tmp_path: Path) -> None:
    image = make_image(64, 32)
    kl.write_image(image, tmp_path / "lbl_maplab.tga")
    read = read_tpc(tmp_path / "lbl_maplab.tga")
    width, height, data = _pixels_of(read)
    rows = np.frombuffer(data, np.uint8).reshape(height, width, 4)
    assert np.array_equal(rows, image.pixels) or np.array_equal(rows[::-1], image.pixels)


def _pixels_of(read: object) -> tuple[int, int, bytes]:
    mipmap = read.get(0, 0)  # type: ignore[attr-defined]
    return mipmap.width, mipmap.height, bytes(mipmap.data)


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (64, 32)])
def test_png(size: tuple[int, int]) -> None:
    image = make_image(*size)
    with Pillow.open(io.BytesIO(format_png(image))) as other:
        assert np.array_equal(np.asarray(other.convert("RGBA")), image.pixels)


def test_what_is_refused(tmp_path: Path) -> None:
    image = make_image(2, 2)
    with pytest.raises(InputError, match=r"\.tga or \.png"):
        kl.write_image(image, tmp_path / "map.tpc")
    assert not [*tmp_path.iterdir()]
    for shape in ((0, 4, 4), (4097, 1, 4)):
        with pytest.raises(InputError, match="a side"):
            format_tga(kl.Image(np.zeros(shape, np.uint8)))
    stream = io.BytesIO()
    kl.write_image(image, stream)
    assert np.array_equal(parse_image(stream.getvalue()).pixels, image.pixels)
