"""The HTML report in a real browser, from a file, without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station
from kotorlevel.view.html.page import Bundle
from kotorlevel.view.html.report import render_sections
from kotorlevel.view.html.sections import Section
from kotorlevel.view.scene.scene import build_scene
from support.view.browser import LAPTOP, PHONE, SCREENSHOTS, Watch, pixels

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def file(bundle: Bundle, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report on the broken station, twice: the second time as another part."""
    folder = tmp_path_factory.mktemp("station")
    for name, data in make_broken_station().items():
        (folder / name).write_bytes(data)
    area = kl.load_area(folder)
    report = kl.check(area)
    section = Section("station", report, build_scene(area, report=report))
    path = folder / "report.html"
    text = render_sections([section, section], report, title="station", bundle=bundle)
    path.write_text(text, "utf-8")
    return path


def show(
    browser: Browser, file: Path, size: tuple[int, int], **options: Any
) -> Iterator[tuple[Page, Watch]]:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        offline=True,
        reduced_motion="reduce",
        has_touch=size == PHONE,
        **options,
    )
    page, watch = context.new_page(), Watch()
    watch.follow(page)
    page.goto(file.as_uri())
    yield page, watch
    context.close()
    assert watch.errors == []
    assert [url for url in watch.requests if url != "about:srcdoc"] == []


def keep(page: Page, name: str, **options: Any) -> bytes:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    return page.screenshot(path=SCREENSHOTS / f"{name}.png", **options)


def target_of(page: Page, frame: int) -> list[float] | None:
    """Where the camera of a viewer looks; None as long as there is none."""
    found: list[float] | None = page.evaluate(
        "n => frames[n]?.kotorlevel?.camera().target ?? null", frame
    )
    return found


def wait_for_target(page: Page, frame: int, at: list[float]) -> None:
    for _ in range(200):
        found = target_of(page, frame)
        if found is not None and found == pytest.approx(at, abs=0.001):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"the camera looks at {target_of(page, frame)}, not at {at}")


def test_show_flies_to_the_finding(browser: Browser, file: Path) -> None:
    report = kl.check(kl.load_area(file.parent))
    document = build_scene(kl.load_area(file.parent), report=report).document
    placed = [each for each in document["findings"] if each["at"]]
    for page, _ in show(browser, file, LAPTOP):
        keep(page, "report-laptop", full_page=True)
        assert page.evaluate("frames.length") == 0  # nothing is drawn before it is wanted
        for finding in placed[:2]:
            page.locator(f"[data-stage=viewer-1-stage][data-show='{finding['number']}']").click()
            wait_for_target(page, 0, finding["at"])
        assert page.evaluate("frames.length") == 1
        keep(page, "report-laptop-show")
        page.locator(f"[data-stage=viewer-2-stage][data-show='{placed[0]['number']}']").click()
        wait_for_target(page, 1, placed[0]["at"])


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_the_first_show_brings_the_whole_view_on_the_screen(
    browser: Browser, file: Path, size: tuple[int, int]
) -> None:
    """From below the view, and from above it."""
    for button in ("tr:last-child [data-show]", "[data-show]"):
        for page, _ in show(browser, file, size):
            page.locator(f"#part-1 {button}").last.click()
            while target_of(page, 0) is None:
                page.wait_for_timeout(100)
            page.frames[1].evaluate("kotorlevel.ready")
            box = page.locator("#viewer-1-stage").bounding_box()
            assert box is not None
            assert box["height"] > 0.6 * size[1]
            assert box["y"] >= -1
            assert box["y"] + box["height"] <= size[1] + 1


def test_a_map_that_is_cut_off_says_that_it_scrolls(browser: Browser, file: Path) -> None:
    for size in (LAPTOP, PHONE, (700, 800), (680, 800)):
        for page, _ in show(browser, file, size):
            is_cut = page.evaluate(
                "(one => one.scrollWidth > one.clientWidth)(document.querySelector('.map.light'))"
            )
            assert page.locator(".swipe").first.is_visible() is is_cut, size


def test_open_button(browser: Browser, file: Path) -> None:
    for page, _ in show(browser, file, LAPTOP):
        page.locator("#viewer-1-stage .open").click()
        for _ in range(200):
            if target_of(page, 0) is not None:
                break
            page.wait_for_timeout(100)
        frame = page.frames[1]
        frame.evaluate("kotorlevel.ready")
        assert frame.locator("#name").inner_text() == "station"
        assert len(set(map(tuple, pixels(page.screenshot()).reshape(-1, 3).tolist()))) > 50


def test_severities_can_be_hidden(browser: Browser, file: Path) -> None:
    for page, _ in show(browser, file, LAPTOP):
        for severity in ("error", "warning", "info"):
            rows = page.locator(f"tr.{severity}")
            assert rows.first.is_visible()
            page.locator(f"#with-{severity}").uncheck()
            assert not any(row.is_visible() for row in rows.all())


def test_rule_links_lead_to_the_rule(browser: Browser, file: Path) -> None:
    for page, _ in show(browser, file, LAPTOP):
        link = page.locator("td a").first
        rule = link.inner_text()
        link.click()
        assert page.locator(f"#rule-{rule}").is_visible()
        assert page.evaluate("location.hash") == f"#rule-{rule}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_phone_and_themes(browser: Browser, file: Path, scheme: str) -> None:
    for page, _ in show(browser, file, PHONE, color_scheme=scheme):
        picture = pixels(keep(page, f"report-phone-{scheme}", full_page=True))
        assert (picture[:500].mean() < 128) == (scheme == "dark")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        shown = page.locator(f".map.{scheme}").first
        assert shown.is_visible()
        other = "light" if scheme == "dark" else "dark"
        assert not page.locator(f".map.{other}").first.is_visible()


def test_every_control_has_a_name(browser: Browser, file: Path) -> None:
    for page, _ in show(browser, file, LAPTOP):
        nameless = page.evaluate(
            """[...document.querySelectorAll('button, input')].filter(one =>
                !one.textContent.trim() && !one.getAttribute('aria-label')
                && !one.closest('label')).length"""
        )
        assert nameless == 0
