"""The start page in a browser: by keyboard, in both colours; pictures in build/screenshots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kotorlevel as kl
from support.view.browser import SCREENSHOTS, Watch
from support.view.starting import Starting, starting

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Starting]:
    monkeypatch.setenv("KOTORLEVEL_STATE", str(tmp_path / "state"))
    folder = tmp_path / "mods" / "station"
    folder.mkdir(parents=True)
    for name, data in kl.make_broken_station().items():
        (folder / name).write_bytes(data)
    with starting() as each:
        yield each


def test_from_the_list_of_folders_to_a_report_and_quit(
    served: Starting, tmp_path: Path, browser: Browser, watch: Watch
) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    with browser.new_context(viewport={"width": 1100, "height": 900}, color_scheme="dark") as made:
        page = made.new_page()
        watch.follow(page)
        page.goto(served.server.address)
        page.wait_for_selector("#places button", state="attached")
        page.fill("#path", "/nowhere at all")
        page.keyboard.press("Enter")
        page.wait_for_selector("#told:not([hidden])")
        assert "no such file" in page.inner_text("#told")
        watch.errors.clear()  # the browser tells of the answer 422

        page.click("#choose")
        page.wait_for_selector("#entries li")
        page.evaluate("path => enter(path)", str(tmp_path / "mods"))
        page.wait_for_selector("#entries button")
        assert page.evaluate("document.activeElement.innerText") == "folder\nstation"
        page.screenshot(path=SCREENSHOTS / "start-choosing.png")
        page.keyboard.press("Enter")
        page.wait_for_selector("#entries li:nth-child(6)", state="attached")
        page.keyboard.press("End")
        assert "station_" in page.evaluate("document.activeElement.innerText")
        page.click("#this")
        page.wait_for_selector("#level:not([hidden])")
        assert page.evaluate("document.activeElement.id") == "level"
        page.screenshot(path=SCREENSHOTS / "start-level.png")

        with page.context.expect_page() as opened:
            page.click("#check")
        report = opened.value
        report.wait_for_selector("table")
        assert "BWM004" in report.inner_text("body")
        report.close()
        page.bring_to_front()
        page.click("#quit")
        page.wait_for_selector("#ended:not([hidden])")
        served.server.wait()
        names = page.eval_on_selector_all(
            "button, input, a[href]",
            "all => all.map(one => one.innerText || one.ariaLabel || one.labels?.[0]?.innerText)",
        )
    assert all(names)
    assert watch.errors == []
    assert all(url.startswith("http://127.0.0.1:") for url in watch.requests)
