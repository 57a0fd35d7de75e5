"""Walking through the page in a real browser: by keys alone, from a file, without a network."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import kotorlevel as kl
from kotorlevel.view.html.page import Bundle, render_page
from kotorlevel.view.scene.scene import build_scene
from support.areas import floor, make_area, make_door, plate
from support.command import run
from support.view.browser import COARSE, LAPTOP, PHONE, SCREENSHOTS, Watch, hills

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

RADIUS = 0.35
"""Metres."""

Opener = Callable[..., "Page"]


@pytest.fixture(scope="module")
def station(bundle: Bundle, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with the demo's station, as `kotorlevel fix` leaves it."""
    folder = tmp_path_factory.mktemp("demo")
    assert run("demo", "place", cwd=folder).code == 0
    scene = build_scene(kl.load_area(folder / "place" / "fixed"))
    path = folder / "station.html"
    path.write_text(render_page(scene, title="station", bundle=bundle), "utf-8")
    return path


@pytest.fixture
def show(browser: Browser, watch: Watch) -> Iterator[Opener]:
    """Opens a page off line; nothing may go wrong in it."""
    contexts = []

    def opened(file: Path, size: tuple[int, int] = LAPTOP, **options: Any) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            offline=True,
            device_scale_factor=COARSE,
            **options,
        )
        contexts.append(context)
        page = context.new_page()
        watch.follow(page)
        page.goto(file.as_uri())
        page.evaluate("kotorlevel.ready")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert watch.errors == []
    assert watch.requests == []


def walker(page: Page) -> dict[str, Any]:
    found: dict[str, Any] | None = page.evaluate("kotorlevel.walker()")
    assert found is not None
    return found


def ask(page: Page, expression: str) -> Any:
    """What something about ``walker`` is now."""
    return page.evaluate(
        f"(() => {{ const walker = kotorlevel.walker(); return {expression}; }})()"
    )


def wait_for(page: Page, condition: str, seconds: float = 30) -> None:
    """Wait until something holds of ``walker``. The page forbids what Playwright waits with."""
    end = time.monotonic() + seconds
    while not ask(page, condition):
        assert time.monotonic() < end, (condition, walker(page))
        page.wait_for_timeout(30)


def turn_to(page: Page, bearing: float) -> None:
    """Turn by keys until one looks along a bearing, within some degrees."""
    away = f"(({bearing} - walker.bearing) % (2 * Math.PI) + 3 * Math.PI) % (2 * Math.PI) - Math.PI"
    for _ in range(60):
        left = ask(page, away)
        if abs(left) < 0.12:
            return
        key = "q" if left > 0 else "e"
        page.keyboard.down(key)
        if abs(left) > 0.6:
            wait_for(page, f"Math.abs({away}) < 0.4")
        page.keyboard.up(key)
        page.wait_for_timeout(60)
    raise AssertionError(walker(page))


def keep(page: Page, name: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(SCREENSHOTS / f"{name}.png"))


def test_from_the_entry_into_the_next_room_by_keys(show: Opener, station: Path) -> None:
    page = show(station)
    before = page.evaluate("kotorlevel.camera()")
    page.keyboard.press("v")
    assert page.locator("#walk").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Enter")
    start = walker(page)
    assert start["room"] == "station_hall"
    assert page.evaluate("kotorlevel.camera().position[2]") == pytest.approx(1.6, abs=0.05)
    # North along the west side until the wall stops him, then east into the corridor.
    turn_to(page, -math.pi / 2)
    page.keyboard.down("w")
    wait_for(page, "walker.told !== ''")
    page.keyboard.up("w")
    assert walker(page)["at"][1] == pytest.approx(RADIUS, abs=0.01)
    told = page.locator("#walk-told")
    assert told.is_visible()
    assert told.inner_text() == "Nobody can walk on Nonwalk here."
    keep(page, "walk-wall")
    page.keyboard.down("w")  # still there
    page.wait_for_timeout(400)
    page.keyboard.up("w")
    assert walker(page)["clearance"] == pytest.approx(RADIUS, abs=1e-3)
    turn_to(page, 0)
    page.keyboard.down("Shift")
    page.keyboard.down("w")
    wait_for(page, "walker.at[0] > 8.6")
    page.keyboard.up("w")
    page.keyboard.up("Shift")
    page.keyboard.down("a")
    wait_for(page, "walker.at[1] > 3.6")
    page.keyboard.up("a")
    page.keyboard.down("ArrowUp")
    wait_for(page, "walker.room === 'station_corridor' && walker.at[0] > 11")
    page.keyboard.up("ArrowUp")
    page.wait_for_timeout(300)
    assert page.locator("#status").inner_text().startswith("station_corridor")
    keep(page, "walk-corridor")
    page.keyboard.press("Escape")
    assert page.evaluate("kotorlevel.walker()") is None
    assert page.evaluate("kotorlevel.camera()")["position"] == pytest.approx(before["position"])
    assert page.locator("#walk").get_attribute("aria-pressed") == "false"
    assert page.locator("#legend").is_visible()


def test_a_click_on_the_floor_begins_there(show: Opener, station: Path) -> None:
    page = show(station)
    at = page.evaluate("kotorlevel.project([8, 2, 0])")
    page.locator("#walk").click()
    page.mouse.click(at["x"], at["y"])
    assert walker(page)["at"][:2] == pytest.approx([8, 2], abs=0.1)
    assert page.locator("#details").is_hidden()
    # Dragging looks around, and selects nothing.
    bearing = walker(page)["bearing"]
    page.mouse.move(700, 400)
    page.mouse.down()
    page.mouse.move(900, 400, steps=4)
    page.mouse.up()
    assert walker(page)["bearing"] - bearing == pytest.approx(200 * 0.0042, abs=1e-3)
    assert page.locator("#details").is_hidden()
    page.locator("#walk").click()
    assert page.evaluate("kotorlevel.walker()") is None


def test_options_by_keys(show: Opener, station: Path) -> None:
    page = show(station, color_scheme="dark")
    page.keyboard.press("v")
    page.keyboard.press("Enter")
    assert page.locator("#walk-map").is_visible()
    page.keyboard.press("p")
    assert page.locator("#walk-map").is_hidden()
    page.keyboard.press("h")
    assert page.locator("#walk-card input[name=seesOnly]").is_checked()
    page.wait_for_timeout(300)
    keep(page, "walk-dark")
    layers = page.evaluate("kotorlevel.layers()")
    assert not layers["labels"]
    page.keyboard.press("v")
    layers = page.evaluate("kotorlevel.layers()")
    assert layers["labels"]
    assert layers["boundary"]


def test_a_finding_in_the_list_ends_walking(show: Opener, station: Path) -> None:
    page = show(station)
    page.keyboard.press("v")
    page.keyboard.press("Enter")
    page.keyboard.press("f")
    assert page.evaluate("kotorlevel.walker()") is None


@pytest.fixture(scope="module")
def doors(bundle: Bundle, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rooms with a closed door between them."""
    rooms = {"hall": floor(depth=2, east=1), "lane": floor(4, depth=2, west=0)}
    area = make_area(rooms, entry=(1.0, 1.0, 0.0))
    door = make_door((4, 1, 0), math.pi / 2, (plate(), None, None), tag="gate")
    path = tmp_path_factory.mktemp("doors") / "doors.html"
    scene = build_scene(replace(area, doors=(door,)))
    path.write_text(render_page(scene, title="doors", bundle=bundle), "utf-8")
    return path


def test_a_closed_door_opens_by_itself(show: Opener, doors: Path) -> None:
    page = show(doors)
    page.keyboard.press("v")
    page.keyboard.press("Enter")
    page.locator("#walk-card input[name=opensDoors]").uncheck()
    page.evaluate("kotorlevel.stand(0, 2, 1, 0)")
    page.keyboard.down("w")
    wait_for(page, "walker.told !== ''")
    page.keyboard.up("w")
    assert walker(page)["told"] == "Door gate is closed."
    assert walker(page)["at"][0] < 4
    page.locator("#walk-card input[name=opensDoors]").check()
    page.keyboard.down("w")
    wait_for(page, "walker.room === 'lane' && walker.at[0] > 5")
    page.keyboard.up("w")
    shown = page.locator("button[data-door='0'][aria-pressed=true]")
    assert shown.get_attribute("data-state") == "1"
    page.keyboard.press("Escape")  # only looked around: the level is shown as before
    assert shown.get_attribute("data-state") == "0"


def test_a_thumb_on_a_phone(show: Opener, station: Path) -> None:
    page = show(station, PHONE, has_touch=True, is_mobile=True)
    page.locator("#walk").tap()
    page.get_by_role("button", name="Begin at the entry").tap()
    start = walker(page)["at"]
    pad = page.locator("#walk-pad").bounding_box()
    assert pad is not None
    x, y = pad["x"] + pad["width"] / 2, pad["y"] + pad["height"] / 2
    where = {"pointerId": 7, "pointerType": "touch", "bubbles": True, "clientX": x}
    # Capture needs a real finger; the pad is asked without one.
    page.evaluate("document.getElementById('walk-pad').setPointerCapture = () => {}")
    page.locator("#walk-pad").dispatch_event("pointerdown", {**where, "clientY": y - 40})
    wait_for(page, f"Math.hypot(walker.at[0] - {start[0]}, walker.at[1] - {start[1]}) > 1")
    keep(page, "walk-phone")
    page.locator("#walk-pad").dispatch_event("pointerup", {**where, "clientY": y - 40})
    page.wait_for_timeout(300)
    at = walker(page)["at"]
    page.wait_for_timeout(300)
    assert walker(page)["at"] == at


def test_twenty_thousand_faces_are_walked_by_the_clock(
    show: Opener, bundle: Bundle, tmp_path: Path
) -> None:
    """Metres follow the clock, not the pictures; only below two of them a second it gets slower."""
    file = tmp_path / "hills.html"
    file.write_text(render_page(build_scene(hills()), title="hills", bundle=bundle), "utf-8")
    page = show(file)
    page.keyboard.press("v")
    page.keyboard.press("Enter")
    page.keyboard.down("w")
    page.wait_for_timeout(500)
    script = "[...kotorlevel.walker().at, performance.now(), kotorlevel.frames()]"
    first = page.evaluate(script)
    page.wait_for_timeout(2000)
    last = page.evaluate(script)
    page.keyboard.up("w")
    keep(page, "walk-hills")
    seconds = (last[3] - first[3]) / 1000
    speed = math.hypot(last[0] - first[0], last[1] - first[1]) / seconds
    pictures = (last[4] - first[4]) / seconds
    print(f"{pictures:.1f} pictures a second, {speed:.2f} m/s")
    assert 0 < speed < 3.4 * 1.3
    if pictures > 5:
        assert speed == pytest.approx(3.4, rel=0.2)
