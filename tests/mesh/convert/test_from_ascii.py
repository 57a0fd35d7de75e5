"""Meshes out of ASCII text and back: space, welding, links, hooks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kotorlevel as kl
from kotorlevel.core.errors import FormatError
from kotorlevel.core.source import load_source
from kotorlevel.formats.bwm.tables import DOOR_STATES
from kotorlevel.mesh.convert.nodes import NodeMesh
from kotorlevel.mesh.convert.to_ascii import (
    door_to_ascii,
    placeable_to_ascii,
    room_to_ascii,
    room_to_engine_ascii,
)
from kotorlevel.mesh.io import parse_ascii_walkmeshes
from kotorlevel.mesh.placed import door_state
from support.builders import square_pwk, square_wok
from support.corpus import CORPUS, LEVELS, each_corpus_file, needs_corpus, needs_levels


def read_ascii_walkmeshes(source: Path | bytes) -> list[NodeMesh]:
    return list(parse_ascii_walkmeshes(*load_source(source)))


Key = tuple[tuple[float, ...], ...]


def segments(mesh: kl.Walkmesh) -> dict[tuple[Key, ...], int]:
    """Each boundary edge by its rounded end points → its transition."""
    found = {}
    for edge in mesh.boundary():
        ends = tuple(tuple(np.round(end.astype(float), 2).tolist()) for end in edge.ends)
        assert ends not in found
        found[ends] = edge.transition
    return found


@needs_corpus
def test_kotormax_model_compiles_to_the_walkmesh_of_the_reference_compiler() -> None:
    source = CORPUS / "ascii/m13aa_04a_kotormax.mdl.ascii"
    wanted = kl.read_walkmesh(CORPUS / "wok/modtools/m13aa_04a_from_ascii.wok")
    (read,) = read_ascii_walkmeshes(source)
    mesh = read.mesh
    assert read.welded == 1463 - 265
    assert read.problems == ()
    assert kl.read_walkmesh(source).to_bytes() == mesh.to_bytes()

    # Vertices: one to one, within a millimetre.
    distances = np.linalg.norm(
        mesh.vertices[:, None].astype(float) - wanted.vertices[None].astype(float), axis=2
    )
    match = distances.argmin(axis=1)
    assert len(mesh.vertices) == len(wanted.vertices) == len(set(match.tolist()))
    assert distances.min(axis=1).max() < 1e-3

    # Faces by matched vertices, each with its material and its numbering of sides.
    def faces_of(mesh: kl.Walkmesh, number: np.ndarray) -> dict[tuple[int, ...], int]:
        keys = {}
        for index, corners in enumerate(number[mesh.faces].tolist()):
            start = corners.index(min(corners))
            keys[*corners[start:], *corners[:start]] = index
        assert len(keys) == len(mesh.faces)
        return keys

    ours, theirs = faces_of(mesh, match), faces_of(wanted, np.arange(len(wanted.vertices)))
    assert set(ours) == set(theirs)
    number = {ours[key]: theirs[key] for key in ours}
    assert all(mesh.materials[a] == wanted.materials[b] for a, b in number.items())
    assert mesh.domain == wanted.domain

    def neighbours(mesh: kl.Walkmesh) -> set[tuple[int, int]]:
        return {
            (face, across // 3)
            for face, row in enumerate(mesh.adjacency.tolist())
            for across in row
            if across >= 0
        }

    assert {(number[a], number[b]) for a, b in neighbours(mesh)} == neighbours(wanted)
    assert segments(mesh) == segments(wanted)
    assert sorted(np.diff(mesh.loops, prepend=0)) == sorted(np.diff(wanted.loops, prepend=0))
    assert mesh.position == pytest.approx(wanted.position, abs=1e-3)


@needs_corpus
def test_pykotor_text_is_in_area_space() -> None:
    mesh = kl.read_walkmesh(CORPUS / "ascii/203tel_pykotor_dialect.wok.ascii")
    text = (CORPUS / "ascii/203tel_pykotor_dialect.wok.ascii").read_text()
    lines = text.split("verts 677\n", 1)[1].splitlines()[:677]
    wanted = np.array([line.split() for line in lines], np.float32)
    assert np.array_equal(mesh.vertices, wanted)
    assert not (np.diff(mesh.walkable.astype(int)) > 0).any()


@each_corpus_file("**/*.wok")
def test_room_through_model_text_keeps_everything(path: Path) -> None:
    mesh = kl.read_walkmesh(path).rebuilt()
    again = kl.read_walkmesh(room_to_ascii(mesh, "room"))
    assert again.to_bytes() == mesh.to_bytes()


@each_corpus_file("**/*.wok")
def test_room_through_engine_text_keeps_geometry(path: Path) -> None:
    mesh = kl.edit.clear_transitions(kl.read_walkmesh(path).rebuilt())
    again = kl.read_walkmesh(room_to_engine_ascii(mesh, "room"))
    assert np.array_equal(again.vertices, mesh.vertices)
    assert np.array_equal(again.faces, mesh.faces)
    assert np.array_equal(again.materials, mesh.materials)


@each_corpus_file("**/*.wok")
def test_boxes_of_engine_text_are_right_after_the_engine_has_grown_them(path: Path) -> None:
    """As the engine reads them: swapped where needed, 0.01 added to every side, in float32."""
    mesh = kl.edit.clear_transitions(kl.read_walkmesh(path).rebuilt())
    lines = room_to_engine_ascii(mesh, "room").decode().split("  aabb\r\n")[1].split("endnode")[0]
    rows = np.array([line.split() for line in lines.splitlines()], np.float32).reshape(-1, 7)
    low, high = rows[:, :3].astype(float), rows[:, 3:6].astype(float)
    assert (low <= high).all()
    assert np.isin(rows[:, :6], mesh.vertices).all()
    nodes = mesh.nodes
    assert np.array_equal(rows[:, 6], nodes["face"])
    assert np.array_equal((low - 0.01).astype(np.float32), nodes["box_min"])
    assert np.array_equal((high + 0.01).astype(np.float32), nodes["box_max"])


def test_room_of_mdlops_is_in_area_space() -> None:
    text = b"""node trimesh m55aa_02_wg
  parent m55aa_02
  position 7 8 9
  verts 3
    100 0 0
    101 0 0
    100 1 0
  faces 1
    0 1 2 1 0 0 0 4
  roomlinks
    1 12
  endlist
endnode
"""
    mesh = kl.read_walkmesh(text)
    assert mesh.is_area
    assert mesh.vertices.tolist() == [[100, 0, 0], [101, 0, 0], [100, 1, 0]]
    assert mesh.position.tolist() == [7, 8, 9]
    assert mesh.transitions.tolist() == [[-1, 12, -1]]


def test_engine_text_refuses_links_and_grows_no_box_twice() -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes())
    with pytest.raises(FormatError, match="room links"):
        room_to_engine_ascii(mesh)
    text = room_to_engine_ascii(kl.edit.clear_transitions(mesh), "room").decode()
    box = text.split(" aabb\r\n")[1].splitlines()[1].split()
    assert [float(number) for number in box] == pytest.approx([0, 0, 0, 2, 2, 0, 0], abs=1e-6)


def test_engine_text_is_local_to_its_node() -> None:
    text = b"""node aabb walk
  position 10 20 30
  orientation 0 0 1 1.5707963
  verts 3
    0 0 0
    1 0 0
    0 1 0
  faces 1
    0 1 2 1 0 0 0 4
endnode
"""
    mesh = kl.read_walkmesh(text)
    assert mesh.vertices == pytest.approx(np.array([(10, 20, 30), (10, 21, 30), (9, 20, 30)]))
    assert mesh.position.tolist() == [10, 20, 30]


def test_walkmesh_alone_is_in_area_space_and_links_name_its_faces() -> None:
    text = b"""beginmodelgeom room
  layoutposition 100 100 0
  node aabb walk
    parent room
    position 7 8 9
    verts 4
      0 0 0
      2 0 0
      2 2 0
      0 2 0
    faces 2
      0 2 3 1 0 0 0 7
      0 1 2 1 0 0 0 4
    roomlinks 1
      4 5
  endnode
endmodelgeom room
"""
    (read,) = read_ascii_walkmeshes(text)
    mesh = read.mesh
    assert mesh.vertices.max() == 2
    assert mesh.position.tolist() == [7, 8, 9]
    assert mesh.materials.tolist() == [4, 7]
    # Edge 4 was side 1 of face 1; that face now comes first.
    assert mesh.edges.tolist() == [(0, -1), (1, 5), (2, -1)]


def test_links_that_name_no_edge_are_problems() -> None:
    text = room_to_ascii(kl.read_walkmesh(square_wok().to_bytes()), "room")
    broken = text.replace(b"    1 3\r\n", b"    99 3\r\n")
    assert broken != text
    (read,) = read_ascii_walkmeshes(broken)
    assert [problem.section for problem in read.problems] == ["roomlinks"]
    assert (read.mesh.transitions == -1).all()


def test_placeable_through_text() -> None:
    mesh = kl.read_walkmesh(square_pwk().to_bytes())
    (read,) = read_ascii_walkmeshes(placeable_to_ascii(mesh, "plc_box"))
    assert (read.name, read.state) == ("plc_box_wg", None)
    again = read.mesh
    assert again.kind == 0
    assert np.array_equal(again.vertices, mesh.vertices)
    assert np.array_equal(again.faces, mesh.faces)
    assert np.array_equal(again.relative_hooks, mesh.relative_hooks)
    assert np.array_equal(again.position, mesh.position)
    assert not again.absolute_hooks.any()


@needs_levels
def test_real_objects_through_text() -> None:
    for path in sorted(LEVELS.glob("objects/*/*.?wk")):
        mesh, state = kl.read_walkmesh(path), door_state(path.name)
        text = placeable_to_ascii(mesh, "x") if state is None else door_to_ascii({state: mesh}, "x")
        ((name, again),) = kl.read_walkmeshes(text).items()
        assert name == (state or "x_wg")
        for part in ("vertices", "relative_hooks", "position"):
            wanted = getattr(mesh, part)
            assert getattr(again, part) == pytest.approx(wanted, abs=1e-6), (path, part)
        # Walkable faces come first in what is made of a text.
        assert sorted(again.materials.tolist()) == sorted(mesh.materials.tolist())


def test_walkmeshes_by_name(tmp_path: Path) -> None:
    base = kl.read_walkmesh(square_pwk().to_bytes())
    doors = {state: base.translated((n, 0, 0)) for n, state in enumerate(DOOR_STATES)}
    found = kl.read_walkmeshes(door_to_ascii(doors, "dor_lhr01"))
    assert list(found) == list(DOOR_STATES)
    assert all(np.array_equal(found[key].vertices, doors[key].vertices) for key in doors)
    files = {"dor_lhr012.dwk": "open2", "plc_box.pwk": "plc_box", "x.wok.ascii": "walkmesh"}
    room = kl.read_walkmesh(square_wok().to_bytes())
    for name, key in files.items():
        data = room_to_ascii(room, "x") if name.endswith("ascii") else base.to_bytes()
        (tmp_path / name).write_bytes(data)
        assert list(kl.read_walkmeshes(tmp_path / name)) == [key]
    twice = (
        b"node aabb a\nendnode\nnode aabb\nendnode\nnode aabb A\nendnode\nnode aabb a\nendnode\n"
    )
    assert list(kl.read_walkmeshes(twice)) == ["a", "", "A", "a (2)"]


def test_door_through_text() -> None:
    doors = {
        state: kl.read_walkmesh(square_pwk().to_bytes()).translated((number, 0, 0))
        for number, state in enumerate(DOOR_STATES)
    }
    found = read_ascii_walkmeshes(door_to_ascii(doors, "dor_lhr01"))
    assert [each.state for each in found] == list(DOOR_STATES)
    for each in found:
        assert each.state is not None
        wanted = doors[each.state]
        assert np.array_equal(each.mesh.vertices, wanted.vertices)
        assert np.array_equal(each.mesh.relative_hooks, wanted.relative_hooks)
        # A door stores relative + position as well (FACTS 1).
        assert np.array_equal(each.mesh.absolute_hooks, wanted.relative_hooks + wanted.position)


def test_turned_placeable_keeps_its_turn() -> None:
    text = b"""node dummy x_pwk
  parent x
endnode
node trimesh x_wg
  parent x_pwk
  position 1 2 3
  orientation 0 0 1 3.14159265
  verts 3
    0 0 0
    1 0 0
    0 1 0
  faces 1
    0 1 2 1 0 0 0 7
endnode
node dummy x_pwk_use01
  parent x_pwk
  position 1 0 3
endnode
"""
    mesh = kl.read_walkmesh(text)
    assert mesh.vertices == pytest.approx(np.array([(0, 0, 0), (-1, 0, 0), (0, -1, 0)]), abs=1e-6)
    # In the space of the model, as a PWK stores them: the mesh's position is not taken off.
    assert mesh.relative_hooks.tolist() == [[1, 0, 3], [0, 0, 0]]


@pytest.mark.parametrize("write", [room_to_ascii, placeable_to_ascii])
def test_wrong_kind_is_refused(write: object) -> None:
    room, placeable = (kl.read_walkmesh(b.to_bytes()) for b in (square_wok(), square_pwk()))
    wrong = placeable if write is room_to_ascii else room
    with pytest.raises(FormatError, match="walkmesh"):
        write(wrong, "x")  # type: ignore[operator]


def test_text_without_a_walkmesh() -> None:
    with pytest.raises(FormatError, match=r"x.mdl.ascii: no walkmesh"):
        list(parse_ascii_walkmeshes(b"newmodel x\nnode dummy x\nendnode\n", "x.mdl.ascii"))


@given(st.lists(st.integers(0, 21), min_size=1, max_size=8), st.data())
def test_random_floors_through_text(materials: list[int], draw: st.DataObject) -> None:
    """A strip of squares with any surfaces and links on some of its boundary edges."""
    count = len(materials)
    vertices = [(x * 1.1, y * 0.7, 0.3 * x) for x in range(count + 1) for y in range(2)]
    faces = [
        f
        for n in range(count)
        for f in ((2 * n, 2 * n + 2, 2 * n + 1), (2 * n + 1, 2 * n + 2, 2 * n + 3))
    ]
    mesh = kl.Walkmesh.from_arrays(vertices, faces, np.repeat(materials, 2))
    for edge in mesh.edges["edge"].tolist():
        if draw.draw(st.booleans()):
            mesh = mesh.with_transition(edge // 3, edge % 3, draw.draw(st.integers(0, 99)))
    again = kl.read_walkmesh(room_to_ascii(mesh, "strip"))
    assert again.to_bytes() == mesh.to_bytes()
    binary = kl.read_walkmesh(mesh.to_bytes())
    assert room_to_ascii(binary, "strip") == room_to_ascii(mesh, "strip")


def test_corner_too_far_out_is_an_error_with_its_node() -> None:
    text = b"""newmodel x
layoutposition 3e38 0 0
node aabb w
  position 3e38 0 0
  verts 3
    0 0 0
    1 0 0
    0 1 0
  faces 1
    0 1 2 1 0 0 0 4
endnode
donemodel x
"""
    with pytest.raises(FormatError, match="too far out") as caught:
        kl.read_walkmesh(text)
    assert caught.value.line == 3


def test_many_meshes_share_their_problems() -> None:
    text = b"node aabb a\nendnode\n" * 500
    found = read_ascii_walkmeshes(text)
    assert len(found) == 500
    assert all(each.problems is found[0].problems for each in found)
