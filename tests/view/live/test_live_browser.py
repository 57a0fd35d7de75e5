"""The live page in a real browser: it asks the server, and follows the files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

import kotorlevel as kl
from kotorlevel.nav.navigator import Navigator
from kotorlevel.view.html.page import Bundle
from support.areas import floor, make_area, write_folder
from support.view.browser import LAPTOP, SCREENSHOTS, Watch, pixels
from support.view.furnished import TRIANGLES, hall_parts, write_furnished, write_model
from support.view.served import Served, live_level, serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

A, B = (1.0, 2.0, 0.0), (11.0, 3.0, 0.0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three rooms in a row, and a shed that no way leads to."""
    rooms = {
        "hall": floor(east=1),
        "lane": floor(4, west=0, east=2),
        "yard": floor(8, west=1, material=3),
        "shed": floor(20, material=5),
    }
    write_folder(tmp_path, make_area(rooms))
    return tmp_path


@pytest.fixture
def served(folder: Path, bundle: Bundle) -> Iterator[Served]:
    with serve(live_level(folder), bundle) as running:
        yield running


@pytest.fixture
def page(browser: Browser, served: Served, watch: Watch) -> Iterator[Page]:
    """The page once it has drawn its first picture; in the end, all was asked of its server."""
    context = browser.new_context(
        viewport={"width": LAPTOP[0], "height": LAPTOP[1]}, reduced_motion="reduce"
    )
    shown = context.new_page()
    watch.follow(shown)
    shown.goto(served.server.address)
    shown.evaluate("kotorlevel.ready")
    yield shown
    context.close()
    assert watch.errors == []
    assert {urlsplit(url).netloc for url in watch.requests} == {f"127.0.0.1:{served.server.port}"}


def asked(watch: Watch) -> list[str]:
    """The paths that were asked for, each once, in order."""
    return list(dict.fromkeys(urlsplit(url).path for url in watch.requests))


def click(page: Page, point: tuple[float, float, float]) -> None:
    place: Any = page.evaluate("point => kotorlevel.project(point)", list(point))
    page.mouse.click(place["x"], place["y"])


def wait_for(page: Page, script: str) -> None:
    """Until it is true: by asking again, because the page allows no code from strings."""
    for _ in range(200):
        if page.evaluate(script):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never: {script}")


def test_it_loads_from_the_server(page: Page, watch: Watch) -> None:
    assert page.locator("#name").inner_text() == "lab"
    assert asked(watch)[:4] == ["/", "/api/version", "/scene.json", "/scene.bin"]
    assert page.title().startswith("lab")


def test_models_come_after_the_level(
    browser: Browser, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    folder = write_furnished(tmp_path / "mod")
    with serve(live_level(folder), bundle) as running:
        page = browser.new_page()
        watch.follow(page)
        page.goto(running.server.address)
        page.evaluate("kotorlevel.ready")
        wait_for(page, f"kotorlevel.modelFaces() === {TRIANGLES}")
        paths = asked(watch)
        assert paths.index("/models.json") > paths.index("/scene.bin")
        write_model(folder, "lane", hall_parts())
        wait_for(page, f"kotorlevel.modelFaces() === {2 * TRIANGLES}")
        page.close()
    assert watch.errors == []


def test_a_clicked_path_is_asked_of_the_server(page: Page, folder: Path, watch: Watch) -> None:
    page.keyboard.press("t")
    page.locator("[data-tool=path]").click()
    click(page, A)
    click(page, B)
    wait_for(page, "kotorlevel.lastPath() !== null")
    assert "/api/path" in asked(watch)
    answer = page.evaluate("kotorlevel.lastPath()")
    start, goal = answer["points"][0], answer["points"][-1]
    assert start == pytest.approx(A, abs=0.15)  # a click is as exact as a pixel
    assert goal == pytest.approx(B, abs=0.15)
    path = Navigator(kl.load_area(folder)).path(start, goal)
    assert answer["length"] == pytest.approx(path.length, abs=0.001)
    assert answer["rooms"] == list(path.rooms) == [0, 1, 2]
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / "live-path.png")


def test_no_path_comes_with_the_reason(page: Page) -> None:
    page.locator("[data-tool=path]").click()
    goal = [22.0, 2.0, 0.0]
    page.evaluate("([a, b]) => kotorlevel.ask(a, b)", [[list(A), 0], [goal, 6]])
    # The yard ends at x = 12, the shed begins at 20.
    wanted = "8.00 m without a floor at (16.0, 2.0) between yard and shed."
    assert page.locator("#reason").inner_text() == wanted


def test_sight_and_reach_are_asked_too(page: Page, watch: Watch) -> None:
    page.keyboard.press("t")
    page.locator("[data-tool=sight]").click()
    click(page, A)
    click(page, B)
    wait_for(page, "kotorlevel.lastPath() !== null")
    assert page.evaluate("kotorlevel.lastPath().ok") is True
    page.locator("[data-tool=reach]").click()
    click(page, A)
    wait_for(page, "document.querySelector('#measure').textContent.includes('Shown now')")
    assert {"/api/sight", "/api/reach"} <= set(asked(watch))


def test_a_saved_file_shows_and_the_camera_stays(page: Page, folder: Path) -> None:
    page.locator("#tab-layers").click()
    page.keyboard.press("w")
    camera = page.evaluate("kotorlevel.camera().position")
    before = pixels(page.locator("#stage").screenshot())
    kl.write_walkmesh(floor(east=1, material=6), folder / "hall.wok")
    wait_for(page, "document.querySelector('#notice').textContent.includes('Files changed')")
    wait_for(page, "document.querySelector('#legend-rows').textContent.includes('Water')")
    after = pixels(page.locator("#stage").screenshot())
    assert (before != after).any(2).mean() > 0.01
    assert page.evaluate("kotorlevel.camera().position") == pytest.approx(camera)
    assert page.evaluate("kotorlevel.layers().wireframe") is True


def test_a_broken_file_is_told_and_the_picture_stays(page: Page, folder: Path) -> None:
    good = (folder / "hall.wok").read_bytes()
    (folder / "hall.wok").write_bytes(good[:100])
    wait_for(page, "document.querySelector('#notice').textContent.includes('hall.wok')")
    notice = page.locator("#notice")
    assert "The last level that could be read is shown." in notice.inner_text()
    page.keyboard.press("t")
    click(page, (1.0, 2.0, 0.0))
    assert page.locator("#details h2").inner_text() == "hall face 1"
    page.screenshot(path=SCREENSHOTS / "live-broken.png")
    (folder / "hall.wok").write_bytes(good)
    wait_for(page, "document.querySelector('#notice').hidden")


def test_a_server_that_is_gone_is_told(browser: Browser, folder: Path, bundle: Bundle) -> None:
    page = browser.new_page()
    with serve(live_level(folder), bundle) as running:
        page.goto(running.server.address)
        page.evaluate("kotorlevel.ready")
    wait_for(page, "document.querySelector('#notice').textContent.includes('does not answer')")
    page.close()


def test_without_the_token_there_is_no_page(browser: Browser, served: Served) -> None:
    page = browser.new_page()
    reply = page.goto(f"http://127.0.0.1:{served.server.port}/")
    assert reply is not None
    assert reply.status == 403
    assert served.server.token not in page.content()
    page.close()


def test_another_site_cannot_ask(browser: Browser, served: Served) -> None:
    """Even a page that knows the token gets no answer: the browser will not ask on its behalf."""
    page = browser.new_page()
    page.goto("data:text/html,<p>another site</p>")
    script = """async ([address, token]) => {
        const all = [fetch(address), fetch(address, {headers: {'X-KotorLevel-Token': token}})];
        return (await Promise.allSettled(all)).map(each => each.status);
    }"""
    address = f"http://127.0.0.1:{served.server.port}/scene.json"
    assert page.evaluate(script, [address, served.server.token]) == ["rejected", "rejected"]
    page.close()
