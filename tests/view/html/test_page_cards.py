"""What the page's cards say, and that they cover nothing of what they speak of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station
from kotorlevel.view.html.page import Bundle, render_page
from kotorlevel.view.scene.scene import Scene, build_scene
from support.areas import floor, make_area, make_door, make_placeable, write_folder
from support.view.browser import AT_REST, COARSE, LAPTOP, PHONE, Watch
from support.view.served import live_level, serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Size = tuple[int, int]


@pytest.fixture(scope="module")
def station(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    """The demo's broken station: findings everywhere, and islands of all sizes."""
    folder = tmp_path_factory.mktemp("station")
    for name, data in make_broken_station().items():
        (folder / name).write_bytes(data)
    area = kl.load_area(folder)
    return build_scene(area, report=kl.check(area))


def show(
    browser: Browser, scene: Scene, bundle: Bundle, watch: Watch, folder: Path, size: Size
) -> Iterator[Page]:
    path = folder / "level.html"
    path.write_text(render_page(scene, title="x", bundle=bundle), "utf-8")
    yield from show_at(browser, path.as_uri(), watch, size)


def show_at(browser: Browser, address: str, watch: Watch, size: Size) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=size == PHONE,
        reduced_motion="reduce",
        device_scale_factor=COARSE,
    )
    page = context.new_page()
    watch.follow(page)
    page.goto(address)
    page.evaluate("kotorlevel.ready")
    yield page
    context.close()
    assert watch.errors == []


def settle(page: Page) -> None:
    """Wait for the picture at rest: cards have their size, and the picture has followed it."""
    page.evaluate(AT_REST)


def is_seen(page: Page, point: list[float]) -> bool:
    """Whether a place of the level is in the picture, and no card over it."""
    at = page.evaluate("point => kotorlevel.project(point)", point)
    found = page.evaluate(
        "at => document.elementFromPoint(at.x, at.y)?.id === 'touch'", {"x": at["x"], "y": at["y"]}
    )
    return bool(found)


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_islands_have_a_line_each(
    browser: Browser, station: Scene, bundle: Bundle, watch: Watch, tmp_path: Path, size: Size
) -> None:
    islands = station.document["islands"]
    assert len(islands) >= 6
    for page in show(browser, station, bundle, watch, tmp_path, size):
        if size == PHONE:
            page.locator(".fold").click()
        page.locator("#colouring").select_option("island")
        rows = page.locator("#legend-rows li")
        assert rows.count() >= len(islands) + 1
        for row in rows.all():
            assert row.evaluate("one => one.offsetHeight") < 30
            assert row.evaluate("one => one.scrollWidth <= one.clientWidth")
        card, seen = page.locator("#legend").bounding_box(), page.locator("#legend-rows")
        assert card is not None
        assert card["height"] < (0.3 if size == PHONE else 0.45) * size[1]
        assert seen.evaluate("one => one.clientHeight") >= 6 * 22  # a list, not a slit


@pytest.mark.parametrize("number", range(3, 26, 4))
def test_a_finding_from_the_list_is_beside_its_card_on_a_phone(
    browser: Browser, station: Scene, bundle: Bundle, watch: Watch, tmp_path: Path, number: int
) -> None:
    """The list closes as the card opens, and what is free changes under the flight."""
    finding = station.document["findings"][number - 1]
    for page in show(browser, station, bundle, watch, tmp_path, PHONE):
        page.locator("#tab-findings").click()
        page.locator(f"[data-finding='{number}']").click()
        settle(page)
        assert page.locator("#details").is_visible()
        if finding["at"]:
            assert is_seen(page, finding["at"])


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@pytest.mark.parametrize("top", [True, False])
def test_what_is_clicked_is_not_covered_by_the_card_that_opens(
    browser: Browser, bundle: Bundle, watch: Watch, tmp_path: Path, size: Size, top: bool
) -> None:
    """A long hall, so that some of it is where the card opens; each place on a fresh page."""
    wide, deep = (60, 30) if size == LAPTOP else (20, 40)
    scene = build_scene(make_area({"hall": floor(width=wide, depth=deep)}))
    covered = 0
    for place in ([wide - 2.0, deep - 2.0, 0.0], [wide / 2, 1.0, 0.0]):
        for page in show(browser, scene, bundle, watch, tmp_path, size):
            if top:
                page.locator("#top").click()
            settle(page)
            at = page.evaluate("point => kotorlevel.project(point)", place)
            page.mouse.click(at["x"], at["y"])
            settle(page)
            card = page.locator("#details").bounding_box()
            assert card is not None
            across, down = at["x"] - card["x"], at["y"] - card["y"]
            covered += 0 < across < card["width"] and 0 < down < card["height"]
            assert is_seen(page, place), place
    assert covered  # or this test asked nothing


def test_a_long_answer_does_not_cover_its_ends(
    browser: Browser, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    """Clicked where the card of the answer will be, and not that of the question."""
    scene = build_scene(make_area({"hall": floor(width=30, depth=60)}))
    for page in show(browser, scene, bundle, watch, tmp_path, PHONE):
        page.locator("[data-tool=path]").click()
        card = page.locator("#measure").bounding_box()
        assert card is not None
        for y in (card["y"] - 260, card["y"] - 30):
            page.mouse.click(195, y)
        page.wait_for_selector("#outcome")
        settle(page)
        points = page.evaluate("kotorlevel.lastPath().points")
        assert all(is_seen(page, point) for point in (points[0], points[-1]))


def test_a_click_beside_the_floor_is_answered(
    browser: Browser, station: Scene, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    for page in show(browser, station, bundle, watch, tmp_path, LAPTOP):
        notice = page.locator("#notice")
        page.mouse.click(1000, 90)
        assert not notice.is_visible()  # selecting nothing needs no word
        for tool in ("path", "sight", "reach"):
            page.locator(f"button[data-tool={tool}]").click()
            page.mouse.click(1000, 90)
            assert notice.inner_text().startswith("No floor there")
        page.wait_for_timeout(4500)
        assert not notice.is_visible()


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_rooms_are_named_at_first(
    browser: Browser, station: Scene, bundle: Bundle, watch: Watch, tmp_path: Path, size: Size
) -> None:
    names = {room["name"] for room in station.document["rooms"]}
    for page in show(browser, station, bundle, watch, tmp_path, size):
        settle(page)
        shown = names & set(page.evaluate("kotorlevel.labels()"))
        assert len(shown) >= len(names) - 1, shown


def test_repairs_can_be_typed(
    browser: Browser, station: Scene, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    number = next(f["number"] for f in station.document["findings"] if f["fix"] == "unsafe")
    for page in show(browser, station, bundle, watch, tmp_path, LAPTOP):
        page.evaluate("number => kotorlevel.showFinding(number)", number)
        text = page.locator("#details .fix").inner_text()
        assert "kotorlevel fix PATH --unsafe" in text
        assert "station" in text


def test_doors_and_placeables_are_found(
    browser: Browser, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    area = make_area(
        {"hall": floor(width=20, depth=20)},
        doors=[make_door((4, 2, 0))],
        placeables=[make_placeable((9, 12, 0))],
    )
    scene = build_scene(area)
    for kind, things in (("door", "doors"), ("placeable", "placeables")):
        thing = scene.document[things][0]
        for page in show(browser, scene, bundle, watch, tmp_path, LAPTOP):
            search = page.locator("#search-text")
            search.fill(f"{kind} 0")
            search.press("Enter")
            assert page.locator("#details h2").inner_text().lower().startswith(kind)
            assert page.evaluate("kotorlevel.camera().target") == pytest.approx(thing["position"])
            page.mouse.click(5, 760)
            assert "-0" not in page.locator("#details").inner_text()


def test_the_live_page_has_the_body_of_the_command_line(
    browser: Browser, watch: Watch, tmp_path: Path, bundle: Bundle
) -> None:
    write_folder(tmp_path, make_area({"hall": floor(width=20, depth=20)}))
    ends = [[[2.0, 2.0, 0.0], 0], [[18.0, 2.0, 0.0], 0]]
    with serve(live_level(tmp_path), bundle) as served:
        for page in show_at(browser, served.server.address, watch, LAPTOP):
            page.locator("[data-tool=path]").click()
            page.evaluate("([a, b]) => kotorlevel.ask(a, b)", ends)
            assert "0.35 m" in page.locator("#body").inner_text()
            assert page.locator("#measure input").input_value() == "0.35"


def test_a_page_without_a_server_says_that_its_body_is_a_point(
    browser: Browser, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    scene = build_scene(make_area({"hall": floor(width=20, depth=20)}))
    ends = [[[2.0, 2.0, 0.0], 0], [[18.0, 2.0, 0.0], 0]]
    for page in show(browser, scene, bundle, watch, tmp_path, LAPTOP):
        page.locator("[data-tool=path]").click()
        page.evaluate("([a, b]) => kotorlevel.ask(a, b)", ends)
        assert "for a point without width" in page.locator("#body").inner_text()
