"""What counts as a change of a level's files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.install.level import find_level
from kotorlevel.view.live import watch
from kotorlevel.view.live.watch import Watched, watch_level
from support.areas import floor, make_area, write_folder
from support.installation import make_installation
from support.sample_area import MODULE


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_folder(tmp_path, make_area({"hall": floor(), "yard": floor(4)}))
    return tmp_path


def test_every_change_shows(folder: Path) -> None:
    watched = watch_level(find_level(folder))
    seen = [watched.fingerprint()]
    assert watched.fingerprint() == seen[0]

    def changed() -> bool:
        seen.append(watched.fingerprint())
        return seen[-1] not in seen[:-1]

    room = folder / "hall.wok"
    kl.write_walkmesh(floor(width=5), room)  # replaced by a new file of the same size
    assert changed()
    data = room.read_bytes()
    room.write_bytes(data + b"x")
    os.utime(room, ns=(0, 0))
    assert changed()
    os.utime(room, ns=(0, 1))
    assert changed()
    (folder / "new.wok").write_bytes(data)
    assert changed()
    (folder / "below").mkdir()
    (folder / "below" / "deep.pwk").write_bytes(data)
    assert changed()
    (folder / "yard.wok").unlink()
    assert changed()
    (folder / "notes.txt").write_text("not of a level")
    assert not changed()


def test_folders_that_vanish_or_loop_are_no_error(folder: Path) -> None:
    watched = watch_level(find_level(folder), [folder / "settings.toml", folder / "nul\0"])
    if os.name != "nt":
        (folder / "again").symlink_to(folder)
    before = watched.fingerprint()
    assert {Path(path).name for path in before} == {"lab.lyt", "hall.wok", "yard.wok"}
    (folder / "settings.toml").write_text("")
    assert watched.fingerprint() != before
    assert Watched((), ((folder / "no", True),)).fingerprint() == {}


def test_a_layout_watches_its_own_folder_alone(folder: Path) -> None:
    (folder / "below").mkdir()
    (folder / "below" / "deep.wok").write_bytes(b"")
    names = {Path(p).name for p in watch_level(find_level(folder / "lab.lyt")).fingerprint()}
    assert names == {"lab.lyt", "hall.wok", "yard.wok"}


def test_a_game_watches_its_archives_and_override(tmp_path: Path) -> None:
    made = make_installation(tmp_path)
    watched = watch_level(find_level(made.folder, module=MODULE))
    before = watched.fingerprint()
    names = {Path(path).name.lower() for path in before}
    assert {"chitin.key", f"{MODULE}.rim", f"{MODULE}_s.rim"} <= names
    override = next(path for path in made.root.iterdir() if path.name.lower() == "override")
    (override / "station_view.wok").write_bytes(b"new")
    assert watched.fingerprint() != before


def test_not_everything_on_a_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "MOST_FILES", 2)
    assert len(watch_level(find_level(folder)).fingerprint()) == 2
