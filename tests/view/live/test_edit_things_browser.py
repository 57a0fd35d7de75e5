"""Doors, entry, hooks and path points in a real browser: saved as the library's own edits save."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_station
from kotorlevel.view.html.page import Bundle
from support.corpus import LEVELS, needs_levels
from support.view.thing_page import edit_things

if TYPE_CHECKING:
    from playwright.sync_api import Browser

AREAS = LEVELS / "areas" / "k1"


@pytest.fixture
def station(tmp_path: Path) -> Path:
    folder = tmp_path / "station"
    folder.mkdir()
    for name, data in make_station().items():
        (folder / name).write_bytes(data)
    return folder


@needs_levels
@pytest.mark.parametrize("name", ["tar_m10aa", "danm14ab"])
def test_a_door_and_the_entry(browser: Browser, bundle: Bundle, tmp_path: Path, name: str) -> None:
    with edit_things(browser, bundle, AREAS / name, tmp_path) as things:
        x, y, z = things.info("doors[0].position")
        exact = kl.load_area(AREAS / name).doors[0].position
        assert (x, y, z) == exact
        things.look_at((x, y, z))
        # Esc drops what is half done.
        things.page.mouse.move(*things.pixel((x, y, z)))
        things.page.mouse.down()
        things.page.mouse.move(*things.pixel((x + 1, y, z)), steps=3)
        things.page.keyboard.press("Escape")
        things.page.mouse.up()
        assert things.run("kotorlevel.editor.status.position") == 0
        things.drag((x, y, z), (x + 0.8, y + 0.5, z), f"things-{name}-drag")
        things.steps(1)
        moved = things.info("doors[0].position")
        assert moved[:2] == pytest.approx([x + 0.8, y + 0.5], abs=0.06)
        # By keys, several presses are one step; the place stays to the bit.
        things.page.keyboard.press(",")
        things.page.keyboard.press("Shift+Comma")
        things.steps(2)
        assert things.info("doors[0].position") == moved
        entry = things.info("entry")
        things.look_at(entry)
        things.drag(entry, (entry[0] + 0.5, entry[1], entry[2]))
        things.steps(3)
        door, turned, went = things.edits()
        assert (door["list"], door["number"]) == ("Door List", 0)
        before = kl.load_area(AREAS / name).doors[0].bearing
        assert turned["degrees"] == pytest.approx(math.degrees(before) + 50, abs=0.001)
        things.save()
        wanted = things.by_library(
            kl.edits.PlaceObject("Door List", 0, tuple(door["place"])),
            kl.edits.PlaceObject("Door List", 0, tuple(moved), turned["degrees"]),
            kl.edits.MoveEntry(tuple(went["place"])),
        )
        assert things.changed() == wanted
        assert {Path(each).suffix for each in wanted} == {".git", ".ifo"}


@needs_levels
def test_a_door_into_a_doorway(browser: Browser, bundle: Bundle, tmp_path: Path) -> None:
    source = AREAS / "tar_m10aa"
    area = kl.load_area(source)
    openings = kl.find_doorways(area)
    free = next(i for i, each in enumerate(openings) if each.door < 0)
    opening = openings[free]
    with edit_things(browser, bundle, source, tmp_path) as things:
        things.page.locator("#new-door").click()
        things.wait(f"document.querySelectorAll('#doorway-list option').length > {free}")
        things.page.locator("[data-template=ptar_security]").click()
        things.look_at(opening.place)
        things.click(opening.place)
        things.wait("!document.querySelector('#put-door').disabled")
        assert "m wide" in things.page.locator(".fit").inner_text()
        things.shoot("things-doorway")
        things.click(opening.place)
        things.steps(1)
        [edit] = things.edits()
        assert edit["template"] == "ptar_security"
        assert edit["degrees"] == pytest.approx(opening.degrees, abs=0.001)
        assert len(things.info("doors")) == len(area.doors) + 1
        # Delete takes it out again, by keys alone.
        things.page.keyboard.press("Escape")
        things.page.locator("#thing-list").select_option(f"door:{len(area.doors)}")
        things.page.locator("#touch").focus()
        things.page.keyboard.press("Delete")
        things.steps(2)
        assert len(things.info("doors")) == len(area.doors)
        things.page.keyboard.press("Control+z")
        things.steps(1)
        things.save()
        added = kl.edits.AddDoor("ptar_security", opening.place, edit["degrees"])
        assert things.changed() == things.by_library(added)


@needs_levels
def test_path_points(browser: Browser, bundle: Bundle, tmp_path: Path) -> None:
    source = AREAS / "tar_m10aa"
    paths = kl.load_area(source).path_points
    assert paths is not None
    with edit_things(browser, bundle, source, tmp_path) as things:
        things.mode("Path points")
        points = things.info("pathPoints.points")
        assert all(point[2] is not None for point in points), "all stand on the floor"
        x, y, z = points[35]
        things.look_at((x, y, z))
        things.drag((x, y, z), (x + 1.0, y - 0.5, z), "things-point")
        things.steps(1)
        [chosen] = things.run("[...kotorlevel.editor.selected.things]")
        number = int(chosen.split(":")[1])
        at = things.info(f"pathPoints.points[{number}]")
        assert at[:2] == pytest.approx([x + 1.0, y - 0.5], abs=0.06)
        # A new one, connected with the selected one.
        things.page.locator("[data-act=add]").click()
        things.click((at[0] + 1.0, at[1] + 0.5, at[2]))
        things.steps(2)
        assert len(things.info("pathPoints.points")) == len(paths) + 1
        [new] = things.run("[...kotorlevel.editor.selected.things]")
        old = things.edits()
        # Clicking the two parts them, and the first goes.
        things.page.locator("[data-act=connect]").click()
        here = things.info(f"pathPoints.points[{new.split(':')[1]}]")
        there = next(p for p in things.info("pathPoints.points") if p[:2] == at[:2])
        things.click(here)
        things.click(there)
        things.steps(3)
        things.page.keyboard.press("Escape")
        things.page.locator("#touch").focus()
        things.page.keyboard.press("Delete")
        things.steps(4)
        things.save()
        done = things.edits()
        assert done[: len(old)] == old
        ops = [each["op"] for each in done]
        assert ops == [
            "move-path-point",
            "add-path-point",
            "connect",
            "connect",
            "remove-path-point",
        ]
        assert done[2].get("connected", True)
        assert done[3]["connected"] is False
        assert {done[2]["first"], done[2]["second"]} == {done[3]["first"], done[3]["second"]}
        moved = kl.edits.MovePathPoint(35, tuple(done[0]["place"]))
        # Added, connected, parted and removed again: only the move is left.
        assert things.changed() == things.by_library(moved)


def test_path_points_are_connected_by_keys(
    browser: Browser, bundle: Bundle, tmp_path: Path
) -> None:
    with edit_things(browser, bundle, AREAS / "tar_m10aa", tmp_path) as things:
        things.mode("Path points")
        for number in (35, 43):
            things.page.locator("#point-list").select_option(f"point:{number}")
            things.page.locator("#touch").focus()
            things.page.keyboard.press("c")
        things.steps(1)
        [done] = things.edits()
        assert (done["op"], {done["first"], done["second"]}) == ("connect", {35, 43})


def test_a_hook_by_numbers_and_points_built(
    browser: Browser, bundle: Bundle, station: Path, tmp_path: Path
) -> None:
    with edit_things(browser, bundle, station, tmp_path) as things:
        page = things.page
        page.locator("#thing-list").select_option("hook:0")
        x, y, z = things.info("hooks[0].at")
        field = page.locator("[data-field=x]")
        field.fill(str(x - 0.25))
        field.press("Enter")
        things.steps(1)
        assert things.info("hooks[0].at") == [x - 0.25, y, z]
        page.keyboard.press("Escape")
        things.mode("Path points")
        page.locator("#build-points").click()
        things.wait("!document.querySelector('#take-points').parentElement.hidden")
        things.shoot("things-built")
        assert things.run("kotorlevel.editor.status.position") == 1, "only shown so far"
        page.keyboard.press("Escape")
        assert not page.locator("#take-points").is_visible()
        page.locator("#build-points").click()
        page.locator("#take-points").click()
        things.steps(2)
        page.locator("#check-points").click()
        things.wait("document.querySelector('.checkpart p').textContent.startsWith('All points')")
        things.save()
        wanted = things.by_library(
            kl.edits.MoveDoorHook(0, (x - 0.25, y, z)), kl.edits.BuildPathPoints()
        )
        assert things.changed() == wanted
        assert set(wanted) == {"station.lyt", "station.pth"}


@needs_levels
def test_several_move_together_by_keys(browser: Browser, bundle: Bundle, tmp_path: Path) -> None:
    with edit_things(browser, bundle, AREAS / "tar_m10aa", tmp_path) as things:
        first, second = things.info("placeables[0].position"), things.info("placeables[1].position")
        script = "kotorlevel.editor.selected.things = new Set(['placeable:0', 'placeable:1'])"
        things.run(script)
        things.run("kotorlevel.editor.selectionChanged()")
        things.look_at(first)
        things.page.locator("#touch").focus()
        things.page.keyboard.press("Shift+ArrowRight")
        things.steps(1)
        for number, (x, y, _) in enumerate((first, second)):
            at = things.info(f"placeables[{number}].position")
            assert at[:2] == pytest.approx([x + 1, y], abs=0.002)
        assert [each["op"] for each in things.edits()] == ["place-object"] * 2
        things.page.keyboard.press("Control+z")
        things.steps(0)
        assert things.info("placeables[0].position") == first
