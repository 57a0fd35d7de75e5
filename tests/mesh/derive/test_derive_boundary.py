from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from conformance.reference import slow_boundary
from kotorlevel.mesh.derive import Boundary, derive_adjacency, derive_boundary
from support.mesh.derive_shapes import Shape, as_faces, fan_faces, grid_faces, shapes


def boundary_of(faces: np.ndarray) -> Boundary:
    return derive_boundary(derive_adjacency(faces, len(faces)).table, faces)


@given(shapes())
def test_boundary_is_the_slow_one(shape: Shape) -> None:
    found = derive_adjacency(shape.faces, shape.domain)
    for table in (found.table, found.pairs):
        fast = derive_boundary(table, shape.faces)
        slow = slow_boundary(table.ravel().tolist(), shape.faces.tolist())
        assert fast.edges.tolist() == slow.edges
        assert fast.loops.tolist() == slow.loops
        assert fast.edges.dtype == fast.loops.dtype == np.int32


@given(shapes())
def test_loops_of_pairs_close(shape: Shape) -> None:
    boundary = derive_boundary(
        derive_adjacency(shape.faces, shape.domain).pairs, shape.faces[: shape.domain]
    )
    start = 0
    for end in boundary.loops.tolist():
        face, side = np.divmod(boundary.edges[start:end], 3)
        begins, ends = shape.faces[face, side], shape.faces[face, (side + 1) % 3]
        assert (ends == np.roll(begins, -1)).all()
        start = end


@given(st.integers(0, 6), st.data())
def test_any_table_is_answered(faces: int, data: st.DataObject) -> None:
    edges = st.integers(-1, max(3 * faces - 1, -1))
    table = np.array(data.draw(st.lists(edges, min_size=3 * faces, max_size=3 * faces)), np.int32)
    corners = st.lists(st.integers(0, 4), min_size=3 * faces, max_size=3 * faces)
    numbers = np.array(data.draw(corners), np.int64).reshape(-1, 3)
    found = derive_boundary(table.reshape(-1, 3), numbers)
    slow = slow_boundary(table.tolist(), numbers.tolist())
    assert (found.edges.tolist(), found.loops.tolist()) == (slow.edges, slow.loops)


def test_a_hole_is_a_second_loop() -> None:
    faces = as_faces([row for i, row in enumerate(grid_faces(3, 3)) if i not in (8, 9)])
    boundary = boundary_of(faces)
    assert boundary.loops.tolist() == [12, 16]
    corners = faces.ravel()[boundary.edges]
    assert set(corners[12:].tolist()) == {5, 6, 9, 10}


def test_loops_close_where_they_began() -> None:
    faces = as_faces([(0, 1, 2), (0, 3, 4)])
    boundary = boundary_of(faces)
    assert boundary.edges.tolist() == [0, 1, 2, 3, 4, 5]
    assert boundary.loops.tolist() == [3, 6]


def test_a_pinched_loop_goes_on_at_the_lowest_edge() -> None:
    # A square 0 1 2 9 and a triangle 2 3 4 touch in vertex 2. Of the edges that start there the
    # triangle's is lower, so the loop takes the triangle in before it goes on around the square.
    boundary = boundary_of(as_faces([(0, 1, 9), (2, 3, 4), (1, 2, 9)]))
    assert boundary.edges.tolist() == [0, 6, 3, 4, 5, 7, 2]
    assert boundary.loops.tolist() == [7]


def test_a_closed_surface_has_no_boundary() -> None:
    faces = as_faces([(0, 1, 2), (0, 2, 3), (0, 3, 1), (1, 3, 2)])
    boundary = boundary_of(faces)
    assert boundary.edges.size == boundary.loops.size == 0


@pytest.mark.parametrize("closed", [False, True])
def test_a_fan_of_very_many_faces_takes_no_time(closed: bool) -> None:
    faces = as_faces(fan_faces(100_000, centre=0, first=1, closed=closed))
    assert boundary_of(faces).loops.tolist() == [100_000 if closed else 100_002]


@pytest.mark.parametrize("table", [[[-1, -1, 3]], [[-1, -2, -1]]])
def test_an_edge_that_is_not_there_is_an_error(table: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="outside of 0 to 2"):
        derive_boundary(np.array(table), as_faces([(0, 1, 2)]))


def test_a_table_of_another_shape_is_an_error() -> None:
    with pytest.raises(ValueError, match="shape"):
        derive_boundary(np.full(6, -1), as_faces([(0, 1, 2)]))
