"""The viewer's page in a real browser, from a file, without a network."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from kotorlevel.checks.finding import Finding, Report, Severity
from kotorlevel.view.html.page import Bundle, render_page
from kotorlevel.view.scene.scene import Scene, build_scene
from support.areas import QUARTER, floor, make_area, make_door
from support.view.browser import (
    AT_REST,
    COARSE,
    LAPTOP,
    NONWALK,
    PHONE,
    SCREENSHOTS,
    Watch,
    colours,
    hills,
    pixels,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from playwright.sync_api import Browser, Page

MAP = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>'
HOLE = (30.0, 50.0, 0.0)
REPORT = Report(
    (
        Finding(
            "a hole in the floor <b>&",
            "face",
            (12,),
            HOLE,
            severity=Severity.ERROR,
            rule="MSH001",
            name="a-hole",
            file="hill_21.wok",
        ),
        Finding("a line ends oddly", severity=Severity.INFO, rule="LYT002", file="lab.lyt"),
    ),
    ("hill_21.wok", "lab.lyt"),
)


@pytest.fixture(scope="module")
def scene() -> Scene:
    return build_scene(hills(), report=REPORT)


@pytest.fixture(scope="module")
def file(scene: Scene, bundle: Bundle, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "level.html"
    text = render_page(scene, title="hills", bundle=bundle)
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def page(browser: Browser, file: Path, watch: Watch) -> Iterator[Page]:
    yield from _show(browser, file, watch, LAPTOP)


@pytest.fixture
def sharp(browser: Browser, file: Path, watch: Watch) -> Iterator[Page]:
    """As `page`, with a pixel drawn for each of the page, which a test can look at."""
    yield from _show(browser, file, watch, LAPTOP, device_scale_factor=1)


@pytest.fixture
def phone(browser: Browser, file: Path, watch: Watch) -> Iterator[Page]:
    yield from _show(browser, file, watch, PHONE)


def _show(
    browser: Browser, file: Path, watch: Watch, size: tuple[int, int], **options: Any
) -> Iterator[Page]:
    """The page, once it has drawn its first picture, in a browser that is off line."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=size == PHONE,
        reduced_motion="reduce",
        offline=True,
        **{"device_scale_factor": COARSE, **options},
    )
    page = context.new_page()
    watch.follow(page)
    page.goto(file.as_uri())
    page.evaluate("kotorlevel.ready")
    yield page
    context.close()
    assert watch.errors == []
    assert watch.requests == []


def _settle(page: Page) -> None:
    """Wait until two frames have passed: what was asked for is drawn."""
    page.evaluate(AT_REST)


def _keep(page: Page, name: str) -> bytes:
    _settle(page)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    return page.screenshot(path=str(SCREENSHOTS / f"{name}.png"))


def _middle(scene: Scene, room: int, face: int) -> tuple[int, list[float]]:
    """A face's row and its middle, from the buffers."""
    row = scene.document["rooms"][room]["faces"][0] + face
    corners = scene.array("vertices")[scene.array("faces")[row].astype(int)]
    return row, [float(value) for value in corners.mean(0)]


def _pixel(page: Page, point: list[float]) -> tuple[float, float]:
    at = page.evaluate("point => kotorlevel.project(point)", point)
    return at["x"], at["y"]


def test_shows_twenty_thousand_faces(page: Page, scene: Scene) -> None:
    assert len(scene.array("faces")) == 20_000
    assert page.locator("#name").inner_text() == scene.document["name"]
    assert "20,000 faces" in page.locator("#counts").inner_text()
    picture = _keep(page, "laptop-light")
    assert colours(picture) > 500


def test_click_selects_the_face_there(page: Page, scene: Scene) -> None:
    page.evaluate("kotorlevel.setLayer('findings', false)")
    generator = np.random.default_rng(11)
    tried = 0
    while tried < 8:
        room, face = int(generator.integers(16)), int(generator.integers(1250))
        _, point = _middle(scene, room, face)
        x, y = _pixel(page, point)
        if not _free(page, x, y):
            continue
        tried += 1
        page.mouse.click(x, y)
        name = scene.document["rooms"][room]["name"]
        assert page.locator("#details h2").inner_text() == f"{name} face {face}"
    _keep(page, "laptop-face")


def _free(page: Page, x: float, y: float) -> bool:
    """Whether a pixel shows the picture, and not a card over it."""
    return bool(
        page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.id === 'touch'", [x, y])
    )


def test_details_tell_about_the_face(page: Page, scene: Scene) -> None:
    row, _ = _middle(scene, 5, 100)
    page.evaluate("kotorlevel.select(5, 100)")
    text = page.locator("#details").inner_text()
    labels = {one["id"]: one["label"] for one in scene.document["materials"]}
    assert labels[int(scene.array("materials")[row])] in text
    corners = scene.array("vertices")[scene.array("faces")[row].astype(int)].astype(float)
    for corner in corners:
        assert ", ".join(f"{value:.2f}" for value in corner).replace(
            "-0.00", "0.00"
        ) in text.replace("-0.00", "0.00")
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    slope = np.degrees(np.arccos(normal[2] / np.linalg.norm(normal)))
    shown = float(text.split("Slope")[1].split("°")[0])
    assert shown == pytest.approx(slope, abs=0.06)
    first = scene.document["rooms"][5]["faces"][0]
    for edge in scene.array("across")[row]:
        if edge >= 0 and first <= edge // 3 < first + 1250:
            assert f"face {int(edge) // 3 - first}" in text


def test_path_between_two_clicks(page: Page, scene: Scene) -> None:
    page.keyboard.press("t")  # from above nothing hides anything
    page.locator("[data-tool=path]").click()
    ends = []
    for room, face in ((4, 40), (10, 900)):
        _, point = _middle(scene, room, face)
        ends.append(point)
        page.mouse.click(*_pixel(page, point))
    page.wait_for_selector("#outcome")
    answer = page.evaluate("kotorlevel.lastPath()")
    assert answer["ok"], answer["reason"]
    straight = float(np.linalg.norm(np.subtract(ends[0], ends[1])))
    assert straight <= answer["length"] + 0.1
    assert answer["length"] < 1.3 * straight
    for got, wanted in ((answer["points"][0], ends[0]), (answer["points"][-1], ends[1])):
        assert got == pytest.approx(wanted, abs=0.15)  # a click is as exact as a pixel
    _assert_on_floor(scene, answer["points"])
    _keep(page, "laptop-path")


def _assert_on_floor(scene: Scene, points: list[list[float]]) -> None:
    """Every step of a path lies on a walkable face, near its height."""
    rows = scene.array("faces").astype(int)[scene.array("materials").ravel() != NONWALK]
    corners = scene.array("vertices")[rows].astype(float)
    for a, b in pairwise(points):
        x, y, z = (np.array(a) + np.array(b)) / 2
        d1, d2 = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
        area = d1[:, 0] * d2[:, 1] - d1[:, 1] * d2[:, 0]
        px, py = x - corners[:, 0, 0], y - corners[:, 0, 1]
        u = (px * d2[:, 1] - py * d2[:, 0]) / area
        v = (d1[:, 0] * py - d1[:, 1] * px) / area
        inside = (u > -1e-3) & (v > -1e-3) & (u + v < 1 + 1e-3)
        heights = (corners[:, 0, 2] + u * d1[:, 2] + v * d2[:, 2])[inside]
        assert heights.size
        assert np.abs(heights - z).min() < 0.05


def test_no_path_from_a_pillar_says_why(page: Page, scene: Scene) -> None:
    blocked = int(np.flatnonzero(scene.array("materials").ravel() == NONWALK)[0])
    page.locator("[data-tool=path]").click()
    row, point = _middle(scene, 0, 0)
    _, pillar = _middle(scene, 0, blocked)
    page.evaluate("([a, b]) => kotorlevel.ask(a, b)", [[point, row], [pillar, blocked]])
    assert page.locator("#outcome").inner_text() == "No way"
    assert "Nonwalk" in page.locator("#reason").inner_text()


def test_sight_is_told(page: Page, scene: Scene) -> None:
    page.locator("[data-tool=sight]").click()
    near = [_middle(scene, 0, face) for face in (0, 6)]
    far = [_middle(scene, 0, 0), _middle(scene, 15, 1249)]
    for ends in (near, far):
        page.evaluate(
            "([a, b]) => kotorlevel.ask(a, b)", [[list(point), row] for row, point in ends]
        )
        answer = page.evaluate("kotorlevel.lastPath()")
        assert answer["ok"] is _sees(scene, ends[0][1], ends[1][1])


def _sees(scene: Scene, a: list[float], b: list[float], eye: float = 1.6) -> bool:
    """Line of sight over a height field, by trying many places on the way."""
    start, stop = (np.add(point, (0, 0, eye)) for point in (a, b))
    steps = start + np.linspace(0.001, 0.999, 4000)[:, None] * (stop - start)
    ground = 1.5 * np.sin(steps[:, 0] / 9) * np.cos(steps[:, 1] / 11)
    return bool((ground < steps[:, 2]).all())


def test_layers_change_the_picture(sharp: Page) -> None:
    sharp.locator("#tab-layers").click()
    for _ in range(2):  # a page that has just opened on a busy machine may still be laid out
        sharp.locator("label:has(#layer-floor)").click()
        _stage(sharp)
    before = _stage(sharp)
    for layer in (
        "floor",
        "blocking",
        "wireframe",
        "boundary",
        "links",
        "findings",
        "labels",
        "tree",
        "islands",
    ):
        sharp.locator(f"label:has(#layer-{layer})").click()
        assert (before != _stage(sharp)).any(2).sum() > 100, layer
        sharp.locator(f"label:has(#layer-{layer})").click()
        where = np.argwhere((before != _stage(sharp)).any(2))
        assert len(where) < 20, (layer, len(where), where.min(0), where.max(0))


def _stage(page: Page) -> NDArray[np.uint8]:
    """The picture and the cards over it, with the mouse elsewhere."""
    page.mouse.move(400, 20)
    _settle(page)
    return pixels(page.locator("#stage").screenshot())


def test_colourings_change_legend_and_picture(page: Page) -> None:
    legend = page.locator("#legend-rows")
    before, words = _stage(page), legend.inner_text()
    for colouring in ("room", "island", "slope", "reach"):
        page.locator("#colouring").select_option(colouring)
        _keep(page, f"laptop-{colouring}")
        assert (before != _stage(page)).any(2).mean() > 0.05, colouring
        assert legend.inner_text() != words
        before, words = _stage(page), legend.inner_text()


def test_finding_flies_there(page: Page) -> None:
    before = page.evaluate("kotorlevel.camera()")
    assert np.linalg.norm(np.subtract(before["target"], HOLE)) > 5
    page.locator("[data-finding='1']").click()
    after = page.evaluate("kotorlevel.camera()")
    assert after["target"] == pytest.approx(HOLE)
    text = page.locator("#details").inner_text()
    assert "a hole in the floor <b>&" in text
    assert "MSH001" in text
    _keep(page, "laptop-finding")


def test_flight_takes_its_time_where_motion_is_welcome(
    browser: Browser, file: Path, watch: Watch
) -> None:
    context = browser.new_context(viewport={"width": 900, "height": 600}, offline=True)
    page = context.new_page()
    watch.follow(page)
    page.goto(file.as_uri())
    page.evaluate("kotorlevel.ready")
    page.locator("[data-finding='1']").click()
    while page.evaluate("kotorlevel.camera().moving"):  # the page allows no code from strings
        _settle(page)
    # In this window the card lies over the middle: the hole must come to rest beside it.
    assert page.locator("#details").is_visible()
    assert _free(page, *_pixel(page, list(HOLE)))
    context.close()
    assert watch.errors == []


def test_search_finds_a_face_and_a_room(page: Page) -> None:
    search = page.locator("#search-text")
    search.fill("hill_21 57")
    search.press("Enter")
    assert page.locator("#details h2").inner_text() == "hill_21 face 57"
    search.fill("#58")
    search.press("Enter")
    assert page.locator("#details h2").inner_text() == "hill_21 face 58"
    search.fill("hill_33")
    search.press("Enter")
    assert page.locator("#details h2").inner_text() == "hill_33"


def test_visibility_dims_other_rooms(sharp: Page, scene: Scene) -> None:
    assert scene.document["rooms"][0]["sees"] == []
    sharp.keyboard.press("t")
    _settle(sharp)
    _, far = _middle(scene, 9, 300)
    x, y = (round(part) for part in _pixel(sharp, far))
    before = pixels(sharp.screenshot())[y, x].astype(int)
    sharp.locator("#tab-rooms").click()
    sharp.locator("[data-see='0']").click()
    _settle(sharp)
    after = pixels(_keep(sharp, "laptop-seen"))[y, x].astype(int)
    ground = np.array([236, 239, 243])
    assert np.abs(after - ground).sum() < 0.4 * np.abs(before - ground).sum()


def test_keys_and_focus(page: Page) -> None:
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    _keep(page, "laptop-help")
    page.keyboard.press("Escape")
    assert not page.locator("#help").is_visible()
    page.keyboard.press("w")
    assert page.evaluate("kotorlevel.layers().wireframe") is True
    page.keyboard.press("]")
    assert "MSH001" in page.locator("#details").inner_text()
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "search-text"
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.className"))
    assert {"top", "help-open", "touch", "colouring", "tab-findings"} <= reached


def test_shortcuts_work_after_a_click_on_a_layer_and_after_a_search(page: Page) -> None:
    page.locator("#tab-layers").click()
    page.locator("label:has(#layer-wireframe)").click()
    assert page.evaluate("document.activeElement.id") == "layer-wireframe"
    page.keyboard.press("t")
    assert page.evaluate("kotorlevel.camera().top") is True
    page.keyboard.press("Space")  # the box's own key stays its own
    assert page.evaluate("kotorlevel.layers().wireframe") is False
    search = page.locator("#search-text")
    search.fill("hill_21 57")
    search.press("t")  # typed, not a shortcut
    assert page.evaluate("kotorlevel.camera().top") is True
    search.fill("hill_21 57")
    search.press("Enter")
    assert page.evaluate("document.activeElement.id") == "touch"
    page.keyboard.press("t")
    assert page.evaluate("kotorlevel.camera().top") is False


def test_tools_by_keyboard_alone(page: Page, scene: Scene) -> None:
    cross = page.locator(".cross")
    assert not cross.is_visible()
    page.keyboard.press("t")
    page.locator("#touch").focus()
    page.keyboard.press("x")  # no finding's mark in the way
    assert cross.is_visible()
    page.keyboard.press("Enter")
    assert page.locator("#details h2").inner_text() == _name_in_the_middle(page)
    for tool in ("2", "3"):
        page.keyboard.press(tool)
        starts = []
        for step in ("ArrowLeft", "ArrowRight"):
            page.keyboard.press(step)
            page.keyboard.press("Space")
            starts.append(page.evaluate("kotorlevel.camera().target"))
        page.wait_for_selector("#outcome")
        points = page.evaluate("kotorlevel.lastPath().points")
        for point, start in zip((points[0], points[-1]), starts, strict=True):
            assert point[:2] == pytest.approx(start[:2], abs=0.05)
    page.keyboard.press("4")
    before = page.locator("#measure").inner_text()
    page.keyboard.press("Enter")
    assert _name_in_the_middle(page) in page.locator("#measure").inner_text()
    assert _name_in_the_middle(page) not in before
    _keep(page, "laptop-keyboard")


def _name_in_the_middle(page: Page) -> str:
    """The face in the middle of the picture, as people name it."""
    hit = page.evaluate(
        """() => { const stage = document.getElementById('stage');
            const { width, height } = stage.getBoundingClientRect();
            return kotorlevel.pick(width / 2, height / 2) }"""
    )
    return f"{hit['room']} face {hit['face']}"


def test_everything_is_beside_the_cards(page: Page, phone: Page, scene: Scene) -> None:
    corners = [_middle(scene, room, face)[1] for room in range(16) for face in (0, 24, 1200, 1225)]
    for shown in (page, phone):
        covered = [point for point in corners if not _free(shown, *_pixel(shown, point))]
        assert covered == []
    page.evaluate("kotorlevel.select(5, 100)")
    page.locator("#fit").click()
    _keep(page, "laptop-fit-details")
    assert [point for point in corners if not _free(page, *_pixel(page, point))] == []


def test_phone_uses_the_height_for_a_long_level(
    browser: Browser, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    scene = build_scene(make_area({"hall": floor(width=60)}))
    file = _write(scene, bundle, tmp_path)
    for page in _show(browser, file, watch, PHONE):
        ends = [_pixel(page, [x, 2.0, 0.0]) for x in (0.0, 60.0)]
        assert abs(ends[0][1] - ends[1][1]) > 0.4 * PHONE[1]
        _keep(page, "phone-long")


def _write(scene: Scene, bundle: Bundle, folder: Path) -> Path:
    file = folder / "level.html"
    file.write_text(render_page(scene, title="level", bundle=bundle), "utf-8")
    return file


def test_zoom_has_limits(page: Page, scene: Scene) -> None:
    low, high = (np.array(scene.document["bounds"][end]) for end in ("min", "max"))
    size = float(np.linalg.norm(high - low))
    for top in (False, True):
        if top:
            page.keyboard.press("f")
            page.keyboard.press("t")
        page.mouse.move(845, 410)
        for direction in (1, -1):
            for _ in range(60):
                page.mouse.wheel(0, 1500 * direction)
            _settle(page)
            assert page.evaluate("kotorlevel.rests()")  # it draws no more at either limit
            shown = page.evaluate("kotorlevel.camera().height")
            if direction > 0:
                assert 2 * size < shown < 21 * size
            else:
                assert 0.1 < shown < 3


def test_a_way_through_a_faulty_room_says_so(
    browser: Browser, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    scene = build_scene(make_area({"hall": floor(width=8)}))
    scene.document["stops"] = [{"room": 0, "rules": ["BWM004"]}]
    file = _write(scene, bundle, tmp_path)
    for page in _show(browser, file, watch, LAPTOP):
        page.locator("[data-tool=path]").click()
        page.evaluate(
            "([a, b]) => kotorlevel.ask(a, b)", [[[2.0, 1.9, 0.0], 1], [[6.0, 1.9, 0.0], 0]]
        )
        expected = (
            "Tables are taken as if kotorlevel fix had rebuilt them, links as they are in the "
            "files: hall has BWM004, which stops the player now."
        )
        assert page.locator("#note").inner_text() == expected
        page.locator("[data-tool=reach]").click()
        page.mouse.click(845, 410)
        assert page.locator("#note").inner_text() == expected


def test_an_entry_that_is_not_here_is_told(
    browser: Browser, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    meshes = {"hall": floor(width=8), "attic": floor(width=4, x=20)}
    scene = build_scene(make_area(meshes, entry=(99, 99, 0)))
    assert scene.document["entryKnown"] is False
    assert [one["reachable"] for one in scene.document["islands"]] == [True, False]
    file = _write(scene, bundle, tmp_path)
    for page in _show(browser, file, watch, LAPTOP):
        page.locator("#colouring").select_option("island")
        legend = page.locator("#legend")
        assert "not joined with the largest" in legend.inner_text()
        assert "cut off" not in legend.inner_text().lower()
        page.locator("#colouring").select_option("reach")
        start = "From the largest part of the floor (the entry is in a room that is not here)"
        assert start in legend.inner_text()
        assert "cut off" not in legend.inner_text().lower()


def test_doors_without_walkmeshes_cannot_be_opened(
    browser: Browser, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    scene = build_scene(make_area({"hall": floor()}, doors=[make_door((1, 2, 0), QUARTER)]))
    door = scene.document["doors"][0]
    door.update({"states": [None, None, None], "tag": "Gate", "template": "gate"})
    file = _write(scene, bundle, tmp_path)
    for page in _show(browser, file, watch, LAPTOP):
        page.locator("#tab-doors").click()
        panel = page.locator("#page-doors")
        assert "Open the level with --game" in panel.inner_text()
        assert panel.locator("button:not(.item):enabled").count() == 0
        row = panel.locator("li").inner_text()
        assert "1.00, 2.00, 0.00" in row
        assert row.lower().count("gate") == 1


def test_rooms_are_counted_and_outlined(
    browser: Browser, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    meshes = {"hall": floor(width=8), "attic": floor(width=4, x=20), "cellar": None}
    scene = build_scene(make_area(meshes))
    scene.document["rooms"][0]["sees"] = [1, 2]
    file = _write(scene, bundle, tmp_path)
    for page in _show(browser, file, watch, LAPTOP, device_scale_factor=1):
        assert page.locator("#counts").inner_text().startswith("2 of 3 rooms")
        page.locator("#tab-rooms").click()
        row = page.locator("#page-rooms li").first
        assert "sees 2 of 3 rooms; 1 of them is not here" in row.inner_text()
        page.keyboard.press("t")
        page.locator("[data-room='0']").click()
        _settle(page)
        x, y = (round(part) for part in _pixel(page, [4.0, 0.0, 0.0]))
        edge = pixels(_keep(page, "laptop-room"))[y - 2 : y + 3, x].astype(int)
        page.keyboard.press("Escape")
        _settle(page)
        bare = pixels(page.screenshot())[y - 2 : y + 3, x].astype(int)
        assert np.abs(edge - bare).sum() > 100


def test_every_control_has_a_name(page: Page) -> None:
    nameless = page.evaluate(
        """[...document.querySelectorAll('button, input, select')].filter(one =>
            !one.textContent.trim() && !one.getAttribute('aria-label') && !one.title
            && !one.closest('label')).map(one => one.outerHTML)"""
    )
    assert nameless == []


def test_theme_can_be_switched(page: Page) -> None:
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    page.keyboard.press("d")
    dark = pixels(_keep(page, "laptop-dark"))
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert dark.mean() < 128


def test_dark_where_the_system_is(browser: Browser, file: Path, watch: Watch) -> None:
    for page in _show(browser, file, watch, PHONE, color_scheme="dark"):
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        assert pixels(_keep(page, "phone-dark")).mean() < 128


def test_phone_has_a_sheet_that_opens_and_closes(phone: Page) -> None:
    _keep(phone, "phone-light")
    tab = phone.locator("#tab-findings")
    assert not phone.locator("#page-findings").is_visible()
    tab.click()
    assert phone.locator("#page-findings").is_visible()
    _keep(phone, "phone-sheet")
    phone.locator("[data-finding='1']").click()
    assert not phone.locator("#page-findings").is_visible()
    assert phone.locator("#details").is_visible()
    _keep(phone, "phone-finding")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_touch_selects(phone: Page, scene: Scene) -> None:
    _, point = _middle(scene, 6, 200)
    phone.touchscreen.tap(*_pixel(phone, point))
    assert (
        phone.locator("#details h2").inner_text()
        == f"{scene.document['rooms'][6]['name']} face 200"
    )


def test_dragging_moves_the_top_view(page: Page) -> None:
    page.keyboard.press("t")
    before = page.evaluate("kotorlevel.camera()")
    assert before["top"]
    page.mouse.move(900, 400)
    page.mouse.down()
    page.mouse.move(800, 400, steps=4)
    page.mouse.up()
    _settle(page)
    after = page.evaluate("kotorlevel.camera()")
    assert (
        after["target"][0] > before["target"][0] + 1
    )  # dragged to the left: what is right comes in
    assert after["target"][1] == pytest.approx(before["target"][1], abs=0.2)
    assert page.locator("#details").is_hidden()  # a drag is not a click


def test_dragging_turns_the_level(page: Page) -> None:
    before = page.evaluate("kotorlevel.camera()")
    page.mouse.move(900, 400)
    page.mouse.down()
    page.mouse.move(800, 430, steps=4)
    page.mouse.up()
    _settle(page)
    after = page.evaluate("kotorlevel.camera()")
    assert after["target"] == pytest.approx(before["target"], abs=1e-6)
    assert np.linalg.norm(np.subtract(after["position"], before["position"])) > 1


def test_doors_stand_as_chosen(
    browser: Browser, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    # A leaf across the middle of a hall: it blocks path and sight until it is open.
    area = make_area({"hall": floor(width=8)}, doors=[make_door((4, 2, 0), QUARTER)])
    scene = build_scene(area)
    file = tmp_path / "doors.html"
    file.write_text(
        render_page(scene, title="doors", map_svg=MAP, bundle=bundle),
        "utf-8",
    )
    ends = [[[2.0, 1.9, 0.0], 1], [[6.0, 1.9, 0.0], 0]]
    ask = "([a, b]) => kotorlevel.ask(a, b)"
    for page in _show(browser, file, watch, LAPTOP):
        page.locator("#tab-doors").click()
        for state, blocks in (("Open 1", False), ("Closed", True), ("Open 2", False)):
            page.locator("#page-doors li").get_by_text(state).click()
            page.locator("[data-tool=sight]").click()
            page.evaluate(ask, ends)
            assert page.evaluate("kotorlevel.lastPath().ok") is not blocks, state
            page.locator("[data-tool=path]").click()
            page.evaluate(ask, ends)
            assert page.evaluate("kotorlevel.lastPath().ok")
            assert ("gate" in page.locator("#reason").inner_text()) is blocks, state
        _keep(page, "laptop-doors")
        page.locator("#map").click()
        assert page.evaluate("document.querySelector('dialog.map img').naturalWidth") == 40


def test_without_webgl_the_page_says_so(browser: Browser, file: Path) -> None:
    page = browser.new_page()
    page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    page.goto(file.as_uri())
    page.wait_for_selector("#failure:not([hidden])")
    assert "WebGL" in page.locator("#failure").inner_text()
    page.close()


def test_nothing_can_be_sent_anywhere(browser: Browser, file: Path) -> None:
    page = browser.new_page()
    page.goto(file.as_uri())
    page.evaluate("kotorlevel.ready")
    refused = page.evaluate("fetch('https://example.invalid/').then(() => 'sent', () => 'refused')")
    assert refused == "refused"
    blocked = page.evaluate(
        """new Promise(done => { document.addEventListener('securitypolicyviolation',
            event => done(event.effectiveDirective));
            fetch('https://example.invalid/').catch(() => 0) })"""
    )
    assert blocked == "connect-src"
    page.close()
