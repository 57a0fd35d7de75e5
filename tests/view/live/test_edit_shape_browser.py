"""The tool Shape in a real browser: every edit is what the library makes of the recorded ones."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_station
from kotorlevel.repair.edits.operation import parse_operation
from kotorlevel.view.html.page import Bundle
from support.areas import floor, make_area, write_folder
from support.view.browser import COARSE, LAPTOP, PICTURES, SCREENSHOTS, STONE, Watch
from support.view.editing import AS_LARGE_AS_ITS_PLACE, DRAWN
from support.view.furnished import write_furnished
from support.view.served import live_level, serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Point = tuple[float, float, float]


@dataclass
class Shaper:
    """A page on a level that is being shaped, seen from above."""

    page: Page
    folder: Path
    before: Path

    def run(self, script: str, *given: Any) -> Any:
        return self.page.evaluate(script, *given)

    def wait(self, script: str) -> None:
        for _ in range(400):
            if self.run(script):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"never: {script}; {self.told}")

    @property
    def told(self) -> Any:
        return self.run("kotorlevel.editor.told")

    @property
    def position(self) -> int:
        return int(self.run("kotorlevel.editor.status.position"))

    def pixel(self, point: Point) -> tuple[float, float]:
        place = self.run("point => kotorlevel.project(point)", list(point))
        return place["x"], place["y"]

    def mode(self, name: str) -> None:
        self.page.locator(f"[data-shape-mode={name}]").click()

    def act(self, name: str) -> None:
        self.page.locator(f"[data-shape-action={name}]").click(force=True)  # it says why not

    def click(self, point: Point, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.down(key)
        self.page.mouse.click(*self.pixel(point))
        for key in keys:
            self.page.keyboard.up(key)

    def drag(self, start: Point, end: Point, shot: str = "", beside: float = 0) -> None:
        """From place to place, or pixels ``beside``; ``shot``: a picture before the release."""
        self.page.mouse.move(*self.pixel(start))
        self.page.mouse.down()
        x, y = self.pixel(end)
        self.page.mouse.move(x - beside, y + beside, steps=8)
        if shot:
            self.shot(shot)
        self.page.mouse.up()

    def done(self, step: int) -> None:
        self.wait(f"kotorlevel.editor.status.position === {step} && !kotorlevel.editor.busy")
        self.settle()

    def settle(self) -> None:
        """Until the level is checked and the picture is drawn as large as its place is now."""
        self.wait("kotorlevel.editor.checkedVersion === kotorlevel.editor.version")
        self.run(DRAWN)
        self.wait(AS_LARGE_AS_ITS_PLACE)

    def shot(self, name: str) -> None:
        self.run(DRAWN)
        if not PICTURES:
            return
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"edit-shape-{name}.png")

    def edits(self) -> list[dict[str, Any]]:
        asked = "kotorlevel.editor.question('edits').then(reply => reply.edits.edits)"
        found: list[dict[str, Any]] = self.run(asked)
        return found

    def mesh(self, room: str) -> kl.Walkmesh:
        """As it is saved: exactly what the library makes of the recorded edits."""
        edits = self.edits()
        self.page.keyboard.press("Control+s")
        self.wait("kotorlevel.editor.status.isSaved")
        done = kl.apply_edits(kl.load_area(self.before), [parse_operation(each) for each in edits])
        for each in done.area.rooms:
            if each.mesh is not None:
                assert (self.folder / f"{each.name}.wok").read_bytes() == each.mesh.to_bytes()
        return kl.read_walkmesh(self.folder / f"{room}.wok")


Open = Callable[[Path], Shaper]


@pytest.fixture
def start(browser: Browser, bundle: Bundle, watch: Watch, tmp_path: Path) -> Iterator[Open]:
    """Opens a level with the tool Shape; in the end, no errors, and only the server was asked."""
    running, contexts = [], []

    def opened(folder: Path) -> Shaper:
        shutil.copytree(folder, tmp_path / "before")
        held = serve(live_level(folder), bundle)
        served = held.__enter__()
        running.append((held, served))
        served.server.edit()
        context = browser.new_context(
            viewport={"width": LAPTOP[0], "height": LAPTOP[1]},
            reduced_motion="reduce",
            device_scale_factor=COARSE,
        )
        contexts.append(context)
        page = context.new_page()
        watch.follow(page)
        page.goto(served.server.address)
        page.evaluate("kotorlevel.ready")
        shaper = Shaper(page, folder, tmp_path / "before")
        shaper.wait("kotorlevel.editor?.active")
        page.keyboard.press("t")
        page.keyboard.press("s")
        shaper.wait("kotorlevel.editor.tool?.name === 'shape' && !kotorlevel.camera().moving")
        shaper.settle()
        return shaper

    yield opened
    for context in contexts:
        context.close()
    for held, served in running:
        served.server.edit().close()
        held.__exit__(None, None, None)
        assert {urlsplit(u).netloc for u in watch.requests} == {f"127.0.0.1:{served.server.port}"}
    # The browser itself tells of an answer that refuses an edit.
    assert [error for error in watch.errors if "422 (Unprocessable" not in error] == []


def grid(
    width: int, depth: int, without: tuple[tuple[int, int], ...] = (), step: float = 2.0
) -> kl.Walkmesh:
    """Squares of ``step`` metres, two faces each, as the tests of the page have them."""
    points = [(x * step, y * step, 0.0) for y in range(depth + 1) for x in range(width + 1)]
    faces = []
    for y in range(depth):
        for x in range(width):
            if (x, y) in without:
                continue
            a = y * (width + 1) + x
            faces += [(a, a + 1, a + width + 2), (a, a + width + 2, a + width + 1)]
    used = sorted({corner for face in faces for corner in face})
    number = {old: new for new, old in enumerate(used)}
    return kl.Walkmesh.from_arrays(
        [points[corner] for corner in used],
        [[number[corner] for corner in face] for face in faces],
        [STONE] * len(faces),
    )


def level(folder: Path, mesh: kl.Walkmesh) -> Path:
    folder.mkdir()
    write_folder(folder, make_area({"hall": mesh}))
    return folder


def islands(mesh: kl.Walkmesh) -> int:
    """How many parts hang together over shared edges."""
    parts: list[set[tuple[int, int]]] = []
    for a, b, c in mesh.faces.tolist():
        sides = {tuple(sorted(pair)) for pair in ((a, b), (b, c), (c, a))}
        joined = [part for part in parts if part & sides]
        parts = [part for part in parts if part not in joined]
        parts.append(sides.union(*joined))
    return len(parts)


def test_a_dragged_corner_is_saved_as_the_library_moves_it(start: Open, tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    folder.mkdir()
    for name, data in make_station().items():
        (folder / name).write_bytes(data)
    shaper = start(folder)
    mesh = kl.read_walkmesh(folder / "station_hall.wok")
    corner: Point = tuple(mesh.vertices[0].tolist())
    goal = (corner[0] + 1.0, corner[1] - 1.0, corner[2])
    shaper.drag(corner, goal, "drag")
    shaper.done(1)
    shaper.shot("dragged")
    (edit,) = shaper.edits()
    assert edit["op"] == "move-vertices"
    assert edit["place"] == pytest.approx(goal, abs=0.1)
    moved = shaper.mesh("station_hall")
    assert moved.vertices[0].tolist() == pytest.approx(edit["place"], abs=1e-6)
    assert (moved.vertices[1:] == mesh.vertices[1:]).all()
    # What was dragged is still selected: its place is in the fields.
    assert float(shaper.page.locator("#shape-x").input_value()) == pytest.approx(goal[0], abs=0.1)


def test_corners_of_linked_rooms_go_together(start: Open, tmp_path: Path) -> None:
    folder = tmp_path / "mod"
    folder.mkdir()
    write_folder(folder, make_area({"hall": floor(east=1), "lane": floor(4, west=0)}))
    shaper = start(folder)
    shaper.drag((4, 0, 0), (4, -1, 0))
    shaper.done(1)
    assert [edit["room"] for edit in shaper.edits()] == ["hall", "lane"]
    assert shaper.told["notes"] == []
    hall = shaper.mesh("hall")
    lane = kl.read_walkmesh(folder / "lane.wok")
    assert hall.vertices[1].tobytes() == lane.vertices[0].tobytes()
    shaper.page.keyboard.press("Control+z")
    shaper.done(0)
    shaper.page.locator("#shape-beside").uncheck()
    shaper.drag((4, 0, 0), (4, -1, 0))
    shaper.done(1)
    assert [edit["room"] for edit in shaper.edits()] == ["hall"]
    assert "no longer where the room across is" in " ".join(shaper.told["notes"])


def test_a_drag_snaps_and_welds_and_ctrl_does_neither(start: Open, tmp_path: Path) -> None:
    shaper = start(level(tmp_path / "mod", grid(2, 1)))
    shaper.drag((2, 2, 0), (4, 2, 0), "snap", beside=6)
    shaper.done(1)
    (edit,) = shaper.edits()
    assert edit == {"op": "weld-vertices", "room": "hall", "vertices": [4, 5], "place": [4, 2, 0]}
    shaper.page.keyboard.press("Control+z")
    shaper.done(0)
    shaper.page.keyboard.down("Control")
    shaper.drag((2, 2, 0), (4, 2, 0), beside=6)
    shaper.page.keyboard.up("Control")
    shaper.done(1)
    (edit,) = shaper.edits()
    assert edit["op"] == "move-vertices"
    assert edit["place"] != [4, 2, 0]
    assert edit["place"] == pytest.approx([4, 2, 0], abs=0.05)


def test_a_face_that_would_turn_over_is_told_before(start: Open, tmp_path: Path) -> None:
    shaper = start(level(tmp_path / "mod", grid(3, 3)))
    shaper.page.mouse.move(*shaper.pixel((2, 2, 0)))
    shaper.page.mouse.down()
    shaper.page.mouse.move(*shaper.pixel((5, 3, 0)), steps=6)
    shaper.shot("warning")
    assert "would turn over" in shaper.page.locator(".dragnote").inner_text()
    shaper.page.keyboard.press("Escape")
    shaper.page.mouse.up()
    shaper.page.wait_for_timeout(200)
    assert shaper.position == 0
    picture = "[...kotorlevel.viewer.picture.faces.positions.array.slice(0, 9)]"
    assert shaper.run(picture) == [0, 0, 0, 2, 0, 0, 2, 2, 0]


def test_edges_and_selected_faces_are_dragged(start: Open, tmp_path: Path) -> None:
    shaper = start(level(tmp_path / "mod", grid(2, 2)))
    shaper.drag((4, 1, 0), (5, 1, 0))  # the eastern edge of the lower square
    shaper.done(1)
    (edit,) = shaper.edits()
    assert edit["vertices"] == [2, 5]
    assert edit["offset"] == pytest.approx([1, 0, 0], abs=0.05)
    shaper.click((0.7, 1.4, 0))
    assert shaper.run("[...kotorlevel.editor.selected.items]") == [1]
    shaper.page.keyboard.down("Shift")
    shaper.drag((0.7, 1.4, 0), (0.7, 2.4, 0), "face-up")
    shaper.page.keyboard.up("Shift")
    shaper.done(2)
    edit = shaper.edits()[1]
    assert sorted(edit["vertices"]) == [0, 3, 4]
    assert edit["offset"][:2] == [0, 0]
    assert edit["offset"][2] == pytest.approx(1, abs=0.1)
    shaper.mesh("hall")


def test_floor_drawn_over_a_gap_joins_what_is_across(start: Open, tmp_path: Path) -> None:
    parted = grid(3, 1, without=((1, 0),))
    assert islands(parted) == 2
    shaper = start(level(tmp_path / "mod", parted))
    assert shaper.run("kotorlevel.viewer.level.info.islands.length") == 2
    shaper.mode("extrude")
    shaper.drag((2, 1, 0), (4, 1, 0), "extrude", beside=6)
    shaper.done(1)
    shaper.shot("extruded")
    assert shaper.run("kotorlevel.viewer.level.info.islands.length") == 1
    (edit,) = shaper.edits()
    assert edit["offset"] == [2, 0, 0]
    assert islands(shaper.mesh("hall")) == 1


def test_several_edges_are_extruded_by_keyboard(start: Open, tmp_path: Path) -> None:
    shaper = start(level(tmp_path / "mod", grid(2, 1)))
    shaper.mode("extrude")
    shaper.click((1, 2, 0))
    shaper.click((3, 2, 0), "Shift")
    shaper.page.locator("#shape-surface").select_option("3")
    shaper.page.locator("#shape-far").fill("1.5")
    shaper.page.locator("#shape-outwards").focus()
    shaper.page.keyboard.press("Enter")
    shaper.done(1)
    mesh = shaper.mesh("hall")
    assert len(mesh.faces) == 8
    assert mesh.vertices[:, 1].max() == 3.5
    assert (mesh.materials == 3).sum() == 4
    # The new outer edges are selected: they can be drawn on.
    assert shaper.run("kotorlevel.editor.selected.size") == 2


def test_edges_and_faces_are_split(start: Open, tmp_path: Path) -> None:
    shaper = start(level(tmp_path / "mod", grid(2, 1)))
    shaper.mode("split")
    shaper.page.mouse.move(*shaper.pixel((2, 0.5, 0)))
    shaper.shot("split")
    shaper.click((2, 0.5, 0))
    shaper.done(1)
    assert len(shaper.mesh("hall").faces) == 6
    assert shaper.edits()[0]["op"] == "divide-edge"
    shaper.click((0.6, 1.3, 0))
    shaper.done(2)
    assert shaper.edits()[1]["op"] == "divide-face"
    mesh = shaper.mesh("hall")
    assert len(mesh.faces) == 8
    assert mesh.vertices[-1, :2].tolist() == pytest.approx([0.6, 1.3], abs=0.05)


def test_a_linked_edge_is_split_in_both_rooms(start: Open, tmp_path: Path) -> None:
    folder = tmp_path / "mod"
    folder.mkdir()
    write_folder(folder, make_area({"hall": floor(east=1), "lane": floor(4, west=0)}))
    shaper = start(folder)
    shaper.mode("split")
    shaper.click((4, 2, 0))
    shaper.done(1)
    assert {edit["room"] for edit in shaper.edits()} == {"hall", "lane"}
    assert shaper.told["notes"] == []
    shaper.mesh("hall")
    for room, other in (("hall", 1), ("lane", 0)):
        mesh = kl.read_walkmesh(folder / f"{room}.wok")
        assert len(mesh.faces) == 3
        assert (mesh.transitions == other).sum() == 2


def test_a_face_is_cut_from_side_to_side(start: Open, tmp_path: Path) -> None:
    shaper = start(level(tmp_path / "mod", grid(1, 1, step=4.0)))
    shaper.mode("cut")
    shaper.click((2, 0, 0))
    shaper.page.mouse.move(*shaper.pixel((4, 2, 0)))
    shaper.shot("cut")
    shaper.click((4, 2, 0))
    shaper.done(1)
    mesh = shaper.mesh("hall")
    assert {(2.0, 0.0), (4.0, 2.0)} <= {(p[0], p[1]) for p in mesh.vertices.tolist()}
    assert len(mesh.faces) == 4
    # Two places on different faces: why not is said, and nothing is sent.
    shaper.click((1, 0, 0))
    shaper.click((2.5, 4, 0))
    assert "the same face" in shaper.told["text"]
    assert shaper.position == 1


def test_a_hole_is_filled_and_the_outer_rim_is_not(start: Open, tmp_path: Path) -> None:
    shaper = start(level(tmp_path / "mod", grid(3, 3, without=((1, 1),))))
    shaper.mode("fill")
    shaper.page.mouse.move(*shaper.pixel((3, 2, 0)))
    shaper.shot("fill")
    assert shaper.page.locator(".dragnote").inner_text() == "this hole"
    shaper.click((3, 0, 0))
    shaper.wait("kotorlevel.editor.told.bad")
    assert "outer rim" in shaper.told["text"]
    shaper.click((3, 2, 0))
    shaper.done(1)
    assert len(shaper.mesh("hall").faces) == 18


def test_corners_are_welded_and_edges_cut_open(start: Open, tmp_path: Path) -> None:
    shaper = start(level(tmp_path / "mod", grid(2, 1)))
    shaper.run("document.querySelector('#legend').hidden = true")  # it may lie over a corner
    shaper.act("weld")
    assert shaper.told["bad"]
    assert "Select corners first" in shaper.told["text"]
    shaper.click((2, 1, 0))
    shaper.act("open")
    shaper.done(1)
    assert len(shaper.mesh("hall").vertices) == 8
    assert shaper.run("kotorlevel.viewer.level.info.islands.length") == 2
    for step, place in ((2, (2, 0, 0)), (3, (2, 2, 0))):  # the seam is closed again
        shaper.click(place)
        shaper.act("weld")
        shaper.done(step)
    assert len(shaper.mesh("hall").vertices) == 6
    assert shaper.run("kotorlevel.viewer.level.info.islands.length") == 1
    shaper.click((0, 0, 0))
    shaper.click((0, 2, 0), "Shift")
    shaper.shot("weld")
    shaper.page.keyboard.press("j")
    shaper.done(4)
    mesh = shaper.mesh("hall")
    assert [0.0, 1.0, 0.0] in mesh.vertices.tolist()
    assert len(mesh.faces) == 3


def test_faces_are_deleted_and_flipped_up(start: Open, tmp_path: Path) -> None:
    flat = grid(2, 1)
    turned = kl.edit.flip_faces(flat, [0])
    shaper = start(level(tmp_path / "mod", turned))
    shaper.click((1.4, 0.7, 0))
    shaper.act("flip")
    shaper.done(1)
    assert (shaper.mesh("hall").geometry.crosses[:, 2] > 0).all()
    shaper.act("flip")
    assert "None of the selected faces looks down" in shaper.told["text"]
    shaper.page.keyboard.press("Escape")
    shaper.click((2.6, 1.4, 0))
    shaper.page.keyboard.press("Delete")
    shaper.done(2)
    assert len(shaper.mesh("hall").faces) == 3


def test_by_keyboard_alone(start: Open, tmp_path: Path) -> None:
    shaper = start(level(tmp_path / "mod", grid(2, 2)))
    page = shaper.page
    page.locator("#touch").focus()
    page.evaluate("kotorlevel.lookAs({target: [2, 2, 0], position: [2, 1.999, 30], height: 8})")
    page.keyboard.press("Enter")
    assert shaper.run("[...kotorlevel.editor.selected.items]") == [4]
    for step, key in enumerate(("ArrowRight", "Shift+ArrowUp", "PageUp", "Shift+PageDown"), 1):
        page.keyboard.press(key)
        shaper.done(step)
    mesh = shaper.mesh("hall")
    assert mesh.vertices[4].tolist() == pytest.approx([2.01, 2.1, -0.09], abs=1e-6)
    page.locator("#shape-x").fill("2.5")
    page.keyboard.press("Tab")
    shaper.done(5)
    shaper.shot("fields")
    moved = shaper.mesh("hall")
    assert moved.vertices[4].tolist() == pytest.approx([2.5, 2.1, -0.09], abs=1e-6)
    assert (np.delete(moved.vertices, 4, 0) == np.delete(mesh.vertices, 4, 0)).all()
    page.locator("#touch").focus()
    for left in (4, 3):
        page.keyboard.press("Control+z")
        shaper.done(left)


def test_floor_is_brought_to_the_model(start: Open, tmp_path: Path) -> None:
    """The model's floor is at 0, a crate's top at 1; the walkmesh lies 0.3 m above the floor."""
    folder = write_furnished(tmp_path / "mod")
    kl.write_walkmesh(floor(z=0.3), folder / "hall.wok")
    kl.write_walkmesh(floor(4, z=0.3), folder / "lane.wok")
    shaper = start(folder)
    shaper.page.locator("#shape-beside").uncheck()
    shaper.page.locator("#shape-snap-model").check()
    shaper.drag((0, 4, 0.3), (0.4, 3.4, 0.3), "model")
    shaper.done(1)
    assert shaper.edits()[0]["place"][2] == pytest.approx(0, abs=1e-6)
    shaper.drag((8, 0, 0.3), (7.5, 0.5, 0.3))
    shaper.done(2)
    assert shaper.edits()[1]["place"][2] == pytest.approx(0.3, abs=1e-6)  # lane has no model
    shaper.page.locator("#shape-snap-model").uncheck()
    shaper.click((3, 1, 0.3))
    shaper.act("raise")
    shaper.done(3)
    assert shaper.mesh("hall").vertices[0, 2] == 0
    shaper.click((6.6, 1.2, 0.3))
    shaper.act("raise")
    shaper.wait("kotorlevel.editor.told.bad")
    assert "no model" in shaper.told["text"]
