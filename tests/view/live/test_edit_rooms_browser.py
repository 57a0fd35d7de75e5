"""The tool *Rooms* in a real browser: dragged, snapped, turned, added, removed, reordered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kotorlevel as kl
from kotorlevel.nav.navigator import Navigator
from kotorlevel.view.html.page import Bundle
from support.areas import floor, make_area, write_folder
from support.corpus import LEVELS, needs_levels
from support.view.editing import copy_level, edit_level, read_files, replay

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def station(tmp_path: Path) -> Path:
    """The demo, sound."""
    folder = tmp_path / "station"
    folder.mkdir()
    for name, data in kl.make_station().items():
        (folder / name).write_bytes(data)
    return folder


def test_a_room_is_dragged_away_and_snaps_back(
    browser: Browser, bundle: Bundle, station: Path, tmp_path: Path
) -> None:
    before = copy_level(station, tmp_path / "before")
    with edit_level(browser, bundle, station) as editing:
        page = editing.page
        editing.choose("r")
        editing.click((14, 8, 0))
        assert "Drag station_view" in page.locator("#edit-hint").inner_text()
        editing.drag((14, 8, 0), (18, 10, 0), "edit-rooms-dragged")
        editing.wait_for_step(1)
        away = editing.edits()[0]
        assert away["offset"] == pytest.approx([4, 2, 0], abs=0.1)  # a pixel's worth
        notes = page.locator(".notes").inner_text()
        assert "station_corridor" in notes
        links = "kotorlevel.viewer.level.info.links.filter(l => l.room === 4 || l.to === 4).length"
        assert page.evaluate(links) == 0
        editing.drag((18, 10, 0), (14.2, 8.15, 0), "edit-rooms-snapping")
        editing.wait_for_step(2)
        assert page.evaluate(links) == 2
        editing.shoot("edit-rooms-back")
        edits = editing.edits()
        editing.save()
    assert [edit["op"] for edit in edits] == ["move-room", "move-room"]
    assert read_files(station) == replay(before, edits, tmp_path / "replayed")
    ways = [edit["offset"] for edit in edits]
    assert [a + b for a, b in zip(*ways, strict=True)] == pytest.approx([0, 0, 0], abs=1e-5)
    old, new = kl.load_area(before), kl.load_area(station)
    assert Navigator(new).path((11, 4, 0), (14, 8, 0)).rooms == (1, 4)
    assert old.visibility is not None
    assert new.visibility is not None
    assert "station_view" in new.visibility.seen_from("station_corridor")


PRESS = """keys => {
  for (const [key, shiftKey = false] of keys) {
    const pressed = { key, shiftKey, bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", pressed));
  }
}"""
"""Keys so soon after each other that they are one step, however busy the machine is."""


def test_keys_and_fields_move_and_turn(
    browser: Browser, bundle: Bundle, station: Path, tmp_path: Path
) -> None:
    before = copy_level(station, tmp_path / "before")
    with edit_level(browser, bundle, station) as editing:
        page = editing.page
        editing.choose("r")
        page.locator(".roomorder .item", has_text="station_store").click()
        page.locator("#touch").focus()
        page.evaluate(PRESS, [["ArrowRight"], ["ArrowRight"], ["ArrowUp", True], ["PageUp"]])
        editing.shoot("edit-rooms-nudged")
        editing.wait_for_step(1)
        page.locator("[data-axis=z]").fill("0.5")
        page.get_by_role("button", name="Move", exact=True).click()
        editing.wait_for_step(2)
        page.locator("#touch").focus()
        page.keyboard.press(",")
        editing.wait_for_step(3)
        page.locator('[data-turn="-90"]').click()
        editing.wait_for_step(4)
        editing.shoot("edit-rooms-turned")
        page.keyboard.press("d")
        editing.shoot("edit-rooms-turned-dark")
        edits = editing.edits()
        editing.save()
    assert edits[0]["offset"] == pytest.approx([0.2, 1, 0.1])
    assert edits[1]["offset"] == pytest.approx([0, 0, 0.4])
    assert [edit.get("degrees") for edit in edits[2:]] == [15, -90]
    assert read_files(station) == replay(before, edits, tmp_path / "replayed")


def test_a_room_of_a_kit_is_joined(
    browser: Browser, bundle: Bundle, station: Path, tmp_path: Path
) -> None:
    before = copy_level(station, tmp_path / "before")
    kit = tmp_path / "shapes"
    kit.mkdir()
    # Its west is as wide as the middle edge of the view room's upper side: 2 m.
    kl.write_walkmesh(floor(100, 50, 3, 2, west=0), kit / "balcony.wok")
    kl.write_walkmesh(floor(0, 0, 7, 2, west=0, east=1), kit / "lane.wok")
    with edit_level(browser, bundle, station, [kit]) as editing:
        page = editing.page
        editing.choose("r")
        page.locator('[data-kit="shapes/balcony.wok"]').click()
        picture = page.locator('[data-kit="shapes/balcony.wok"] img')
        assert picture.evaluate("image => image.naturalWidth") > 20
        page.wait_for_timeout(300)
        editing.hover((14, 8.93, 0))
        tip = ".edgetip:not([hidden])"
        editing.wait_for(f"/Click to join|wide/.test(document.querySelector('{tip}')?.textContent)")
        editing.shoot("edit-rooms-kit")
        fits = "Click to join it to station_view" in page.locator(tip).inner_text()
        editing.click((0, 2.5, 0))  # 5 m wide: it is told, and no name is asked for
        editing.wait_for("kotorlevel.editor.told.bad")
        assert "does not fit" in page.locator("#told").inner_text()
        assert not page.locator("#ask").is_visible()
        editing.click((14, 8.93, 0) if fits else (30, 10, 0))
        editing.shoot("edit-rooms-name")
        page.locator("#room-name").fill("with space")
        assert page.locator("#ask button[type=submit]").is_disabled()
        page.locator("#room-name").fill("station_balcony")
        page.keyboard.press("Enter")
        editing.wait_for_step(1)
        editing.shoot("edit-rooms-added")
        edits = editing.edits()
        editing.save()
    assert read_files(station) == replay(before, edits, tmp_path / "replayed", [kit])
    assert (edits[0]["op"], edits[0]["walkmesh"]) == ("add-room", "shapes/balcony.wok")
    assert fits
    after = kl.load_area(station)
    assert after.rooms[5].name == "station_balcony"
    assert Navigator(after).path((11, 4, 0), (14, 10, 0)).rooms == (1, 4, 5)


def test_rooms_are_renamed_reordered_and_removed(
    browser: Browser, bundle: Bundle, station: Path, tmp_path: Path
) -> None:
    before = copy_level(station, tmp_path / "before")
    with edit_level(browser, bundle, station) as editing:
        page = editing.page
        editing.choose("r")
        page.locator(".roomorder .item", has_text="station_view").click()
        page.get_by_role("button", name="Rename …").click()
        page.locator("#room-name").fill("station_deck")
        page.keyboard.press("Enter")
        editing.wait_for_step(1)
        assert page.locator(".roomname").inner_text() == "station_deck"
        page.get_by_role("button", name="Move station_deck up in the layout").click()
        editing.wait_for_step(2)
        order = "[...document.querySelectorAll('.roomorder li')].map(one => one.dataset.room)"
        assert page.evaluate(order)[3:] == ["station_deck", "station_store"]
        page.locator(".roomorder .item", has_text="station_ramp").click()
        page.locator("#touch").focus()
        page.keyboard.press("Delete")
        asked = page.locator("#ask").inner_text()
        assert "Its links go: to station_corridor" in asked
        assert page.evaluate("document.activeElement.textContent") == "Keep it"
        editing.shoot("edit-rooms-remove")
        page.get_by_role("button", name="Remove station_ramp").click()
        editing.wait_for_step(3)
        assert "no longer see it" in editing.told
        edits = editing.edits()
        editing.save()
    assert [edit["op"] for edit in edits] == ["rename-room", "reorder-rooms", "remove-room"]
    # What is not needed any more stays on the disk, in both.
    assert read_files(station) == replay(before, edits, tmp_path / "replayed")
    area = kl.load_area(station)
    names = ["station_hall", "station_corridor", "station_deck", "station_store"]
    assert [room.name for room in area.rooms] == names
    assert Navigator(area).path((11, 4, 0), (14, 8, 0)).rooms == (1, 2)


def test_without_kits_it_says_what_to_do(browser: Browser, bundle: Bundle, tmp_path: Path) -> None:
    write_folder(tmp_path, make_area({"hall": floor()}))
    with edit_level(browser, bundle, tmp_path) as editing:
        editing.choose("r")
        editing.wait_for(
            "document.querySelector('.options').textContent.includes('No kit is here')"
        )
        (tmp_path / "kit").mkdir()
        kl.write_walkmesh(floor(east=0), tmp_path / "kit" / "cell.wok")
        editing.page.get_by_role("button", name="Look again").click()
        editing.wait_for("document.querySelector('[data-kit]')?.dataset.kit === 'kit/cell.wok'")


@pytest.mark.thorough
@needs_levels
def test_a_room_of_a_real_area_goes_and_comes_back(
    browser: Browser, bundle: Bundle, tmp_path: Path
) -> None:
    folder = copy_level(LEVELS / "areas" / "k1" / "danm14ab", tmp_path / "area")
    before = copy_level(folder, tmp_path / "before")
    with edit_level(browser, bundle, folder) as editing:
        page = editing.page
        editing.choose("r")
        label = page.evaluate("kotorlevel.viewer.level.info.rooms[0].label")
        editing.click(tuple(label))
        room = page.evaluate("[...kotorlevel.editor.selected.items][0]")
        count = (
            f"kotorlevel.viewer.level.info.links.filter(l => l.state === 'ok' && "
            f"(l.room === {room} || l.to === {room})).length"
        )
        links = page.evaluate(count)
        there = (label[0] + 30, label[1] + 20, label[2])
        editing.drag(tuple(label), there)
        editing.wait_for_step(1)
        assert page.evaluate(count) < links
        editing.drag(there, tuple(label), "edit-rooms-real")
        editing.wait_for_step(2)
        assert page.evaluate(count) == links
        edits = editing.edits()
        editing.save()
    assert read_files(folder) == replay(before, edits, tmp_path / "replayed")
