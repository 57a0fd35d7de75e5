"""A document that was edited gives a sound file with that edit in it, and nothing stored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.formats.gff import parse_gff
from kotorlevel.formats.lyt import parse_layout
from kotorlevel.formats.twoda import TwoDA, parse_2da
from kotorlevel.formats.vis import parse_visibility
from support.corpus import each_level_file
from support.mesh.json_samples import make_samples, sample_model
from support.soundness import find_faults

SAMPLES = make_samples()
WALKABLE_ROOM = ("odd.wok", "room.wok")


def document_of(name: str) -> dict[str, Any]:
    return kl.to_json(SAMPLES[name], name=name)


@pytest.mark.parametrize("name", WALKABLE_ROOM)
def test_a_surface(name: str) -> None:
    document = document_of(name)
    document["faces"][0][3] = 7  # not walkable: the other face comes first now
    file = kl.file_from_json(document)
    mesh = kl.read_walkmesh(file.data)
    assert mesh.materials.tolist() == [4, 7]
    assert mesh.domain == 1
    assert mesh.stored is not None
    assert find_faults(mesh.stored) == []
    assert not file.is_same


@pytest.mark.parametrize("name", WALKABLE_ROOM)
def test_a_vertex(name: str) -> None:
    document = document_of(name)
    document["vertices"][2] = [2.5, 2, 0.1]
    file = kl.file_from_json(document)
    mesh = kl.read_walkmesh(file.data)
    assert mesh.vertices[2].tolist() == [2.5, 2.0, np.float32(0.1)]
    assert mesh.transitions.max() == 3
    assert mesh.stored is not None
    assert find_faults(mesh.stored) == []
    if name == "odd.wok":
        assert file.remarks == ("edited: all tables made anew",)
        assert b"junk" not in file.data
        assert not file.data.endswith(b"behind")


def test_surfaces_say_what_is_walkable() -> None:
    """By a table in which nothing but row 7 is, the repainted face comes first."""
    table = kl.Materials.from_2da(
        TwoDA(
            ("label", "walk"),
            tuple(map(str, range(12))),
            tuple((f"s{n}", str(int(n == 7))) for n in range(12)),
        )
    )
    document = document_of("odd.wok")
    document["faces"][1][3] = 7
    mesh = kl.read_walkmesh(kl.from_json(document, surfaces=table))
    assert (mesh.materials.tolist(), mesh.domain) == ([7, 10], 1)
    again = kl.from_json(document_of("odd.wok"), surfaces=table)
    assert again == SAMPLES["odd.wok"]


def test_a_link_alone_changes_nothing_but_its_number() -> None:
    document = document_of("odd.wok")
    assert document["links"] == [[0, 1, 3]]
    document["links"][0][2] = 5
    file = kl.file_from_json(document)
    mesh = kl.read_walkmesh(SAMPLES["odd.wok"]).with_transition(0, 1, 5)
    assert file.data == mesh.to_bytes()
    differ = [a != b for a, b in zip(file.data, SAMPLES["odd.wok"], strict=True)]
    assert sum(differ) == 1
    assert "links edited" in file.remarks[0]


def test_a_new_link_on_an_inner_edge_is_told() -> None:
    document = document_of("room.wok")
    document["links"].append([0, 2, 1])  # between the two faces
    file = kl.file_from_json(document)
    assert file.mesh is not None
    assert file.mesh.lost_transitions.tolist() == [2]


def test_a_new_face() -> None:
    document = document_of("odd.wok")
    document["vertices"].append([4.0, 1.0, 0.0])
    document["faces"].insert(0, [1, 4, 2, 4])
    document["links"] = [[0, 0, 8]]
    mesh = kl.read_walkmesh(kl.from_json(document))
    assert len(mesh.faces) == 3
    assert mesh.stored is not None
    assert find_faults(mesh.stored) == []
    assert int((mesh.transitions == 8).sum()) == 1


@each_level_file("areas/*/*/*.wok")
def test_a_real_room_repainted_is_a_new_room(path: Path) -> None:
    """Byte for byte the file of a mesh made of its arrays, with all tables derived."""
    old = kl.read_walkmesh(path)
    if not len(old.faces):
        return
    document = kl.to_json(path)
    face = len(old.faces) // 2
    new = 7 if old.walkable[face] else 4
    document["faces"][face][3] = new
    materials = old.materials.copy()
    materials[face] = new
    mesh = kl.Walkmesh.from_arrays(
        old.vertices,
        old.faces,
        materials,
        old.transitions,
        position=old.position,
        relative_hooks=old.relative_hooks,
        absolute_hooks=old.absolute_hooks,
        game="k2" if document["rounding"] == "k2" else "k1",
    )
    assert kl.from_json(kl.format_json(document)) == mesh.to_bytes()


@pytest.mark.parametrize("name", ["area.lyt", "odd.lyt"])
def test_a_rooms_position(name: str) -> None:
    document = document_of(name)
    document["rooms"][1]["position"][0] = 12.5
    file = kl.file_from_json(document)
    layout = parse_layout(file.data)
    assert layout.rooms[1].position == (12.5, 0.0, 0.0)
    assert layout.door_hooks == parse_layout(SAMPLES[name]).door_hooks
    assert layout.problems == ()
    assert b"roomcount 2\r\n" in file.data


@pytest.mark.parametrize("name", ["area.vis", "odd.vis"])
def test_who_is_seen(name: str) -> None:
    document = document_of(name)
    document["rooms"][0]["sees"] = []
    visibility = parse_visibility(kl.from_json(document))
    assert not visibility.sees("m55aa_01", "m55aa_02")
    assert visibility.sees("m55aa_02", "m55aa_01")
    assert visibility.problems == ()


@pytest.mark.parametrize("name", ["table.2da", "odd.2da", "text.2da"])
def test_a_cell(name: str) -> None:
    old = parse_2da(SAMPLES[name])
    document = document_of(name)
    document["rows"][0][2] = "0"
    document["rows"][1][1] = None
    table = parse_2da(kl.from_json(document))
    assert table == old.with_cell(0, "walk", "0").with_cell(1, "label", None)
    assert table.form == old.form


def test_a_field_of_a_gff() -> None:
    document = document_of("area.git")
    doors = next(row for row in document["root"]["fields"] if row[0] == "Door List")
    doors[2][1]["fields"][1][2] = 7.25
    gff = parse_gff(kl.from_json(document))
    wanted = parse_gff(SAMPLES["area.git"]).with_value("Door List", 1, "X", value=7.25)
    assert gff.to_bytes() == wanted.to_bytes()


def test_odd_bytes_of_a_field_go_with_its_value() -> None:
    """A NaN keeps its bits; junk above a byte stays while the byte does, and goes with it."""
    document = document_of("odd.git")
    first, second = document["root"]["fields"]
    assert first == ["A", "FLOAT", "nan:0x7fc00001"]
    assert second == ["B", "BYTE", 0x44, "44332211"]
    second[2] = 5
    again = kl.to_json(kl.from_json(document))
    assert again["root"]["fields"] == [["A", "FLOAT", "nan:0x7fc00001"], ["B", "BYTE", 5]]


def test_a_resource_in_an_archive() -> None:
    for name in ("module.mod", "odd.mod", "module.rim"):
        document = document_of(name)
        room, area, note = document["entries"]
        room["json"]["faces"][0][3] = 11
        note["base64"] = "YnllIQ=="
        from kotorlevel.formats.archives import read_archive

        archive = read_archive(kl.from_json(document))
        assert archive.problems == ()
        assert archive.read("note.txt") == b"bye!"
        assert archive.read("area.git") == kl.from_json(area["json"])
        assert 11 in kl.read_walkmesh(archive.read("room.wok")).materials


def test_the_walkmesh_of_a_model(tmp_path: Path) -> None:
    mdl, mdx = sample_model()
    (tmp_path / "room.mdl").write_bytes(mdl)
    (tmp_path / "room.mdx").write_bytes(mdx)
    document = kl.to_json(tmp_path / "room.mdl")
    document["walkmesh"]["faces"][0][3] = 11
    file = kl.file_from_json(document)
    (tmp_path / "room.mdl").write_bytes(file.data)
    node = kl.read_model(tmp_path / "room.mdl").walkmesh_node
    assert node is not None
    assert node.mesh is not None
    assert node.mesh.materials.tolist()[0] == 11
    assert len(file.data) == len(mdl)
    document["nodes"][1]["name"] = "other"
    with pytest.raises(kl.errors.FormatError, match="only the walkmesh can be"):
        kl.from_json(document)
