"""``kotorlevel convert`` and ``kotorlevel rebuild``, run as a user runs them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.formats.bwm import build_bwm
from kotorlevel.mesh.convert.to_ascii import door_to_ascii, room_to_ascii
from support.area.level_files import content
from support.builders import square_pwk, square_tables, square_wok
from support.command import run_inside
from support.core.journals import old_bytes
from support.corpus import CORPUS, needs_corpus


@pytest.fixture
def room(tmp_path: Path) -> Path:
    path = tmp_path / "room.wok"
    path.write_bytes(kl.read_walkmesh(square_wok().to_bytes()).rebuilt().to_bytes())
    return path


def test_there_and_back(room: Path) -> None:
    text, back = room.with_name("room.wok.ascii"), room.with_name("back.wok")
    assert run_inside("convert", room, text).code == 0
    assert run_inside("convert", text, back).code == 0
    assert back.read_bytes() == room.read_bytes()


def test_placeable_and_door(tmp_path: Path) -> None:
    pwk = tmp_path / "plc.pwk"
    pwk.write_bytes(square_pwk().to_bytes())
    assert run_inside("convert", pwk, tmp_path / "plc.pwk.ascii").code == 0
    assert run_inside("convert", tmp_path / "plc.pwk.ascii", tmp_path / "again.pwk").code == 0
    again = kl.read_walkmesh(tmp_path / "again.pwk")
    assert np.array_equal(again.relative_hooks, kl.read_walkmesh(pwk).relative_hooks)
    assert run_inside("convert", pwk, tmp_path / "dor1.dwk").code == 0
    assert run_inside("convert", tmp_path / "dor1.dwk", tmp_path / "dor.dwk.ascii").code == 0
    assert b"dor_DWK_wg_open1" in (tmp_path / "dor.dwk.ascii").read_bytes()


def test_only_the_state_is_taken_off_a_door_name(tmp_path: Path) -> None:
    (tmp_path / "dor_lhr010.dwk").write_bytes(square_pwk().to_bytes())
    assert (
        run_inside("convert", tmp_path / "dor_lhr010.dwk", tmp_path / "dor_lhr01.dwk.ascii").code
        == 0
    )
    assert b"dor_lhr01_DWK_wg_closed" in (tmp_path / "dor_lhr01.dwk.ascii").read_bytes()


def test_links_that_cannot_be_written_are_named(tmp_path: Path) -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes())
    text = room_to_ascii(mesh, "room").replace(b" 10\r\n", b" 7\r\n")  # the linked face: a wall
    (tmp_path / "room.wok.ascii").write_bytes(text)
    result = run_inside("convert", tmp_path / "room.wok.ascii", tmp_path / "room.wok")
    assert result.code == 0
    assert "1 link to a room cannot be written" in result.stderr


def test_material_below_zero_is_an_error_with_its_line(tmp_path: Path) -> None:
    text = room_to_ascii(kl.read_walkmesh(square_wok().to_bytes()), "room")
    (tmp_path / "room.wok.ascii").write_bytes(text.replace(b" 10\r\n", b" -1\r\n"))
    for arguments in (("info",), ("convert",)):
        output = [tmp_path / "x.wok"] if arguments == ("convert",) else []
        result = run_inside(*arguments, tmp_path / "room.wok.ascii", *output)
        assert result.code == 2
        assert "no material" in result.stderr
        assert "line " in result.stderr


def test_state_of_a_door_is_chosen_by_the_name(tmp_path: Path) -> None:
    base = kl.read_walkmesh(square_pwk().to_bytes())
    states = {
        "closed": base,
        "open1": base.translated((5, 0, 0)),
        "open2": base.translated((9, 0, 0)),
    }
    text = tmp_path / "dor.dwk.ascii"
    text.write_bytes(door_to_ascii(states, "dor"))
    for digit, mesh in enumerate(states.values()):
        assert run_inside("convert", text, tmp_path / f"dor{digit}.dwk").code == 0
        assert np.array_equal(
            kl.read_walkmesh(tmp_path / f"dor{digit}.dwk").vertices, mesh.vertices
        )
    result = run_inside("convert", text, tmp_path / "all.dwk")
    assert result.code == 0
    for digit, state in enumerate(states):
        assert f"{state}: wrote {tmp_path / f'all{digit}.dwk'}" in result.stdout
        one, other = (tmp_path / f"{name}{digit}.dwk" for name in ("all", "dor"))
        assert one.read_bytes() == other.read_bytes()
    assert not (tmp_path / "all.dwk").exists()


@needs_corpus
def test_whole_model_becomes_a_walkmesh(tmp_path: Path) -> None:
    result = run_inside(
        "convert", CORPUS / "ascii/m13aa_04a_kotormax.mdl.ascii", tmp_path / "room.wok"
    )
    assert result.code == 0
    assert "joined 1,198 vertices" in result.stdout
    wanted = (CORPUS / "wok/modtools/m13aa_04a_from_ascii.wok").stat().st_size
    assert (tmp_path / "room.wok").stat().st_size == wanted


def test_existing_files_are_kept_without_force(room: Path) -> None:
    other = room.with_name("other.wok")
    other.write_bytes(b"mine")
    for arguments in (("convert", room, other), ("rebuild", room, "-o", other)):
        result = run_inside(*arguments)
        assert result.code == 2
        assert "--force" in result.stderr
        assert other.read_bytes() == b"mine"
        assert run_inside(*arguments, "--force").code == 0
        assert other.read_bytes() == room.read_bytes()
        other.write_bytes(b"mine")
    assert sorted(content(room.parent)) == ["other.wok", "room.wok"]
    assert old_bytes(other) == {"other.wok": b"mine"}


def test_wrong_use_of_convert(room: Path) -> None:
    folder = room.parent
    (folder / "bad.wok").write_bytes(room.read_bytes()[:300])
    (folder / "bad.wok.ascii").write_text("node aabb x\n  verts 2\n    0 0 0\nendnode\n")
    (folder / "other.2da").write_bytes(b"2DA V2.0\r\n\r\n label\r\n0 x\r\n")
    cases = {
        ("convert", room, folder / "x.stl"): "must end in",
        ("convert", room, folder / "x.pwk"): "this is a room's walkmesh",
        ("convert", room, folder / "x.pwk.ascii"): "this is a room's walkmesh",
        ("convert", room, folder / "none" / "x.wok"): "there is no folder",
        ("convert", folder / "missing.wok", folder / "x.wok"): "no such file",
        ("convert", folder, folder / "x.wok"): "is a folder",
        ("convert", folder / "bad.wok", folder / "x.wok"): "the file ends at",
        ("convert", folder / "bad.wok.ascii", folder / "x.wok"): "line 2",
        ("convert", room, folder / "x.wok", "--materials", "snow"): "neither a file nor a preset",
        ("convert", room, folder / "x.wok.ascii", "--engine-text"): "links to rooms",
        ("convert", room): "Missing argument",
        ("rebuild",): "Missing argument 'PATH...'",
        ("rebuild", room): "say where to write: -o OUT or --in-place",
        ("rebuild", room, "-o", folder / "x.wok", "--in-place"): "exclude each other",
        ("rebuild", room, "-o", folder / "x.wok", "--game", "swkotor"): "mean --rounding k1",
        ("rebuild", room, room, "-o", room): "is a file; several walkmeshes need a folder",
        ("rebuild", folder, "-o", folder / "x.wok"): "several walkmeshes need a folder",
        ("rebuild", room, "-o", folder / "x.pwk"): "this is a room's walkmesh",
        ("rebuild", room, "-o", folder / "x.wok.ascii"): "must end in .wok, .pwk or .dwk",
        ("rebuild", room, "-o", folder / "x.wok", "--materials", folder / "other.2da"): "walk",
        ("rebuild", folder / "bad.wok", "-o", folder / "x.wok"): "the file ends at",
    }
    for arguments, message in cases.items():
        result = run_inside(*arguments)
        assert result.code == 2, arguments
        assert message in result.stderr
        assert "Traceback" not in result.stderr
        assert not list(folder.glob("x.*")), arguments


def test_rebuild_says_what_changed(tmp_path: Path) -> None:
    tables = square_tables()
    broken = build_bwm(1, {**tables, "loops": [], "distances": [5, 5]})
    (tmp_path / "room.wok").write_bytes(broken.to_bytes())
    (tmp_path / "out").mkdir()
    result = run_inside("rebuild", tmp_path / "room.wok", "-o", tmp_path / "out")
    assert result.code == 0
    assert "boundary loops   0 before, 1 now" in result.stdout
    assert "plane distances  2 of 2 changed" in result.stdout
    rebuilt = tmp_path / "out" / "room.wok"
    mesh = kl.read_walkmesh(rebuilt)
    assert mesh.loops.tolist() == [4]
    assert mesh.transitions.tolist() == [[-1, 3, -1], [-1, -1, -1]]
    again = run_inside("rebuild", rebuilt, "-o", rebuilt, "--force")
    assert "nothing had to change" in again.stdout


def test_rebuild_by_another_material_table(tmp_path: Path) -> None:
    tables = square_tables()
    mesh = kl.Walkmesh.from_arrays(tables["vertices"], tables["faces"], [16, 4])
    (tmp_path / "room.wok").write_bytes(mesh.to_bytes())
    assert kl.read_walkmesh(tmp_path / "room.wok").domain == 1
    surfaces = b"2DA V2.0\r\n\r\n label walk\r\n" + b"".join(b"%d x 1\r\n" % n for n in range(17))
    (tmp_path / "surfacemat.2da").write_bytes(surfaces)
    for table in ("kotorblender", tmp_path / "surfacemat.2da"):
        result = run_inside(
            "rebuild",
            tmp_path / "room.wok",
            "-o",
            tmp_path / "x.wok",
            "--force",
            "--materials",
            table,
        )
        assert result.code == 0, result.stderr
        assert kl.read_walkmesh(tmp_path / "x.wok").domain == 2


def test_rebuild_warns_of_crowded_edges(tmp_path: Path) -> None:
    vertices = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 1, 1)]
    mesh = kl.Walkmesh.from_arrays(vertices, [(0, 1, 2), (1, 0, 3), (0, 1, 4)], [4, 4, 4])
    (tmp_path / "room.wok").write_bytes(mesh.to_bytes())
    result = run_inside("rebuild", tmp_path / "room.wok", "-o", tmp_path / "x.wok")
    assert result.code == 0
    assert "3 edges shared by more than two faces" in result.stderr


def test_a_state_that_the_text_lacks_is_refused(tmp_path: Path) -> None:
    (tmp_path / "dor0.dwk").write_bytes(square_pwk().to_bytes())
    assert run_inside("convert", tmp_path / "dor0.dwk", tmp_path / "dor.dwk.ascii").code == 0
    result = run_inside("convert", tmp_path / "dor.dwk.ascii", tmp_path / "dor2.dwk")
    assert result.code == 2
    assert "(closed)" in result.stderr
    assert not (tmp_path / "dor2.dwk").exists()


def test_file_names_with_spaces_and_letters(tmp_path: Path) -> None:
    source = tmp_path / "my röom.wok"
    source.write_bytes(square_wok().to_bytes())
    assert run_inside("convert", source, tmp_path / "my röom.wok.ascii").code == 0
    assert b"beginmodelgeom my_r_om" in (tmp_path / "my röom.wok.ascii").read_bytes()


def test_errors_of_a_mesh_name_its_file(tmp_path: Path) -> None:
    bad = build_bwm(1, {**square_tables(), "faces": [(0, 1, 9), (0, 2, 3)]})
    (tmp_path / "bad.wok").write_bytes(bad.to_bytes())
    result = run_inside("rebuild", tmp_path / "bad.wok", "-o", tmp_path / "x.wok")
    assert result.code == 2
    assert "bad.wok: faces: face 0 has corners [0, 1, 9]" in result.stderr


def test_binary_to_binary_is_a_copy_and_says_so(room: Path) -> None:
    result = run_inside("convert", room, room.with_name("copy.wok"), "--materials", "mdlops")
    assert "copied as it is" in result.stdout
    assert room.with_name("copy.wok").read_bytes() == room.read_bytes()
