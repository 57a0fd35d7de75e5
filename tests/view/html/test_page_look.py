"""How the page looks: what stands where, what marks mean, what can be told without a server."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station
from kotorlevel.checks.finding import Finding, Report, Severity
from kotorlevel.view.html.page import Bundle, render_page
from kotorlevel.view.scene.scene import Scene, build_scene
from support.areas import QUARTER, floor, make_area, make_door, make_placeable
from support.view.browser import AT_REST, LAPTOP, PHONE, Watch

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from playwright.sync_api import Browser, Page

TABLET, WIDE = (820, 1180), (1920, 1080)
NONWALK = 7


@pytest.fixture(scope="module")
def station(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    folder = tmp_path_factory.mktemp("station")
    for name, data in make_broken_station().items():
        (folder / name).write_bytes(data)
    area = kl.load_area(folder)
    return build_scene(area, report=kl.check(area))


@pytest.fixture(scope="module")
def crowd() -> Scene:
    """Two halls with doors of all kinds, and placeables in heaps."""
    doors = [
        make_door((10, 6, 0), QUARTER),
        make_door((15, 6, 0), QUARTER, index=1, tag="ajar", state=1),
        make_door((5, 6, 0), meshes=(None, None, None), index=2, tag="bare"),
    ]
    things = [
        make_placeable((27 + n % 20 * 0.2, 1 + n // 20 * 0.3, 0), index=n, tag=f"c{n}")
        for n in range(200)
    ]
    rooms = {
        "hall": floor(width=20, depth=12),
        "yard": floor(26, width=10, depth=12),
        "sky": floor(900, 900, 200, 200, material=NONWALK),
    }
    area = make_area(rooms, entry=(1, 1, 0), doors=doors, placeables=things)
    edge = Finding("an edge", "edge", (1,), severity=Severity.ERROR, rule="MSH005", file="hall.wok")
    return build_scene(area, report=Report((edge,), ()))


def show(
    browser: Browser,
    scene: Scene,
    bundle: Bundle,
    watch: Watch,
    folder: Path,
    size: tuple[int, int] = LAPTOP,
    **options: Any,
) -> Iterator[Page]:
    path = folder / "level.html"
    path.write_text(render_page(scene, title="x", bundle=bundle), "utf-8")
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=size in (PHONE, TABLET),
        reduced_motion="reduce",
        offline=True,
        **options,
    )
    page = context.new_page()
    watch.follow(page)
    page.goto(path.as_uri())
    page.evaluate("kotorlevel.ready")
    settle(page)
    yield page
    context.close()
    assert watch.errors == []


def settle(page: Page) -> None:
    page.evaluate(AT_REST)


def floor_on_screen(page: Page, scene: Scene) -> NDArray[np.float64]:
    """(N, 2) the pixels of all corners of the floor."""
    rows = (scene.array("islands") >= 0).nonzero()[0]
    points = scene.array("vertices")[scene.array("faces")[rows].astype(int).reshape(-1)]
    at = page.evaluate("all => all.map(kotorlevel.project)", points.tolist())
    return np.array([(each["x"], each["y"]) for each in at])


@pytest.mark.parametrize("size", [LAPTOP, WIDE, TABLET, PHONE])
def test_the_level_stands_in_what_is_free(
    browser: Browser, crowd: Scene, bundle: Bundle, watch: Watch, tmp_path: Path, size: Any
) -> None:
    """At the start and after F: large, inside, behind no card; a far backdrop does not count."""
    for page in show(browser, crowd, bundle, watch, tmp_path, size):
        for _ in range(2):
            corners = floor_on_screen(page, crowd)
            stage, card = box(page, "#stage"), box(page, "#legend")
            assert (corners >= stage[0]).all()
            assert (corners <= stage[1]).all()
            assert not ((corners > card[0]) & (corners < card[1])).all(axis=1).any()
            extent = corners.max(axis=0) - corners.min(axis=0)
            assert (extent / (stage[1] - stage[0])).max() > 0.4
            page.keyboard.press("+")
            page.keyboard.press("f")
            settle(page)


def box(page: Page, selector: str) -> NDArray[np.float64]:
    """The left upper and the right lower corner of an element."""
    found = page.locator(selector).bounding_box()
    assert found is not None
    left, top = found["x"], found["y"]
    return np.array([(left, top), (left + found["width"], top + found["height"])])


def test_an_edge_is_marked_and_not_its_face(
    browser: Browser, crowd: Scene, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    for page in show(browser, crowd, bundle, watch, tmp_path):
        page.evaluate("kotorlevel.showFinding(1); kotorlevel.setLayer('labels', false)")
        settle(page)
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")

        def colour(x: float, y: float, page: Page = page, picture: Any = picture) -> Any:
            at = page.evaluate("point => kotorlevel.project(point)", [x, y, 0.0])
            return picture.getpixel((round(at["x"]), round(at["y"])))

        # Edge 1 is the east side of the hall: red along it, and the floor beside it grey.
        red, grey = colour(20, 4.5), colour(18.8, 4.5)
        assert red[0] > red[1] + 80
        assert max(grey) - min(grey) < 30


def test_doors_have_signs_and_all_is_in_the_legend(
    browser: Browser, crowd: Scene, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    for page in show(browser, crowd, bundle, watch, tmp_path):
        shapes = {each["shape"] for each in page.evaluate("kotorlevel.marks()")}
        assert {"door", "door-open", "door-sign"} <= shapes
        words = page.locator("#legend-rows").inner_text()
        for label in ("Door, closed", "Door, open", "walkmesh not here", "Placeable", "Entry"):
            assert label in words
        assert "blocks" not in words
        assert "Nobody can walk on" in words
        page.locator("#tab-doors").click()
        page.locator("[data-door='0'][data-state='1']").first.click()
        settle(page)
        shapes = {each["shape"] for each in page.evaluate("kotorlevel.marks()")}
        assert "door" not in shapes
        assert "Door, closed" not in page.locator("#legend-rows").inner_text()


def test_many_marks_are_few_and_a_click_comes_closer(
    browser: Browser, crowd: Scene, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    for page in show(browser, crowd, bundle, watch, tmp_path):
        marks = page.evaluate("kotorlevel.marks()")
        stacks = [each for each in marks if each["shape"] == "stack"]
        assert stacks
        assert len([each for each in marks if each["shape"] in ("crate", "stack")]) < 80
        before = page.evaluate("kotorlevel.camera().height")
        most = max(stacks, key=lambda each: each["count"])
        page.mouse.click(most["x"], most["y"])
        settle(page)
        closer = page.evaluate("kotorlevel.camera().height") < 0.7 * before
        assert closer or page.locator("#details").is_visible()


def test_findings_at_one_place_are_listed(
    browser: Browser, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    at = (2.0, 2.0, 0.0)
    same = [
        Finding(f"fault {n}", at=at, severity=Severity.ERROR, rule="MSH001", file="hall.wok")
        for n in range(5)
    ]
    scene = build_scene(make_area({"hall": floor()}), report=Report(tuple(same), ()))
    for page in show(browser, scene, bundle, watch, tmp_path):
        (mark,) = [each for each in page.evaluate("kotorlevel.marks()") if each["count"] > 1]
        assert (mark["count"], mark["inside"]) == (5, "5×")
        page.mouse.click(mark["x"], mark["y"])
        rows = page.locator("#details li")
        assert rows.count() == 5
        rows.nth(2).get_by_role("button").click()
        assert "fault 2" in page.locator("#details").inner_text()


def test_what_is_not_there_is_said(
    browser: Browser, crowd: Scene, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    for page in show(browser, crowd, bundle, watch, tmp_path):
        page.locator("#search-text").fill("cantina")
        said = page.locator("#matches").inner_text()
        assert "No room, face, door, placeable or finding called “cantina”" in said
        assert "Search for" in said
        assert "cantina" in page.locator("#search [role=status]").text_content()  # type: ignore[operator]
        page.keyboard.press("Enter")
        assert page.locator("#details").is_hidden()


def test_no_way_lists_places_that_one_can_fly_to(
    browser: Browser, station: Scene, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    """As the server tells it, but without one."""
    firsts = [room["faces"][0] for room in station.document["rooms"]]
    ends = [[[2.0, 1.5, 0.0], firsts[0]], [[13.0, 3.4, 0.0], firsts[1]]]
    islands = station.array("islands")
    for end in ends:  # any face of the floor of that room will do
        rows = range(end[1], len(islands))
        end[1] = next(row for row in rows if islands[row] >= 0)
    for page in show(browser, station, bundle, watch, tmp_path):
        page.locator("[data-tool=path]").click()
        page.evaluate("([a, b]) => kotorlevel.ask(a, b)", ends)
        said = page.locator("#measure").inner_text()
        assert "No way" in said
        assert "tation_hall and station_corridor meet at (10.0, 4.0), but there is no link" in said
        assert "What mends it: link the rooms" in said
        places = page.locator("#places button")
        assert (
            places.first.inner_text()
            == "The missing link between station_hall and station_corridor"
        )
        assert places.last.inner_text() == "The nearest place that is reached"
        places.first.click()
        settle(page)
        at = page.evaluate("kotorlevel.project([10, 4, 0])")
        over = page.evaluate("at => document.elementFromPoint(at.x, at.y)?.id", at)
        assert over == "touch"
        assert page.evaluate("kotorlevel.camera().height") < 14


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_control_shows_its_focus_and_has_a_name(
    browser: Browser, crowd: Scene, bundle: Bundle, watch: Watch, tmp_path: Path, scheme: Any
) -> None:
    seen = set()
    for page in show(browser, crowd, bundle, watch, tmp_path, color_scheme=scheme):
        page.locator("#tab-layers").click()
        page.locator("#search-text").focus()
        for _ in range(60):
            page.keyboard.press("Tab")
            found = page.evaluate(
                """() => { const one = document.activeElement, style = getComputedStyle(one);
                if (one === document.body) return null;
                const label = one.getAttribute('aria-label') || one.labels?.[0]?.textContent
                  || one.textContent || one.title;
                return [one.id || one.textContent, style.outlineStyle,
                  parseFloat(style.outlineWidth), (label || '').trim()]; }"""
            )
            if found is None:
                break
            name, style, width, label = found
            assert style == "solid", name
            assert width >= 2, name
            assert label, name
            seen.add(name)
    assert {"touch", "fit", "theme", "help-open", "colouring"} <= seen
    assert len(seen) > 15


@pytest.mark.parametrize("size", [LAPTOP, TABLET, PHONE])
def test_nothing_of_the_page_is_cut_off(
    browser: Browser, station: Scene, bundle: Bundle, watch: Watch, tmp_path: Path, size: Any
) -> None:
    for page in show(browser, station, bundle, watch, tmp_path, size):
        for selector in ("#tabs", "#tools", "#views", ".bar", "#legend"):
            wide = page.locator(selector).evaluate("one => one.scrollWidth - one.clientWidth")
            assert wide <= 0, selector
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
