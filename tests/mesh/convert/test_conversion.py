"""`convert` and `rebuild` as functions: what they make, say and refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.errors import InputError
from kotorlevel.mesh.convert.to_ascii import door_to_ascii
from kotorlevel.mesh.io import parse_one_walkmesh
from support.builders import square_pwk, square_wok


@pytest.fixture
def room(tmp_path: Path) -> Path:
    path = tmp_path / "room.wok"
    path.write_bytes(kl.read_walkmesh(square_wok().to_bytes()).rebuilt().to_bytes())
    return path


def test_there_and_back(room: Path) -> None:
    text = kl.convert(room, room.with_name("room.wok.ascii"))
    back = kl.convert(text.target, room.with_name("back.wok"))
    assert back.target.read_bytes() == room.read_bytes() == back.data
    assert (text.is_copy, back.is_copy) == (False, False)
    assert kl.convert(room, room.with_name("copy.wok"), dry_run=True).is_copy
    assert not room.with_name("copy.wok").exists()


def test_rebuild_says_what_changed(room: Path) -> None:
    assert kl.rebuild(room, room.with_name("same.wok")).changes == ()
    bwm = kl.read_walkmesh(room).to_bwm()
    normals = bwm.normals.copy()
    normals[:] = (0, 1, 0)
    data = room.read_bytes().replace(bwm.normals.tobytes(), normals.tobytes())
    assert data != room.read_bytes()
    room.write_bytes(data)
    done = kl.rebuild(room, room, force=True)
    (change,) = done.changes
    assert (change.table, change.changed, change.after) == ("normals", 2, len(normals))
    assert kl.read_walkmesh(room).normals.tobytes() == bwm.normals.tobytes()


def test_what_cannot_be_is_refused_without_a_word_on_options(room: Path, tmp_path: Path) -> None:
    (tmp_path / "plc.pwk").write_bytes(square_pwk().to_bytes())
    linked = kl.read_walkmesh(room)
    assert (linked.transitions != -1).any()
    for source, target, more in (
        (room, "out.pwk", {}),
        (room, "room.wok", {}),
        (room, "out.xyz", {}),
        (room, "none/out.wok", {}),
        (room, "out.wok.ascii", {"engine_text": True}),
        (tmp_path / "plc.pwk", "out.pwk.ascii", {"engine_text": True}),
    ):
        with pytest.raises(InputError) as refused:
            kl.convert(source, tmp_path / target, **more)  # type: ignore[arg-type]
        assert "--" not in str(refused.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["plc.pwk", "room.wok"]


def test_all_states_of_a_door(tmp_path: Path) -> None:
    closed = kl.read_walkmesh(square_pwk().to_bytes())
    doors = {"closed": closed, "open2": closed.translated((1, 0, 0))}
    text = tmp_path / "dor_lhr01.dwk.ascii"
    text.write_bytes(door_to_ascii(doors, "dor_lhr01"))
    (tmp_path / "dor_lhr012.dwk").write_bytes(b"mine")
    with pytest.raises(InputError, match=r"dor_lhr012.dwk: exists already"):
        kl.convert(text, tmp_path / "dor_lhr01.dwk")
    done = kl.convert(text, tmp_path / "dor_lhr01.dwk", force=True)
    names = [each.target.name for each in (done, *done.also)]
    assert names == ["dor_lhr010.dwk", "dor_lhr012.dwk"]
    files = sorted(path.name for path in tmp_path.iterdir() if path.is_file())
    assert files == [text.name, *names]
    for name, mesh in zip(names, doors.values(), strict=True):
        assert (kl.read_walkmesh(tmp_path / name).vertices == mesh.vertices).all()
    # As text they stay together, and a text of one state gives the one file that was asked for.
    again = kl.convert(text, tmp_path / "other.dwk.ascii")
    assert list(kl.read_walkmeshes(again.target)) == list(doors)
    one = tmp_path / "dor_lhr02.dwk.ascii"
    one.write_bytes(door_to_ascii({"closed": closed}, "dor_lhr02"))
    assert kl.convert(one, tmp_path / "dor_lhr02.dwk").target.name == "dor_lhr02.dwk"


def test_one_walkmesh_of_a_door() -> None:
    closed = kl.read_walkmesh(square_pwk().to_bytes())
    opened = closed.translated((1, 0, 0))
    text = door_to_ascii({"closed": closed, "open1": opened}, "door")
    first = parse_one_walkmesh(text, "door.dwk.ascii")
    assert (first.is_text, first.states) == (True, ("closed", "open1"))
    chosen = parse_one_walkmesh(text, "door.dwk.ascii", state="open1", alone=True)
    assert chosen.mesh.to_bytes() != first.mesh.to_bytes()
    with pytest.raises(InputError, match=r"door.dwk.ascii: holds 2 walkmeshes \(closed, open1\)"):
        parse_one_walkmesh(text, "door.dwk.ascii", alone=True)
    assert not parse_one_walkmesh(square_pwk().to_bytes()).is_text
