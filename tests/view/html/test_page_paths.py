"""Ways that a page finds by itself, from a file, against those of the navigator."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.nav.navigator import Navigator
from kotorlevel.view.html.page import Bundle, render_page
from kotorlevel.view.scene.scene import Scene, build_scene
from support.nav.mazes import random_mask, rooms_of
from support.view.browser import COARSE, Watch
from support.view.junctions import JUNCTIONS, fan, halfway, one_way, wings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(reduced_motion="reduce", device_scale_factor=COARSE, offline=True)
    page, watch = context.new_page(), Watch()
    watch.follow(page)
    yield page
    context.close()
    assert watch.errors == []
    assert watch.requests == []


def show(page: Page, scene: Scene, bundle: Bundle, folder: Path) -> None:
    file = folder / "level.html"
    text = render_page(scene, title="level", bundle=bundle)
    file.write_text(text, "utf-8")
    page.goto(file.as_uri())
    page.evaluate("kotorlevel.ready")
    page.locator("[data-tool=path]").click()


def spots(scene: Scene, count: int, seed: int = 5) -> list[tuple[list[float], int]]:
    """Places on the floor by chance, each with its face row."""
    random = np.random.default_rng(seed)
    rows = random.choice(np.flatnonzero(scene.array("islands") >= 0), count)
    weights = random.dirichlet((1, 1, 1), count)
    corners = scene.array("vertices")[scene.array("faces")[rows].astype(int)].astype(float)
    places = (weights[:, :, None] * corners).sum(axis=1)
    return list(zip(places.tolist(), rows.tolist(), strict=True))


def ask(page: Page, a: tuple[list[float], int], b: tuple[list[float], int]) -> dict[str, Any]:
    page.evaluate("([a, b]) => kotorlevel.ask(a, b)", [list(a), list(b)])
    answer: dict[str, Any] = page.evaluate("kotorlevel.lastPath()")
    return answer


def maze_of_rooms() -> Area:
    return rooms_of(random_mask(np.random.default_rng(4), 8, 12, 0.75), 3)


@pytest.mark.parametrize(
    "make", [fan, wings, halfway, one_way, maze_of_rooms], ids=lambda make: make.__name__
)
def test_a_page_finds_the_paths_of_the_navigator(
    make: Any, page: Page, bundle: Bundle, tmp_path: Path
) -> None:
    area = make()
    scene, navigator = build_scene(area), Navigator(area, fast=False)
    show(page, scene, bundle, tmp_path)
    places = spots(scene, 40)
    found = 0
    for a, b in zip(places[::2], places[1::2], strict=True):
        path, answer = navigator.path(a[0], b[0]), ask(page, a, b)
        assert answer["ok"] is (path.status == "ok"), (a, b, path.status, answer)
        if answer["ok"]:
            assert answer["length"] == pytest.approx(path.length, abs=1e-3), (a, b)
            found += len(set(path.rooms)) > 1
    assert found >= 2


def test_the_way_across_a_junction(page: Page, bundle: Bundle, tmp_path: Path) -> None:
    """From the hall's south-west into the room's north-east, straight over the long side."""
    show(page, build_scene(fan()), bundle, tmp_path)
    answer = ask(page, ([2.0, 1.0, 0.0], 0), ([18.0, 8.0, 0.0], 3))
    assert answer["ok"]
    assert answer["length"] == pytest.approx(np.hypot(16, 7), abs=1e-6)
    assert answer["rooms"] == [0, 1]


@pytest.mark.parametrize("name", JUNCTIONS)
def test_a_page_reaches_what_the_navigator_reaches(
    name: str, page: Page, bundle: Bundle, tmp_path: Path
) -> None:
    area = JUNCTIONS[name]
    scene, navigator = build_scene(area), Navigator(area, fast=False)
    place = scene.document["entry"] or navigator.islands()[0].point
    reached = navigator.reachable(place)
    assert reached is not None
    show(page, scene, bundle, tmp_path)
    page.locator("#colouring").select_option("reach")
    legend = page.locator("#legend-rows").inner_text()
    shown = re.search(r"Can be reached\s*([\d.,]+) m²\s*Cannot be reached\s*([\d.,]+) m²", legend)
    assert shown is not None, legend
    whole = sum(island.area for island in navigator.islands())
    wanted = [reached.area, whole - reached.area]
    assert [float(each.replace(",", "")) for each in shown.groups()] == pytest.approx(
        wanted, abs=0.06
    )


def test_long_sides_name_all_that_lies_across(page: Page, bundle: Bundle, tmp_path: Path) -> None:
    show(page, build_scene(fan()), bundle, tmp_path)
    page.evaluate("kotorlevel.select(0, 0)")
    sides = page.locator("#details ol").first.locator("li")
    assert [sides.nth(side).inner_text().split(" · ")[0] for side in range(3)] == [
        "wall: the floor ends here",
        "room face 0, room face 2",
        "face 1",
    ]


def test_one_mesh_is_walked_over_a_step(page: Page, bundle: Bundle, tmp_path: Path) -> None:
    steps = JUNCTIONS["steps"].rooms[0].mesh
    assert isinstance(steps, kl.Walkmesh)
    show(page, build_scene(steps), bundle, tmp_path)
    answer = ask(page, ([2.0, 1.0, 0.0], 0), ([6.0, 1.0, 1.0], 4))
    assert answer["ok"]
    refused = ask(page, ([4.0, 1.0, 0.5], 2), ([6.0, 1.0, 1.0], 4))
    assert "nobody can stand there" in refused["reason"]
