"""Walkmeshes in text form where the game has a WOK: loaded, checked, linked, written as text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.core.errors import FormatError
from kotorlevel.mesh.convert.to_ascii import room_to_ascii, room_to_engine_ascii
from kotorlevel.mesh.io import encode_walkmesh
from support.area.level_files import put_archive
from support.areas import floor, make_area, write_folder

TWO = {"hall": floor(), "yard": floor(4)}


def put_level(folder: Path, **texts: bytes) -> Path:
    """Two rooms that meet, without links; some of them as text."""
    path = write_folder(folder, make_area(TWO), vis=b"hall 1\r\n  yard\r\nyard 1\r\n  hall\r\n")
    for room, text in texts.items():
        (folder / f"{room}.wok").write_bytes(text)
    return path


def as_text(room: str) -> bytes:
    return room_to_ascii(TWO[room], room)


def links(area: kl.Area) -> dict[str, list[int]]:
    return {
        room.name: np.unique(room.mesh.transitions[room.mesh.transitions >= 0]).tolist()
        for room in area.rooms
        if room.mesh is not None
    }


@pytest.mark.parametrize("engine", [False, True])
def test_a_text_is_a_room(tmp_path: Path, engine: bool) -> None:
    text = room_to_engine_ascii(TWO["hall"], "hall") if engine else as_text("hall")
    area = kl.load_area(put_level(tmp_path, hall=text))
    assert not area.problems
    mesh = area.room("hall").mesh
    assert mesh is not None
    assert mesh.vertices.tolist() == TWO["hall"].vertices.tolist()
    assert mesh.text == ("engine" if engine else "model")
    assert encode_walkmesh(mesh, "hall") == text


def test_links_are_written_into_the_text(tmp_path: Path) -> None:
    area = kl.load_area(put_level(tmp_path, hall=as_text("hall")))
    kl.write_area_in_place(kl.relink(area)[0])
    assert (tmp_path / "hall.wok").read_bytes().lstrip().startswith((b"#", b"newmodel", b"node"))
    assert (tmp_path / "yard.wok").read_bytes().startswith(b"BWM ")
    assert links(kl.load_area(tmp_path)) == {"hall": [1], "yard": [0]}


def test_in_an_archive(tmp_path: Path) -> None:
    put_level(tmp_path, hall=as_text("hall"))
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    mod = put_archive(tmp_path / "out" / "lab.mod", files)
    kl.write_area_in_place(kl.relink(kl.load_area(mod))[0])
    assert links(kl.load_area(mod)) == {"hall": [1], "yard": [0]}
    mesh = kl.load_area(mod).room("hall").mesh
    assert mesh is not None
    assert mesh.text == "model"


def test_check_and_fix_see_the_same(tmp_path: Path) -> None:
    path = put_level(tmp_path, hall=as_text("hall"))
    found = {finding.rule for finding in kl.check(path)}
    assert "ARE010" in found
    assert not found & {"ARE001", "FIL001"}
    kl.fix(path).write()
    assert links(kl.load_area(path)) == {"hall": [1], "yard": [0]}
    assert "ARE010" not in {finding.rule for finding in kl.check(path)}


def test_engine_text_cannot_hold_links_and_stays(tmp_path: Path) -> None:
    text = room_to_engine_ascii(TWO["hall"], "hall")
    path = put_level(tmp_path, hall=text)
    area = kl.relink(kl.load_area(path))[0]
    with pytest.raises(FormatError, match=r"hall\.wok: is engine text, which cannot hold links"):
        kl.write_area_in_place(area)
    kl.fix(path).write()
    assert (tmp_path / "hall.wok").read_bytes() == text


def test_the_text_of_a_whole_model_is_not_overwritten(tmp_path: Path) -> None:
    whole = as_text("hall").replace(
        b"endmodelgeom", b"node trimesh lamp\r\n  parent hall\r\nendnode\r\nendmodelgeom", 1
    )
    area = kl.load_area(put_level(tmp_path, hall=whole))
    mesh = area.room("hall").mesh
    assert mesh is not None
    with pytest.raises(FormatError, match="whole model"):
        encode_walkmesh(replace(mesh, position=mesh.position), "hall")


def test_a_file_without_a_walkmesh_is_an_error_not_an_absent_room(tmp_path: Path) -> None:
    path = put_level(tmp_path, yard=b"newmodel yard\r\nnode dummy yard\r\nendnode\r\n")
    report = kl.check(path)
    assert {"ARE001", "FIL001"} <= {finding.rule for finding in report.errors}
    area = kl.load_area(path)
    assert area.unknown_rooms == {1}
    assert "cannot be read: yard" in kl.find_reach(area, (1, 1)).notes[0]
