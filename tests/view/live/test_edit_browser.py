"""Editing in a real browser: paint, undo, save, mend; crashes, two windows, files of others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.sample.broken import make_broken_station
from kotorlevel.view.html.page import Bundle
from support.area.level_files import content, put, station
from support.corpus import LEVELS
from support.view.editing import Editing, edit_level

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HALL, STORE = "station_hall", "station_store"
MUD = 13


@pytest.fixture
def level(tmp_path: Path) -> Path:
    return put(tmp_path / "level", station())


def files(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in content(folder).items() if ".kotorlevel" not in name}


def floor_faces(level: Path, room: str) -> list[int]:
    mesh = kl.load_area(level).room(room).mesh
    assert mesh is not None
    return [int(face) for face in np.flatnonzero(mesh.walkable)]


def paint(page: Editing, room: str, face: int, surface: int = MUD) -> None:
    page.choose("p")
    page.page.locator(f'[data-surface="{surface}"]').click()
    page.page.mouse.click(*page.at(page.middle(room, face)))


def wanted_files(level: Path, edits: Sequence[kl.edits.Operation]) -> dict[str, bytes]:
    area = kl.apply_edits(kl.load_area(level), edits).area
    changed = {change.filename.lower(): change.data for change in kl.list_changes(area)}
    return {name: changed.get(name, data) for name, data in files(level).items()}


def test_paint_undo_redo_save(browser: Browser, level: Path, bundle: Bundle) -> None:
    before = files(level)
    first, second = floor_faces(level, HALL)[:2]
    surfaces = kl.load_area(level).surfaces
    assert surfaces.label(MUD) == "Mud"
    edits = [kl.edits.Paint(HALL, (first,), MUD), kl.edits.Paint(HALL, (second,), MUD)]
    wanted = wanted_files(level, edits)
    with edit_level(browser, bundle, level) as page:
        paint(page, HALL, first)
        page.wait_for_check(1)
        paint(page, HALL, second)
        page.wait_for_check(2)
        page.shoot("edit-paint")
        assert "2 unsaved changes" in page.page.locator("#edit-words").inner_text()
        page.page.keyboard.press("Control+z")
        page.wait_for_check(1)
        page.page.keyboard.press("Control+y")
        page.wait_for_check(2)
        assert files(level) == before
        page.page.locator("#save").click()
        page.wait_for("kotorlevel.editor.status.isSaved")
        assert files(level) == wanted
        page.page.locator(".history button").first.click()  # the level as it was read
        page.wait_for_check(0)
        page.page.keyboard.press("Control+s")
        page.wait_for("kotorlevel.editor.status.isSaved")
        assert files(level) == before


def test_a_stroke_is_one_step(browser: Browser, level: Path, bundle: Bundle) -> None:
    with edit_level(browser, bundle, level) as page:
        page.choose("p")
        page.page.locator(f'[data-surface="{MUD}"]').click()
        places = [page.at(page.middle(HALL, face)) for face in floor_faces(level, HALL)[:6]]
        mouse = page.page.mouse
        mouse.move(*places[0])
        mouse.down()
        for place in places[1:]:
            mouse.move(*place, steps=5)
            page.page.wait_for_timeout(40)
        mouse.up()
        page.wait_for_check(1)
        session = page.server.edited.session  # type: ignore[union-attr]
        (edit,) = session.edits
        assert isinstance(edit, kl.edits.Paint)
        assert len(edit.faces) >= 6
        mesh, before = session.area.room(HALL).mesh, kl.load_area(level).room(HALL).mesh
        assert mesh is not None
        assert before is not None
        assert (mesh.materials == MUD).sum() == len(edit.faces)
        # A stroke on the floor makes no floor of walls.
        assert mesh.walkable.sum() == before.walkable.sum()


def test_painting_by_keyboard_alone(browser: Browser, level: Path, bundle: Bundle) -> None:
    with edit_level(browser, bundle, level) as page:
        face = floor_faces(level, HALL)[3]
        page.page.locator("#touch").focus()
        place = list(page.middle(HALL, face))
        target, eye = place, [place[0], place[1] - 1e-3, place[2] + 50]
        page.page.evaluate(
            f"kotorlevel.lookAs({{ target: {target}, position: {eye}, height: 12 }})"
        )
        page.page.keyboard.press("p")
        page.wait_for("kotorlevel.editor.tool?.name === 'paint'")
        page.page.locator(f'[data-surface="{MUD}"]').press("Enter")
        page.page.locator("#touch").focus()
        page.page.keyboard.press("Enter")
        page.wait_for_check(1)
        session = page.server.edited.session  # type: ignore[union-attr]
        assert session.edits == [kl.edits.Paint(HALL, (face,), MUD)]


def test_selecting(browser: Browser, level: Path, bundle: Bundle) -> None:
    faces = floor_faces(level, HALL)
    with edit_level(browser, bundle, level) as page:
        page.click(page.middle(HALL, faces[0]))
        page.wait_for("kotorlevel.editor.selected.items.size === 1")
        page.page.keyboard.down("Shift")
        page.click(page.middle(HALL, faces[1]))
        page.page.keyboard.up("Shift")
        page.wait_for("kotorlevel.editor.selected.items.size === 2")
        page.page.keyboard.press("k")  # all floor of the room hangs together
        assert page.page.evaluate("kotorlevel.editor.selected.items.size") == len(faces)
        words = page.page.locator("#edit-selected").inner_text()
        assert words.startswith(f"Selected: {len(faces)} faces")
        page.shoot("edit-select")
        page.choose("p")
        page.page.locator(f'[data-surface="{MUD}"]').click()
        page.page.locator(".editpanel .wide", has_text="selected face").click()
        page.wait_for_check(1)
        mesh = page.server.edited.session.area.room(HALL).mesh  # type: ignore[union-attr]
        assert mesh is not None
        assert (mesh.materials == MUD).sum() == len(faces)
        assert page.page.evaluate("kotorlevel.editor.selected.items.size") == len(faces)  # still
        page.page.keyboard.press("Escape")
        assert page.page.evaluate("kotorlevel.editor.selected.items.size") == 0
        for kind in ("edge", "vertex", "room"):
            page.choose("1")
            page.page.locator(f"[data-kind={kind}]").click()
            box = page.page.locator("#touch").bounding_box()
            assert box is not None
            page.page.keyboard.down("Shift")
            page.page.mouse.move(box["x"] + 4, box["y"] + 4)
            page.page.mouse.down()
            page.page.mouse.move(box["x"] + box["width"] - 4, box["y"] + box["height"] - 4, steps=4)
            page.page.mouse.up()
            page.page.keyboard.up("Shift")
            count = page.page.evaluate("kotorlevel.editor.selected.items.size")
            rooms = [room for room in kl.load_area(level).rooms if room.mesh is not None]
            assert count == len(rooms) if kind == "room" else count > 20


def test_mending_with_a_preview_and_undo(browser: Browser, tmp_path: Path, bundle: Bundle) -> None:
    level = put(tmp_path / "broken", make_broken_station())
    before = files(level)
    with edit_level(browser, bundle, level) as page:
        number = page.page.evaluate(
            "kotorlevel.viewer.level.info.findings.find((one) => one.rule === 'ARE010').number"
        )
        errors = page.page.evaluate("kotorlevel.editor.health.errors")
        page.page.evaluate(f"kotorlevel.showFinding({number})")
        page.page.locator("#mend").click()
        page.page.locator("#compare").wait_for(state="visible")
        page.shoot("edit-mend-after")
        page.page.locator("[data-side=before]").click()
        page.shoot("edit-mend-before")
        assert page.page.evaluate("kotorlevel.editor.status.position") == 0
        page.page.locator("#mend-do").click()
        page.wait_for_check(1)
        assert page.page.evaluate("kotorlevel.editor.health.errors") < errors
        page.page.locator("#save").click()
        page.wait_for("kotorlevel.editor.status.isSaved")
        assert files(level) != before
        page.page.keyboard.press("Control+z")
        page.wait_for_check(0)
        page.page.keyboard.press("Control+s")
        page.wait_for("kotorlevel.editor.status.isSaved")
        assert files(level) == before
        # And all that can be mended safely, at once.
        page.page.locator("#tab-findings").click()
        page.page.locator(".mendall button").first.click()
        page.page.locator("#mend-do").click()
        page.wait_for_check(1)
        assert page.page.evaluate("kotorlevel.editor.health.errors") < errors


def test_two_windows(browser: Browser, level: Path, bundle: Bundle) -> None:
    face = floor_faces(level, HALL)[0]
    with edit_level(browser, bundle, level) as first:
        context = browser.new_context(reduced_motion="reduce")
        second = Editing(context.new_page(), level, first.server)
        second.page.goto(first.server.address)
        second.page.evaluate("kotorlevel.ready")
        second.wait_for("kotorlevel.editor.status !== null")
        assert not second.page.evaluate("kotorlevel.editor.active")
        assert second.page.locator("#editbar").is_hidden()
        second.page.locator("#tab-edit").click()
        assert "another window" in second.page.locator(".editpanel").inner_text()
        paint(first, HALL, face)
        first.wait_for_check(1)
        second.wait_for("kotorlevel.editor.version === 3")  # it follows by itself
        second.page.locator("#edit-start").click()
        second.wait_for("kotorlevel.editor.active")
        first.wait_for("!kotorlevel.editor.active")
        second.page.keyboard.press("Control+z")
        second.wait_for_check(0)
        second.page.evaluate("kotorlevel.editor.status = null")
        context.close()


def test_a_killed_server_and_its_edits(browser: Browser, level: Path, bundle: Bundle) -> None:
    face = floor_faces(level, HALL)[0]
    edit = kl.edits.Paint(HALL, (face,), MUD)
    wanted = wanted_files(level, [edit])
    kl.EditSession(level).do(edit)  # and it is gone without a word
    with edit_level(browser, bundle, level) as page:
        page.page.locator("#ask").wait_for(state="visible")
        page.shoot("edit-recover")
        page.page.get_by_role("button", name="Bring back").click()
        page.wait_for_check(1)
        page.page.keyboard.press("Control+s")
        page.wait_for("kotorlevel.editor.status.isSaved")
        assert files(level) == wanted


def test_one_walkmesh_has_the_tools_that_can_be_saved(
    browser: Browser, level: Path, bundle: Bundle, tmp_path: Path
) -> None:
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / f"{HALL}.wok").write_bytes((level / f"{HALL}.wok").read_bytes())
    with edit_level(browser, bundle, alone / f"{HALL}.wok") as page:
        for key in ("u", "r"):
            page.page.keyboard.press(key)
            page.wait_for("kotorlevel.editor.told.bad")
            assert "edit the level's folder" in page.page.locator("#told").inner_text()
            assert page.page.evaluate("kotorlevel.editor.tool.name") == "select"
            page.page.evaluate("kotorlevel.editor.tell('', [])")
        paint(page, HALL, floor_faces(level, HALL)[0])
        page.wait_for_check(1)
        page.save()
        saved = kl.read_walkmesh(alone / f"{HALL}.wok")
        assert (saved.materials == MUD).sum() == 1


def test_a_server_that_ends_under_unsaved_edits(
    browser: Browser, level: Path, bundle: Bundle
) -> None:
    context = browser.new_context(reduced_motion="reduce")
    with kl.serve(level, browser=False, edit=True, bundle=bundle) as server:
        page = Editing(context.new_page(), level, server)
        page.page.goto(server.address)
        page.wait_for("globalThis.kotorlevel?.editor?.active")
        edit = kl.edits.Paint(HALL, (floor_faces(level, HALL)[0],), MUD).to_json()
        page.page.evaluate("edit => kotorlevel.editor.do(() => [edit])", edit)
    page.page.evaluate("edit => kotorlevel.editor.do(() => [edit])", edit)
    assert "not done" in page.page.locator("#told").inner_text()
    page.wait_for("document.querySelector('#notice').textContent.includes('edits are kept')")
    page.page.evaluate("kotorlevel.editor.status = null")
    context.close()


def test_files_that_others_change(browser: Browser, level: Path, bundle: Bundle) -> None:
    face = floor_faces(level, HALL)[0]
    with edit_level(browser, bundle, level, refused=True) as page:
        paint(page, HALL, face)
        page.wait_for_check(1)
        mesh = kl.read_walkmesh(level / f"{STORE}.wok")
        theirs = kl.paint(mesh, "Mud", faces=[0]).mesh.to_bytes()
        (level / f"{STORE}.wok").write_bytes(theirs)
        page.wait_for("kotorlevel.editor.status.disk.length === 1")
        page.page.keyboard.press("Control+s")
        page.page.locator("#ask").wait_for(state="visible")
        page.shoot("edit-changed-on-disk")
        page.page.get_by_role("button", name="Cancel").click()
        assert (level / f"{STORE}.wok").read_bytes() == theirs
        page.page.keyboard.press("Control+s")
        page.page.get_by_role("button", name="Save mine over them").click()
        page.wait_for("kotorlevel.editor.status.isSaved")
        saved = kl.read_walkmesh(level / f"{HALL}.wok")
        assert (saved.materials == MUD).sum() == 1


def test_a_write_protected_file_is_told(browser: Browser, level: Path, bundle: Bundle) -> None:
    before = files(level)
    with edit_level(browser, bundle, level, refused=True) as page:
        page.page.evaluate("kotorlevel.editor.do(() => [{ op: 'nonsense' }])")
        paint(page, HALL, floor_faces(level, HALL)[0])  # it is this one's turn all the same
        page.wait_for_check(1)
        (level / f"{HALL}.wok").chmod(0o444)
        page.page.keyboard.press("Control+s")
        page.wait_for("kotorlevel.editor.told.bad")
        told = page.page.locator("#told").inner_text()
        assert f"{HALL}.wok is write-protected; allow writing" in told
        assert files(level) == before
        assert not page.page.evaluate("kotorlevel.editor.status.isSaved")


def test_closing_with_unsaved_edits_asks(browser: Browser, level: Path, bundle: Bundle) -> None:
    with edit_level(browser, bundle, level) as page:
        paint(page, HALL, floor_faces(level, HALL)[0])
        page.wait_for_check(1)
        asked: list[str] = []

        def stay(dialog: object) -> None:
            asked.append(dialog.type)  # type: ignore[attr-defined]
            dialog.dismiss()  # type: ignore[attr-defined]

        page.page.on("dialog", stay)
        page.page.close(run_before_unload=True)
        page.page.wait_for_timeout(400)
        assert asked == ["beforeunload"]
        page.page.remove_listener("dialog", stay)


@pytest.mark.parametrize("module", ["tar_m10aa", "danm14ab"])
def test_painting_a_real_area(
    browser: Browser, tmp_path: Path, bundle: Bundle, module: str
) -> None:
    source = LEVELS / "areas" / "k1" / module
    if not source.is_dir():
        pytest.skip("the real levels are not here")
    level = tmp_path / module
    level.mkdir()
    for file in source.iterdir():
        (level / file.name).write_bytes(file.read_bytes())
    area = kl.load_area(level)
    room = max((r for r in area.rooms if r.mesh is not None), key=lambda r: len(r.mesh.faces))  # type: ignore[union-attr]
    assert room.mesh is not None
    corners = room.mesh.vertices[room.mesh.faces.astype(int)]
    sizes = np.linalg.norm(
        np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1
    )
    face = int(np.argmax(np.where(room.mesh.walkable, sizes, 0)))
    wanted = wanted_files(level, [kl.edits.Paint(room.name, (face,), MUD)])
    with edit_level(browser, bundle, level) as page:
        place = list(page.middle(room.name, face))
        eye = [place[0], place[1] - 1e-3, place[2] + 80]
        page.page.evaluate(f"kotorlevel.lookAs({{ target: {place}, position: {eye}, height: 20 }})")
        page.page.wait_for_timeout(100)
        paint(page, room.name, face)
        page.wait_for_check(1)
        page.page.keyboard.press("Control+s")
        page.wait_for("kotorlevel.editor.status.isSaved")
        assert files(level) == wanted
