"""How long it takes to draw a level: scene, map, and the page until its first picture is there.

    python benchmarks/drawing.py

The page needs the viewer's bundle (`npm ci` and `npm run build` in viewer/), Playwright and a
Chromium of the system; it is drawn by software, as where there is no graphics card. Times are the
best of several runs; those of the page count from opening the file, and by the page's own clock
from when its program starts.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.view.html.page import find_bundle, render_page

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES = ((4, 25), (6, 29))
"""Rooms along each side, and fields along each side of a room; a field is two faces."""

FIELD = 0.8
"""Metres."""

REPEATS = 5
PAGE_LIMIT, BYTES_LIMIT = 2.0, 100
FLAGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]


def main() -> None:
    pages = []
    for rooms, fields in SIZES:
        area = hills(rooms, fields)
        scene = kl.build_scene(area)
        faces = len(scene.array("faces"))
        size = (len(scene.to_json().encode()) + len(scene.buffer)) / faces
        print(f"{len(area.rooms)} rooms, {faces:,} faces")
        print(f"  scene: {best(lambda area=area: kl.build_scene(area)) * 1e3:.0f} ms, ", end="")  # type: ignore[misc]
        print(f"{size:.0f} bytes a face (wanted: at most {BYTES_LIMIT})")
        print(f"  map: {best(lambda scene=scene: kl.draw_map(scene)) * 1e3:.0f} ms")  # type: ignore[misc]
        page = render_page(scene, title="hills", bundle=find_bundle())
        pages.append((faces, page))
    measure_pages(pages)


def measure_pages(pages: list[tuple[int, str]]) -> None:
    """Print how long it takes from opening each page to its first picture."""
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if program is None:
        sys.exit("no Chromium: the page was not measured")
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        browser = driver.chromium.launch(executable_path=program, args=FLAGS)
        for faces, text in pages:
            path = Path(folder) / f"{faces}.html"
            path.write_text(text, encoding="utf-8")
            opened, own = [], []
            for _ in range(REPEATS):
                page = browser.new_page(viewport={"width": 1366, "height": 768})
                start = time.perf_counter()
                page.goto(path.as_uri())
                page.evaluate("kotorlevel.ready")
                opened.append(time.perf_counter() - start)
                own.append(page.evaluate("kotorlevel.firstPicture()") / 1e3)
                page.close()
            print(f"page with {faces:,} faces, {len(text.encode()) / 1e6:.2f} MB:")
            print(f"  first picture {min(opened):.2f} s after opening ", end="")
            print(f"(wanted for 20,000: below {PAGE_LIMIT:g} s), {min(own):.2f} s by its own clock")
        browser.close()


def hills(rooms: int, fields: int) -> Area:
    """A square of linked rooms on waves."""
    size = fields * FIELD
    meshes = [hill(i * size, j * size, fields) for j in range(rooms) for i in range(rooms)]
    named = {f"hill_{number:02}": mesh for number, mesh in enumerate(meshes)}
    return kl.relink(Area.from_meshes("hills", named))[0]


def hill(x: float, y: float, fields: int) -> kl.Walkmesh:
    line = np.arange(fields + 1) * FIELD
    across, up = np.meshgrid(line + x, line + y)
    heights = 1.5 * np.sin(across / 9) * np.cos(up / 11)
    a = (np.arange(fields)[:, None] * (fields + 1) + np.arange(fields)).ravel()
    b = a + fields + 1
    faces = np.stack([np.stack([a, a + 1, b + 1], 1), np.stack([a, b + 1, b], 1)], 1).reshape(-1, 3)
    points = np.stack([across.ravel(), up.ravel(), heights.ravel()], 1)
    low = points[faces].mean(1)[:, 2] < -0.9
    return kl.Walkmesh.from_arrays(points, faces, np.where(low, 6, 4))


def best(work: Callable[[], object]) -> float:
    """Seconds: the shortest of several runs."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


if __name__ == "__main__":
    main()
