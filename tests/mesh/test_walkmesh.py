"""`Walkmesh`: the stored path, and when it ends."""

from __future__ import annotations

import io
import pickle
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.bwm import build_bwm
from support.builders import square_pwk, square_tables, square_wok
from support.corpus import each_corpus_file


@each_corpus_file("**/*.wok", "**/*.pwk", "**/*.dwk")
def test_real_file_comes_back_byte_for_byte(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    mesh = kl.read_walkmesh(path)
    assert mesh.to_bytes() == data
    kl.write_walkmesh(mesh, tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == data
    buffer = io.BytesIO()
    kl.write_walkmesh(kl.read_walkmesh(io.BytesIO(data)), buffer)
    assert buffer.getvalue() == data


@each_corpus_file("**/*.wok")
def test_transitions_are_those_of_the_edges_table(path: Path) -> None:
    mesh = kl.read_walkmesh(path)
    wanted = {(e // 3, e % 3): t for e, t in mesh.edges.tolist() if t != -1}
    faces, sides = np.nonzero(mesh.transitions != -1)
    found = {
        (f, s): mesh.transitions[f, s].item()
        for f, s in zip(faces.tolist(), sides.tolist(), strict=True)
    }
    assert found == wanted


def test_arrays_of_a_read_mesh() -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes())
    tables = square_tables()
    assert mesh.kind == 1
    assert mesh.domain == 2
    assert mesh.vertices.tolist() == [list(v) for v in tables["vertices"]]
    assert mesh.faces.tolist() == [list(f) for f in tables["faces"]]
    assert mesh.transitions.tolist() == [[-1, 3, -1], [-1, -1, -1]]
    assert mesh.position.tolist() == [5, 6, 7]
    assert mesh.walkable.all()
    for name in ("vertices", "faces", "materials", "transitions", "position", "relative_hooks"):
        assert not getattr(mesh, name).flags.writeable, name


def test_derived_tables_are_read_only_too() -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes()).rebuilt()
    assert mesh.stored is None
    for name in ("normals", "distances", "nodes", "adjacency", "edges", "loops"):
        assert not getattr(mesh, name).flags.writeable, name


def test_edges_that_name_no_side_are_left_out_of_transitions() -> None:
    bwm = square_wok()
    data = bytearray(bwm.to_bytes())
    struct.pack_into("<ii", data, int(bwm.header["edge_offset"]) + 8, 2**31 - 1, 3)
    struct.pack_into("<ii", data, int(bwm.header["edge_offset"]) + 16, -7, 5)
    mesh = kl.read_walkmesh(bytes(data))
    assert (mesh.transitions == -1).all()
    assert mesh.to_bytes() == bytes(data)


@pytest.mark.parametrize(
    "name",
    [
        "vertices",
        "faces",
        "materials",
        "transitions",
        "position",
        "relative_hooks",
        "absolute_hooks",
    ],
)
def test_any_replaced_array_ends_the_stored_path(name: str) -> None:
    """Also when somebody uses `dataclasses.replace` and none of our edits."""
    for bwm in (square_wok(), square_pwk()):
        mesh = kl.read_walkmesh(bwm.to_bytes())
        assert mesh.stored is not None
        edited = replace(mesh, **{name: getattr(mesh, name).copy()})
        assert edited.stored is None
        changed = getattr(mesh, name).copy()
        changed.reshape(-1)[0] = 1
        again = kl.read_walkmesh(replace(mesh, **{name: changed}).to_bytes())
        if name != "transitions" or mesh.is_area:
            assert getattr(again, name).reshape(-1)[0] == 1


def test_square_derives_to_its_own_tables() -> None:
    """The tables written by hand are those that are derived."""
    stored = square_wok()
    derived = kl.read_walkmesh(stored.to_bytes()).rebuilt().to_bwm()
    for name in ("normals", "distances", "adjacency", "edges", "loops"):
        assert getattr(derived, name).tolist() == getattr(stored, name).tolist(), name
    assert (
        derived.nodes[["face", "left", "right"]].tolist()
        == stored.nodes[["face", "left", "right"]].tolist()
    )


@pytest.mark.parametrize(
    ("change", "section"),
    [
        ({"faces": [(0, 1, 4)]}, "faces"),
        ({"vertices": [(0, 0, 0), (1, 0, np.nan), (1, 1, 0)]}, "vertices"),
        ({"vertices": [(0, 0, 0), (np.inf, 0, 0), (1, 1, 0)]}, "vertices"),
        ({"position": (0, np.nan, 0)}, "position"),
    ],
)
def test_what_no_file_can_hold_is_refused(
    change: dict[str, object], section: str, tmp_path: Path
) -> None:
    arrays = {"vertices": [(0, 0, 0), (1, 0, 0), (1, 1, 0)], "faces": [(0, 1, 2)], "materials": [4]}
    mesh = kl.Walkmesh.from_arrays(**{**arrays, **change})  # type: ignore[arg-type]
    target = tmp_path / "new.wok"
    with pytest.raises(FormatError) as caught:
        kl.write_walkmesh(mesh, target)
    assert caught.value.section == section
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"faces": [(0, 1)]}, "faces: shape"),
        ({"faces": [(0, 1, -1)]}, "faces: values from -1"),
        ({"materials": [1, 2]}, "materials: shape"),
        ({"transitions": [(0, 1, 2)] * 2}, "transitions: shape"),
        ({"transitions": [(0, 1, 2**31)]}, "transitions: values from"),
        ({"vertices": 5}, "vertices: shape"),
        ({"position": (1, 2)}, "position: shape"),
    ],
)
def test_arrays_of_wrong_shape(change: dict[str, object], message: str) -> None:
    arrays = {"vertices": [(0, 0, 0), (1, 0, 0), (1, 1, 0)], "faces": [(0, 1, 2)], "materials": [4]}
    with pytest.raises(ValueError, match=message):
        kl.Walkmesh.from_arrays(**{**arrays, **change})  # type: ignore[arg-type]


def test_new_mesh_is_walkable_first_with_its_transitions() -> None:
    vertices = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (2, 0, 0)]
    faces = [(0, 2, 3), (0, 1, 2), (1, 4, 2)]
    mesh = kl.Walkmesh.from_arrays(
        vertices, faces, [7, 4, 10], [(-1,) * 3, (8, -1, -1), (-1, 9, -1)]
    )
    assert mesh.faces.tolist() == [[0, 1, 2], [1, 4, 2], [0, 2, 3]]
    assert mesh.materials.tolist() == [4, 10, 7]
    assert mesh.domain == 2
    assert mesh.adjacency.tolist() == [[-1, 5, -1], [-1, -1, 1]]
    assert dict(mesh.edges.tolist()) == {0: 8, 3: -1, 4: 9, 2: -1}


def test_mesh_without_faces() -> None:
    mesh = kl.Walkmesh.from_arrays([], [], [])
    assert len(mesh.to_bytes()) == 136
    assert kl.read_walkmesh(mesh.to_bytes()).rebuilt().to_bytes() == mesh.to_bytes()


def test_with_transition() -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes())
    edited = mesh.with_transition(1, 2, 7)
    assert mesh.transitions[1, 2] == -1
    again = kl.read_walkmesh(edited.to_bytes())
    assert again.transitions.tolist() == [[-1, 3, -1], [-1, -1, 7]]
    assert edited.with_transition(1, 2, -1).transitions.tolist() == mesh.transitions.tolist()
    for face, side, room in (
        (0, 2, 1),
        (2, 0, 1),
        (0, 3, 1),
        (-1, 0, 1),
        (0, 0, -2),
        (0, 0, 2**31),
    ):
        with pytest.raises(ValueError, match=r"side|room"):
            mesh.with_transition(face, side, room)


def walled_off() -> kl.Walkmesh:
    """The square whose stored adjacency is all -1, as a bad tool writes it."""
    tables = square_tables()
    bwm = build_bwm(1, {**tables, "adjacency": [(-1, -1, -1)] * 2})
    return kl.read_walkmesh(bwm.to_bytes())


def test_with_transition_asks_what_will_be_written_not_what_is_stored() -> None:
    mesh = walled_off()
    assert mesh.adjacency.tolist() == [[-1, -1, -1], [-1, -1, -1]]
    with pytest.raises(ValueError, match="not a boundary edge"):
        mesh.with_transition(0, 2, 5)
    again = kl.read_walkmesh(mesh.with_transition(0, 0, 5).to_bytes())
    assert again.transitions[0, 0] == 5


def test_edit_takes_walkable_faces_into_the_domain() -> None:
    """A file with an unwalkable face first, and a domain of one face."""
    tables = square_tables()
    no_edges = np.empty(0, tables["edges"].dtype)
    one_row: dict[str, Any] = {"adjacency": [(-1, -1, -1)], "edges": no_edges, "loops": []}
    bwm = build_bwm(1, {**tables, **one_row, "materials": [7, 4]})
    mesh = kl.read_walkmesh(bwm.to_bytes())
    assert mesh.domain == 1
    for edited in (mesh.translated((1, 0, 0)), kl.edit.repaint(mesh, [0], 2), mesh.rebuilt()):
        assert edited.domain == 1
        assert edited.walkable.tolist() == [True, False]
    assert kl.edit.merge(mesh, mesh).walkable.tolist() == [True, True, False, False]


def test_edit_keeps_a_domain_that_is_larger_than_the_floor() -> None:
    """K2's 104pera counts pits among the faces with neighbours (FACTS 3)."""
    bwm = build_bwm(1, {**square_tables(), "materials": [16, 4]})
    moved = kl.read_walkmesh(bwm.to_bytes()).translated((1, 0, 0))
    assert moved.domain == 2
    assert moved.materials.tolist() == [16, 4]
    assert moved.adjacency.tolist() == [[-1, -1, 3], [2, -1, -1]]


@pytest.mark.parametrize(
    "change",
    [
        {"faces": [(0.7, 1.2, 2.9)]},
        {"faces": [("a", "b", "c")]},
        {"faces": [(True, False, True)]},
        {"materials": [4.5]},
        {"materials": np.array([4 + 0j])},
        {"transitions": [(-7, -1, -1)]},
        {"transitions": [(1.5, -1, -1)]},
        {"vertices": [(0, 0, 10**400)] * 3},
        {"kind": 2},
        {"kind": 1.5},
    ],
)
def test_arrays_of_wrong_values(change: dict[str, Any]) -> None:
    arrays: dict[str, Any] = {
        "vertices": [(0, 0, 0), (1, 0, 0), (1, 1, 0)],
        "faces": [(0, 1, 2)],
        "materials": [4],
    }
    with pytest.raises(ValueError, match=r"expected|fit|kind"):
        kl.Walkmesh.from_arrays(**{**arrays, **change})


def test_whole_floats_are_numbers_of_faces() -> None:
    mesh = kl.Walkmesh.from_arrays(np.eye(3), np.array([(0.0, 1.0, 2.0)]), np.array([4.0]))
    assert mesh.faces.tolist() == [[0, 1, 2]]


def test_pickled_mesh_is_the_same_and_stays_read_only() -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes())
    again = pickle.loads(pickle.dumps(mesh))
    assert again.stored is not None
    assert again.to_bytes() == mesh.to_bytes()
    with pytest.raises(ValueError, match="read-only"):
        again.vertices[:] = 0
    with pytest.raises(ValueError, match="read-only"):
        again.stored.vertices[:] = 0
    with pytest.raises(ValueError, match="read-only"):
        mesh.walkable[:] = False


def test_domain_larger_than_the_mesh_is_refused() -> None:
    bwm = build_bwm(1, {**square_tables(), "adjacency": [(-1, -1, -1)] * 3})
    mesh = kl.read_walkmesh(bwm.to_bytes())
    assert mesh.to_bytes() == bwm.to_bytes()
    with pytest.raises(FormatError, match="adjacency: 3 rows for 2 faces"):
        mesh.derived  # noqa: B018
    assert mesh.rebuilt().domain == 2


def test_links_on_sides_that_are_no_boundary_are_named() -> None:
    tables = square_tables()
    mesh = kl.Walkmesh.from_arrays(
        tables["vertices"], tables["faces"], [4, 4], [(-1, -1, 9), (-1, 8, -1)]
    )
    assert mesh.lost_transitions.tolist() == [2]
    assert dict(mesh.edges.tolist()) == {0: -1, 1: -1, 4: 8, 5: -1}
