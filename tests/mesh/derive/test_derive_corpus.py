"""The derived tables of real files, byte for byte where the games' tool can be matched."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from conformance.reference import SlowNode, slow_plane_flag, slow_tree
from kotorlevel.mesh.derive import derive_adjacency, derive_boundary, derive_planes, derive_tree
from support.corpus import corpus_files, each_corpus_file, needs_corpus
from support.mesh.stored_wok import StoredNode, StoredWok, read_stored_wok

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

BIOWARE = "wok/bioware/*.wok"
MODS = "wok/modtools/*.wok"

EITHER_GAME = {"m10aa_08b.wok", "m10aa_09a.wok", "m10aa_09b.wok"}
"""Rooms in which the rounding of both games gives the same bytes; the other six need K1's."""


def arrays(wok: StoredWok) -> tuple[NDArray[np.float32], NDArray[np.uint32]]:
    return np.array(wok.vertices, np.float32), np.array(wok.faces, np.uint32)


@each_corpus_file(BIOWARE)
def test_planes_are_the_stored_bytes(path: Path) -> None:
    wok = read_stored_wok(path)
    normals, distances = derive_planes(*arrays(wok), "k1")
    assert normals.tobytes() == wok.normals
    assert distances.tobytes() == wok.distances


@each_corpus_file(BIOWARE)
def test_rounding_tells_the_games_apart(path: Path) -> None:
    wok = read_stored_wok(path)
    normals, distances = derive_planes(*arrays(wok), "k2")
    same = (normals.tobytes(), distances.tobytes()) == (wok.normals, wok.distances)
    assert same == (path.name in EITHER_GAME)


@each_corpus_file(MODS)
def test_planes_of_mods_agree_in_meaning(path: Path) -> None:
    wok = read_stored_wok(path)
    vertices, faces = arrays(wok)
    stored = np.frombuffer(wok.normals, "<f4").reshape(-1, 3)
    sides = vertices[faces[:, 1:]] - vertices[faces[:, :1]]
    has_area = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1) > 1e-6
    np.testing.assert_allclose(
        derive_planes(vertices, faces)[0][has_area], stored[has_area], atol=1e-4
    )


@each_corpus_file(BIOWARE, MODS)
def test_adjacency_and_boundary_are_the_stored_bytes(path: Path) -> None:
    wok = read_stored_wok(path)
    adjacency = derive_adjacency(arrays(wok)[1], wok.domain)
    boundary = derive_boundary(adjacency.table, arrays(wok)[1])
    assert adjacency.table.tobytes() == wok.adjacency
    if path.name == "kit_room_1.wok":  # pinched: the kit's tool went on inside of the face
        assert sorted(boundary.edges.tolist()) == sorted(edge for edge, _ in wok.edges)
        return
    assert boundary.edges.tolist() == [edge for edge, _ in wok.edges]
    assert boundary.loops.tobytes() == wok.loops


@needs_corpus
def test_a_stored_table_of_pykotor_is_answered_not_followed_for_ever() -> None:
    (path,) = corpus_files("wok/pykotor/out.wok")
    wok = read_stored_wok(path)
    table = np.frombuffer(wok.adjacency, "<i4").reshape(-1, 3)
    boundary = derive_boundary(table, arrays(wok)[1])
    assert sorted(boundary.edges.tolist()) == np.flatnonzero(table == -1).tolist()
    assert derive_adjacency(arrays(wok)[1], wok.domain).crowded.size == 395


def face_lists(nodes: Sequence[StoredNode | SlowNode]) -> list[list[int]]:
    """The faces below each node."""
    below: list[list[int]] = [[]] * len(nodes)
    for number, node in reversed(list(enumerate(nodes))):
        leaf = node.face >= 0
        below[number] = [node.face] if leaf else below[node.left] + below[node.right]
    return below


@each_corpus_file(BIOWARE)
def test_tree_has_the_stored_form(path: Path) -> None:
    """Same size, same numbering, same split, the same boxes but for the tool's own rounding."""
    wok = read_stored_wok(path)
    nodes = derive_tree(*arrays(wok))
    for name in ("left", "right", "unknown_1c"):
        assert nodes[name].tolist() == [getattr(node, name) for node in wok.nodes]
    stored_leaves = {node.face: node for node in wok.nodes if node.face >= 0}
    for leaf in nodes[nodes["face"] >= 0]:
        stored = stored_leaves.pop(int(leaf["face"]))
        np.testing.assert_allclose(leaf["box_min"], stored.box_min, atol=2e-3)
        np.testing.assert_allclose(leaf["box_max"], stored.box_max, atol=2e-3)
    assert not stored_leaves
    np.testing.assert_allclose(nodes["box_min"][0], wok.nodes[0].box_min, atol=2e-3)


@each_corpus_file(BIOWARE)
def test_tree_differs_from_the_stored_one_among_ties_only(path: Path) -> None:
    """Every stored node is split along the axis by which we split, at the same place."""
    wok = read_stored_wok(path)
    vertices, faces = (table.astype(np.float64) for table in arrays(wok))
    corners = vertices[faces.astype(np.intp)]
    below = face_lists(wok.nodes)
    for number, node in enumerate(wok.nodes):
        if node.face >= 0:
            continue
        x, y, z = np.ptp(corners[below[number]].reshape(-1, 3), axis=0)
        axis = 0 if x > y and x > z else 1 if y > z else 2
        centroids = corners.mean(axis=1)[:, axis]
        assert centroids[below[node.left]].max() <= centroids[below[node.right]].min() + 2e-4


@each_corpus_file(BIOWARE)
def test_tree_shares_most_nodes_with_the_stored_one(path: Path) -> None:
    wok = read_stored_wok(path)
    ours = face_lists(slow_tree(wok.vertices, wok.faces))
    theirs = face_lists(wok.nodes)
    same = sum(set(a) == set(b) for a, b in zip(ours, theirs, strict=True))
    assert same >= 0.59 * len(theirs)


@each_corpus_file(BIOWARE)
def test_plane_of_the_stored_tree_follows_the_rule(path: Path) -> None:
    """All but the nodes whose children have the same centre: 914 of 945 in nine rooms."""
    nodes = read_stored_wok(path).nodes
    slow = [SlowNode(vector(n.box_min), vector(n.box_max)) for n in nodes]
    for node in nodes:
        if node.face < 0:
            left, right = slow[node.left], slow[node.right]
            same_centre = np.allclose(centre(left), centre(right), rtol=0, atol=1e-6)
            assert same_centre or slow_plane_flag(left, right) == node.plane


def centre(node: SlowNode) -> list[float]:
    return [(low + high) / 2 for low, high in zip(node.box_min, node.box_max, strict=True)]


def vector(values: tuple[float, ...]) -> tuple[float, float, float]:
    x, y, z = values
    return x, y, z


@each_corpus_file(BIOWARE, MODS)
def test_tree_is_the_slow_one_on_real_rooms(path: Path) -> None:
    wok = read_stored_wok(path)
    fast = derive_tree(*arrays(wok))
    slow = slow_tree(wok.vertices, wok.faces)
    assert fast["face"].tolist() == [node.face for node in slow]
    assert fast["plane"].tolist() == [node.plane for node in slow]
    assert fast["box_min"].tolist() == [list(node.box_min) for node in slow]
    assert fast["box_max"].tolist() == [list(node.box_max) for node in slow]
