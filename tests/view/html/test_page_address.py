"""The page's address holds the view; places can be measured and copied."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station
from kotorlevel.view.html.page import Bundle, render_page
from kotorlevel.view.scene.scene import build_scene
from support.command import run
from support.view.browser import COARSE, LAPTOP, SCREENSHOTS, Watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

REST = 700  # more than the page waits before it writes its address


@pytest.fixture(scope="module")
def level(tmp_path_factory: pytest.TempPathFactory, bundle: Bundle) -> Path:
    """The demo's broken station as one HTML file."""
    folder = tmp_path_factory.mktemp("station")
    for name, data in make_broken_station().items():
        (folder / name).write_bytes(data)
    area = kl.load_area(folder)
    path = folder / "level.html"
    scene = build_scene(area, report=kl.check(area))
    path.write_text(render_page(scene, title="x", bundle=bundle), "utf-8")
    return path


@pytest.fixture
def context(browser: Browser, watch: Watch) -> Iterator[BrowserContext]:
    made = browser.new_context(
        viewport={"width": LAPTOP[0], "height": LAPTOP[1]},
        reduced_motion="reduce",
        device_scale_factor=COARSE,
    )
    made.on("page", watch.follow)
    yield made
    made.close()
    assert watch.errors == []
    assert watch.requests == []


def show(context: BrowserContext, level: Path, tail: str = "") -> Page:
    page = context.new_page()
    page.goto(level.as_uri() + tail)
    page.evaluate("kotorlevel.ready")
    return page


def hash_of(page: Page, part: str) -> str:
    """The address once the view has rested and it has this part."""
    last = ""
    for _ in range(40):
        page.wait_for_timeout(REST)
        now = str(page.evaluate("location.hash"))
        if now == last and part in now:
            return now
        last = now
    raise AssertionError(f"never {part!r} in {last!r}")


def camera(page: Page) -> list[float]:
    """Target, place and height of the camera."""
    now: Any = page.evaluate("kotorlevel.camera()")
    return [*now["target"], *now["position"], now["height"]]


def heading(page: Page) -> str:
    return page.locator("#details h2").inner_text()


# The address


def test_an_untouched_page_has_a_plain_address(context: BrowserContext, level: Path) -> None:
    assert hash_of(show(context, level), "") == ""


def test_another_page_shows_the_same_view(context: BrowserContext, level: Path) -> None:
    page = show(context, level)
    page.evaluate("kotorlevel.select(0, 4)")
    page.evaluate("kotorlevel.setLayer('wireframe', true)")
    page.evaluate("kotorlevel.setLayer('labels', false)")
    page.locator("#colouring").select_option("room")
    page.locator("#touch").focus()
    for key in ("Shift+ArrowLeft", "ArrowUp", "+"):
        page.keyboard.press(key)
    tail = hash_of(page, "face=station_hall:4&colour=room&show=wireframe&hide=labels")
    other = show(context, level, tail)
    assert heading(other) == heading(page) == "station_hall face 4"
    assert camera(other) == pytest.approx(camera(page), abs=0.05)
    assert other.evaluate("kotorlevel.layers()") == page.evaluate("kotorlevel.layers()")
    assert other.locator("#colouring").input_value() == "room"
    assert hash_of(other, "face").partition("&high")[2] == tail.partition("&high")[2]


def test_the_top_view_is_kept(context: BrowserContext, level: Path) -> None:
    page = show(context, level)
    page.keyboard.press("t")
    assert hash_of(page, "top") == "#top=1"  # all is in the picture, whatever the window's size
    page.locator("#touch").focus()
    page.keyboard.press("ArrowLeft")
    other = show(context, level, hash_of(page, "at="))
    assert other.evaluate("kotorlevel.camera().top") is True
    assert camera(other) == pytest.approx(camera(page), abs=0.05)


def test_a_finding_is_named_by_its_rule_and_place(context: BrowserContext, level: Path) -> None:
    page = show(context, level)
    page.locator("[data-finding]").nth(7).click()
    tail = hash_of(page, "finding=")
    other = show(context, level, tail)
    assert heading(other) == heading(page)


def test_an_address_by_hand_goes_to_what_it_names(context: BrowserContext, level: Path) -> None:
    page = show(context, level, "#room=STATION_STORE")
    assert heading(page) == "station_store"
    far: Any = page.evaluate("kotorlevel.camera().height")
    page.evaluate("location.hash = 'face=station_hall:2&colour=slope'")
    page.wait_for_timeout(200)
    assert heading(page) == "station_hall face 2"
    assert page.locator("#colouring").input_value() == "slope"
    assert page.evaluate("kotorlevel.camera().height") != far


@pytest.mark.parametrize(
    "tail",
    [
        "#at=NaN,1,2&from=0,0,1&high=5",
        "#at=1e999,0,0&high=5",
        "#face=station_hall:9999999&door=77",
        "#room=nowhere&placeable=-1",
        "#seen=%E0%A4%A&show=__proto__",
        "#" + "at=1,2,3&" * 4000,
    ],
)
def test_hostile_addresses_change_nothing(context: BrowserContext, level: Path, tail: str) -> None:
    plain, page = show(context, level), show(context, level, tail)
    assert camera(page) == pytest.approx(camera(plain))
    assert page.evaluate("kotorlevel.layers()") == plain.evaluate("kotorlevel.layers()")
    assert not page.locator("#details").is_visible()
    page.evaluate("hash => { location.hash = hash }", tail[:200] + "&high=[]")
    page.wait_for_timeout(100)
    assert camera(page) == pytest.approx(camera(plain))


# Copying


@pytest.mark.parametrize("allowed", [True, False])
def test_places_and_links_are_copied(context: BrowserContext, level: Path, allowed: bool) -> None:
    """With the clipboard's permission, and without it by the old way."""
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = show(context, level, "#face=station_hall:4")
    if not allowed:
        forbid = "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')) }"
        page.evaluate(forbid)
    button = page.locator("#details .copy").first
    button.click()
    assert numbers(copied(page)) == pytest.approx(corners_of(level, 4)[0], abs=0.001)
    assert copied(page) in page.locator("#notice").inner_text()
    assert page.evaluate("document.activeElement.className") == "copy"
    page.locator("#link").click()
    page.wait_for_timeout(100)
    assert copied(page) == f"level.html{page.evaluate('location.hash')}"
    assert "face=station_hall:4" in copied(page)


def copied(page: Page) -> str:
    page.wait_for_timeout(50)
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_ctrl_c_copies_the_place_under_the_pointer_or_at_the_cross(
    context: BrowserContext, level: Path
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = show(context, level, "#face=station_hall:4&top=1")
    page.locator("#touch").focus()
    page.keyboard.press("Control+c")
    middle: Any = page.evaluate(
        "kotorlevel.pick(kotorlevel.viewer.stage.width / 2, kotorlevel.viewer.stage.height / 2)"
    )
    assert numbers(copied(page)) == pytest.approx(middle["point"], abs=0.001)
    assert "at the cross" in page.locator("#notice").inner_text()
    at: Any = page.evaluate("kotorlevel.project([2.3, 3.4, 0])")
    page.mouse.move(at["x"], at["y"])
    page.keyboard.press("Control+c")
    assert numbers(copied(page)) == pytest.approx([2.3, 3.4, 0], abs=0.05)
    # What was copied is what the command line takes for a place.
    place = copied(page).split(" ")
    answer = run("query", level.parent, "face", *place)
    under: Any = page.evaluate("at => kotorlevel.pick(at.x, at.y)", on_picture(page, at))
    assert answer.code == 0
    assert f"Face {under['face']} is" in answer.stdout
    assert run("path", level.parent, *place, *place).code == 0


def on_picture(page: Page, at: dict[str, float]) -> dict[str, float]:
    """A place of the window as one of the picture."""
    box = page.locator("#touch").bounding_box()
    assert box is not None
    return {"x": at["x"] - box["x"], "y": at["y"] - box["y"]}


def corners_of(level: Path, face: int) -> list[list[float]]:
    """The corners of a face of the hall."""
    mesh = kl.load_area(level.parent).rooms[0].mesh
    assert mesh is not None
    return [[float(value) for value in mesh.vertices[i]] for i in mesh.faces[face]]


def numbers(text: str) -> list[float]:
    return [float(word) for word in text.split(" ")]


# Measuring


def test_points_are_measured(context: BrowserContext, level: Path) -> None:
    page = show(context, level, "#room=station_hall&top=1")
    page.keyboard.press("5")
    corners = corners_of(level, 4)
    for corner in corners:
        at: Any = page.evaluate("point => kotorlevel.project(point)", corner)
        page.mouse.click(at["x"] + 3, at["y"] - 3)  # near enough: it goes to the vertex
    answer: Any = page.evaluate("kotorlevel.lastPath()")
    assert answer["kind"] == "measure"
    assert answer["points"] == [pytest.approx(corner, abs=1e-4) for corner in corners]
    (ax, ay, _), (bx, by, _), (cx, cy, _) = corners
    area = abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2
    assert page.locator("#measured-area").inner_text() == f"Area in the plan: {area:.4g} m²"
    assert page.locator("#measure .legs tbody tr").count() == 2
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / "laptop-measure.png")
    page.keyboard.press("Backspace")
    page.keyboard.press("Escape")
    assert page.locator("#measure .copy").count() == 1
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert page.evaluate("kotorlevel.viewer.choices.value.tool") == "select"


def test_measuring_by_keyboard(context: BrowserContext, level: Path) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = show(context, level, "#face=station_hall:4&top=1")
    page.locator("#touch").focus()
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert page.locator("#measure .legs tbody tr").count() == 1
    page.locator("#measure-copy").press("Enter")
    assert copied(page).startswith("A\t")
    assert "straight m" in copied(page)
