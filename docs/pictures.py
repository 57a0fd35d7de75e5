"""Take the pictures of pages again: what page, report and editor look like now.

    python docs/pictures.py        needs playwright and a Chromium (extra `dev`), and the built page

The maps of the pages are made, and compared, by the tests; these are not, because no two versions
of a browser draw the same dots.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

import kotorlevel as kl

IMAGES = Path(__file__).resolve().parent / "images"
GUIDES = IMAGES.parent / "guides" / "images"
SIZE = {"width": 1200, "height": 720}
LAPTOP = {"width": 1366, "height": 768}
SOFTWARE = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]


def make_level(folder: Path) -> Path:
    """The station of the demo, broken as it is there."""
    level = folder / "my_mod"
    level.mkdir(parents=True)
    for name, data in kl.make_broken_station().items():
        (level / name).write_bytes(data)
    return level


def take_pictures(page: Page, folder: Path) -> None:
    """The page with a finding chosen, and the top of the report."""
    level = make_level(folder)
    (folder / "view.html").write_text(kl.render_page(level), encoding="utf-8")
    page.goto((folder / "view.html").as_uri())
    page.wait_for_timeout(3000)
    page.get_by_role("tab", name="Findings").click()
    page.get_by_text("ARE010").first.click()
    page.wait_for_timeout(2500)
    page.screenshot(path=IMAGES / "start-view.png")
    (folder / "report.html").write_text(kl.render_report(level), encoding="utf-8")
    page.goto((folder / "report.html").as_uri())
    page.wait_for_timeout(3000)
    page.screenshot(path=IMAGES / "start-report.png")


def take_editor(page: Page, folder: Path) -> None:
    """The editor with the tool that paints."""
    level = make_level(folder / "edited")
    with kl.serve(level, edit=True, browser=False) as server:
        page.goto(server.address)
        page.wait_for_timeout(5000)
        page.keyboard.press("p")
        page.wait_for_timeout(2500)
        page.screenshot(path=GUIDES / "editor.png")


def main() -> None:
    """Write the pictures to docs/images, and that of the editor to those of the guides."""
    IMAGES.mkdir(exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("There is no Chromium here (Debian: apt install chromium).")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=SOFTWARE)
        take_pictures(browser.new_page(viewport=SIZE), Path(folder))  # type: ignore[arg-type]
        take_editor(browser.new_page(viewport=LAPTOP), Path(folder))  # type: ignore[arg-type]
        browser.close()


if __name__ == "__main__":
    main()
