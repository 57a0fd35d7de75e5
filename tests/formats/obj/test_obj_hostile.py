"""OBJ files made to hurt: each gives a drawing or a located error, soon, in little memory."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.drawing import Drawing
from kotorlevel.formats.obj import format_obj, parse_obj
from support.formats.drawings import grid
from support.formats.gff_shapes import peak_memory
from support.quick import few

SMALL = format_obj(Drawing((grid(1, name="a"), grid(1, name="b", seed=2))), "x.mtl")


def survives(data: bytes) -> None:
    try:
        drawing = parse_obj(data, "x.obj")
    except FormatError as error:
        assert error.source == "x.obj"
        assert error.line is not None or "no faces" in error.message
    else:
        assert all((shape.corners < len(shape.points)).all() for shape in drawing.shapes)


def test_every_byte_changed() -> None:
    for at in range(len(SMALL)):
        for byte in (0, 9, 10, 32, 47, 92, 45, 57, 255, SMALL[at] ^ 1):
            survives(SMALL[:at] + bytes([byte]) + SMALL[at + 1 :])


def test_every_length() -> None:
    for size in range(len(SMALL)):
        survives(SMALL[:size])
        survives(SMALL[size:])


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    survives(data)


_words = st.sampled_from(
    ["v", "f", "o", "g", "usemtl", "1", "-1", "2/3", "nan", "\\", "#", "1e9", "\t"]
)


@given(st.lists(st.lists(_words, max_size=6).map(" ".join), max_size=12).map("\n".join))
def test_any_lines(text: str) -> None:
    survives(text.encode())


@pytest.mark.parametrize(
    "data",
    [
        b"v 0 0 0\n" + b"f 1 1 1\no x\n" * 3_000,
        b"v 0 0 0\n" * 3 + b"f 1 2 3\n" + b"g a\ng b\n" * 20_000,
        b"v 0 0 0\n" * 3 + b"f " + b"1 " * 200_000,
        b"v 0 0 0\nf 1 1 1" + b"\\\n" * 200_000,
        b"v " + b"1" * 400_000,
        b"usemtl \\\n" * 50_000 + b"v 0 0 0\nf 1 1 1",
    ],
)
def test_long_files_end_soon(data: bytes) -> None:
    start = time.process_time()
    survives(data)
    assert time.process_time() - start < 5


def test_a_number_allocates_nothing() -> None:
    data = b"v 0 0 0\nf 1 1 " + b"9" * 17 + b"\n"
    assert peak_memory(lambda: survives(data)) < 300_000


def test_random_cuts_of_a_larger_file() -> None:
    chance = random.Random(5)
    whole = format_obj(Drawing((grid(4),)))
    for _ in range(300):
        a, b = sorted(chance.sample(range(len(whole)), 2))
        survives(whole[:a] + whole[b:])
        survives(whole[:a] + whole[b:] + whole[a:b])


def test_many_polygons_of_many_corners_are_refused_at_once() -> None:
    ring = "".join(f"v {i} {i % 2} 0\n" for i in range(1000))
    face = "f " + " ".join(str(i + 1) for i in range(1000)) + "\n"
    parse_obj((ring + face * 8).encode(), "x.obj")
    with pytest.raises(FormatError, match="too many polygons of many corners") as caught:
        parse_obj((ring + face * 100).encode(), "x.obj")
    assert caught.value.line == 1001


def test_a_library_under_many_names_is_read_once() -> None:
    loaded: list[str] = []

    def load(name: str) -> bytes:
        loaded.append(name)
        return b"newmtl a\nKd 1 0 0\n"

    names = [*("./" * i + "x.mtl" for i in range(50)), *(f"{i}.mtl" for i in range(50))]
    lines = "".join(f"mtllib {name}\n" for name in names)
    parse_obj(f"{lines}v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".encode(), "x.obj", load)
    assert len(loaded) <= 4


def test_lines_without_meaning_take_little_memory() -> None:
    face = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
    blank, odd = face + b"\n" * few(60_000, 300_000), face + b"xx\n" * few(20_000, 100_000)
    assert peak_memory(lambda: parse_obj(blank, "x.obj")) < 40 * len(blank)
    assert peak_memory(lambda: parse_obj(odd, "x.obj")) < 40 * len(odd)


def test_objects_with_a_material_each_take_linear_time() -> None:
    def seconds(count: int) -> float:
        rows = "".join(f"o a{i}\nusemtl m{i}\nf 1 2 3\n" for i in range(count))
        data = f"v 0 0 0\nv 1 0 0\nv 0 1 0\n{rows}".encode()
        start = time.process_time()
        drawing = parse_obj(data, "x.obj")
        assert [s.material_names for s in drawing.shapes[:3]] == [("m0",), ("m1",), ("m2",)]
        return time.process_time() - start

    seconds(100)
    assert seconds(12_000) < 12 * max(seconds(3_000), 0.05)


def test_more_objects_than_are_read() -> None:
    points = b"v 0 0 0\nv 1 0 0\nv 0 1 0\n"
    data = points + b"o a\n" * 25_002 + b"f 1 2 3\n"
    with pytest.raises(FormatError, match="more than 25,000 objects") as caught:
        parse_obj(data, "x.obj")
    assert caught.value.line == 3 + 25_001


def test_faces_of_few_letters_cost_little() -> None:
    data = b"v 0 0 0\nv 1 0 0\nv 0 1 0\n" + b"f 1 2 3\n" * 50_000
    assert peak_memory(lambda: parse_obj(data)) < 50 * len(data)
