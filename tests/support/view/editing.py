"""An editing page in a real browser, on a copy of a level."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import kotorlevel as kl
from kotorlevel.view.html.page import Bundle
from kotorlevel.view.live.server import ViewServer
from support.view.browser import COARSE, LAPTOP, PICTURES, SCREENSHOTS, Watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Place = tuple[float, float, float]
DRAWN = "new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""Waits until what was done before is to be seen."""
RESTED = """new Promise(rested => {
  let last = "", since = 0, seen = 0;
  const look = (now) => {
    const place = document.querySelector("#touch").getBoundingClientRect();
    const state = JSON.stringify([kotorlevel.camera(), kotorlevel.viewer.stage.height, place]);
    if (state !== last) [last, since, seen] = [state, now, 0];
    seen += 1;
    const isStill = seen > 4 && now - since > 150;
    if (isStill && (kotorlevel.rests() || now - since > 6000)) rested();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""
"""Waits until camera and picture have stayed where and as large as they are for some frames."""
AS_LARGE_AS_ITS_PLACE = (
    "Math.abs(kotorlevel.viewer.stage.height"
    " - document.querySelector('#touch').getBoundingClientRect().height) < 0.01"
)


@dataclass(frozen=True)
class Editing:
    """A page on which a level is edited, and the level's folder."""

    page: Page
    folder: Path
    server: ViewServer

    def wait_for(self, script: str) -> None:
        """Until it is true: by asking again, because the page allows no code from strings."""
        for _ in range(1200):
            if self.page.evaluate(script):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"never: {script}; told: {self.told}")

    def wait_for_step(self, number: int) -> None:
        """Until so many edits are done."""
        self.wait_for(f"kotorlevel.editor.status.position === {number} && !kotorlevel.editor.busy")

    def wait_for_check(self, number: int) -> None:
        """Until so many edits are done, and the level is checked."""
        self.wait_for_step(number)
        self.wait_for("kotorlevel.editor.checkedVersion === kotorlevel.editor.version")

    def middle(self, room: str, face: int) -> Place:
        """The middle of a face."""
        script = """([name, face]) => {
          const { level } = kotorlevel.viewer;
          const row = level.info.rooms.find((one) => one.name === name).faces[0] + face;
          const corners = [0, 1, 2].map((side) => 3 * level.faces[3 * row + side]);
          const add = (axis) => corners.reduce((sum, at) => sum + level.vertices[at + axis], 0);
          return [0, 1, 2].map((axis) => add(axis) / 3);
        }"""
        x, y, z = self.page.evaluate(script, [room, face])
        return x, y, z

    def choose(self, key: str) -> None:
        """Take the tool with that key, and wait until the picture has its place."""
        self.page.keyboard.press(key)
        self.wait_for(f"kotorlevel.editor.tool?.key === '{key}'")
        self.settle()

    def settle(self) -> None:
        """Until the picture rests: a longer hint, or what the check says, makes it smaller."""
        self.wait_for("kotorlevel.editor.checkedVersion === kotorlevel.editor.version")
        self.page.evaluate(RESTED)
        self.wait_for(AS_LARGE_AS_ITS_PLACE)
        self.wait_for("!kotorlevel.camera().moving")

    @property
    def told(self) -> str:
        """What the last edit said, with its notes."""
        return str(self.page.evaluate("JSON.stringify(kotorlevel.editor.told)"))

    def at(self, place: Place) -> tuple[float, float]:
        """The pixel of a place."""
        found: Any = self.page.evaluate("place => kotorlevel.project(place)", list(place))
        return found["x"], found["y"]

    def click(self, place: Place) -> None:
        self.settle()
        self.page.mouse.click(*self.at(place))

    def hover(self, place: Place) -> None:
        self.settle()
        x, y = self.at(place)
        self.page.mouse.move(x - 1, y)
        self.page.mouse.move(x, y)
        self.page.evaluate(DRAWN)

    def drag(self, start: Place, end: Place, picture: str = "") -> None:
        """Press at one place, release at another."""
        self.settle()
        (x, y), there = self.at(start), self.at(end)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(*there, steps=4)
        self.page.evaluate(DRAWN)
        if picture:
            self.shoot(picture)
        self.page.mouse.up()

    def edits(self) -> list[Any]:
        """The operations that were done, as the server tells them."""
        question = "kotorlevel.editor.question('edits').then(reply => reply.edits.edits)"
        found: list[Any] = self.page.evaluate(question)
        return found

    def save(self) -> None:
        self.page.keyboard.press("Control+s")
        self.wait_for("kotorlevel.editor.status.isSaved")

    def shoot(self, name: str) -> None:
        """A picture to be looked at."""
        if not PICTURES:
            return
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.wait_for_timeout(150)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png")


@contextmanager
def edit_level(
    browser: Browser,
    bundle: Bundle,
    folder: Path,
    kits: Sequence[Path] = (),
    *,
    refused: bool = False,
) -> Iterator[Editing]:
    """The page on a level, with editing begun and seen from above; it may complain of nothing.

    What the server has ``refused`` in words stands in the console as well.
    """
    watch = Watch()
    with kl.serve(folder, browser=False, edit=True, kits=kits, bundle=bundle) as server:
        context = browser.new_context(
            viewport={"width": LAPTOP[0], "height": LAPTOP[1]},
            reduced_motion="reduce",
            device_scale_factor=COARSE,
        )
        page = context.new_page()
        watch.follow(page)
        page.goto(server.address)
        page.evaluate("kotorlevel.ready")
        editing = Editing(page, folder, server)
        editing.wait_for("kotorlevel.editor.active")
        page.keyboard.press("t")
        page.evaluate("document.querySelector('#legend').hidden = true")
        page.keyboard.press("f")  # the place of the legend is free now
        editing.settle()
        yield editing
        context.close()
        told = "the server responded with a status of"
        assert [each for each in watch.errors if not (refused and told in each)] == []
        assert {urlsplit(url).netloc for url in watch.requests} == {f"127.0.0.1:{server.port}"}


def copy_level(source: Path, target: Path) -> Path:
    """A copy of a folder whose files can be written."""
    shutil.copytree(source, target)
    for file in target.iterdir():
        file.chmod(0o644)
    return target


def read_files(folder: Path) -> dict[str, bytes]:
    """Name → content of the files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def replay(
    before: Path, edits: list[Any], target: Path, kits: Sequence[Path] = ()
) -> dict[str, bytes]:
    """The files of a level after the same edits by the library alone."""
    from kotorlevel.repair.edits.log import parse_edits

    document = {"format": "kotorlevel-edits", "version": 1, "edits": edits}
    done = kl.apply_edits(kl.load_area(before), parse_edits(document), before, kits=kits)
    for path in before.iterdir():
        if path.is_file():
            target.mkdir(exist_ok=True)
            shutil.copy(path, target)
    kl.write_area(done.area, target)
    return read_files(target)
