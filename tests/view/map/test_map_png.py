"""The map as PNG: the colours at known places."""

from __future__ import annotations

import io
import sys
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from kotorlevel.view.colors import THEMES, channels
from kotorlevel.view.map import png as map_png
from kotorlevel.view.map.draw import draw_map
from kotorlevel.view.map.page import layout_map
from kotorlevel.view.map.png import PillowMissingError
from kotorlevel.view.map.scale import Box, fit
from kotorlevel.view.map.shapes import Dot, Drawing, Fill, Layer, Lines, polygon
from kotorlevel.view.scene.scene import Scene, build_scene
from support.areas import floor, make_area

LAKE, METAL = 17, 10


def level() -> Scene:
    """Stone, metal and deep water from west to east, 10 m each."""
    return build_scene(
        make_area(
            {
                "hall": floor(0, 0, 10, 10),
                "deck": floor(10, 0, 10, 10, material=METAL),
                "lake": floor(20, 0, 10, 10, material=LAKE),
            }
        )
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_surfaces_have_their_colours_where_they_are(theme: str) -> None:
    scene = level()
    image = Image.open(io.BytesIO(draw_map(scene, format="png", theme=theme)))  # type: ignore[call-overload]
    root = ET.fromstring(draw_map(scene, theme=theme))  # type: ignore[call-overload]
    assert image.size == (int(root.get("width") or 0), int(root.get("height") or 0))
    panel = next(layer.shapes[0] for layer in layout_map(scene).layers if layer.name == "panel")
    assert isinstance(panel, Fill)
    (x0, y0), (x1, y1) = panel.rings[0].min(axis=0), panel.rings[0].max(axis=0)
    projection = fit(scene.document["bounds"], Box(x0, y0, x1 - x0, y1 - y0), 64)
    colors = THEMES[theme]  # type: ignore[index]
    surfaces = {each["label"]: each["color"] for each in scene.document["materials"]}
    expected = {
        (2.0, 2.0): colors.floor(surfaces["Stone"], True, 0),
        (18.0, 2.0): colors.floor(surfaces["Metal"], True, 0),
        (28.0, 8.0): colors.floor(surfaces["DeepWater"], False, 0),
        (-1.0, 3.0): colors.panel,
    }
    for (x, y), color in expected.items():
        across, down = projection.place([x, y, 0])
        pixel = image.getpixel((round(across), round(down)))
        assert pixel == channels(color), (x, y)
    assert len({*expected.values()}) == 4
    assert image.getpixel((2, 2)) == channels(colors.page)


def draw(*shapes: Fill | Lines | Dot) -> Image.Image:
    from kotorlevel.view.map.png import write_png

    drawing = Drawing(60, 40, "#ffffff", "", (Layer("all", shapes),))
    return Image.open(io.BytesIO(write_png(drawing))).convert("RGB")


def test_edges_are_smooth() -> None:
    image = draw(polygon([(5, 5), (55, 12), (5, 35)], "#000000"))
    shades = {pixel[1] for pixel in image.getcolors(10_000) or []}
    assert len(shades) > 3
    assert image.getpixel((10, 12)) == (0, 0, 0)
    assert image.getpixel((55, 30)) == (255, 255, 255)


def test_dots_and_lines() -> None:
    import numpy as np

    run = np.array([(5.0, 20.0), (55.0, 20.0)])
    image = draw(Lines((run,), "#ff0000", 6), Dot(30, 20, 8, "#0000ff", "#00ff00", 4))
    assert image.getpixel((8, 20)) == (255, 0, 0)
    assert image.getpixel((8, 25)) == (255, 255, 255)
    assert image.getpixel((30, 20)) == (0, 0, 255)
    assert image.getpixel((30, 12)) == (0, 255, 0)


def test_a_dashed_line_has_gaps() -> None:
    import numpy as np

    run = np.array([(0.0, 20.0), (60.0, 20.0)])
    image = draw(Lines((run,), "#ff0000", 6, dash=10))
    row = [image.getpixel((x, 20)) == (255, 0, 0) for x in (5, 15, 25, 35, 45, 55)]
    assert row == [True, False, True, False, True, False]


def test_without_pillow_the_message_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(PillowMissingError, match=r"pip install pillow"):
        draw_map(level(), format="png")
    assert draw_map(level()).startswith("<svg")


def test_letters_that_the_font_lacks_are_spelled_out() -> None:
    """Each of them would be drawn as the same box."""
    painter = map_png._Painter(None, 1)
    font = painter._font(20)
    for text in ("hall → store", "Ramp – é ä", "3 × 4 m²", "þorn ÿ œ Ł 漢 Ω ½ \ud800"):
        for piece, *_ in painter._pieces(text, font, 20):
            boxes = [
                bytes(font.getmask(letter)) == bytes(font.getmask("\uffff"))
                for letter in piece
                if letter != " "
            ]
            assert not any(boxes), piece


def test_only_letters_that_the_font_lacks_become_question_marks() -> None:
    painter = map_png._Painter(None, 1)
    pieces = painter._pieces("aþ·é z", painter._font(20), 20)
    assert [piece for piece, *_ in pieces] == ["a?·e z"]
