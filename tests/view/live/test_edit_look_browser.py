"""What the editor shows: panels that stay, marks that follow, what a click would do, repairs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kotorlevel.area.sample.broken import make_broken_station
from kotorlevel.view.html.page import Bundle
from support.area.level_files import put
from support.view.editing import DRAWN, Editing, edit_level

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HALL, CORRIDOR = "station_hall", "station_corridor"
FLOOR = 5
"""A face of the hall's floor that touches its rim at a corner, and has no mark over it."""
GHOST = "name => kotorlevel.editor.ghost.layers.has(name)"


@pytest.fixture(scope="module")
def shown(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, bundle: Bundle
) -> Iterator[Editing]:
    level = put(tmp_path_factory.mktemp("look") / "broken", make_broken_station())
    with edit_level(browser, bundle, level) as page:
        yield page


@pytest.fixture
def page(shown: Editing) -> Iterator[Editing]:
    """The page with nothing done and nothing selected."""
    yield shown
    shown.page.locator("#touch").focus()
    while shown.page.evaluate("kotorlevel.editor.selected.size > 0 || !kotorlevel.editor.tool"):
        shown.page.keyboard.press("Escape")
    shown.page.evaluate("kotorlevel.editor.goTo(0)")
    shown.wait_for_check(0)
    shown.choose("1")
    shown.page.locator("[data-kind=face]").click()


def open_tab(page: Editing) -> str:
    return str(page.page.evaluate("document.querySelector('[role=tab][aria-selected=true]').id"))


def findings(page: Editing, rule: str) -> list[Any]:
    script = "rule => kotorlevel.viewer.level.info.findings.filter((one) => one.rule === rule)"
    found: list[Any] = page.page.evaluate(script, rule)
    return found


def test_what_is_read_stays_open(page: Editing) -> None:
    for name in ("findings", "rooms", "layers", "doors"):
        page.page.locator(f"#tab-{name}").click()
        page.page.evaluate("kotorlevel.editor.server.status().then(s => kotorlevel.editor.hear(s))")
        assert open_tab(page) == f"tab-{name}"
    page.choose("p")  # who takes a tool wants its options
    assert open_tab(page) == "tab-edit"
    mud = page.page.locator('[data-surface="13"]')
    mud.focus()
    page.page.evaluate("kotorlevel.editor.server.status().then(s => kotorlevel.editor.hear(s))")
    assert page.page.evaluate("document.activeElement.dataset.surface") == "13"


def test_asking_for_a_path_gives_the_tool_back(page: Editing) -> None:
    page.click(page.middle(HALL, FLOOR))
    assert page.page.locator("#details").is_visible()
    page.choose("p")
    page.page.evaluate("kotorlevel.showFinding(1)")
    page.page.locator("#tab-findings").click()
    page.page.keyboard.press("2")
    page.wait_for("kotorlevel.editor.tool === null")
    assert not page.page.locator("#details").is_visible()  # it would lie over places to click
    page.page.keyboard.press("Escape")
    page.wait_for("kotorlevel.editor.tool?.name === 'paint'")
    assert open_tab(page) == "tab-findings"


def test_lines_of_findings_follow_an_edit(page: Editing) -> None:
    lines = """() => {
      const { built } = kotorlevel.viewer.picture;
      return built.get("findings")?.uuid ?? "";
    }"""
    before = page.page.evaluate(lines)
    edge = next(one for one in findings(page, "ARE010") if one["file"] == f"{HALL}.wok")["edges"]
    page.click(page.middle(HALL, FLOOR))
    page.page.keyboard.press("Delete")
    page.wait_for_check(1)
    after = next(one for one in findings(page, "ARE010") if one["file"] == f"{HALL}.wok")["edges"]
    assert after != edge  # it has another number now
    assert page.page.evaluate(lines) != before


def test_a_hole_at_the_rim_is_filled(page: Editing) -> None:
    page.click(page.middle(HALL, FLOOR))
    page.page.keyboard.press("Delete")
    page.wait_for_check(1)
    page.choose("s")
    page.page.keyboard.press("h")
    page.click((6, 1.5, 0))
    page.wait_for_check(2)
    assert [edit["op"] for edit in page.edits()] == ["delete-faces", "fill-hole"]


def test_a_box_takes_every_edge_once(page: Editing) -> None:
    page.page.locator("[data-kind=edge]").click()
    page.settle()
    page.page.keyboard.down("Shift")
    page.drag((-0.3, -0.3, 0), (6.2, 5.2, 0))
    page.page.keyboard.up("Shift")
    page.wait_for("kotorlevel.editor.selected.size > 0")
    places = """[...kotorlevel.editor.selected.items].map((edge) => {
      const { level } = kotorlevel.viewer;
      const next = edge % 3 === 2 ? edge - 2 : edge + 1;
      const at = (vertex) => [...level.vertices.slice(3 * vertex, 3 * vertex + 3)];
      return [at(level.faces[edge]), at(level.faces[next])].sort().join(" ");
    })"""
    found = page.page.evaluate(places)
    assert len(set(found)) == len(found)  # not from both of its sides, nor from a wall below
    page.page.locator("#touch").focus()


def test_tab_comes_to_the_questions(page: Editing) -> None:
    page.page.locator("#search input").focus()
    page.page.keyboard.press("Tab")
    assert page.page.evaluate("document.activeElement.dataset.tool") == "path"
    page.page.locator("#touch").focus()


def test_what_a_click_takes_is_shown_before(page: Editing) -> None:
    for kind in ("face", "edge", "vertex", "room"):
        page.page.locator(f"[data-kind={kind}]").click()
        page.hover((6, 0.05, 0))
        assert page.page.evaluate(GHOST, "pointed"), kind
    page.page.mouse.move(2, 2)
    page.page.evaluate(DRAWN)
    assert not page.page.evaluate(GHOST, "pointed")
    page.page.locator("[data-kind=face]").click()
    page.page.locator("#touch").focus()
    page.page.evaluate(
        "kotorlevel.lookAs({ target: [5, 1, 0], position: [5, 0.999, 50], height: 12 })"
    )
    page.page.keyboard.press("ArrowRight")
    page.wait_for("kotorlevel.editor.ghost.layers.has('pointed')")
    page.page.keyboard.press("f")
    page.choose("r")
    page.click((5, 1, 0))
    page.page.locator("[data-turn='90']").hover()
    assert page.page.evaluate(GHOST, "turned")
    page.page.mouse.move(2, 2)
    assert not page.page.evaluate(GHOST, "turned")
    page.choose("1")


def test_what_an_action_would_do_is_shown_at_its_button(page: Editing) -> None:
    page.click(page.middle(HALL, FLOOR))
    page.choose("s")
    for action, shown in (("delete", True), ("weld", False)):  # one face is nothing to weld
        page.page.locator(f"[data-shape-action={action}]").hover()
        page.page.evaluate(DRAWN)
        assert page.page.evaluate(GHOST, "foretold") == shown
    page.page.locator("[data-shape-action=delete]").focus()
    page.page.evaluate(DRAWN)
    assert page.page.evaluate(GHOST, "foretold")
    page.page.locator("#touch").focus()
    assert not page.page.evaluate(GHOST, "foretold")


def test_edges_of_faces_are_shown_to_who_works_with_them(page: Editing) -> None:
    shown = "kotorlevel.viewer.picture.built.get('wireframe')?.visible ?? false"
    assert not page.page.evaluate(shown)
    page.choose("s")
    assert page.page.evaluate(shown)
    page.choose("1")
    assert not page.page.evaluate(shown)
    page.page.locator("[data-kind=edge]").click()
    assert page.page.evaluate(shown)
    assert not page.page.evaluate("kotorlevel.layers().wireframe")  # what was chosen stays


def test_a_quick_stroke_leaves_out_no_face(page: Editing) -> None:
    page.choose("p")
    page.page.locator('[data-surface="13"]').click()
    page.settle()
    start, end = page.at((0.6, 0.5, 0)), page.at((9.6, 0.5, 0))
    page.page.mouse.move(*start)
    page.page.mouse.down()
    page.page.mouse.move(*end)  # in one step
    page.page.mouse.up()
    page.wait_for_check(1)
    (edit,) = page.edits()
    assert len(edit["faces"]) >= 4


def test_one_repair_links_both_sides(page: Editing) -> None:
    first, other = findings(page, "ARE010")
    assert {first["file"], other["file"]} == {f"{HALL}.wok", f"{CORRIDOR}.wok"}
    page.page.locator("#tab-findings").click()
    page.page.evaluate(f"kotorlevel.showFinding({first['number']})")
    page.page.locator("#mend").click()
    page.page.locator("#compare").wait_for(state="visible")
    assert page.page.evaluate("document.activeElement.id") == "mend-do"
    page.page.keyboard.press("Enter")
    page.wait_for_check(1)
    assert not findings(page, "ARE010")
    assert not findings(page, "ARE003") or all(
        one["file"] != f"{HALL}.wok" for one in findings(page, "ARE003")
    )
    assert open_tab(page) == "tab-findings"
    assert page.page.evaluate("kotorlevel.editor.tool?.name") == "select"


def test_all_repairs_are_listed_with_their_buttons_in_view(page: Editing) -> None:
    page.page.locator("#tab-findings").click()
    page.page.locator(".mendall button").first.click()
    page.page.locator("#compare").wait_for(state="visible")
    box = page.page.locator("#compare")
    assert box.locator("li").count() > 12
    button, card = page.page.locator("#mend-do").bounding_box(), box.bounding_box()
    assert button is not None
    assert card is not None
    assert button["y"] + button["height"] <= card["y"] + card["height"]
    assert "\nmade " not in box.inner_text().lower()
    page.page.keyboard.press("Escape")
    page.page.locator("#compare").wait_for(state="hidden")


def test_what_only_a_person_can_mend_has_a_button_as_well(page: Editing) -> None:
    (pit,) = findings(page, "MAT003")
    page.page.evaluate(f"kotorlevel.showFinding({pit['number']})")
    page.page.locator("#by-hand").click()
    page.wait_for("kotorlevel.editor.tool?.name === 'paint'")
    assert page.page.evaluate("kotorlevel.editor.selected.items.size") == len(pit["faces"])
    assert "Paint 2 selected faces" in page.page.locator(".editpanel").inner_text()


def test_keys_of_a_button_are_its_own(page: Editing) -> None:
    page.click(page.middle(HALL, FLOOR))
    page.choose("p")
    page.page.locator('[data-surface="13"]').focus()
    page.page.keyboard.press("Enter")  # chooses the surface, and does not paint with it
    page.page.evaluate(DRAWN)
    assert page.page.locator('[data-surface="13"]').get_attribute("aria-checked") == "true"
    assert page.page.evaluate("kotorlevel.editor.status.position + kotorlevel.editor.busy") == 0


def test_marks_of_findings_are_in_the_legend(page: Editing) -> None:
    page.page.evaluate("document.querySelector('#legend').hidden = false")
    words = page.page.locator("#legend").inner_text()
    page.page.evaluate("document.querySelector('#legend').hidden = true")
    assert {"Error", "Warning", "Info"} <= set(words.split())


def test_no_finding_is_a_dead_end(browser: Browser, tmp_path: Path, bundle: Bundle) -> None:
    files = make_broken_station()
    layout = files["station.lyt"]
    files["station.lyt"] = layout.replace(b"donelayout", b"mystery 3\r\ndonelayout")
    store = files["station_store.wok"]
    files["station_store.wok"] = store[:8] + b"\x07" + store[9:]  # a kind that is none
    files["station_spare.wok"] = b"BWM V1.0" + bytes(9)
    files["station_ramp.mdl"] = b"junk"
    with edit_level(browser, bundle, put(tmp_path / "faults", files)) as page:
        found = page.page.evaluate("kotorlevel.viewer.level.info.findings")
        families = {one["rule"][:3] for one in found}
        assert {"BWM", "DRV", "LYT", "FIL", "MDL"} <= families
        seen: dict[str, set[str]] = {}
        for one in found:
            page.page.evaluate("number => kotorlevel.showFinding(number)", one["number"])
            buttons = page.page.locator("#details .answers button")
            ids = {each.get_attribute("id") or "" for each in buttons.all()}
            assert ids, one
            assert ("mend" in ids) == bool(one["fix"]), one
            seen.setdefault(one["rule"][:3], set()).update(ids)
        bad = next(one for one in found if one["rule"] == "FIL001")
        page.page.evaluate("number => kotorlevel.showFinding(number)", bad["number"])
        page.page.locator("#read-rule").click()
        page.page.locator(".rule-text h3").first.wait_for()
        page.shoot("edit-rule-text")
        assert "restore the file" in page.page.locator(".rule-text").inner_text().lower()
