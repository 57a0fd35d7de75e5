"""The page of a scan: complete, safe, and in a browser sorted, searched and unfolded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kotorlevel as kl
from kotorlevel.area.exits import ModuleEnds
from kotorlevel.area.transitions import Transition
from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.checks.scan import ModuleScan, Scan
from support.area.leading import leading_contents
from support.installation import make_installation
from support.view.browser import LAPTOP, Watch
from support.view.hostile import FOLDER, TAG

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def scan(tmp_path_factory: pytest.TempPathFactory) -> Scan:
    """A small game with modules that lead to each other, and one that cannot be read."""
    made = make_installation(tmp_path_factory.mktemp("game"), more=leading_contents())
    made.path("modules/eee_m01aa.mod").write_bytes(b"MOD V1.0")
    return kl.scan(made.folder, workers=1, picture=kl.draw_small_map)


@pytest.fixture(scope="module")
def text(scan: Scan) -> str:
    return kl.render_scan(scan, title="My game")


def test_every_module_with_its_counts(scan: Scan, text: str) -> None:
    row = r'<tbody data-module="(.*?)" data-rooms="(\d+)" data-faces="(\d+)" (.*?)>'
    rows = re.findall(row, text)
    assert [row[0] for row in rows] == [each.module.lower() for each in scan]
    for each, (_, rooms, faces, more) in zip(scan, rows, strict=True):
        assert (each.rooms, each.faces) == (int(rooms), int(faces))
        for severity in Severity:
            assert f'data-{severity.label}="{each.count(severity)}"' in more
    pictures = text.count("<img ")
    assert pictures == sum(bool(each.picture) for each in scan) == len(scan) - 1
    assert scan.failed[0].module == "eee_m01aa"


def test_page_asks_nobody(text: str) -> None:
    assert "default-src 'none'" in text
    links = re.findall(r'(?:src|href)=["\']([^"\']{1,12})', text)
    assert all(link.startswith(("data:", "#")) for link in links)
    targets = set(re.findall(r"href='#([^']+)'", text))
    assert targets
    assert targets <= set(re.findall(r"""id=["']([^"']+)["']""", text))


def test_the_same_scan_gives_the_same_page(scan: Scan, text: str) -> None:
    assert kl.render_scan(scan, title="My game") == text
    with pytest.raises(TypeError, match="as it is"):
        kl.render_scan(scan, workers=2)


def test_picture_is_small_and_of_the_level(scan: Scan) -> None:
    by_name = {each.module: each for each in scan}
    assert len(by_name["sta_m01aa"].picture) < 20_000
    assert "<path" in by_name["sta_m01aa"].picture
    assert by_name["eee_m01aa"].picture == ""
    plain = kl.scan(scan.place.path, modules="sta_m01aa")
    assert plain.modules[0].picture == ""
    assert plain.modules[0].findings == by_name["sta_m01aa"].findings


def test_picture_that_fails_costs_no_findings(scan: Scan) -> None:
    def fail(*_: object) -> str:
        raise ZeroDivisionError

    found = kl.scan(scan.place.path, modules="sta_m01aa", picture=fail).modules[0]
    assert (found.error, found.picture) == ("", "")
    assert found.findings


def test_names_that_want_to_be_code(scan: Scan) -> None:
    evil = Finding(TAG, rule="ARE003", name=TAG, file=FOLDER, severity=Severity.ERROR)
    leads = Transition("Door List", 0, TAG, FOLDER, TAG)
    module = ModuleScan(
        FOLDER,
        TAG,
        files=(FOLDER,),
        findings=(evil,),
        ends=ModuleEnds(FOLDER, TAG, (leads,)),
        picture=f"<svg>{TAG}</svg>",
    )
    broken = ModuleScan(TAG, error=TAG)
    page = kl.render_scan(replace(scan, modules=(module, broken)), title=FOLDER)
    bare = re.sub(r"<style>.*?</style>|<script>\n?// Sorts.*?</script>", "", page, flags=re.DOTALL)
    assert "<script" not in bare
    assert not re.search(r"<img src=x", bare)
    assert "\u202e" not in page
    assert "\x1b" not in page
    for tag in re.findall(r"<[a-z][^<>]*>", bare):
        assert not re.search(r"\son\w+=", re.sub(r'"[^"]*"|\'[^\']*\'', "", tag)), tag


@pytest.fixture
def page(browser: Browser, text: str, tmp_path: Path) -> Iterator[Page]:
    file = tmp_path / "scan.html"
    file.write_text(text, "utf-8")
    context = browser.new_context(
        viewport={"width": LAPTOP[0], "height": LAPTOP[1]}, offline=True, reduced_motion="reduce"
    )
    opened, watch = context.new_page(), Watch()
    watch.follow(opened)
    opened.goto(file.as_uri())
    yield opened
    context.close()
    assert not watch.errors


def shown(page: Page) -> list[str]:
    rows = page.eval_on_selector_all(
        "#modules tbody", "all => all.filter(r => !r.hidden).map(r => r.dataset.module)"
    )
    return [str(row) for row in rows]


def test_sorted_searched_and_unfolded_by_keys(page: Page, scan: Scan) -> None:
    names = [each.module.lower() for each in scan]
    assert shown(page) == names
    head = page.locator("[data-sort=info]")
    head.focus()
    page.keyboard.press("Enter")
    infos = {each.module.lower(): each.count(Severity.INFO) for each in scan}
    counts = [infos[name] for name in shown(page)]
    assert counts == sorted(counts, reverse=True)
    assert page.locator("th[aria-sort=descending]").inner_text() == "Infos"
    page.keyboard.press("Enter")
    assert [infos[name] for name in shown(page)] == sorted(counts)
    page.keyboard.press("/")
    page.keyboard.type("BBB m01")
    assert shown(page) == ["bbb_m01aa"]
    assert page.locator("#told").inner_text() == f"1 of {len(names)} modules"
    page.keyboard.press("Escape")
    assert len(shown(page)) == len(names)
    page.select_option("#shown", "failed")
    assert shown(page) == ["eee_m01aa"]
    page.select_option("#shown", "lost")
    assert set(shown(page)) == {"aaa_m01aa", "bbb_m01aa", "sta_m01aa"}
    page.click("#unfold")
    assert page.locator("#modules tbody:not([hidden]) details[open]").count() == 3
    # A link to a row that is not shown shows it.
    page.locator("tbody[data-module=bbb_m01aa] .ways a", has_text="ccc_m01aa").first.click()
    assert "ccc_m01aa" in shown(page)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
