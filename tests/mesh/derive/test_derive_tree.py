from __future__ import annotations

import math

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from conformance.reference import slow_tree
from kotorlevel.formats.bwm.tables import NODE
from kotorlevel.mesh.derive import derive_tree
from support.mesh.derive_shapes import Shape, as_faces, grid_faces, shapes


def check_is_a_tree(nodes: NDArray[np.void], faces: int) -> None:
    """Pre-order, every face in one leaf, every node but the root the child of one other."""
    assert len(nodes) == max(2 * faces - 1, 0)
    inner = np.flatnonzero(nodes["face"] == -1)
    assert sorted(nodes["face"][nodes["face"] >= 0]) == list(range(faces))
    assert (nodes["left"][inner] == inner + 1).all()
    children = np.concatenate([nodes["left"][inner], nodes["right"][inner]])
    assert sorted(children) == list(range(1, len(nodes)))
    assert (nodes["unknown_1c"] == 4).all()
    leaf = nodes[nodes["face"] >= 0]
    assert (leaf["plane"] == 0).all()
    assert (leaf["left"] == -1).all()
    assert (leaf["right"] == -1).all()


@given(shapes())
def test_tree_is_the_slow_one(shape: Shape) -> None:
    fast = derive_tree(shape.vertices, shape.faces)
    slow = slow_tree(shape.vertices.tolist(), shape.faces.tolist())
    rows = [(n.box_min, n.box_max, n.face, 4, n.plane, n.left, n.right) for n in slow]
    assert fast.dtype == NODE
    assert fast.tobytes() == np.array(rows, NODE).tobytes()
    check_is_a_tree(fast, len(shape.faces))


@pytest.mark.parametrize("count", [*range(70), 1000, 4097])
def test_tree_of_any_size_has_the_right_form(count: int) -> None:
    vertices = np.random.default_rng(count).random((3 * count, 3)).astype(np.float32)
    check_is_a_tree(derive_tree(vertices, np.arange(3 * count).reshape(-1, 3)), count)


def test_one_face_is_one_grown_leaf() -> None:
    vertices = np.array([[0, 0, 0], [2, 0, 0], [0, 4, 1]], np.float32)
    (leaf,) = derive_tree(vertices, as_faces([(0, 1, 2)]))
    assert leaf["box_min"].tolist() == pytest.approx([-0.01] * 3)
    assert leaf["box_max"].tolist() == pytest.approx([2.01, 4.01, 1.01])
    assert leaf["face"] == 0


@pytest.mark.parametrize(("axis", "flags"), [(0, {1}), (1, {2}), (2, {4})])
def test_plane_points_from_the_left_child_to_the_right(axis: int, flags: set[int]) -> None:
    vertices = np.tile(np.eye(3, dtype=np.float32), (5, 1))
    vertices[:, axis] += np.repeat(np.arange(5) * 10, 3)
    nodes = derive_tree(vertices, np.arange(15).reshape(5, 3)[::-1])
    assert set(nodes["plane"].tolist()) - {0} == flags


def test_plane_of_coincident_children_is_minus_z() -> None:
    vertices = np.eye(3, dtype=np.float32)
    nodes = derive_tree(vertices, as_faces([(0, 1, 2)] * 2))
    assert nodes["plane"].tolist() == [32, 0, 0]


def test_ties_keep_the_order_of_the_node_above() -> None:
    # Eight columns along y, each of four equal faces apart from x: sorted by y, then ties.
    faces = as_faces(grid_faces(4, 8))
    x, y = np.meshgrid(np.arange(5), np.arange(9))
    vertices = np.stack([x.ravel(), y.ravel(), 0 * x.ravel()], axis=1).astype(np.float32)
    fast = derive_tree(vertices, faces)
    slow = slow_tree(vertices.tolist(), faces.tolist())
    assert fast["face"].tolist() == [node.face for node in slow]


@given(st.lists(st.sampled_from([math.nan, math.inf, -math.inf, 3e38, -3e38, 0.0]), min_size=45))
def test_absurd_coordinates_still_give_a_tree(numbers: list[float]) -> None:
    count = len(numbers) // 9
    vertices = np.array(numbers[: 9 * count], np.float32).reshape(-1, 3)
    faces = np.arange(3 * count).reshape(-1, 3)
    nodes = derive_tree(vertices, faces)
    check_is_a_tree(nodes, count)
    assert nodes.tobytes() == derive_tree(vertices, faces).tobytes()


def test_a_vertex_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(ValueError, match="face 0 names vertex 9"):
        derive_tree(np.zeros((3, 3), np.float32), as_faces([(0, 1, 9)]))
