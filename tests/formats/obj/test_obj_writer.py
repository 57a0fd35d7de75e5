"""What is written as OBJ comes back: every float32, every face in its order, every name."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import format_float32
from kotorlevel.formats.drawing import Drawing, Shape
from kotorlevel.formats.obj import format_mtl, format_obj, parse_mtl, parse_obj
from kotorlevel.formats.obj.writer import Up
from support.formats.drawings import (
    MATERIALS,
    drawings,
    grid,
    loose_points,
    polygons,
    same_float32,
    shape_of,
)


def assert_same(read: Shape, written: Shape) -> None:
    assert read.name == written.name
    assert same_float32(read.points, written.points)
    assert polygons(read) == polygons(written)
    assert read.shares_vertices


@given(drawings)
def test_any_drawing_comes_back(drawing: Drawing) -> None:
    up: Up
    for up in ("z", "y"):
        again = parse_obj(format_obj(drawing, "x.mtl", up=up), "x.obj", up=up)
        for read, written in zip(again.shapes, drawing.shapes, strict=True):
            assert_same(read, written)


def test_the_text() -> None:
    square = shape_of([(0, 0, 0), (1.5, 0, 0), (1.5, 0.1, 0), (-0.0, 0.1, 0)])
    points = square.points.astype(np.float32).astype(np.float64)
    shape = replace(square, points=points, materials=np.array([0]), material_names=("50% x",))
    text = format_obj(Drawing((shape, square)), "a b.mtl", comments=["Made\nby hand", ""])
    assert text.decode() == (
        "# Made\n# by hand\n#\nmtllib a b.mtl\n"
        "o room\nv 0 0 0\nv 1.5 0 0\nv 1.5 0.1 0\nv -0 0.1 0\nusemtl 50% x\nf 1 2 3 4\n"
        "o room\nv 0 0 0\nv 1.5 0 0\nv 1.5 0.1 0\nv -0 0.1 0\nusemtl \nf 5 6 7 8\n"
    )
    turned = format_obj(Drawing((shape,)), up="y").decode()
    assert "v 1.5 0 -0.1\n" in turned


def test_numbers_are_as_short_as_they_can_be() -> None:
    random = np.random.default_rng(1)
    bits = random.integers(0, 2**32, 3000, dtype=np.uint32).view(np.float32)
    values = np.concatenate(
        (
            bits[np.isfinite(bits)],
            (random.random(3000) * 200 - 100).astype(np.float32),
            np.float32(2.0) ** np.arange(-149, 128, dtype=np.float32),
            np.array([0, -0.0, 1e10, 123456.0, 3e-7], np.float32),
        )
    )
    values = values[: len(values) // 3 * 3]
    shape = shape_of(values.reshape(-1, 3).tolist())
    text = format_obj(Drawing((shape,))).decode()
    words = [w for line in text.splitlines() if line.startswith("v ") for w in line.split()[1:]]
    assert (np.array(list(map(float, words))).astype(np.float32) == values).all()
    for word, value in zip(words, values.tolist(), strict=True):
        digits = word.split("e")[0].replace(".", "").lstrip("-0").rstrip("0")
        fewest = format_float32(value).split("e")[0].replace(".", "").lstrip("-0").rstrip("0")
        assert len(digits) <= len(fewest), (word, value)


def test_what_is_no_float32_is_written_in_full() -> None:
    places = [(0.1, 1 / 3, 1e-9), (100000.000001, 2.0, 3.0), (4.0, 5.0, 6.0)]
    again = parse_obj(format_obj(Drawing((shape_of(places),))))
    assert again.shapes[0].points.tolist() == [list(place) for place in places]


@pytest.mark.parametrize(
    "name", ["", " x", "x ", "a\nb", "a\rb", "a\0b", "x\\", "\ud800", "a\x0bb"]
)
def test_names_that_would_not_come_back_are_refused(name: str) -> None:
    shape = replace(grid(2), name=name)
    with pytest.raises(FormatError):
        format_obj(Drawing((shape,)))
    named = replace(grid(2), materials=np.zeros(4, np.int64), material_names=(name,))
    with pytest.raises(FormatError):
        format_obj(Drawing((named,)))
    with pytest.raises(FormatError):
        format_mtl(Drawing((named,)))


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e39])
def test_numbers_that_would_not_come_back_are_refused(value: float) -> None:
    with pytest.raises(FormatError, match="not finite or too large"):
        format_obj(Drawing((shape_of([(0, 0, 0), (1, 0, 0), (1, value, 0)]),)))


def test_a_comment_that_would_go_on_is_refused() -> None:
    with pytest.raises(FormatError, match="backslash"):
        format_obj(Drawing((grid(2),)), comments=["x\\"])


def test_vertices_without_faces_stay() -> None:
    loose = loose_points()
    used = grid(2, name="used")
    more = replace(used, points=np.concatenate((used.points, [[7, 8, 9]])))
    again = parse_obj(format_obj(Drawing((loose, more))))
    assert_same(again.shapes[0], loose)
    assert_same(again.shapes[1], more)


def test_colours_come_back() -> None:
    colors = {name: f"#{40 * i:02x}{255 - i:02x}{i * i:02x}" for i, name in enumerate(MATERIALS)}
    drawing = Drawing((grid(3),), colors=colors, alphas={"Metal": 0.5, "Straße": 1.0})
    found, alphas = parse_mtl(format_mtl(drawing))
    assert found == colors
    assert alphas == {"Metal": 0.5}


@pytest.mark.parametrize(
    ("colors", "alphas"), [({"Metal": "red"}, {}), ({}, {"Metal": 2.0}), ({}, {"Metal": np.nan})]
)
def test_bad_looks_are_refused(colors: dict[str, str], alphas: dict[str, float]) -> None:
    with pytest.raises(FormatError, match="Metal"):
        format_mtl(Drawing((grid(2),), colors=colors, alphas=alphas))


def test_a_large_mesh_is_quick() -> None:
    """20,000 faces; generous, because machines differ: measured 0.035 s out and 0.06 s in."""
    drawing = Drawing((grid(142),))
    times = []
    for _ in range(3):
        start = time.process_time()
        data = format_obj(drawing)
        middle = time.process_time()
        parse_obj(data)
        times.append((middle - start, time.process_time() - middle))
    assert min(out for out, _ in times) < 0.5
    assert min(back for _, back in times) < 0.5
