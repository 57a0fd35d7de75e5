"""The page of changes in a real browser, from a file, without a network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import kotorlevel as kl
from kotorlevel.area.sample import make_station
from kotorlevel.view.html.page import Bundle
from support.view.browser import LAPTOP, SCREENSHOTS, Watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CAMERA = "(id) => document.querySelector(`#${id} iframe`)?.contentWindow.kotorlevel?.camera()"


def wait_for_camera(page: Page, side: str) -> None:
    """Until the viewer of a side looks somewhere."""
    for _ in range(100):
        if (page.evaluate(CAMERA, side) or {}).get("height", 0) > 0:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"no viewer {side}")


def test_the_switch_keeps_the_place_and_changes_can_be_flown_to(
    browser: Browser, bundle: Bundle, tmp_path: Path
) -> None:
    for name, data in make_station().items():
        (tmp_path / name).write_bytes(data)
    area = kl.load_area(tmp_path)
    mesh = area.rooms[0].mesh
    assert mesh is not None
    changed = area.with_mesh(0, kl.paint(mesh, "Grass", faces=[0, 1]).mesh)
    file = tmp_path / "changes.html"
    found = kl.diff(area, changed)
    file.write_text(kl.render_changes(found, bundle=bundle), "utf-8")
    context = browser.new_context(
        viewport={"width": LAPTOP[0], "height": LAPTOP[1]}, offline=True, reduced_motion="reduce"
    )
    page = context.new_page()
    watch = Watch()
    watch.follow(page)
    page.goto(file.as_uri())
    page.wait_for_selector("#after iframe")
    wait_for_camera(page, "after")
    page.click('[data-show="1"][data-where="after"]')
    page.wait_for_timeout(700)
    after = page.evaluate(CAMERA, "after")
    assert found.placed[1].at is not None
    assert np.linalg.norm(np.subtract(after["target"], found.placed[1].at)) < 12
    page.click('[data-side="before"]')
    wait_for_camera(page, "before")
    page.wait_for_timeout(700)
    before = page.evaluate(CAMERA, "before")
    assert np.allclose(before["target"], after["target"], atol=0.05)
    assert np.allclose(before["position"], after["position"], atol=0.1)
    assert page.locator("#before").is_visible()
    assert not page.locator("#after").is_visible()
    tab = page.frame_locator("#before iframe").locator("#tab-findings")
    assert tab.inner_text().startswith("Changes")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / "changes.png", full_page=True)
    assert (watch.errors, watch.requests) == ([], [])
    context.close()
