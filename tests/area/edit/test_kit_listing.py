"""Kits: what is in a folder of rooms, and rooms added from there and from nowhere else."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.errors import InputError
from support.area.level_files import content, put, station
from support.command import run_inside

STORE = "station_store"
E = kl.edits


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    files = station()
    folder = tmp_path / "kit"
    (folder / "rooms").mkdir(parents=True)
    (folder / "store.wok").write_bytes(files[f"{STORE}.wok"])
    (folder / "rooms" / "hall.WOK").write_bytes(files["station_hall.wok"])
    (folder / "rooms" / "hall.mdl").write_bytes(b"mdl of the hall")
    (folder / "rooms" / "hall.mdx").write_bytes(b"mdx of the hall")
    (folder / "broken.wok").write_bytes(b"BWM V1.0" + bytes(20))
    (folder / "object.wok").write_bytes(files["station_crate.pwk"])
    (folder / "notes.txt").write_text("no room")
    return folder


@pytest.fixture
def level(tmp_path: Path) -> Path:
    return put(tmp_path / "level", station())


def test_rooms_with_size_doorways_and_picture(kit: Path) -> None:
    rooms = {each.path: each for each in kl.list_kit(kit)}
    assert list(rooms) == ["broken.wok", "object.wok", "rooms/hall.WOK", "store.wok"]
    store = rooms["store.wok"]
    mesh = kl.read_walkmesh(kit / "store.wok")
    assert store.size == pytest.approx(tuple(mesh.vertices.max(axis=0) - mesh.vertices.min(axis=0)))
    assert store.faces == len(mesh.faces)
    assert [(each.place, each.marked) for each in store.doorways] == [((24.0, 4.0, 1.5), True)]
    assert store.doorways[0].width == pytest.approx(2)
    assert mesh.transitions.reshape(-1)[store.doorways[0].edge] != -1
    assert store.thumbnail.startswith("<svg ")
    assert store.thumbnail.endswith("</svg>")
    assert 100 < len(store.thumbnail) < 40_000
    assert (store.name, store.error, store.has_model) == ("store", "", False)
    assert rooms["rooms/hall.WOK"].has_model
    assert "object" in rooms["object.wok"].error
    assert rooms["broken.wok"].error
    assert rooms["broken.wok"].faces == 0


def test_no_more_than_500(tmp_path: Path) -> None:
    for number in range(510):
        (tmp_path / f"r{number:04}.wok").write_bytes(b"no walkmesh")
    found = kl.list_kit(tmp_path)
    assert len(found) == 500
    assert all(each.error for each in found)
    with pytest.raises(InputError, match="no folder"):
        kl.list_kit(tmp_path / "nowhere")


def test_a_room_of_a_kit_is_found_behind_the_level_s_own(level: Path, kit: Path) -> None:
    area = kl.load_area(level)
    edit = E.AddRoom("station_more", "store.wok", (50.0, 0.0, 0.0))
    with pytest.raises(InputError, match="no such file"):
        kl.apply_edits(area, [edit], level)
    added = kl.apply_edits(area, [edit], level, kits=[kit]).area
    mesh = added.room("station_more").mesh
    assert mesh is not None
    assert len(mesh.faces) == len(kl.read_walkmesh(kit / "store.wok").faces)
    (level / "store.wok").write_bytes((kit / "rooms" / "hall.WOK").read_bytes())
    first = kl.apply_edits(area, [edit], level, kits=[kit]).area.room("station_more").mesh
    assert first is not None
    assert len(first.faces) == len(kl.read_walkmesh(level / "store.wok").faces)


def test_the_command_takes_kits(level: Path, kit: Path, tmp_path: Path) -> None:
    edit = E.AddRoom("station_more", "rooms/hall.WOK", (50.0, 0.0, 0.0), model=True)
    kl.write_edits([edit], level / "edits.json")
    out = tmp_path / "out"
    assert run_inside("apply", level / "edits.json", level, "-o", out).code == 2
    done = run_inside("apply", level / "edits.json", level, "-o", out, "--kit", kit)
    assert done.code == 0, done.stderr
    assert "copied as station_more.mdl" in done.stderr
    files = content(out)
    assert files["station_more.mdl"] == b"mdl of the hall"
    assert files["station_more.mdx"] == b"mdx of the hall"
    assert "station_more.wok" in files
    again = kl.apply_edits(kl.load_area(level), [edit], level, kits=[kit])
    kl.write_area(again.area, tmp_path / "python")
    assert content(tmp_path / "python") == files


def test_a_model_that_is_not_there_is_told(level: Path, kit: Path) -> None:
    edit = E.AddRoom("station_more", "store.wok", (50.0, 0.0, 0.0), model=True)
    done = kl.apply_edits(kl.load_area(level), [edit], level, kits=[kit])
    assert "no model copied" in done.done[0].notes[-1]
    assert done.area.extra == {}


@pytest.mark.parametrize(
    "name",
    [
        "../kit/store.wok",
        "rooms/../../kit/store.wok",
        "/etc/passwd",
        "C:\\x.wok",
        "\\\\host\\x.wok",
    ],
)
def test_names_stay_inside(level: Path, kit: Path, name: str) -> None:
    with pytest.raises(InputError, match="not in the folder"):
        kl.apply_edits(kl.load_area(level), [E.AddRoom("x", name)], level, kits=[kit])


@pytest.mark.skipif(os.name == "nt", reason="links take a permission on Windows")
def test_links_do_not_lead_out(level: Path, kit: Path, tmp_path: Path) -> None:
    inside = tmp_path / "other_kit"
    inside.mkdir()
    (inside / "way.wok").symlink_to(kit / "store.wok")
    (inside / "folder").symlink_to(kit)
    assert kl.list_kit(inside) == []
    for name in ("way.wok", "folder/store.wok"):
        with pytest.raises(InputError, match="link"):
            kl.apply_edits(kl.load_area(level), [E.AddRoom("x", name)], level, kits=[inside])


@pytest.mark.parametrize("name", ["x" * 300, f"{'x' * 300}/y.wok", "a\0b\n.wok", "\ud800.wok"])
def test_names_that_no_file_can_have(level: Path, kit: Path, name: str) -> None:
    with pytest.raises(InputError, match="there is no such file") as refused:
        kl.apply_edits(kl.load_area(level), [kl.edits.AddRoom("new", name)], level, kits=[kit])
    assert str(refused.value).isprintable()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_nobody_waits_for_a_pipe(level: Path, kit: Path) -> None:
    before = kl.list_kit(kit)
    os.mkfifo(kit / "pipe.wok")
    assert [each.path for each in kl.list_kit(kit)] == [each.path for each in before]
    with pytest.raises(InputError, match="there is no such file"):
        kl.apply_edits(kl.load_area(level), [kl.edits.AddRoom("new", "pipe.wok")], kit)


def test_as_json() -> None:
    edit = E.AddRoom("x", "a/b.wok", join=0, join_edge=4, edge=7, model=True)
    assert E.parse_operation(json.loads(json.dumps(edit.to_json()))) == edit
    assert "model" not in E.AddRoom("x", "a.wok").to_json()
