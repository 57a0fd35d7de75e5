"""Names that want to be code, in every picture and page that there is, opened in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kotorlevel as kl
from kotorlevel.view.html.page import Bundle
from support.areas import floor, make_area, make_door
from support.view.browser import LAPTOP, Watch
from support.view.hostile import FOLDER, ROOMS, TAG, write_hostile
from support.view.served import live_level, serve
from support.view.starting import starting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DONE = """document.readyState === 'complete' &&
  [...document.querySelectorAll('iframe')].every(frame => frame.contentDocument)"""
FOUND = """() => {
  const names = (node) => [...node.querySelectorAll('*')].flatMap(each =>
    [...each.attributes].map(one => one.name).filter(name => name.startsWith('on')));
  const all = [document, ...[...document.querySelectorAll('iframe')].map(f => f.contentDocument)];
  return {
    stolen: window.stolen ?? 0,
    images: all.map(d => d.querySelectorAll('img, b, svg[onload], script[src]').length),
    handlers: all.flatMap(d => names(d.documentElement)),
    marks: all.flatMap(d => [...(d.body?.innerText ?? d.documentElement.textContent)
      .matchAll(/[\\u202a-\\u202e\\u2066-\\u2069\\u200e\\u200f\\x00-\\x08\\x0b\\x0e-\\x1f\\x7f-\\x9f]/g)]
      .map(m => m[0].codePointAt(0).toString(16))),
    wide: document.documentElement.scrollWidth - window.innerWidth,
  };
}"""


@pytest.fixture
def page(browser: Browser, watch: Watch) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": LAPTOP[0], "height": LAPTOP[1]}, reduced_motion="reduce"
    )
    opened = context.new_page()
    opened.add_init_script("window.addEventListener('error', e => console.error(e.message))")
    watch.follow(opened)
    opened.on("dialog", lambda dialog: watch.errors.append(dialog.message))
    yield opened
    context.close()


def wait_for(page: Page, until: str) -> None:
    """By asking again and again: the pages let nobody run what is text."""
    for _ in range(300):
        if page.evaluate(until):
            return
        page.wait_for_timeout(100)
    raise AssertionError(until)


def check(page: Page, watch: Watch, address: str, what: str, *, until: str = DONE) -> None:
    page.goto(address)
    wait_for(page, until)
    page.mouse.move(300, 300)
    found = page.evaluate(FOUND)
    assert not watch.errors, (what, watch.errors)
    assert found["stolen"] == 0, what
    assert not any(found["images"]), (what, found)
    assert found["handlers"] == [], (what, found)
    assert found["marks"] == [], (what, found)
    assert what.endswith(".svg") or found["wide"] <= 0, (what, found)


def no_files() -> kl.Area:
    """An area made by a program may have names that no file of the game can hold."""
    meshes = {name: floor(4.0 * number) for number, name in enumerate(ROOMS)}
    doors = [make_door((4, 2, 0), tag=TAG)]
    return make_area(meshes, name=FOLDER, doors=doors, entry=(1.0, 1.0, 0.0))


VIEWER = "window.kotorlevel && kotorlevel.rests()"


def test_nothing_that_a_name_says_is_done(
    page: Page, watch: Watch, bundle: Bundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOTORLEVEL_STATE", str(tmp_path / "state"))
    level, other = write_hostile(tmp_path / "a"), write_hostile(tmp_path / "b", rise=0.5)
    report = kl.check(level)
    assert len(report) > 10
    scene = kl.build_scene(kl.load_area(level), report=report)
    files = {
        "map.svg": (kl.draw_map(scene), DONE),
        "report.html": (kl.render_report(level, title="<b>&", bundle=bundle), DONE),
        "page.html": (kl.render_page(scene, bundle=bundle), VIEWER),
        "other.svg": (kl.draw_map(kl.build_scene(no_files())), DONE),
        "other.html": (kl.render_page(kl.build_scene(no_files()), bundle=bundle), VIEWER),
        "changes.svg": (kl.draw_changes(kl.diff(level, other)), DONE),
        "changes.html": (kl.render_changes(kl.diff(level, other), bundle=bundle), DONE),
    }
    for name, (text, until) in files.items():
        (tmp_path / name).write_text(text, "utf-8")
        check(page, watch, (tmp_path / name).as_uri(), name, until=until)
    with serve(live_level(level), bundle) as served:
        check(page, watch, served.server.address, "live", until=VIEWER)
        for card in ("rooms", "findings", "objects"):
            for row in page.query_selector_all(f"#{card} li, #{card} button")[:12]:
                if row.is_visible():
                    row.hover()
        assert page.evaluate(FOUND)["stolen"] == 0
        page.goto("about:blank")  # or it would ask a server that is gone
    with starting() as started:
        started.post("look", path=str(level))
        check(page, watch, started.server.address, "start")
        page.evaluate("path => enter(path)", str(tmp_path / "a"))
        page.wait_for_selector("#entries button", state="attached")
        found = page.evaluate(FOUND)
        assert (found["stolen"], found["handlers"], found["marks"]) == (0, [], []), found
        page.goto("about:blank")
    assert not watch.errors, watch.errors
