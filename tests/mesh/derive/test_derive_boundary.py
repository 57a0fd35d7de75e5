from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from kotorlevel.mesh.derive import derive_adjacency, derive_boundary
from support.mesh.derive_shapes import Shape, as_faces, fan_faces, grid_faces, shapes
from support.mesh.slow_derive import slow_boundary


@given(shapes())
def test_boundary_is_the_slow_one(shape: Shape) -> None:
    table = derive_adjacency(shape.faces, shape.domain).table
    fast, slow = derive_boundary(table), slow_boundary(table.ravel().tolist())
    assert fast.edges.tolist() == slow.edges
    assert fast.loops.tolist() == slow.loops
    assert fast.edges.dtype == fast.loops.dtype == np.int32


@given(st.integers(0, 40), st.data())
def test_any_mutual_table_is_the_slow_one(faces: int, data: st.DataObject) -> None:
    slots = data.draw(st.permutations(range(3 * faces)))
    pairs = data.draw(st.integers(0, 3 * faces // 2))
    table = np.full(3 * faces, -1)
    here, there = slots[:pairs], slots[pairs : 2 * pairs]
    table[here], table[there] = there, here
    fast, slow = derive_boundary(table.reshape(-1, 3)), slow_boundary(table.tolist())
    assert fast.edges.tolist() == slow.edges
    assert fast.loops.tolist() == slow.loops


@given(st.lists(st.tuples(*[st.integers(-2, 20)] * 3), max_size=6))
def test_any_table_is_answered_or_refused(rows: list[tuple[int, int, int]]) -> None:
    table = np.array(rows, np.int32).reshape(-1, 3)
    flat = table.ravel().tolist()
    mutual = all(a == -1 or (0 <= a < len(flat) and flat[a] == slot) for slot, a in enumerate(flat))
    if mutual:
        assert sorted(derive_boundary(table).edges) == [s for s, a in enumerate(flat) if a == -1]
    else:
        with pytest.raises(ValueError, match="not mutual"):
            derive_boundary(table)


def test_a_hole_is_a_second_loop() -> None:
    faces = as_faces([row for i, row in enumerate(grid_faces(3, 3)) if i not in (8, 9)])
    boundary = derive_boundary(derive_adjacency(faces, len(faces)).table)
    assert boundary.loops.tolist() == [12, 16]
    corners = faces.ravel()[boundary.edges]
    assert set(corners[12:].tolist()) == {5, 6, 9, 10}


def test_loops_pinched_in_one_vertex_stay_apart() -> None:
    faces = as_faces([(0, 1, 2), (0, 3, 4)])
    boundary = derive_boundary(derive_adjacency(faces, 2).table)
    assert boundary.edges.tolist() == [0, 1, 2, 3, 4, 5]
    assert boundary.loops.tolist() == [3, 6]


def test_a_closed_surface_has_no_boundary() -> None:
    faces = as_faces([(0, 1, 2), (0, 2, 3), (0, 3, 1), (1, 3, 2)])
    boundary = derive_boundary(derive_adjacency(faces, 4).table)
    assert boundary.edges.size == boundary.loops.size == 0


@pytest.mark.parametrize("closed", [False, True])
def test_a_fan_of_very_many_faces_takes_no_time(closed: bool) -> None:
    faces = as_faces(fan_faces(100_000, centre=0, first=1, closed=closed))
    table = derive_adjacency(faces, len(faces)).table
    boundary = derive_boundary(table)
    assert boundary.loops.tolist() == [100_000 if closed else 100_002]


@pytest.mark.parametrize(
    ("table", "edge"),
    [
        ([[-1, -1, 3]], 2),
        ([[-1, -2, -1]], 1),
        ([[-1, 3, -1], [-1, -1, -1]], 1),
        ([[3, 3, -1], [0, -1, -1]], 1),
    ],
)
def test_a_table_that_is_not_mutual_is_an_error(table: list[list[int]], edge: int) -> None:
    with pytest.raises(ValueError, match=f"edge {edge} names"):
        derive_boundary(np.array(table))


def test_a_table_of_another_shape_is_an_error() -> None:
    with pytest.raises(ValueError, match="shape"):
        derive_boundary(np.full(6, -1))
