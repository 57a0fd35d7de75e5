"""The map agrees with its own legend and list, and its words can be read."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import ImageFont

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station
from kotorlevel.checks.finding import Finding, Report, Severity
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.view.map.draw import draw_map
from kotorlevel.view.map.labels import Walls
from kotorlevel.view.map.scale import Box
from kotorlevel.view.scene.scene import build_scene
from support.areas import floor, make_area
from support.view.svg_parts import SVG, layer, parse, rings, words

OBSCURING, METAL, PIT = 2, 10, 16
CEILING = Walkmesh.from_arrays([(0, 0, 3), (9, 0, 3), (9, 9, 3)], [(2, 1, 0)], [OBSCURING])


def storeys() -> kl.Area:
    """Metal at three heights, a pit, and a ceiling over it."""
    return make_area(
        {
            "hall": floor(width=3, material=METAL),
            "pit": floor(3, width=3, z=-4, material=PIT),
            "roof": CEILING,
            "yard": floor(12, z=6, material=METAL),
            "ramp": floor(20, rise=2, material=METAL),
        }
    )


@pytest.mark.parametrize("count", [3, 28, 60, 61, 90])
def test_every_number_on_the_map_is_explained_below(count: int) -> None:
    """Every third finding has no place; it is in the list alone."""
    faults = [
        Finding(
            f"f{number:02}",
            at=None if number % 3 == 0 else (number % 4, 1.0, 0.0),
            severity=Severity.ERROR,
            rule="MSH001",
            file="hall.wok",
        )
        for number in range(count)
    ]
    scene = build_scene(make_area({"hall": floor()}), report=Report(tuple(faults), ()))
    root = parse(draw_map(scene))
    on_map = words(layer(root, "findings"))
    listed = [each for each in words(layer(root, "list")) if each.isdigit()]
    assert listed == [str(number) for number in range(1, min(count, 60) + 1)]
    placed = [each["number"] for each in scene.document["findings"] if each["at"] is not None]
    assert on_map == [str(number) for number in placed if number <= 60]
    discs = [each for each in layer(root, "findings") if each.tag == f"{SVG}circle"]
    assert sum(each.get("r") == "5" for each in discs) == sum(number > 60 for number in placed)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_level_ground_has_the_colour_of_its_swatch(theme: str) -> None:
    root = parse(draw_map(build_scene(storeys()), theme=theme))  # type: ignore[call-overload]
    legend = layer(root, "legend")
    swatches = {
        (each.text or "").split(",")[0]: legend[number - 2].get("fill")
        for number, each in enumerate(legend)
        if each.tag == f"{SVG}text"  # before it are a square and the square's frame
    }
    drawn = defaultdict(set)
    for path in layer(root, "floor"):
        room, label = (path.findtext(f"{SVG}title") or "").split(": ")
        drawn[room, label].add(path.get("fill"))
    for room, label in (("hall", "Metal"), ("yard", "Metal"), ("pit", "BottomlessPit")):
        assert drawn[room, label] == {swatches[label]}, room
    assert drawn["ramp", "Metal"] != {swatches["Metal"]}  # lit, and the legend says so
    assert any("slopes" in each for each in words(legend))


def test_without_slopes_none_are_explained() -> None:
    legend = words(layer(parse(draw_map(build_scene(make_area({"hall": floor()})))), "legend"))
    assert not any("slopes" in each for each in legend)


def test_a_map_looks_through_ceilings() -> None:
    root = parse(draw_map(build_scene(storeys())))
    notes = [path.findtext(f"{SVG}title") or "" for path in layer(root, "floor")]
    assert "pit: BottomlessPit" in notes
    assert not any("Obscuring" in note for note in [*notes, *words(layer(root, "legend"))])
    assert layer(parse(draw_map(build_scene(CEILING))), "floor")  # there is nothing else


def test_links_to_rooms_that_are_not_here_are_no_faults() -> None:
    """Grey, as the legend says; neither the red nor the amber of what is wrong."""
    root = parse(draw_map(build_scene(make_area({"hall": floor(east=1), "sky": None}))))
    line = layer(root, "links")[0]
    legend = layer(root, "legend")
    at = next(n for n, e in enumerate(legend) if e.text == "link to a room that is not here")
    assert line.get("stroke") == legend[at - 2].get("stroke") == "#6a6f7a"


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> ET.Element:
    """The map of the demo's broken station, which is crowded about its doorways."""
    folder: Path = tmp_path_factory.mktemp("station")
    for name, data in make_broken_station().items():
        (folder / name).write_bytes(data)
    area = kl.load_area(folder)
    return parse(draw_map(build_scene(area, report=kl.check(area))))


def test_words_of_links_can_be_read(crowded: ET.Element) -> None:
    """In ink, large, and not across walls; measured with a real font."""
    walls = [ring for path in layer(crowded, "walls") for ring in rings(path.get("d") or "")]
    x, y = np.concatenate([_along(ring) for ring in walls]).T
    tags = [each for each in layer(crowded, "names") if (each.text or "").startswith("to ")]
    assert len(tags) == 3
    for text in tags:
        size = float(text.get("font-size") or 0)
        assert size >= 15
        assert text.get("fill") == "#1d2026"
        left, base = float(text.get("x") or 0), float(text.get("y") or 0)
        right = left + ImageFont.load_default(size).getlength(text.text or "")
        assert not ((x > left) & (x < right) & (y > base - 0.7 * size) & (y < base)).any()


def _along(ring: np.ndarray) -> np.ndarray:
    """Points along a polyline, a pixel apart or less."""
    steps = pairwise(ring)
    return np.concatenate([np.linspace(a, b, int(np.hypot(*(b - a))) + 2) for a, b in steps])


def test_walls_are_where_they_run() -> None:
    """Against every point of random lines, one by one."""
    generator = np.random.default_rng(3)
    for _ in range(40):
        run = generator.uniform(-50, 300, (5, 2))
        walls = Walls.along([run], 8.0)
        x, y = generator.uniform(-60, 300, 2).tolist()
        box = Box(x, y, 90, 20)
        points = _along(run)
        inside = [box.holds(*point) for point in points.tolist()]
        if any(inside):
            assert walls.cross(box)
        grown = box.grown(8.0)
        if not any(grown.holds(*point) for point in points.tolist()):
            assert not walls.cross(box)
