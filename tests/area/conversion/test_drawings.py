"""`convert` to OBJ and GLB and back: real files to the byte, and what is said of the others."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.errors import FormatError, InputError
from support.corpus import each_area, each_corpus_file, each_level_file

ENDINGS = ("obj", "glb")
HALL = "station_hall"


@pytest.fixture
def station(tmp_path: Path) -> Path:
    folder = tmp_path / "station"
    folder.mkdir()
    for name, data in kl.make_station().items():
        (folder / name).write_bytes(data)
    return folder


def trip(path: Path, folder: Path) -> None:
    mesh = kl.read_walkmesh(path)
    if not len(mesh.faces):
        pytest.skip("no faces to draw")
    for ending in ENDINGS:
        drawing, back = folder / f"{path.stem}.{ending}", folder / f"back{path.suffix}"
        kl.convert(path, drawing)
        done = kl.convert(drawing, back, original=path, force=True)
        assert back.read_bytes() == path.read_bytes(), (ending, done.remarks)


@each_corpus_file("wok/*/*.wok", "area_m10aa/*.wok", "pwk/*.pwk")
def test_real_files_come_back_to_the_byte(path: Path, tmp_path: Path) -> None:
    trip(path, tmp_path)


@pytest.mark.sampled(5)
@each_level_file(
    "areas/*/*/*.wok",
    "objects/*/*.?wk",
    also=("m02ae_09a.wok", "m02ae_12a.wok", "m14ab_09b.wok", "dor_nar051.dwk", "unk_bed.pwk"),
)
def test_files_of_levels_come_back_to_the_byte(path: Path, tmp_path: Path) -> None:
    trip(path, tmp_path)


@each_area()
def test_links_of_whole_areas_come_back_without_the_originals(path: Path, tmp_path: Path) -> None:
    area = kl.load_area(path)
    for ending in ENDINGS:
        kl.convert(path, tmp_path / f"area.{ending}")
        drawing = kl.read_drawing(tmp_path / f"area.{ending}")
        bare = area.with_meshes(dict.fromkeys(range(len(area.rooms))))
        drawn = kl.apply_drawing(bare, drawing).area
        for room, made in zip(area.rooms, drawn.rooms, strict=True):
            if room.mesh is not None and len(room.mesh.faces):
                assert made.mesh is not None
                assert len(made.mesh.faces) == len(room.mesh.faces)
                assert _links(made.mesh) == _links(room.mesh)
                assert sorted(made.mesh.materials.tolist()) == sorted(room.mesh.materials.tolist())


def _links(mesh: kl.Walkmesh) -> list[tuple[object, int]]:
    found = []
    for edge in np.flatnonzero(mesh.transitions.reshape(-1) != -1).tolist():
        a, b = (mesh.vertices[mesh.faces[edge // 3, (edge + k) % 3]].tolist() for k in (0, 1))
        found.append(((a, b), int(mesh.transitions.reshape(-1)[edge])))
    return sorted(found, key=repr)


@each_area()
def test_an_untouched_area_writes_nothing(path: Path, tmp_path: Path) -> None:
    for ending in ENDINGS:
        kl.convert(path, tmp_path / f"area.{ending}")
        done = kl.convert(tmp_path / f"area.{ending}", tmp_path / "out", original=path)
        assert done.files == ()
        assert done.warnings == ()
        assert not (tmp_path / "out").exists()


def test_links_are_named_after_rooms_where_there_is_a_layout(station: Path, tmp_path: Path) -> None:
    kl.convert(station / f"{HALL}.wok", tmp_path / "hall.obj")
    text = (tmp_path / "hall.obj").read_text()
    assert "usemtl link_station_corridor" in text
    assert "mtllib hall.mtl" in text
    (tmp_path / f"{HALL}.wok").write_bytes((station / f"{HALL}.wok").read_bytes())
    kl.convert(tmp_path / f"{HALL}.wok", tmp_path / "alone.obj")
    assert "usemtl link_1" in (tmp_path / "alone.obj").read_text()


def test_the_original_is_found_beside_the_drawing_and_where_it_is_written(station: Path) -> None:
    before = (station / f"{HALL}.wok").read_bytes()
    kl.convert(station / f"{HALL}.wok", station / f"{HALL}.obj")
    with pytest.raises(InputError, match="exists already"):
        kl.convert(station / f"{HALL}.obj", station / f"{HALL}.wok")
    done = kl.convert(station / f"{HALL}.obj", station / f"{HALL}.wok", force=True)
    assert (station / f"{HALL}.wok").read_bytes() == before
    assert any("same faces" in remark for remark in done.remarks)


def test_an_edit_of_the_text_is_the_only_change(station: Path) -> None:
    path = station / f"{HALL}.wok"
    mesh = kl.read_walkmesh(path)
    kl.convert(path, station / f"{HALL}.obj")
    text = (station / f"{HALL}.obj").read_text().replace("usemtl Water", "usemtl Mud.001")
    (station / f"{HALL}.obj").write_text(text)
    kl.convert(station / f"{HALL}.obj", path, force=True)
    wanted = kl.edit.replace_materials(mesh, {6: 13})
    assert wanted is not mesh
    assert path.read_bytes() == wanted.to_bytes()


def test_an_ascii_walkmesh_out_of_a_drawing(station: Path) -> None:
    kl.convert(station / f"{HALL}.wok", station / "x.glb")
    kl.convert(station / "x.glb", station / f"{HALL}.wok.ascii")
    again = kl.read_walkmesh(station / f"{HALL}.wok.ascii")
    assert again.same_as(kl.read_walkmesh(station / f"{HALL}.wok"))


def test_objects_keep_position_and_use_hooks(tmp_path: Path, station: Path) -> None:
    for path in sorted(station.glob("*.?wk")):
        kl.convert(path, tmp_path / "thing.glb", force=True)
        kl.convert(tmp_path / "thing.glb", tmp_path / path.name, original=path)
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_a_moved_use_hook_moves(tmp_path: Path) -> None:
    from dataclasses import replace

    from support.builders import square_pwk

    (tmp_path / "crate.pwk").write_bytes(square_pwk().to_bytes())
    mesh = kl.read_walkmesh(tmp_path / "crate.pwk")
    drawing = kl.drawing_from_mesh(mesh, "crate")
    marks = [replace(m, place=(m.place[0] + 1, *m.place[1:])) for m in drawing.marks]
    assert len(marks) == 2
    kl.write_drawing(replace(drawing, marks=(marks[0],)), tmp_path / "crate.glb")
    kl.convert(tmp_path / "crate.glb", tmp_path / "new.pwk", original=tmp_path / "crate.pwk")
    made = kl.read_walkmesh(tmp_path / "new.pwk")
    assert np.allclose(made.relative_hooks - mesh.relative_hooks, [(1, 0, 0), (0, 0, 0)])
    assert np.array_equal(made.vertices, mesh.vertices)


def test_relink_links_a_room_that_lost_its_gates(station: Path, tmp_path: Path) -> None:
    hall = kl.read_walkmesh(station / f"{HALL}.wok")
    bare = hall.edited(transitions=np.full(hall.transitions.shape, -1))
    kl.write_drawing(kl.drawing_from_mesh(bare, HALL), tmp_path / "hall.obj")
    kl.write_walkmesh(bare, station / f"{HALL}.wok")
    target = tmp_path / f"{HALL}.wok"
    done = kl.convert(tmp_path / "hall.obj", target, layout=station, relink=True)
    assert np.array_equal(kl.read_walkmesh(target).transitions, hall.transitions)
    assert any("linked anew" in remark for remark in done.remarks)
    with pytest.raises(InputError, match="relink"):
        kl.convert(tmp_path / "hall.obj", tmp_path / "other.wok", relink=True)


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("bad.obj", b"", "no faces"),
        ("bad.obj", b"v 0 0 0\nf 1 2 3\n", "line 2"),
        ("bad.obj", b"v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "line 1"),
        ("bad.glb", b"glTF", "header"),
        ("bad.gltf", b"{", "JSON"),
    ],
)
def test_bad_drawings_are_located_errors(
    tmp_path: Path, name: str, data: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(FormatError, match=message) as caught:
        kl.convert(tmp_path / name, tmp_path / "out.wok")
    assert name in str(caught.value)
    assert not (tmp_path / "out.wok").exists()


def test_what_cannot_be_said_of_a_drawing(station: Path, tmp_path: Path) -> None:
    kl.convert(station, tmp_path / "area.glb")
    with pytest.raises(InputError, match="which area"):
        kl.convert(tmp_path / "area.glb", tmp_path / "out")
    with pytest.raises(InputError, match="written as"):
        kl.convert(station / f"{HALL}.wok", tmp_path / "x.gltf")
    kl.write_walkmesh(kl.Walkmesh.from_arrays([], [], []), tmp_path / "empty.wok")
    with pytest.raises(FormatError, match="no face"):
        kl.convert(tmp_path / "empty.wok", tmp_path / "empty.obj")


def test_what_is_left_out_of_a_room_is_told(station: Path, tmp_path: Path) -> None:
    kl.convert(station / f"{HALL}.wok", tmp_path / f"{HALL}.obj")
    path = tmp_path / f"{HALL}.obj"
    path.write_text(path.read_text() + "o Cube\nusemtl Metal\nf 1 2 3\n")
    done = kl.convert(path, tmp_path / f"{HALL}.wok", original=station / f"{HALL}.wok")
    assert (tmp_path / f"{HALL}.wok").read_bytes() == (station / f"{HALL}.wok").read_bytes()
    assert any("left out" in text and "Cube" in text for text in done.warnings)


def test_other_rooms_in_the_drawing_of_an_area_are_no_strays(station: Path, tmp_path: Path) -> None:
    kl.convert(station, tmp_path / "station.glb")
    done = kl.convert(tmp_path / "station.glb", tmp_path / f"{HALL}.wok", layout=station)
    assert done.warnings == ()


def test_gltf_beside_its_buffer(station: Path, tmp_path: Path) -> None:
    """As Blender writes "glTF separate": JSON by its beginning, and yet a drawing."""
    kl.convert(station, tmp_path / "station.glb")
    data = (tmp_path / "station.glb").read_bytes()
    size = int.from_bytes(data[12:16], "little")
    document = json.loads(data[20 : 20 + size])
    document["buffers"][0]["uri"] = "station.bin"
    (tmp_path / "station.bin").write_bytes(data[20 + size + 8 :])
    (tmp_path / "station.gltf").write_text(json.dumps(document))
    done = kl.convert(tmp_path / "station.gltf", tmp_path / "out", original=station)
    assert (done.files, done.warnings) == ((), ())


def test_a_drawing_does_not_become_another(station: Path, tmp_path: Path) -> None:
    kl.convert(station / f"{HALL}.wok", tmp_path / "hall.obj")
    with pytest.raises(InputError, match="is a drawing already"):
        kl.convert(tmp_path / "hall.obj", tmp_path / "hall.glb")


def test_a_folder_without_a_level_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(FormatError, match="no layout"):
        kl.convert(tmp_path / "empty", tmp_path / "out.glb")
