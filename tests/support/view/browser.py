"""What browser tests need: a bundle, a Chromium, and levels to show."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.errors import FormatError
from kotorlevel.view.html.page import Bundle, find_bundle
from support.areas import make_area
from support.quick import EVERYTHING

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[3]
VIEWER = ROOT / "viewer"
SCREENSHOTS = ROOT / "build" / "screenshots"
STONE, GRASS, WATER, NONWALK = 4, 3, 6, 7
PICTURES = EVERYTHING in os.environ
"""Whether pictures are made that nothing but people looks at; each takes half a second."""
LAPTOP, PHONE = (1366, 768), (390, 844)
COARSE = 1.0 if PICTURES else 0.5
"""Pixels drawn along one of the page, where no test looks at them: fewer take less time."""

# Software rendering: the same pictures on every machine, with a graphics card or without one.
FLAGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
# Only the level is drawn by it: what is around it takes four times as long that way.
FLAGS += ["--disable-gpu-compositing", "--disable-gpu-rasterization"]
# A list under the address line, which is a page of its own: it would take half of the time of every
# window. The last such list counts, so that it has what Playwright turns off and pages notice.
_OFF = ["WebUIOmniboxPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxAimPopup"]
_OFF += [
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "HttpsUpgrades",
    "OptimizationHints",
    "PaintHolding",
]
_OFF += ["ThirdPartyStoragePartitioning"]
FLAGS += [f"--disable-features={','.join(_OFF)}"]

AT_REST = """new Promise(rested => {
  const end = performance.now() + 15000;
  const isDone = () => kotorlevel.rests() || performance.now() > end;
  const look = () => isDone() ? rested() : requestAnimationFrame(look);
  requestAnimationFrame(() => requestAnimationFrame(look));
})"""
"""Waits until what was done is drawn with all there is in it; long enough for a busy machine."""


def has_node() -> bool:
    """Whether the viewer can be built here: Node, and what `npm ci` installs."""
    return bool(shutil.which("node")) and (VIEWER / "node_modules" / "esbuild").is_dir()


def make_bundle(folder: Path) -> Bundle:
    """The viewer built from its sources, else the one in the package; skips where neither is."""
    if has_node():
        built = subprocess.run(
            ["node", str(VIEWER / "build.mjs"), str(folder)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert built.returncode == 0, built.stderr
        return find_bundle(folder)
    try:
        return find_bundle()
    except FormatError:
        pytest.skip("no viewer: install Node.js and run `npm ci` in viewer/")


def find_chromium() -> str:
    """A Chromium of the system; skips where there is none."""
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        if found := shutil.which(name):
            return found
    pytest.skip("no Chromium on this machine")


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A headless Chromium; skips where Playwright or Chromium is absent."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Watch:
    """What went wrong in a page, and what it asked of the network."""

    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def follow(self, page: Page) -> None:
        """Listen to a page from now on."""
        page.on("console", lambda message: self._console(message.type, message.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self._request(request.url))

    def _console(self, kind: str, text: str) -> None:
        # Chromium tells of its own slow software rendering; that is not the page's doing.
        if kind in {"error", "warning"} and "GPU stall due to ReadPixels" not in text:
            self.errors.append(f"{kind}: {text}")

    def _request(self, url: str) -> None:
        if not url.startswith(("file:", "data:", "blob:")):
            self.requests.append(url)


def hills(rooms: int = 4, cells: int = 25) -> Area:
    """A square of ``rooms`` × ``rooms`` linked rooms of 2 · ``cells``² faces: waves and pillars."""
    size = 0.8 * cells
    meshes = {
        f"hill_{j}{i}": _hill(i * size, j * size, cells) for j in range(rooms) for i in range(rooms)
    }
    return kl.relink(make_area(meshes))[0]


def _hill(x: float, y: float, cells: int) -> kl.Walkmesh:
    line = np.arange(cells + 1) * 0.8
    across, up = np.meshgrid(line + x, line + y)
    heights = 1.5 * np.sin(across / 9) * np.cos(up / 11)
    points = np.stack([across.ravel(), up.ravel(), heights.ravel()], 1)
    a = (np.arange(cells)[:, None] * (cells + 1) + np.arange(cells)).ravel()
    b = a + cells + 1
    faces = np.stack([np.stack([a, a + 1, b + 1], 1), np.stack([a, b + 1, b], 1)], 1).reshape(-1, 3)
    middles = points[faces].mean(1)
    materials = np.where(middles[:, 2] < -0.9, WATER, STONE)
    materials[(middles[:, 0] // 5 + middles[:, 1] // 7) % 3 == 0] = GRASS
    centre = np.array([x, y]) + 0.4 * cells
    materials[np.hypot(*(middles[:, :2] - centre).T) < 2] = NONWALK
    order = np.argsort(materials == NONWALK, kind="stable")
    return kl.Walkmesh.from_arrays(points, faces[order], materials[order])


def colours(png: bytes) -> int:
    """How many colours a picture has."""
    red, green, blue = pixels(png).astype(np.uint32).reshape(-1, 3).T
    return len(np.unique(red << 16 | green << 8 | blue))


def pixels(png: bytes) -> NDArray[np.uint8]:
    """A picture as (height, width, 3); skips without Pillow."""
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    return np.asarray(image.open(io.BytesIO(png)).convert("RGB"))
