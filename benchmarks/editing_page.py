"""How quick the page of the editor is in a real browser that draws by software: for `editing.py`.

Needs Playwright and a Chromium; without them nothing is measured, and that is said.
"""

from __future__ import annotations

import math
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kotorlevel as kl

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

SIZE = {"width": 1366, "height": 768}
FLAGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
STEPS = 40
"""Moves of the pointer in one drag."""
FIRST_LIMIT, RATE_LIMIT, EDIT_LIMIT = 1.1, 10.0, 0.1
"""Seconds to the first picture, pictures a second while dragging, seconds until an edit is seen."""

_DRAWN = """new Promise((done) => {
  const look = () => window.kotorlevel && kotorlevel.frames()
    ? requestAnimationFrame(() => done(performance.now())) : setTimeout(look, 2);
  look();
})"""
_RESTS = """new Promise((done) => {
  const isDone = (editor) =>
    editor?.active && !editor.busy && editor.checkedVersion === editor.version;
  const look = () => isDone(window.kotorlevel?.editor)
    ? setTimeout(done, 600) : setTimeout(look, 20);
  look();
})"""
_EDIT = """(make) => new Promise((done) => {
  const { editor } = kotorlevel;
  const { level } = editor;
  const [first, count] = [...level.info.rooms].sort((a, b) => b.faces[1] - a.faces[1])[0].faces;
  const room = level.info.rooms[level.faceRoom[first]];
  const face = make.turn % count;
  const surface = level.materials[first + face] === 3 ? 4 : 3;
  const edit = make.paint
    ? { op: "paint", room: room.name, faces: [face], surface }
    : { op: "move-vertices", room: room.name, offset: [0.004, 0.002, 0.01],
        vertices: [level.faces[3 * (first + face)] - room.vertices[0]] };
  const before = performance.now();
  void editor.do(() => [edit]).then(() => {
    const { frames } = kotorlevel.viewer.stage;
    const look = () => kotorlevel.viewer.stage.frames > frames
      ? requestAnimationFrame(() => done(performance.now() - before)) : requestAnimationFrame(look);
    look();
  });
})"""
_CORNER = """([x, y]) => {
  const { level } = kotorlevel.viewer;
  const vertex = level.faces[3 * kotorlevel.pick(x, y).row];
  return kotorlevel.project([0, 1, 2].map((axis) => level.vertices[3 * vertex + axis]));
}"""


def measure_pages(large: Path, edited: dict[str, Path]) -> None:
    """Print how quick the pages of a ``large`` level are, and of levels that are ``edited``."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("pages: not measured, Playwright is not installed")
        return
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        print("pages: not measured, no Chromium on this machine")
        return
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        try:
            _measure_large(browser, large)
            for name, folder in edited.items():
                _measure_edits(browser, name, folder)
        finally:
            browser.close()


def _measure_large(browser: Browser, folder: Path) -> None:
    processes = browser.new_browser_cdp_session()
    exported = folder.parent / "exported.html"
    exported.write_text(kl.render_page(folder), encoding="utf-8")
    with kl.serve(folder, browser=False, edit=True) as server:
        for name, address in (("live", server.address), ("exported", exported.as_uri())):
            _measure_first(browser, processes, name, address)
        page = _open(browser, server.address)
        page.evaluate(_RESTS)
        for name, tool in (
            ("turning", None), ("a corner", "shape"), ("a brush", "paint"), ("a room", "rooms"),
        ):  # fmt: skip
            _measure_drag(page, processes, name, tool)
        page.close()


def _measure_first(browser: Browser, processes: CDPSession, name: str, address: str) -> None:
    best = (math.inf, math.inf)
    for _ in range(3):
        before = _processor_time(processes)
        page = _open(browser, address)
        took = page.evaluate(_DRAWN) / 1e3
        best = min(best, (took, _processor_time(processes) - before))
        page.close()
    print(f"  first picture, {name:9} {best[0] * 1e3:8.0f} ms, processor {best[1] * 1e3:6.0f} ms"
          f"  (wanted: below {FIRST_LIMIT:g} s)")  # fmt: skip


def _measure_drag(page: Page, processes: CDPSession, name: str, tool: str | None) -> None:
    page.evaluate("(tool) => kotorlevel.editor.choose(tool)", tool)
    page.wait_for_timeout(800)
    box: Any = page.locator("#touch").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if tool == "shape":
        corner = page.evaluate(_CORNER, [box["width"] / 2, box["height"] / 2])
        x, y = corner["x"], corner["y"]
    page.mouse.move(x, y)
    page.mouse.down()
    for i in range(8):  # what is left out while something moves is learned first
        page.mouse.move(x + i, y)
    before, frames = _processor_time(processes), page.evaluate("kotorlevel.frames()")
    start = time.perf_counter()
    for i in range(STEPS):
        angle = 4 * math.pi * i / STEPS
        page.mouse.move(x + 60 * math.sin(angle), y + 30 * (1 - math.cos(angle)))
    seconds = time.perf_counter() - start
    drawn = max(1, page.evaluate("kotorlevel.frames()") - frames)
    spent = (_processor_time(processes) - before) / drawn
    page.keyboard.press("Escape")
    page.mouse.up()
    page.wait_for_timeout(800)
    print(f"  dragging: {name:14} {drawn / seconds:8.1f} a second, processor {spent * 1e3:4.0f} ms "
          f"a picture  (wanted: above {RATE_LIMIT:g} a second)")  # fmt: skip


def _measure_edits(browser: Browser, name: str, folder: Path) -> None:
    with kl.serve(folder, browser=False, edit=True) as server:
        page = _open(browser, server.address)
        page.evaluate(_DRAWN)
        page.evaluate(_RESTS)
        for what in ("paint", "move"):
            took = []
            for turn in range(5):
                took.append(page.evaluate(_EDIT, {"paint": what == "paint", "turn": 7 * turn + 3}))
                page.evaluate(_RESTS)
            print(f"  {name}: {what:6} seen after {min(took):6.0f} ms"
                  f"  (wanted: below {EDIT_LIMIT:g} s)")  # fmt: skip
        page.close()


def _open(browser: Browser, address: str) -> Page:
    page = browser.new_page(viewport=SIZE, reduced_motion="reduce")  # type: ignore[arg-type]
    page.goto(address, wait_until="commit")
    return page


def _processor_time(processes: CDPSession) -> float:
    """Seconds of all processes of the browser."""
    found = processes.send("SystemInfo.getProcessInfo")["processInfo"]
    return float(sum(each["cpuTime"] for each in found))
