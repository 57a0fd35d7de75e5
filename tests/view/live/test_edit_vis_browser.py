"""Who sees whom in a real browser: saved as `SetVisible` and `BuildVisibility` save it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_station
from kotorlevel.view.html.page import Bundle
from support.corpus import LEVELS, needs_levels
from support.view.thing_page import ThingPage, edit_things

if TYPE_CHECKING:
    from playwright.sync_api import Browser

AREAS = LEVELS / "areas" / "k1"


def write_station(tmp_path: Path) -> Path:
    folder = tmp_path / "station"
    folder.mkdir()
    for name, data in make_station().items():
        (folder / name).write_bytes(data)
    return folder


def sees(things: ThingPage, room: int, other: int) -> bool:
    return bool(things.run(f"kotorlevel.viewer.level.info.rooms[{room}].sees.includes({other})"))


def cell(room: int, other: int) -> str:
    return f"td[data-room='{room}'][data-other='{other}']"


def test_by_grid_by_keys_and_on_the_picture(
    browser: Browser, bundle: Bundle, tmp_path: Path
) -> None:
    with edit_things(browser, bundle, write_station(tmp_path), tmp_path) as things:
        page = things.page
        things.mode("Visibility")
        names = [room["name"] for room in things.info("rooms")]
        was = [[sees(things, a, b) for b in range(5)] for a in range(5)]
        page.locator(cell(0, 3)).click()
        things.steps(1)
        assert sees(things, 0, 3) is sees(things, 3, 0) is not was[0][3]
        # One way, by keys alone: from the cell that has the focus one to the right.
        page.locator("#vis-both").uncheck()
        page.locator(cell(0, 3)).focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press(" ")
        things.steps(2)
        assert sees(things, 0, 4) is not was[0][4]
        assert sees(things, 4, 0) is was[4][0]
        # On the picture: the room looked from, then another one.
        page.locator("#vis-both").check()
        page.keyboard.press("f")
        things.settle()
        label = things.info("rooms.map(room => room.label)")
        now = sees(things, 0, 2)
        things.click(label[0])
        things.wait("kotorlevel.viewer.choices.value.seenFrom === 0")
        things.click(label[2])
        things.steps(3)
        assert sees(things, 0, 2) is not now
        things.shoot("vis-picture")
        things.save()
        wanted = things.by_library(
            kl.edits.SetVisible(names[0], names[3], not was[0][3]),
            kl.edits.SetVisible(names[0], names[4], not was[0][4], both=False),
            kl.edits.SetVisible(names[0], names[2], not now),
        )
        assert things.changed() == wanted
        assert set(wanted) == {"station.vis"}


@needs_levels
def test_a_drag_over_the_grid_is_one_step(browser: Browser, bundle: Bundle, tmp_path: Path) -> None:
    with edit_things(browser, bundle, AREAS / "tar_m10aa", tmp_path) as things:
        page = things.page
        things.mode("Visibility")
        row = [things.info(f"rooms[{each}].name") for each in range(17)]
        was = [sees(things, 0, b) for b in range(17)]
        target = not was[1]

        def stroke() -> None:
            page.locator(cell(0, 1)).hover()
            page.mouse.down()
            for other in (2, 3, 4):
                page.locator(cell(0, other)).hover()

        stroke()
        things.shoot("vis-stroke")
        page.keyboard.press("Escape")
        page.mouse.up()
        page.wait_for_timeout(300)
        assert things.run("kotorlevel.editor.status.position") == 0
        stroke()
        page.mouse.up()
        things.steps(1)
        assert [sees(things, 0, b) for b in (1, 2, 3, 4)] == [target] * 4
        changing = [b for b in (1, 2, 3, 4) if was[b] is not target]
        assert len(changing) > 0
        page.locator("#vis-large").click()
        things.shoot("vis-large")
        things.save()
        edits = [kl.edits.SetVisible(row[0], row[b], target) for b in (1, 2, 3, 4)]
        assert things.changed() == things.by_library(*edits)


@needs_levels
@pytest.mark.parametrize("name", ["danm14ab"])
def test_built_from_the_floor(browser: Browser, bundle: Bundle, tmp_path: Path, name: str) -> None:
    with edit_things(browser, bundle, AREAS / name, tmp_path) as things:
        page = things.page
        things.mode("Visibility")
        # With a pair taken out that is surely seen, because the rooms are linked.
        link = things.info("links.find(link => link.to >= 0)")
        a, b = (things.info(f"rooms[{link[key]}].name") for key in ("room", "to"))
        page.locator(cell(link["room"], link["to"])).click()
        things.steps(1)
        assert not sees(things, link["room"], link["to"])
        page.locator("#vis-build").click()
        things.wait("!document.querySelector('#vis-take').parentElement.hidden")
        assert page.locator(f"{cell(link['room'], link['to'])}.comes").count() == 1
        things.shoot("vis-build")
        page.locator("#vis-take").click()
        things.steps(2)
        assert sees(things, link["room"], link["to"])
        things.save()
        wanted = things.by_library(
            kl.edits.SetVisible(a, b, visible=False), kl.edits.BuildVisibility()
        )
        assert things.changed() == wanted
