"""`watch`: what is saved in a modelling program, in the level a moment later."""

from __future__ import annotations

import os
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.errors import FormatError
from kotorlevel.view.live.follow import Follower, WatchUpdate
from support.area.level_files import content, put, station

HALL = "station_hall"


@pytest.fixture
def level(tmp_path: Path) -> Path:
    """The sample level, with drawings of it beside."""
    folder = put(tmp_path / "level", station())
    kl.convert(folder / f"{HALL}.wok", tmp_path / f"{HALL}.obj")
    kl.convert(folder, tmp_path / "all.glb")
    return folder


def save(path: Path, old: str, new: str) -> None:
    """Another program has written the file, at another time than before."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    later = path.stat().st_mtime_ns + 10**9
    os.utime(path, ns=(later, later))


def wait(follower: Follower) -> WatchUpdate:
    """The update of what was saved: it takes two looks to see that nobody is writing any more."""
    assert follower.look() is None
    update = follower.look()
    assert update is not None
    assert follower.look() is None
    return update


def test_a_save_is_written_and_taken_back_to_the_byte(level: Path, tmp_path: Path) -> None:
    before = content(level)
    drawing = tmp_path / f"{HALL}.obj"
    follower = Follower(drawing, level / f"{HALL}.wok")
    first = follower.update()
    assert first.files == ()
    assert content(level) == before

    save(drawing, "usemtl Water", "usemtl Mud")
    update = wait(follower)
    assert [path.name for path in update.files] == [f"{HALL}.wok"]
    mesh = kl.read_walkmesh(level / f"{HALL}.wok")
    assert 13 in mesh.materials
    assert 6 not in mesh.materials
    assert update.saved == (drawing,)
    assert update.report is not None

    save(drawing, "usemtl Mud", "usemtl Water")
    assert len(wait(follower).files) == 1
    assert content(level) == before


def test_what_is_wrong_is_told_and_the_level_stays(level: Path, tmp_path: Path) -> None:
    before = content(level)
    drawing = tmp_path / f"{HALL}.obj"
    follower = Follower(drawing, level / f"{HALL}.wok", check=False)
    follower.update()
    save(drawing, "usemtl Water", "usemtl Watter")
    update = wait(follower)
    assert isinstance(update.error, FormatError)
    assert "Did you mean 'Water'" in str(update.error)
    assert content(level) == before
    save(drawing, "usemtl Watter", "usemtl Water")
    assert wait(follower).error is None


def test_moved_rooms_are_linked_anew_on_both_sides(level: Path, tmp_path: Path) -> None:
    """A level without links: gates and seams bring them back in all rooms that were drawn."""
    area = kl.load_area(level)
    for room in area.rooms:
        if room.mesh is not None and len(room.mesh.faces):
            none = np.full(room.mesh.transitions.shape, -1)
            kl.write_walkmesh(room.mesh.edited(transitions=none), level / f"{room.name}.wok")
    update = Follower(tmp_path / f"{HALL}.obj", level).update()
    written = {path.name for path in update.files}
    assert written == {f"{HALL}.wok", "station_corridor.wok"}
    assert any("linked where rooms meet" in text for text in update.remarks)
    now = kl.load_area(level)
    hall, corridor = now.room(HALL), now.room("station_corridor")
    assert hall.mesh is not None
    assert corridor.mesh is not None
    assert corridor.index in hall.mesh.transitions
    assert hall.index in corridor.mesh.transitions


def test_an_entry_that_is_moved_and_moved_back(level: Path, tmp_path: Path) -> None:
    before = content(level)
    drawing = kl.read_drawing(tmp_path / "all.glb")
    follower = Follower(tmp_path / "all.glb", level, check=False)
    assert follower.update().files == ()
    marks = [replace(m, place=(3, 3, 0)) if m.name == "entry" else m for m in drawing.marks]
    kl.write_drawing(replace(drawing, marks=tuple(marks)), tmp_path / "all.glb")
    assert [path.name for path in follower.update().files] == ["module.ifo"]
    assert kl.load_area(level).entry == (3, 3, 0)
    kl.write_drawing(drawing, tmp_path / "all.glb")
    assert [path.name for path in follower.update().files] == ["module.ifo"]
    assert content(level) == before


def test_others_may_edit_the_level_meanwhile(level: Path, tmp_path: Path) -> None:
    drawing = tmp_path / f"{HALL}.obj"
    follower = Follower(drawing, level, check=False)
    follower.update()
    store = level / "station_store.wok"
    mesh = kl.read_walkmesh(store)
    kl.write_walkmesh(kl.edit.repaint(mesh, [0], 9), store)
    painted = store.read_bytes()
    save(drawing, "usemtl Water", "usemtl Mud")
    update = wait(follower)
    assert store.read_bytes() == painted
    assert any("station_store.wok changed by something else" in text for text in update.remarks)


def test_a_folder_of_drawings(level: Path, tmp_path: Path) -> None:
    folder = tmp_path / "drawings"
    folder.mkdir()
    (tmp_path / f"{HALL}.obj").rename(folder / f"{HALL}.obj")
    follower = Follower(folder, level, check=False)
    assert follower.update().files == ()
    kl.convert(level / "station_store.wok", folder / "station_store.obj")
    assert wait(follower).files == ()
    save(folder / "station_store.obj", "usemtl Stone", "usemtl Carpet")
    assert [path.name for path in wait(follower).files] == ["station_store.wok"]


def test_a_walkmesh_without_a_level(level: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone" / "x.wok"
    alone.parent.mkdir()
    alone.write_bytes((level / f"{HALL}.wok").read_bytes())
    before = alone.read_bytes()
    follower = Follower(tmp_path / f"{HALL}.obj", alone)
    assert follower.update().files == ()
    save(tmp_path / f"{HALL}.obj", "usemtl Water", "usemtl Mud")
    assert wait(follower).files == (alone,)
    save(tmp_path / f"{HALL}.obj", "usemtl Mud", "usemtl Water")
    wait(follower)
    assert alone.read_bytes() == before


def test_an_update_comes_at_once_and_after_a_save(level: Path, tmp_path: Path) -> None:
    drawing = tmp_path / f"{HALL}.obj"
    updates = kl.watch(drawing, level, check=False, interval=0.01)
    assert next(updates).files == ()
    timer = threading.Timer(0.1, save, (drawing, "usemtl Water", "usemtl Mud"))
    timer.start()
    assert [path.name for path in next(updates).files] == [f"{HALL}.wok"]
    timer.join()
    updates.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("source", "output", "message"),
    [
        ("x.wok", "level", "a drawing ends in"),
        ("missing.obj", "level", "no such file"),
        ("all.glb", "nowhere", "neither a level"),
        (".", f"level/{HALL}.wok", "folder of drawings"),
        ("level", "level", "no drawings"),
    ],
)
def test_what_does_not_fit(
    level: Path, tmp_path: Path, source: str, output: str, message: str
) -> None:
    with pytest.raises(FormatError, match=message):
        next(kl.watch(tmp_path / source, tmp_path / output))


def test_a_folder_that_is_called_like_a_walkmesh_is_no_walkmesh(
    level: Path, tmp_path: Path
) -> None:
    (tmp_path / "room.wok").mkdir()
    with pytest.raises(FormatError, match="neither a level"):
        Follower(tmp_path / f"{HALL}.obj", tmp_path / "room.wok")
