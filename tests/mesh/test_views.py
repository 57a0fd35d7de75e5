"""Views: each says the same as the arrays do by hand, and survives broken tables."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from itertools import pairwise

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import kotorlevel as kl
from kotorlevel.mesh.views import Face
from support.builders import square_pwk, square_wok
from support.corpus import each_corpus_file
from support.meshes import objects, rooms, stored, with_odd_domain

MESHES = st.one_of(rooms(), rooms(largest=3).map(with_odd_domain), objects())


# Faces


@settings(max_examples=30)
@given(MESHES)
def test_face_says_what_the_arrays_say(mesh: kl.Walkmesh) -> None:
    for number in range(len(mesh.faces)):
        face = mesh.face(number)
        corners = [mesh.vertices[v].tolist() for v in mesh.faces[number].tolist()]
        (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) = corners
        cross = (
            (y1 - y0) * (z2 - z0) - (z1 - z0) * (y2 - y0),
            (z1 - z0) * (x2 - x0) - (x1 - x0) * (z2 - z0),
            (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0),
        )
        length = math.hypot(*cross)
        assert face.corners.tolist() == corners
        assert face.area == pytest.approx(length / 2, rel=1e-9)
        assert face.normal == pytest.approx([c / length for c in cross], abs=1e-9)
        assert face.centre == pytest.approx([sum(c) / 3 for c in zip(*corners, strict=True)])
        assert face.bounds.tolist() == [[*map(f, zip(*corners, strict=True))] for f in (min, max)]
        assert face.material == mesh.materials[number]
        assert face.surface.id == face.material
        assert face.surface.walk == face.walkable
        assert face.walkable == mesh.walkable[number]
        assert list(face.transitions) == mesh.transitions[number].tolist()


@settings(max_examples=30)
@given(rooms(largest=3), st.data())
def test_height_of_a_face(mesh: kl.Walkmesh, data: st.DataObject) -> None:
    """Inside, on the sides and at the corners the plane's z; outside nothing."""
    if not len(mesh.faces):
        return
    face = mesh.face(data.draw(st.integers(0, len(mesh.faces) - 1)))
    corners = face.corners.astype(np.float64)
    weights = data.draw(st.lists(st.integers(1, 50), min_size=3, max_size=3))
    inside = (np.array(weights) / sum(weights)) @ corners
    assert face.height(inside[0], inside[1]) == pytest.approx(inside[2], abs=1e-6)
    for side in range(3):
        a, b, c = corners[side], corners[(side + 1) % 3], corners[(side + 2) % 3]
        assert face.height(a[0], a[1]) == pytest.approx(a[2], abs=1e-6)
        middle = (a + b) / 2  # exact in double
        assert face.height(middle[0], middle[1]) == pytest.approx(middle[2], abs=1e-6)
        for reach in (1e-6, 0.5):
            beyond = middle + reach * (middle - c)
            assert face.height(beyond[0], beyond[1]) is None


def test_height_on_the_sides_of_any_face() -> None:
    """The middle of a side is exact in double, whatever the corners are."""
    generator = np.random.default_rng(0)
    for corners in generator.uniform(-200, 200, (300, 3, 3)):
        face = kl.Walkmesh.from_arrays(corners, [(0, 1, 2)], [4]).face(0)
        for side in range(3):
            middle = (face.corners.astype(float)[[side, (side + 1) % 3]]).mean(axis=0)
            assert face.height(middle[0], middle[1]) == pytest.approx(middle[2], abs=1e-3)


def test_height_of_odd_faces() -> None:
    points = [(0, 0, 0), (2, 0, 0), (2, 0, 2), (0, 2, 1), (1, 0, 0)]
    faces = [(0, 1, 2), (0, 3, 1), (0, 1, 4)]
    mesh = kl.Walkmesh.from_arrays(points, faces, [4, 4, 4])
    wall, upside_down, flat = map(mesh.face, range(3))
    assert wall.height(1, 0) is None
    assert upside_down.height(0.5, 0.5) == 0.25
    assert upside_down.height(2, 2) is None
    assert flat.height(0.5, 0) is None
    assert (flat.area, flat.normal.tolist()) == (0.0, [0, 0, 0])
    assert upside_down.height(math.nan, 0) is None


@settings(max_examples=30)
@given(MESHES)
def test_neighbours_are_mutual(mesh: kl.Walkmesh) -> None:
    across = 0
    for number in range(len(mesh.faces)):
        corners = mesh.faces[number].tolist()
        for side, other in enumerate(mesh.face(number).neighbours):
            if other is None:
                continue
            across += 1
            its = mesh.faces[other.face.index].tolist()
            ends = corners[side], corners[(side + 1) % 3]
            assert (its[(other.side + 1) % 3], its[other.side]) == ends
            assert other.face.neighbours[other.side] == (Face(mesh, number), side)
    assert across == (mesh.adjacency != -1).sum()


def test_neighbours_in_a_broken_table() -> None:
    bwm = square_wok()
    data = bytearray(bwm.to_bytes())
    offset = int(bwm.header["adjacency_offset"])
    struct.pack_into("<3i", data, offset, 999, -5, 2**31 - 1)
    mesh = kl.read_walkmesh(bytes(data))
    assert mesh.face(0).neighbours == (None, None, None)
    assert mesh.face(1).neighbours == ((mesh.face(0), 2), None, None)


@settings(max_examples=20)
@given(MESHES)
def test_iteration_over_faces(mesh: kl.Walkmesh) -> None:
    yes = [face.index for face in mesh.walkable_faces()]
    no = [face.index for face in mesh.unwalkable_faces()]
    assert sorted(yes + no) == list(range(len(mesh.faces)))
    assert yes == sorted(yes)
    assert no == sorted(no)
    assert all(mesh.walkable[number] for number in yes)
    assert not any(mesh.walkable[number] for number in no)


def test_faces_that_do_not_exist() -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes())
    for number in (-1, 2):
        with pytest.raises(IndexError, match="no face"):
            mesh.face(number)


def test_views_are_values() -> None:
    mesh = kl.read_walkmesh(square_wok().to_bytes())
    assert mesh.face(1) == mesh.face(1)
    assert len({mesh.face(0), mesh.face(1), mesh.face(0)}) == 2
    assert mesh.face(1) != mesh.translated((1, 0, 0)).face(1)
    first, second = list(mesh.tree())[1], next(mesh.tree()).children[0]
    assert first == second
    assert len({first, second}) == 1
    # Short enough for a prompt: no arrays in it.
    assert repr(mesh.face(1)) == "Face(index=1)"
    assert repr(first) == "Node(index=1)"
    assert repr(next(mesh.boundary())) == "BoundaryEdge(row=0, loop=0)"


# Boundary


@settings(max_examples=30)
@given(MESHES)
def test_boundary_says_what_the_tables_say(mesh: kl.Walkmesh) -> None:
    found = list(mesh.boundary())
    assert [(e.edge, e.transition) for e in found] == mesh.edges.tolist()
    ends = [0, *mesh.loops.tolist()]
    loops = [loop for loop, (start, end) in enumerate(pairwise(ends)) for _ in range(start, end)]
    assert [e.loop for e in found] == loops
    for edge in found:
        assert (edge.face.index, edge.side) == divmod(edge.edge, 3)
        assert edge.face.neighbours[edge.side] is None
        assert edge.face.transitions[edge.side] == edge.transition
        a, b = (mesh.faces[edge.face.index][(edge.side + k) % 3] for k in (0, 1))
        assert edge.ends.tolist() == [mesh.vertices[a].tolist(), mesh.vertices[b].tolist()]
    assert [e.row + 1 for e in found if e.is_last] == mesh.loops.tolist()
    for loop, edges in enumerate(mesh.boundary_loops()):
        assert edges == [edge for edge in found if edge.loop == loop]
        chain = [edge.ends.tolist() for edge in edges]
        following = chain[1:] + chain[:1]
        assert all(a[1] == b[0] for a, b in zip(chain, following, strict=True))


def with_edges(rows: Sequence[tuple[int, int]], loops: Sequence[int]) -> kl.Walkmesh:
    """The square with other edges (four) and other loops (one), as a broken file would have."""
    bwm = square_wok()
    data = bytearray(bwm.to_bytes())
    for number, row in enumerate(rows):
        struct.pack_into("<2i", data, int(bwm.header["edge_offset"]) + 8 * number, *row)
    struct.pack_into(f"<{len(loops)}I", data, int(bwm.header["loop_offset"]), *loops)
    return kl.read_walkmesh(bytes(data))


def test_boundary_that_the_loops_do_not_cover() -> None:
    assert [e.loop for e in with_edges([], [2]).boundary()] == [0, 0, -1, -1]
    assert [e.loop for e in with_edges([], [0]).boundary()] == [-1] * 4
    assert [e.loop for e in with_edges([], [2**32 - 1]).boundary()] == [0] * 4
    assert [e.is_last for e in with_edges([], [2]).boundary()] == [False, True, False, False]
    assert [e.is_last for e in with_edges([], [2**32 - 1]).boundary()] == [False] * 4
    assert [len(loop) for loop in with_edges([], [2]).boundary_loops()] == [2]
    assert with_edges([], [0]).boundary_loops() == [[]]


@pytest.mark.parametrize("edge", [-1, -7, 6, 2**31 - 1])
def test_boundary_edge_of_no_face(edge: int) -> None:
    """Not the face counted from the end, as NumPy would have it."""
    broken = next(with_edges([(edge, 5)], [4]).boundary())
    assert (broken.edge, broken.transition) == (edge, 5)
    with pytest.raises(IndexError, match="no face"):
        _ = broken.face
    with pytest.raises(IndexError, match="no face"):
        _ = broken.ends


# Tree


@settings(max_examples=30)
@given(MESHES)
def test_tree_is_walked_whole_with_the_right_parents(mesh: kl.Walkmesh) -> None:
    nodes = list(mesh.tree())
    assert [node.index for node in nodes] == list(range(len(mesh.nodes)))
    parents = {
        int(child): number
        for number, row in enumerate(mesh.nodes)
        for child in (row["left"], row["right"])
        if child >= 0
    }
    for node in nodes:
        assert (node.parent.index if node.parent else None) == parents.get(node.index)
        row = mesh.nodes[node.index]
        assert node.box.tolist() == [row["box_min"].tolist(), row["box_max"].tolist()]
        assert (node.face.index if node.face else -1) == row["face"]
        wanted = [] if node.face else [row["left"], row["right"]]
        assert [child.index for child in node.children] == wanted
        assert all(child.parent is node for child in node.children)
        assert tuple(c for c in (node.left, node.right) if c is not None) == node.children
        # FACTS 4: a flag of the main axis from the left child's box to the right one's.
        assert node.plane == row["plane"]
        assert (node.plane == 0) == (node.left is None) == (node.right is None)
        if node.left and node.right:
            way = (node.right.box.sum(axis=0) - node.left.box.sum(axis=0)).tolist()
            axis = (1, 2, 4, 8, 16, 32).index(node.plane) % 3
            assert abs(way[axis]) == pytest.approx(max(map(abs, way)), abs=1e-3)
    assert sorted(n.face.index for n in nodes if n.face) == list(
        range(len(mesh.faces) if mesh.is_area else 0)
    )


@each_corpus_file("wok/bioware/*.wok")
def test_tree_of_a_real_room(path: object) -> None:
    mesh = kl.read_walkmesh(path)  # type: ignore[arg-type]
    assert [node.index for node in mesh.tree()] == list(range(len(mesh.nodes)))


def with_children(links: Sequence[tuple[int, int]], face: int = -1) -> kl.Walkmesh:
    """A mesh whose stored tree has these children, and ``face`` in every node."""
    count = len(links)
    points = [(n, y, 0) for n in range(count) for y in (0, 1)] + [(-1, 0, 0)]
    mesh = kl.Walkmesh.from_arrays(points, [(0, 1, 2)] * (count // 2 + 1), [4] * (count // 2 + 1))
    bwm = mesh.to_bwm()
    assert len(bwm.nodes) >= count
    data = bytearray(bwm.to_bytes())
    for number, pair in enumerate(links):
        at = int(bwm.header["node_offset"]) + 44 * number
        struct.pack_into("<i", data, at + 24, face)
        struct.pack_into("<2i", data, at + 36, *pair)
    return kl.read_walkmesh(bytes(data))


def test_tree_with_cycles_ends() -> None:
    own_child = with_children([(0, 0), (0, 0), (0, 0)])
    assert [node.index for node in own_child.tree()] == [0]
    ring = with_children([(1, 2), (2, 0), (0, 1)])
    assert [(n.index, n.parent and n.parent.index) for n in ring.tree()] == [
        (0, None),
        (1, 0),
        (2, 0),
    ]
    outside = with_children([(1, 99), (-1, -2), (2**31 - 1, 0)])
    assert [node.index for node in outside.tree()] == [0, 1]
    root = next(outside.tree())
    assert (root.left and root.left.index, root.right) == (1, None)
    assert all(node.face is None for node in outside.tree())
    assert all(node.face is None for node in with_children([(1, 2)] * 3, face=77).tree())


@settings(max_examples=60)
@given(st.lists(st.tuples(*[st.integers(-2, 12)] * 2), min_size=1, max_size=11))
def test_any_graph_is_walked_once(children: list[tuple[int, int]]) -> None:
    mesh = with_children(children)
    count = len(mesh.nodes)
    reached, waiting = set(), [0]
    while waiting:
        number = waiting.pop()
        if number in reached or not 0 <= number < count:
            continue
        reached.add(number)
        waiting += [int(mesh.nodes["left"][number]), int(mesh.nodes["right"][number])]
    found = [node.index for node in mesh.tree()]
    assert sorted(found) == sorted(reached)
    met: set[int] = set()
    for node in mesh.tree():
        assert node.parent is None or node.parent.index in met
        met.add(node.index)


def test_a_tree_like_a_chain_is_no_problem() -> None:
    """Deeper than Python may call functions in each other."""
    depth = 3001
    mesh = with_children([(number + 1, -1) for number in range(depth)])
    first, second = list(mesh.tree()), list(mesh.tree())
    assert [node.index for node in first] == list(range(depth))
    assert set(first) == set(second)
    assert first[-1] == second[-1] != first[-2]
    assert repr(first[-1]) == f"Node(index={depth - 1})"


def test_object_has_no_boundary_and_no_tree() -> None:
    mesh = kl.read_walkmesh(square_pwk().to_bytes())
    assert list(mesh.boundary()) == []
    assert list(mesh.tree()) == []
    assert mesh.face(0).neighbours == (None, None, None)
    assert list(stored(kl.Walkmesh.from_arrays([], [], [])).tree()) == []
