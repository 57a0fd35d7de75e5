"""The tool Things on a page in a real browser, and what the library makes of the same edits."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import kotorlevel as kl
from kotorlevel.repair.edits.operation import Operation
from kotorlevel.view.html.page import Bundle
from kotorlevel.view.live.edited import start_editing
from kotorlevel.view.show import load_shown
from support.view.browser import COARSE, LAPTOP, PICTURES, SCREENSHOTS, Watch
from support.view.editing import AS_LARGE_AS_ITS_PLACE, RESTED
from support.view.served import serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Place = Sequence[float]
INFO = "kotorlevel.viewer.level.info"


@dataclass(frozen=True)
class ThingPage:
    """A page that edits the level of ``folder``, seen from above; ``before`` is how it was."""

    page: Page
    folder: Path
    before: Path

    def run(self, script: str, *given: Any) -> Any:
        return self.page.evaluate(script, *given)

    def info(self, what: str) -> Any:
        """Something of the level as the page has it now."""
        return self.run(f"{INFO}.{what}")

    def wait(self, script: str) -> None:
        for _ in range(1200):
            if self.run(script):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"never: {script}; told: {self.run('kotorlevel.editor.told')}")

    def steps(self, number: int) -> None:
        """Wait until so many steps are done."""
        self.wait(f"kotorlevel.editor.status.position === {number} && !kotorlevel.editor.busy")

    def mode(self, name: str) -> None:
        self.page.locator(".thingmodes").get_by_role("button", name=name, exact=True).click()
        self.settle()

    def settle(self) -> None:
        self.wait("kotorlevel.editor.checkedVersion === kotorlevel.editor.version")
        self.run(RESTED)
        self.wait(AS_LARGE_AS_ITS_PLACE)
        self.wait("!kotorlevel.camera().moving && kotorlevel.rests()")  # marks hide while it moves

    def pixel(self, place: Place) -> tuple[float, float]:
        found = self.run("place => kotorlevel.project(place)", list(place))
        return found["x"], found["y"]

    def look_at(self, place: Place, height: float = 14.0) -> None:
        """Straight down, so that a metre has some fifty pixels."""
        x, y, z = place
        look = {"target": [x, y, z], "position": [x, y, z + 50], "height": height}
        frames = self.run("look => (kotorlevel.lookAs(look), kotorlevel.frames())", look)
        self.settle()
        self.wait(f"kotorlevel.frames() > {frames}")  # marks are where the last picture has them

    def drawn(self) -> None:
        """Wait for another picture: marks are where the last one has them."""
        frames = self.run("(kotorlevel.viewer.stage.draw(), kotorlevel.frames())")
        self.wait(f"kotorlevel.frames() > {frames}")

    def click(self, place: Place, *keys: str) -> None:
        self.drawn()
        for key in keys:
            self.page.keyboard.down(key)
        self.page.mouse.click(*self.pixel(place))
        for key in keys:
            self.page.keyboard.up(key)

    def drag(self, start: Place, end: Place, shot: str = "") -> None:
        self.drawn()
        self.page.mouse.move(*self.pixel(start))
        self.page.mouse.down()
        self.page.mouse.move(*self.pixel(end), steps=4)
        if shot:
            self.shoot(shot)
        self.page.mouse.up()

    def shoot(self, name: str) -> None:
        if not PICTURES:
            return
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.wait_for_timeout(300)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png")

    def edits(self) -> list[Any]:
        """The operations that were done."""
        found: list[Any] = self.run(
            "kotorlevel.editor.question('edits').then(reply => reply.edits.edits)"
        )
        return found

    def save(self) -> None:
        self.page.keyboard.press("Control+s")
        self.wait("kotorlevel.editor.status.isSaved")

    def changed(self) -> dict[str, bytes]:
        """The files that are not as they were, by their small names."""
        old, new = read_files(self.before), read_files(self.folder)
        return {name: data for name, data in new.items() if old.get(name) != data}

    def by_library(self, *edits: Operation) -> dict[str, bytes]:
        """The files that would not be as they were after these edits by the library."""
        area = kl.load_area(self.before)
        target = self.before.parent / "library"
        shutil.copytree(self.before, target)
        kl.write_area(kl.apply_edits(area, edits).area, target)
        old = read_files(self.before)
        return {name: data for name, data in read_files(target).items() if old.get(name) != data}


def read_files(folder: Path) -> dict[str, bytes]:
    return {path.name.lower(): path.read_bytes() for path in folder.iterdir() if path.is_file()}


@contextmanager
def edit_things(browser: Browser, bundle: Bundle, source: Path, tmp: Path) -> Iterator[ThingPage]:
    """The tool Things on a copy of a level; the page may complain of nothing."""
    folder, before = tmp / "level", tmp / "before"
    for copy in (folder, before):
        shutil.copytree(source, copy)
        for file in copy.iterdir():
            file.chmod(0o644)
    live, watch = start_editing(load_shown(folder)), Watch()
    try:
        with serve(live, bundle) as running:
            context = browser.new_context(
                viewport={"width": LAPTOP[0], "height": LAPTOP[1]},
                reduced_motion="reduce",
                device_scale_factor=COARSE,
            )
            page = context.new_page()
            page.set_default_timeout(60_000)
            watch.follow(page)
            page.goto(running.server.address)
            page.evaluate("kotorlevel.ready")
            things = ThingPage(page, folder, before)
            things.wait("kotorlevel.editor.tool !== null")
            page.keyboard.press("t")
            page.keyboard.press("u")
            things.wait("kotorlevel.editor.tool.name === 'things'")
            things.settle()
            yield things
            context.close()
            port = running.server.port
    finally:
        live.close()
    assert watch.errors == []
    assert {urlsplit(url).netloc for url in watch.requests} == {f"127.0.0.1:{port}"}
