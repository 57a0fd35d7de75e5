"""How editing begins and passes from window to window, and that its bars fit every screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

import kotorlevel as kl
from kotorlevel.view.html.page import Bundle
from kotorlevel.view.live.server import ViewServer
from support.area.level_files import put, station
from support.view.browser import COARSE, LAPTOP, PHONE, SCREENSHOTS, Watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

SMALL, TABLET = (1024, 768), (820, 1180)

CUT_OFF = """() => {
    const wanted = 'header, header *, #editbar, #editbar *, #tabs, #tabs *';
    const parts = document.querySelectorAll(wanted);
    const seen = [...parts].filter(one => one.offsetParent && !one.closest('svg, #matches'));
    const boxes = new Map(seen.map(one => [one, one.getBoundingClientRect()]));
    const bad = [];
    const name = one => one.id || one.textContent.slice(0, 20);
    for (const [one, box] of boxes) {
        const outer = one.parentElement.getBoundingClientRect();
        if (box.left < -0.5 || box.right > innerWidth + 0.5) bad.push(`outside: ${name(one)}`);
        const out = box.right > outer.right + 1 || box.left < outer.left - 1.5;
        if (out) bad.push(`cut: ${name(one)}`);
    }
    const buttons = seen.filter(one => one.matches('button, input, p'));
    for (const a of buttons) for (const b of buttons) {
        const [p, q] = [boxes.get(a), boxes.get(b)];
        const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
        const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (a !== b && across > 1.5 && down > 1.5) bad.push(`over: ${name(a)} / ${name(b)}`);
    }
    return bad;
}"""


@pytest.fixture
def server(tmp_path: Path, bundle: Bundle) -> Iterator[ViewServer]:
    folder = put(tmp_path / "level", station())
    with kl.serve(folder, browser=False, bundle=bundle) as running:
        yield running


@pytest.fixture
def context(browser: Browser, server: ViewServer, watch: Watch) -> Iterator[BrowserContext]:
    made = browser.new_context(
        viewport={"width": LAPTOP[0], "height": LAPTOP[1]},
        reduced_motion="reduce",
        device_scale_factor=COARSE,
    )
    made.on("page", watch.follow)
    yield made
    made.close()
    assert watch.errors == []
    assert {urlsplit(url).netloc for url in watch.requests} == {f"127.0.0.1:{server.port}"}


def show(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    page.evaluate("kotorlevel.ready")
    return page


def wait_for(page: Page, script: str) -> None:
    for _ in range(200):
        if page.evaluate(script):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never: {script}")


ACTIVE = "kotorlevel.editor.active"


@pytest.mark.parametrize("way", ["click", "enter", "key"])
def test_the_button_begins_to_edit(context: BrowserContext, server: ViewServer, way: str) -> None:
    page = show(context, server.address)
    button = page.get_by_role("button", name="Edit this level")
    assert button.is_visible()
    assert not page.locator("#editbar").is_visible()
    if way == "click":
        button.click()
    elif way == "enter":
        button.press("Enter")
    else:
        page.keyboard.press("e")
    wait_for(page, ACTIVE)
    assert not button.is_visible()
    assert page.locator("#editbar").is_visible()
    if way == "enter":
        wait_for(page, "document.activeElement.id === 'touch'")


def test_a_second_window_looks_and_takes_over(context: BrowserContext, server: ViewServer) -> None:
    first = show(context, server.address)
    first.locator("#edit-begin").click()
    wait_for(first, ACTIVE)
    second = show(context, server.address)
    banner = second.locator("#taken")
    wait_for(second, "!document.querySelector('#taken').hidden")
    assert "Being edited in another window: you can look." in banner.inner_text()
    assert not second.locator("#edit-begin").is_visible()
    second.keyboard.press("e")  # nobody takes over by a slip of the finger
    second.wait_for_timeout(200)
    assert first.evaluate(ACTIVE) is True
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    second.screenshot(path=SCREENSHOTS / "live-taken.png")
    instead = second.get_by_role("button", name="Edit here instead of in the other window")
    instead.press("Enter")
    wait_for(second, ACTIVE)
    assert not banner.is_visible()
    wait_for(first, f"!{ACTIVE} && !document.querySelector('#taken').hidden")
    assert not first.locator("#editbar").is_visible()


def test_editing_again_after_the_other_window_has_closed(
    context: BrowserContext, server: ViewServer
) -> None:
    first = show(context, server.address)
    first.locator("#edit-begin").click()
    wait_for(first, ACTIVE)
    second = show(context, server.address)
    wait_for(second, "!document.querySelector('#taken').hidden")
    first.close()
    wait_for(second, "document.querySelector('#taken').hidden")
    second.locator("#edit-begin").click()
    wait_for(second, ACTIVE)


def test_the_link_of_a_live_page_is_its_own_address(
    context: BrowserContext, server: ViewServer
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = show(context, server.address)
    page.evaluate("kotorlevel.select(0, 1)")
    link = page.locator("#link")
    assert "on this computer while the server runs" in str(link.get_attribute("title"))
    link.click()
    page.wait_for_timeout(100)
    copied: Any = page.evaluate("navigator.clipboard.readText()")
    address, _, tail = copied.partition("#")
    assert address == server.address
    assert "face=" in tail
    assert server.token not in tail
    other = show(context, copied)
    assert (
        other.locator("#details h2").inner_text() == page.locator("#details h2").inner_text() != ""
    )
    other.evaluate("history.replaceState(null, '', '/')")  # the token is nowhere put in again
    assert server.token not in str(
        other.evaluate("document.querySelector('#link').click() ?? location.href")
    )


def test_a_finding_is_selected_once_it_is_known(
    context: BrowserContext, server: ViewServer
) -> None:
    """While a level is edited, its findings come after it."""
    page = show(context, server.address)
    page.locator("#edit-begin").click()
    wait_for(page, "kotorlevel.viewer.level.info.findings.length && kotorlevel.editor.health")
    number: Any = page.evaluate("kotorlevel.viewer.level.info.findings[0].number")
    page.evaluate("number => kotorlevel.showFinding(number)", number)
    wait_for(page, "location.hash.includes('finding=')")
    tail = page.evaluate("location.hash")
    other = show(context, server.address + tail)
    wait_for(other, "kotorlevel.viewer.selection?.kind === 'finding'")
    assert page.locator("#details h2").inner_text() == other.locator("#details h2").inner_text()


def test_the_help_lists_the_keys_of_editing(context: BrowserContext, server: ViewServer) -> None:
    page = show(context, server.address)
    page.keyboard.press("?")
    text = page.locator("#help").inner_text()
    assert "While editing" in text
    titles: Any = page.evaluate("[...kotorlevel.editor.tools.values()].map(tool => tool.title)")
    assert titles
    for words in ["Ctrl+Z", "Ctrl+S", "Ctrl+C", *(title.partition(" (")[0] for title in titles)]:
        assert words in text


@pytest.mark.parametrize("dark", [False, True])
def test_nothing_is_cut_off(context: BrowserContext, server: ViewServer, dark: bool) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page = show(context, server.address)
    page.emulate_media(color_scheme="dark" if dark else "light")
    for editing in (False, True):
        if editing:
            page.locator("#edit-begin").click()
            wait_for(page, f"{ACTIVE} && kotorlevel.editor.health")
        for width, height in (LAPTOP, SMALL, TABLET, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(150)
            name = f"{'edit' if editing else 'look'}-{width}{'-dark' if dark else ''}"
            page.screenshot(path=SCREENSHOTS / f"{name}.png")
            assert page.evaluate(CUT_OFF) == [], name
        page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
