"""Pictures: read by slow obvious decoders, by Pillow, and damaged."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import kotorlevel as kl
from kotorlevel.errors import FormatError
from kotorlevel.formats.images import parse_image
from support.corpus import LEVELS, needs_levels
from support.formats.gff_shapes import peak_memory

Pixel = tuple[int, int, int, int]


def make_pixels(width: int, height: int, seed: int = 1) -> NDArray[np.uint8]:
    """Red, green, blue, alpha; with runs in it."""
    random = np.random.default_rng(seed)
    pixels = random.integers(0, 256, (height, width, 4), np.uint8)
    pixels[:, : width // 2] = pixels[:, :1]
    return pixels


def make_tga(
    pixels: NDArray[np.uint8], channels: int, flags: int = 0, *, runs: bool = False, extra: int = 0
) -> bytes:
    """A TGA, written pixel by pixel."""
    height, width = pixels.shape[:2]
    rows = pixels if flags & 0x20 else pixels[::-1]
    rows = rows[:, ::-1] if flags & 0x10 else rows
    flat = [tuple(pixel) for row in rows.tolist() for pixel in row]
    stored = [
        bytes([p[0]]) if channels == 1 else bytes([p[2], p[1], p[0], p[3]][:channels]) for p in flat
    ]
    kind = (3 if channels == 1 else 2) + 8 * runs
    header = struct.pack(
        "<BBBHHBHHHHBB", extra, 0, kind, 0, 0, 0, 0, 0, width, height, 8 * channels, flags
    )
    return header + b"x" * extra + (_in_runs(stored) if runs else b"".join(stored))


def _in_runs(stored: list[bytes]) -> bytes:
    """Equal pixels as one packet, and others in packets of up to three."""
    parts, at = [], 0
    while at < len(stored):
        end = at + 1
        while end < len(stored) and stored[end] == stored[at] and end - at < 128:
            end += 1
        if end - at > 1:
            parts += [bytes([127 + end - at]), stored[at]]
        else:
            end = min(at + 3, len(stored))
            parts += [bytes([end - at - 1]), *stored[at:end]]
        at = end
    return b"".join(parts)


@pytest.mark.parametrize("channels", [1, 3, 4])
@pytest.mark.parametrize("flags", [0, 0x10, 0x20, 0x30])
@pytest.mark.parametrize("runs", [False, True])
def test_tga(channels: int, flags: int, runs: bool) -> None:
    pixels = make_pixels(37, 11)
    image = parse_image(make_tga(pixels, channels, flags, runs=runs, extra=5))
    wanted = pixels.copy()
    wanted[..., 3] = pixels[..., 3] if channels == 4 else 255
    if channels == 1:
        wanted[..., :3] = pixels[..., :1]
    assert np.array_equal(image.pixels, wanted)


@needs_levels
@pytest.mark.parametrize("name", ["lbl_mapm02ac", "lbl_mapm41ad"])
def test_maps_of_the_game_as_another_program_reads_them(name: str) -> None:
    path = LEVELS / "maps" / f"{name}.tga"
    if not path.is_file():
        pytest.skip(f"no {path.name}")
    pillow = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    image = kl.read_image(path)
    theirs = pillow.open(path)
    assert (image.width, image.height) == theirs.size == (512, 256)
    bands = len(theirs.getbands())
    assert np.array_equal(image.pixels[..., :bands], np.asarray(theirs))


# TPC


def make_tpc(levels: list[bytes], width: int, height: int, kind: int, packed: bool) -> bytes:
    size = len(levels[0]) if packed else 0
    header = struct.pack("<IfHHBB", size, 0.0, width, height, kind, len(levels))
    return header.ljust(128, b"\0") + b"".join(levels) + b"mipmap 0\r\n"


def slow_colour(bits: int) -> tuple[float, ...]:
    red, green, blue = bits // 2048, bits // 32 % 64, bits % 32
    return tuple(
        value * 2 ** (8 - size) + value // 2 ** (2 * size - 8)
        for value, size in ((red, 5), (green, 6), (blue, 5))
    )


def slow_block(block: bytes) -> list[list[float]]:
    """The 16 pixels of a DXT1 or DXT5 block by the book, one at a time, with fractions."""
    alpha, colours = (block[:8], block[8:]) if len(block) == 16 else (b"", block)
    one, two, codes = struct.unpack("<HHI", colours)
    a, b = slow_colour(one), slow_colour(two)
    found = []
    for pixel in range(16):
        code = codes // 4**pixel % 4
        opaque = 255.0
        if one > two or alpha:
            part = (0, 1, 1 / 3, 2 / 3)[code]
        else:
            part, opaque = (0, 1, 1 / 2, 0)[code], 0.0 if code == 3 else 255.0
        clear = not (one > two or alpha) and code == 3
        mixed = [0.0 if clear else x * (1 - part) + y * part for x, y in zip(a, b, strict=True)]
        found.append([*mixed, slow_alpha(alpha, pixel) if alpha else opaque])
    return found


def slow_alpha(block: bytes, pixel: int) -> float:
    first, second = block[0], block[1]
    code: int = int.from_bytes(block[2:], "little") // 8**pixel % 8
    if code < 2:
        return (first, second)[code]
    if first > second:
        return float((8 - code) * first + (code - 1) * second) / 7
    return {6: 0.0, 7: 255.0}.get(code, float((6 - code) * first + (code - 1) * second) / 5)


def slow_blocks(data: bytes, width: int, height: int, size: int) -> NDArray[np.float64]:
    """Rows from the top."""
    pixels = np.zeros((height, width, 4))
    across = (width + 3) // 4
    for number in range(len(data) // size):
        left, low = number % across * 4, number // across * 4
        for i, pixel in enumerate(slow_block(data[number * size : (number + 1) * size])):
            x, y = left + i % 4, low + i // 4
            if x < width and y < height:
                pixels[height - 1 - y, x] = pixel
    return pixels


@pytest.mark.parametrize(("kind", "size"), [(2, 8), (4, 16)])
@pytest.mark.parametrize(("width", "height"), [(16, 8), (4, 4), (2, 1), (12, 20), (20, 4)])
def test_packed_tpc(kind: int, size: int, width: int, height: int) -> None:
    count = -(-width // 4) * -(-height // 4)
    data = np.random.default_rng(width).integers(0, 256, count * size, np.uint8)
    data[:size] = 0  # two equal colours, two equal alphas
    data[size - 4 : size] = 255  # and of DXT1 nothing at all
    image = parse_image(make_tpc([data.tobytes()], width, height, kind, packed=True))
    wanted = slow_blocks(data.tobytes(), width, height, size)
    assert (np.abs(image.pixels - wanted) <= 1).all()  # how fractions are rounded is free
    assert np.array_equal(image.pixels[..., 3] == 0, wanted[..., 3] < 1)


@pytest.mark.parametrize(("kind", "channels"), [(1, 1), (2, 3), (4, 4)])
def test_plain_tpc(kind: int, channels: int) -> None:
    pixels = make_pixels(8, 4)
    stored = pixels[::-1, :, :channels].tobytes()
    image = parse_image(make_tpc([stored], 8, 4, kind, packed=False))
    assert np.array_equal(image.pixels[..., :channels], pixels[..., :channels])
    if channels == 1:
        assert np.array_equal(image.pixels[..., 2], pixels[..., 0])
    assert channels == 4 or (image.pixels[..., 3] == 255).all()


def test_a_smaller_level_is_enough() -> None:
    sizes = [(16, 8), (8, 4), (4, 2), (2, 1), (1, 1)]
    levels = [bytes([10 * i]) * (w * h * 3) for i, (w, h) in enumerate(sizes)]
    data = make_tpc(levels, 16, 8, 2, packed=False)
    for least, level in ((0, 0), (99, 0), (16, 0), (9, 0), (8, 1), (5, 1), (4, 2), (1, 4)):
        image = parse_image(data, least=least)
        assert (image.width, image.height) == sizes[level], least
        assert (image.pixels[..., :3] == 10 * level).all()


def test_the_first_side_of_a_cube() -> None:
    sides = [bytes([i]) * (4 * 4 * 3) for i in range(6)]
    image = parse_image(make_tpc(sides, 4, 24, 2, packed=False)[:-2])
    assert (image.width, image.height) == (4, 4)
    assert (image.pixels[..., :3] == 0).all()


@pytest.mark.parametrize(("side", "is_read"), [(2048, True), (4096, False)])
def test_a_small_file_of_long_runs_takes_little(side: int, is_read: bool) -> None:
    header = struct.pack("<BBBHHBHHHHBB", 0, 0, 10, 0, 0, 0, 0, 0, side, side, 32, 0)
    data = header + b"\xff\1\2\3\4" * (side * side // 128)

    def read() -> None:
        if is_read:
            assert parse_image(data).pixels[0, -1].tolist() == [3, 2, 1, 4]
        else:
            with pytest.raises(FormatError, match="pixels are more than"):
                parse_image(data)

    assert peak_memory(read) < 50_000_000 + 10 * len(data)


def test_resizing_keeps_the_mean_and_the_corners() -> None:
    pixels = make_pixels(64, 32)
    small = kl.Image(pixels).resized(16, 8)
    blocks = pixels.reshape(8, 4, 16, 4, 4).mean((1, 3))
    assert (np.abs(small.pixels - blocks) <= 0.5).all()
    odd = kl.Image(pixels).resized(7, 5)
    assert (odd.width, odd.height) == (7, 5)
    large = kl.Image(pixels).resized(128, 128)
    assert np.array_equal(large.pixels[::4, ::2], pixels)


# Damaged


def test_every_bent_header_byte_is_told_or_read() -> None:
    tga = make_tga(make_pixels(9, 5), 4, runs=True)
    tpc = make_tpc([bytes(2 * 8)], 8, 4, 2, packed=True)
    for good, length in ((tga, 24), (tpc, 18)):
        for at in range(length):
            for value in (0, 1, 2, 3, 12, 127, 255):
                _try(good[:at] + bytes([value]) + good[at + 1 :])
        for end in range(len(good)):
            _try(good[:end])


def _try(data: bytes) -> None:
    try:
        image = parse_image(data, "bent")
    except FormatError as error:
        assert error.source == "bent"
        assert error.section
        assert error.offset is not None
    else:
        assert image.pixels.shape == (image.height, image.width, 4)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "0 bytes"),
        (struct.pack("<BBBHHBHHHHBB", 0, 0, 10, 0, 0, 0, 0, 0, 4096, 4096, 24, 0), "more than 0"),
        (struct.pack("<BBBHHBHHHHBB", 0, 0, 2, 0, 0, 0, 0, 0, 65535, 65535, 24, 0), "4,096"),
        (struct.pack("<BBBHHBHHHHBB", 0, 1, 1, 0, 0, 0, 0, 0, 4, 4, 8, 0), "kind 1"),
        (struct.pack("<IfHHBB", 0, 0, 4, 4, 12, 1).ljust(128, b"\0"), "Xbox"),
        (struct.pack("<IfHHBB", 0, 0, 64, 64, 4, 1).ljust(128, b"\0"), "the file ends"),
    ],
)
def test_what_is_wrong_is_said(data: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bent.tga"
    path.write_bytes(data)
    with pytest.raises(FormatError, match=said) as told:
        kl.read_image(path)
    assert told.value.source == str(path)
