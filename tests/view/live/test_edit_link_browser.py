"""The tool *Link* in a real browser: edges clicked, explained, snapped, unlinked; and saved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.nav.navigator import Navigator
from kotorlevel.view.html.page import Bundle
from support.areas import floor, make_area, write_folder
from support.corpus import LEVELS, needs_levels
from support.view.editing import copy_level, edit_level, read_files, replay

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HALL, CORRIDOR = (5.0, 1.0, 0.0), (11.0, 4.0, 0.0)


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """The demo, broken on purpose: hall and corridor meet and are not linked."""
    folder = tmp_path / "station"
    folder.mkdir()
    for name, data in kl.make_broken_station().items():
        (folder / name).write_bytes(data)
    return folder


def test_two_clicked_edges_are_linked(
    browser: Browser, bundle: Bundle, broken: Path, tmp_path: Path
) -> None:
    before = copy_level(broken, tmp_path / "before")
    status = Navigator(kl.load_area(broken)).path(HALL, CORRIDOR).status
    with edit_level(browser, bundle, broken) as editing:
        page = editing.page
        editing.choose("j")
        editing.hover((9.9, 4, 0))
        tip = page.locator(".edgetip:not([hidden])")
        assert "meets station_corridor, and is not linked" in tip.inner_text()
        editing.click((9.9, 4, 0))
        editing.hover((10.1, 4, 0))
        assert "fits: click to link" in tip.inner_text()
        editing.shoot("edit-link-first")
        editing.click((10.1, 4, 0))
        editing.wait_for_step(1)
        editing.shoot("edit-link-done")
        assert "Works both ways." in page.locator(".linkcard").inner_text()
        ask = "([a, b]) => kotorlevel.ask([a, 0], [b, 0]).then(() => kotorlevel.lastPath().ok)"
        assert page.evaluate(ask, [list(HALL), list(CORRIDOR)]) is True
        # By keyboard: unlinked, and back again.
        editing.choose("j")
        page.locator("#touch").focus()
        page.keyboard.press("Delete")
        editing.wait_for_step(2)
        assert "Not linked" in page.locator(".linkcard").inner_text()
        page.keyboard.press("Control+z")
        editing.wait_for_step(1)
        assert "Works both ways." in page.locator(".linkcard").inner_text()
        edits = editing.edits()
        editing.save()
    assert [edit["op"] for edit in edits] == ["link"]
    assert read_files(broken) == replay(before, edits, tmp_path / "replayed")
    area = kl.load_area(broken)
    path = Navigator(area).path(HALL, CORRIDOR)
    assert status != path.status
    assert path.rooms == (0, 1)


def test_a_gap_is_told_and_closed(
    browser: Browser, bundle: Bundle, broken: Path, tmp_path: Path
) -> None:
    before = copy_level(broken, tmp_path / "before")
    with edit_level(browser, bundle, broken) as editing:
        page = editing.page
        editing.choose("j")
        editing.click((23.9, 4, 1.5))
        editing.click((24.15, 4, 1.5))
        card = page.locator(".linkcard")
        editing.wait_for("document.querySelector('.linkcard').textContent.includes('fit yet')")
        assert "a gap of 3 cm" in card.inner_text()
        card.get_by_role("button", name="What would change?").click()
        editing.wait_for(
            "document.querySelector('.offer .second').textContent.includes('2 corners')"
        )
        editing.shoot("edit-link-gap")
        page.keyboard.press("d")
        editing.shoot("edit-link-gap-dark")
        card.get_by_role("button", name="Snap and link").click()
        editing.wait_for_step(1)
        edits = editing.edits()
        editing.save()
    assert edits[0]["op"] == "relink"
    assert edits[0]["rooms"] == ["station_ramp", "station_store"]
    assert read_files(broken) == replay(before, edits, tmp_path / "replayed")
    area = kl.load_area(broken)
    stores = {link.room for link in kl.relink(area)[1].changes}
    assert 3 not in stores  # what is between ramp and store is linked now
    mesh = area.rooms[2].mesh
    assert mesh is not None
    assert 3 in mesh.transitions
    # Other rooms have been left alone.
    changed = {
        name for name, data in read_files(before).items() if (broken / name).read_bytes() != data
    }
    assert changed == {"station_ramp.wok", "station_store.wok"}


def test_what_cannot_be_linked_says_why(browser: Browser, bundle: Bundle, tmp_path: Path) -> None:
    rooms = {"hall": floor(), "lane": floor(4, depth=6), "shed": floor(12)}
    write_folder(tmp_path, make_area(rooms))
    with edit_level(browser, bundle, tmp_path) as editing:
        page = editing.page
        editing.choose("j")
        card = page.locator(".linkcard")
        editing.click((3.9, 2, 0))
        editing.click((2, 3.9, 0))
        assert "Both edges are of one room" in editing.told
        editing.click((2, 2, 0))  # on the diagonal of the floor
        assert "not the edge of a floor" in editing.told
        editing.click((12.1, 2, 0))
        assert "Too far" in card.inner_text()
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        editing.click((3.9, 2, 0))
        editing.click((4.1, 3, 0))
        assert "one is 4 m, the other 6 m long" in card.inner_text()
        editing.shoot("edit-link-lengths")
        card.get_by_role("button", name="Split and link").click()
        editing.wait_for_step(1)
        editing.save()
    area = kl.load_area(tmp_path)
    assert Navigator(area).path((1, 1, 0), (6, 1, 0)).rooms == (0, 1)


def test_everything_that_meets_is_linked_at_once(
    browser: Browser, bundle: Bundle, broken: Path
) -> None:
    with edit_level(browser, bundle, broken) as editing:
        editing.choose("j")
        editing.page.get_by_role("button", name="Link everything that meets (3 places)").click()
        editing.wait_for_step(1)
        text = "Every place where rooms meet is linked"
        assert text in editing.page.locator(".options").inner_text()
        editing.save()
    assert kl.relink(kl.load_area(broken))[1].changes == ()


@pytest.mark.thorough
@needs_levels
def test_a_link_of_a_real_area_goes_and_comes_back(
    browser: Browser, bundle: Bundle, tmp_path: Path
) -> None:
    folder = copy_level(LEVELS / "areas" / "k1" / "danm14ab", tmp_path / "area")
    before = read_files(folder)
    boundary = kl.load_area(folder).geometry.boundary
    seams = kl.load_area(folder).geometry.seams
    links = np.flatnonzero((boundary.transition >= 0) & (seams.partner >= 0))
    row = int(links[np.argmax(boundary.length[links])])
    room = int(boundary.room[row])
    edge = int(boundary.edge[row])
    with edit_level(browser, bundle, folder) as editing:
        editing.choose("j")
        first = f"3 * kotorlevel.viewer.level.info.rooms[{room}].faces[0] + {edge}"
        editing.page.evaluate(f"kotorlevel.editor.tool.goTo({first})")
        editing.page.wait_for_timeout(500)
        assert "Works both ways." in editing.page.locator(".linkcard").inner_text()
        editing.shoot("edit-link-real")
        editing.page.locator("#touch").focus()
        editing.page.keyboard.press("Delete")
        editing.wait_for_step(1)
        editing.page.get_by_role("button", name="Link these two").click()
        editing.wait_for_step(2)
        editing.save()
    after = read_files(folder)
    assert after == before
