"""The map as SVG: what is in the file, read back by other means than it was written."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import ImageFont

import kotorlevel as kl
from kotorlevel.area.objects import Placeable
from kotorlevel.checks.finding import Finding, Report, Severity
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.view.map.draw import draw_map
from kotorlevel.view.map.page import layout_map
from kotorlevel.view.scene.scene import Scene, ScenePath, build_scene
from support.area.room_grids import make_grid
from support.areas import floor, make_area, make_door, make_placeable, plate
from support.corpus import CORPUS, needs_corpus
from support.view.svg_parts import SVG, layer, parse, rings, words


def area_of(ring: np.ndarray) -> float:
    x, y = ring.T
    return float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum() / 2)


def drawn_areas(root: ET.Element) -> dict[str, float]:
    """Room and surface → square pixels."""
    areas: dict[str, float] = defaultdict(float)
    for path in layer(root, "floor"):
        note = path.findtext(f"{SVG}title") or ""
        areas[note] += abs(sum(area_of(ring) for ring in rings(path.get("d") or "")))
    return areas


def plan_areas(area: kl.Area) -> dict[str, float]:
    """Room and surface → square metres in the plan, face by face, without ceilings."""
    areas: dict[str, float] = defaultdict(float)
    for room in area.rooms:
        if room.mesh is None:
            continue
        for face, material in zip(room.mesh.faces, room.mesh.materials.tolist(), strict=True):
            size = area_of(room.mesh.vertices[face, :2].astype(float))
            if size > 0 or area.surfaces.walkable([material])[0]:  # no ceilings
                areas[f"{room.name}: {area.surfaces.label(material)}"] += abs(size)
    return {name: size for name, size in areas.items() if size > 1e-3}


def pixels_a_metre(root: ET.Element) -> float:
    """From the scale bar: its length in pixels and the metres written on it."""
    bar, *_ = [each for each in layer(root, "scale") if each.get("stroke-width") == "3"]
    points = rings(bar.get("d") or "")[0]
    metres = float(words(layer(root, "scale"))[-1].removesuffix(" m"))
    return float(np.ptp(points[:, 0])) / metres


def check_areas(area: kl.Area, scene: Scene) -> None:
    root = parse(draw_map(scene))
    scale = pixels_a_metre(root)
    found = {name: size / scale**2 for name, size in drawn_areas(root).items()}
    expected = plan_areas(area)
    assert found.keys() >= expected.keys()
    for name, size in expected.items():
        assert found[name] == pytest.approx(size, rel=0.01, abs=0.15), name


@needs_corpus
def test_areas_of_a_real_level() -> None:
    area = kl.load_area(CORPUS / "area_m10aa")
    check_areas(area, build_scene(area))


def test_areas_of_hills_with_holes_and_several_surfaces() -> None:
    size = 12
    line = range(size + 1)
    points = [(2 * i, 2 * j, 0.3 * ((i * j) % 5)) for i in line for j in line]
    faces, materials = [], []
    for i in range(size):
        for j in range(size):
            a = i * (size + 1) + j
            b = a + size + 1
            if (i, j) != (5, 5):
                faces += [(a, b, b + 1), (a, b + 1, a + 1)]
                materials += [4 if (i + j) % 3 else 7, 10]
    faces += [face[::-1] for face in faces[:20]]  # seen from below, in the same place
    materials += materials[:20]
    area = make_area({"hills": Walkmesh.from_arrays(points, faces, materials)})
    check_areas(area, build_scene(area))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [300, 800, 1600, 5000])
def test_every_room_is_named(theme: str, width: int) -> None:
    area = kl.relink(make_grid(1).area)[0]
    root = parse(draw_map(build_scene(area), theme=theme, width=width))  # type: ignore[call-overload]
    names = words(layer(root, "names"))
    assert sorted(names) == sorted(room.name for room in area.rooms)
    assert root.get("width") == str(width)


@pytest.mark.parametrize(("columns", "rows"), [(3, 3), (10, 6), (30, 2), (1, 40)])
def test_names_do_not_cover_each_other(columns: int, rows: int) -> None:
    """Measured with a real font, not with the map's own guess."""
    area = kl.relink(make_grid(2, columns, rows, degrees=9).area)[0]
    root = parse(draw_map(build_scene(area)))
    boxes = []
    for text in layer(root, "names"):
        if text.tag == f"{SVG}text":
            size = float(text.get("font-size") or 0)
            font = ImageFont.load_default(size)
            width = font.getlength(text.text or "")
            x, y = float(text.get("x") or 0), float(text.get("y") or 0)
            boxes.append((x, y - 0.7 * size, x + width, y))
    assert len(boxes) == columns * rows
    for number, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[:number]:
            apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
            assert apart


def report(*findings: Finding) -> Report:
    return Report(findings, ())


def fault(severity: Severity, x: float, text: str, at: bool = True) -> Finding:
    place = (x, 1.0, 0.0) if at else None
    return Finding(text, at=place, severity=severity, rule="MSH001", file="hall.wok", fix="")


FOUND = report(
    fault(Severity.ERROR, 1, "first"),
    fault(Severity.WARNING, 3, "second"),
    fault(Severity.INFO, 3, "third", at=False),
)


def test_findings_are_numbered_where_they_are_and_listed() -> None:
    root = parse(draw_map(build_scene(make_area({"hall": floor()}), report=FOUND)))
    assert words(layer(root, "findings")) == ["1", "2"]
    listed = words(layer(root, "list"))
    assert [each for each in listed if each in ("first", "second", "third")] == [
        "first",
        "second",
        "third",
    ]
    assert [each for each in listed if each.isdigit()] == ["1", "2", "3"]
    discs = [each for each in layer(root, "findings") if each.tag == f"{SVG}circle"]
    assert [disc.get("fill") for disc in discs] == ["#d1293d", "#c77700"]
    across = float(discs[1].get("cx") or 0) - float(discs[0].get("cx") or 0)
    assert across == pytest.approx(2 * pixels_a_metre(root), abs=0.2)


def test_marks_at_one_place_stand_side_by_side() -> None:
    many = report(*(fault(Severity.ERROR, 2, f"fault {number}") for number in range(12)))
    root = parse(draw_map(build_scene(make_area({"hall": floor()}), report=many)))
    texts = [each for each in layer(root, "findings") if each.tag == f"{SVG}text"]
    places = [(float(each.get("x") or 0), float(each.get("y") or 0)) for each in texts]
    assert len(places) == 12
    for number, (x, y) in enumerate(places):
        for other_x, other_y in places[:number]:
            assert max(abs(x - other_x), abs(y - other_y)) > 28


def test_without_findings() -> None:
    scene = build_scene(make_area({"hall": floor()}), report=FOUND)
    text = draw_map(scene, findings=False)
    assert not layer(parse(text), "findings")
    assert "first" not in text
    assert "error" not in text


def test_hundreds_of_findings_stay_a_picture() -> None:
    many = report(*(fault(Severity.ERROR, x % 4, f"fault {x}") for x in range(500)))
    root = parse(draw_map(build_scene(make_area({"hall": floor()}), report=many)))
    assert float(root.get("height") or 0) < 4000
    assert any("440 more" in text for text in words(layer(root, "list")))


def test_links_are_named_where_the_far_room_is_not_beside_them() -> None:
    rooms = {"hall": floor(east=1, west=2, north=7), "yard": floor(4, west=0), "sky": None}
    root = parse(draw_map(build_scene(make_area(rooms))))
    names = [text for text in words(layer(root, "names")) if text.startswith("to ")]
    assert sorted(names) == ["to room 7 (nothing there)", "to sky"]
    legend = words(layer(root, "legend"))
    assert "link to nowhere" in legend
    assert "link to a room that is not here" in legend
    assert "link one way only" not in legend


def test_an_arrow_points_out_of_the_room() -> None:
    """East of the hall is the yard: the tip is the easternmost corner of the hall's arrow."""
    rooms = {"hall": floor(east=1), "yard": floor(4, west=0)}
    root = parse(draw_map(build_scene(make_area(rooms))))
    scale = pixels_a_metre(root)
    east, west = [
        rings(each.get("d") or "")[0]
        for each in layer(root, "links")
        if each.get("fill") not in (None, "none")
    ]
    assert east[0, 0] == east[:, 0].max()
    assert west[0, 0] == west[:, 0].min()
    assert east[0, 0] < west[0, 0]
    assert west[0, 0] - east[0, 0] < scale


def test_walls_have_gaps_where_one_walks_through() -> None:
    def length(rooms: dict[str, Walkmesh]) -> float:
        root = parse(draw_map(build_scene(make_area(rooms))))
        total = 0.0
        for path in layer(root, "walls"):
            for part in (path.get("d") or "").split("M")[1:]:
                ring = rings("M" + part)[0]
                ring = np.concatenate([ring, ring[:1]]) if part.endswith("z") else ring
                total += float(np.linalg.norm(np.diff(ring, axis=0), axis=1).sum())
        return total / pixels_a_metre(root)

    closed = length({"hall": floor(), "yard": floor(4)})
    opened = length({"hall": floor(east=1), "yard": floor(4, west=0)})
    one_way = length({"hall": floor(east=1), "yard": floor(4)})
    assert closed == pytest.approx(32, abs=0.1)
    assert opened == pytest.approx(24, abs=0.1)
    assert one_way == pytest.approx(28, abs=0.1)
    # They share 2.5 m of 4; 1.5 m of each side stay walls, at the one end and at the other.
    in_part = length({"hall": floor(east=1), "yard": floor(4, 1.5, west=0)})
    assert in_part == pytest.approx(27, abs=0.1)
    inside = length({"hall": floor(east=1, depth=9), "yard": floor(4, 3, west=0)})
    assert inside == pytest.approx(26 + 16 - 8, abs=0.1)


def test_doors_entry_and_path_are_drawn_at_their_places() -> None:
    area = make_area({"hall": floor()}, doors=[make_door((2, 3, 0))], entry=(1, 1, 0))
    path = ScenePath("way", points=[(1, 1, 0), (3, 1, 0)])
    root = parse(draw_map(build_scene(area, paths=[path])))
    scale = pixels_a_metre(root)
    leaf = rings(layer(root, "things")[-1].get("d") or "")
    points = np.concatenate(leaf)
    assert np.ptp(points[:, 0]) / scale == pytest.approx(2, abs=0.02)
    assert np.ptp(points[:, 1]) == pytest.approx(0, abs=0.2)
    entry = layer(root, "entry")[0]
    dots = [each for each in layer(root, "paths") if each.tag == f"{SVG}circle"]
    assert entry.get("cx") == dots[0].get("cx")
    assert float(dots[1].get("cx") or 0) - float(dots[0].get("cx") or 0) == pytest.approx(
        2 * scale, abs=0.2
    )
    assert {"door", "entry", "path"} <= set(words(layer(root, "legend")))


def test_the_legend_names_the_surfaces_with_their_size() -> None:
    area = make_area({"hall": floor(), "lake": floor(4, width=2, material=17)})
    legend = words(layer(parse(draw_map(build_scene(area))), "legend"))
    assert legend[:2] == ["Stone, 16 m²", "DeepWater, not walkable"]


def test_the_title_counts() -> None:
    area = make_area({"hall": floor(), "sky": None, "****": None}, name="my area")
    root = parse(draw_map(build_scene(area)))
    assert words(layer(root, "title"))[0] == "my area"
    assert "1 of 2 rooms" in words(layer(root, "title"))[1]
    assert "16 m² of floor" in words(layer(root, "title"))[1]


def test_a_small_file_with_few_digits() -> None:
    """Twenty thousand flat faces of one surface are one outline."""
    line = range(101)
    points = [(i, j, 0) for i in line for j in line]
    faces = []
    for i in range(100):
        for j in range(100):
            a = i * 101 + j
            faces += [(a, a + 101, a + 102), (a, a + 102, a + 1)]
    text = draw_map(build_scene(Walkmesh.from_arrays(points, faces, [4] * 20000)))
    assert len(text) < 10_000
    assert not re.search(r"\d\.\d\d\d", text)


def test_the_same_scene_gives_the_same_text() -> None:
    area = kl.relink(make_grid(4).area)[0]
    assert draw_map(build_scene(area)) == draw_map(build_scene(area))


def test_nothing_outside_is_needed(tmp_path: Path) -> None:
    text = draw_map(build_scene(make_area({"hall": floor()})))
    assert re.findall(r"(?:https?:|href|url\()", text) == ["http:"]  # the name of SVG itself


@pytest.mark.parametrize("width", [0, -1, 299, 10**9])
def test_absurd_sizes_are_refused(width: int) -> None:
    with pytest.raises(ValueError, match="pixels wide"):
        layout_map(build_scene(floor()), width=width)


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="no theme 'pink'; there are light, dark"):
        layout_map(build_scene(floor()), theme="pink")  # type: ignore[arg-type]


def test_numbers_without_their_list() -> None:
    """For a page that explains them itself."""
    finding = Finding(
        "a hole", at=(1, 1, 0), severity=Severity.ERROR, rule="MSH001", name="hole", file="hall.wok"
    )
    report = Report((finding,), ("hall.wok",))
    scene = build_scene(make_area({"hall": floor()}), report=report)
    for listing in (True, False):
        words = [each.text for each in parse(draw_map(scene, listing=listing)).iter(f"{SVG}text")]
        assert "1" in words
        assert ("Findings" in words) is listing


def inside(root: ET.Element, name: str) -> bool:
    """Whether everything in a layer is within the frame."""
    (panel,) = layer(root, "panel")
    (frame,) = rings(panel.get("d") or "")
    low, high = frame.min(axis=0), frame.max(axis=0)
    points = []
    for each in layer(root, name):
        if each.tag == f"{SVG}circle":
            points.append([float(each.get("cx") or 0), float(each.get("cy") or 0)])
        elif each.get("d"):
            points += np.concatenate(rings(each.get("d") or "")).tolist()
    return bool(((np.array(points) >= low) & (np.array(points) <= high)).all())


def furnished(x: float, y: float, *more: Placeable) -> Scene:
    """A hall of 4 × 4 m, with one of everything without a walkmesh at (x, y)."""
    area = make_area(
        {"hall": floor()},
        doors=[make_door((x, y, 0))],
        placeables=[make_placeable((x, y, 0)), *more],
        door_hooks=[(x, y, 0)],
        entry=(x, y, 0),
    )
    fault = Finding("far", at=(x, y, 0.0), file="lab.lyt", rule="ARE002", severity=Severity.ERROR)
    return build_scene(area, report=Report((fault,), ()))


THINGS = {"door", "door hook", "placeable", "placeable without a walkmesh", "entry"}


def test_what_is_in_the_level_is_drawn_and_explained() -> None:
    crate = make_placeable((2, 2, 0), mesh=plate((-0.5, 0), (0.5, 0)))
    root = parse(draw_map(furnished(2, 2, crate)))
    assert set(words(layer(root, "legend"))) >= THINGS
    for name in ("things", "entry", "findings"):
        assert layer(root, name)
        assert inside(root, name)


@pytest.mark.parametrize("place", [(2, -9), (2, 40), (-300, 2), (60, 60)])
def test_what_is_outside_the_frame_is_left_out(place: tuple[float, float]) -> None:
    """A module places things in rooms that are not at hand; they would cover the list."""
    root = parse(draw_map(furnished(*place)))
    assert not THINGS & set(words(layer(root, "legend")))
    assert not layer(root, "things")
    assert not layer(root, "entry")
    assert not layer(root, "findings")
    assert "1" in words(layer(root, "list"))  # it is told, with a ring
    assert any("no place on the map" in each for each in words(layer(root, "list")))


def test_the_sign_of_a_placeable_is_the_one_that_is_drawn() -> None:
    area = make_area({"hall": floor()}, placeables=[make_placeable((2, 2, 0))])
    root = parse(draw_map(build_scene(area)))
    (drawn,) = layer(root, "things")
    legend = layer(root, "legend")
    at = next(n for n, each in enumerate(legend) if each.text == "placeable")
    assert (legend[at - 1].tag, legend[at - 1].get("r")) == (drawn.tag, drawn.get("r"))
    assert drawn.tag == f"{SVG}circle"


@needs_corpus
def test_a_real_module_stays_within_the_frame() -> None:
    module = CORPUS / "archives" / "tar_m10aa.mod"
    scene = build_scene(kl.load_area(CORPUS / "area_m10aa", module=module))
    root = parse(draw_map(scene))
    assert inside(root, "things")
    assert "entry" not in words(layer(root, "legend"))  # it is in a room that is not here
    assert "door" in words(layer(root, "legend"))
