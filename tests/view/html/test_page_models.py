"""Room models in the page, in a real browser: shown, hidden, limited, absent, broken."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.view.html.page import Bundle
from support.models import Part, box
from support.view.browser import LAPTOP, SCREENSHOTS, Watch, pixels
from support.view.furnished import TRIANGLES, hall_parts, write_furnished, write_model

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TOWER = (-6.0, 2.0, 2.0)
"""In the middle of a model far from the lane."""

CRATE = (1.5, 2.0, 1.0)
"""On top of a crate that stands on the floor."""

GROUND = (3.5, 3.5, 0.0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = write_furnished(tmp_path_factory.mktemp("level") / "mod")
    corners, faces = box((-6.5, 1.5, 0), (-5.5, 2.5, 2))
    tower = Part("tower", "mesh", vertices=corners, faces=faces, texture="lda_tower")
    write_model(place, "hall", [*hall_parts(), tower])
    (place / "lane.mdl").write_bytes(b"\0\0\0\0 cut off")
    return place


@contextmanager
def show(
    browser: Browser, file: Path, text: str, watch: Watch, scheme: str = "light"
) -> Iterator[Page]:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    context = browser.new_context(
        viewport={"width": LAPTOP[0], "height": LAPTOP[1]},
        reduced_motion="reduce",
        offline=True,
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page = context.new_page()
    watch.follow(page)
    page.goto(file.as_uri())
    page.evaluate("kotorlevel.ready")
    # Lines and letters may lie over what is looked at.
    for layer in ("labels", "links", "findings", "boundary"):
        page.evaluate("name => kotorlevel.setLayer(name, false)", layer)
    for _ in range(5):
        page.keyboard.press("-")  # the tower stands outside of all walkmeshes
    yield page
    context.close()
    assert watch.errors == []


def settle(page: Page) -> None:
    """Wait for the picture at rest: on a slow machine models come back when nothing moves."""
    page.evaluate("""async () => {
        const next = () => new Promise(done => requestAnimationFrame(done));
        await next();
        await next();
        const end = performance.now() + 4000;
        while (kotorlevel.modelFaces() === 0 && performance.now() < end) await next();
        await next();
    }""")


def colours_at(page: Page, *points: tuple[float, float, float]) -> list[list[int]]:
    """Red, green and blue at each of the points."""
    settle(page)
    picture = pixels(page.screenshot())
    found = []
    for point in points:
        at = page.evaluate("point => kotorlevel.project(point)", list(point))
        colour: list[int] = picture[int(at["y"]), int(at["x"])].tolist()
        found.append(colour)
    return found


def apart(a: list[int], b: list[int]) -> int:
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_models_stand_behind_the_walkmesh(
    browser: Browser, folder: Path, bundle: Bundle, watch: Watch, tmp_path: Path, scheme: str
) -> None:
    text = kl.render_page(folder, bundle=bundle, models=True)
    with show(browser, tmp_path / "level.html", text, watch, scheme) as page:
        settle(page)
        assert page.evaluate("kotorlevel.modelFaces()") == TRIANGLES + 12
        page.screenshot(path=str(SCREENSHOTS / f"models-{scheme}.png"))
        tower, crate, ground = colours_at(page, TOWER, CRATE, GROUND)
        page.keyboard.press("m")
        assert page.evaluate("kotorlevel.modelFaces()") == -1
        background, plain, bare = colours_at(page, TOWER, CRATE, GROUND)
        assert apart(tower, background) > 20
        assert ground == bare  # the floor covers its model
        # The crate tints the floor behind it, which stays what one looks at.
        assert 4 < apart(crate, plain) < 60


def test_only_near_what_is_selected(
    browser: Browser, folder: Path, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    text = kl.render_page(folder, bundle=bundle, models=True)
    with show(browser, tmp_path / "level.html", text, watch) as page:
        page.locator("#tab-layers").click()
        page.locator("#models-near").check()
        page.keyboard.press("t")
        (tower,) = colours_at(page, TOWER)  # nothing is selected
        page.evaluate("kotorlevel.select(1, 0)")
        for _ in range(8):
            page.keyboard.press("-")  # it has flown there
        (away,) = colours_at(page, TOWER)
        (SCREENSHOTS / "models-near.png").write_bytes(page.screenshot())
        page.keyboard.press("o")
        assert not page.locator("#models-near").is_checked()
        assert apart(colours_at(page, TOWER)[0], tower) < 12
        assert apart(away, tower) > 20


def test_what_cannot_be_read_is_told_and_what_is_absent_explained(
    browser: Browser, folder: Path, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    text = kl.render_page(folder, bundle=bundle, models=True)
    with show(browser, tmp_path / "level.html", text, watch) as page:
        page.locator("#tab-layers").click()
        told = page.locator(".checks p.second").inner_text()
        assert "lane.mdl" in told
        assert "The others are shown" in told
        assert page.locator("#layer-models").is_enabled()
    for source, why in ((folder, "--models"), (folder / "hall.wok", "one walkmesh")):
        text = kl.render_page(source, bundle=bundle)
        with show(browser, tmp_path / "level.html", text, watch) as page:
            page.locator("#tab-layers").click()
            box = page.locator("#layer-models")
            assert box.is_disabled()
            title = box.locator("xpath=..").get_attribute("title") or ""
            assert why in title.lower()
            assert page.locator("#models-near").is_hidden()


def test_textures_are_drawn(
    browser: Browser, folder: Path, bundle: Bundle, watch: Watch, tmp_path: Path
) -> None:
    place = tmp_path / "painted"
    place.mkdir()
    for file in folder.iterdir():
        (place / file.name).write_bytes(file.read_bytes())
    header = bytes([0, 0, 2, *[0] * 9, 2, 0, 2, 0, 24, 0])
    (place / "lda_tower.tga").write_bytes(header + bytes([0, 0, 255]) * 4)  # red
    text = kl.render_page(place, bundle=bundle, models=True)
    with show(browser, tmp_path / "level.html", text, watch) as page:
        (red, green, _), background = colours_at(page, TOWER, (-5.0, 8.0, 0.0))
        assert red - green > 60
        assert np.ptp(background) < 20
