from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from conformance.reference import slow_adjacency
from kotorlevel.mesh.derive import derive_adjacency
from kotorlevel.mesh.derive.order import stable_order
from support.mesh.derive_shapes import Shape, as_faces, band_faces, shapes


@given(shapes())
def test_adjacency_is_the_slow_one(shape: Shape) -> None:
    fast = derive_adjacency(shape.faces, shape.domain)
    slow = slow_adjacency(shape.faces.tolist(), shape.domain)
    assert fast.table.ravel().tolist() == slow.table
    assert fast.pairs.ravel().tolist() == slow.pairs
    assert fast.crowded.tolist() == slow.crowded
    assert fast.table.shape == (shape.domain, 3)
    assert fast.table.dtype == np.int32


@given(shapes())
def test_pairs_are_mutual_and_nothing_is_within_a_face(shape: Shape) -> None:
    found = derive_adjacency(shape.faces, shape.domain)
    pairs = found.pairs.ravel()
    paired = np.flatnonzero(pairs >= 0)
    assert (pairs[pairs[paired]] == paired).all()
    for across in (pairs, found.table.ravel()):
        sides = np.flatnonzero(across >= 0)
        assert (across[sides] // 3 != sides // 3).all()
    single = np.setdiff1d(np.arange(len(pairs)), found.crowded)
    assert (pairs[single] == found.table.ravel()[single]).all()


@given(shapes())
def test_vertex_numbers_are_only_names(shape: Shape) -> None:
    expected = derive_adjacency(shape.faces, shape.domain)
    names = np.sort(np.random.default_rng(1).integers(0, 2**32, shape.faces.max(initial=0) + 1))
    for renamed in (names[shape.faces].astype(np.uint32), shape.faces - 7):
        if np.unique(renamed).size == np.unique(shape.faces).size:
            found = derive_adjacency(renamed, shape.domain)
            assert found.table.tolist() == expected.table.tolist()
            assert found.crowded.tolist() == expected.crowded.tolist()


def test_two_faces_meet_at_the_reversed_side() -> None:
    found = derive_adjacency(as_faces([(0, 1, 2), (3, 2, 1)]), 2)
    assert found.table.tolist() == [[-1, 4, -1], [-1, 1, -1]]
    assert found.crowded.size == 0


def test_faces_outside_the_domain_are_no_neighbours() -> None:
    found = derive_adjacency(as_faces([(0, 1, 2), (3, 2, 1)]), 1)
    assert found.table.tolist() == [[-1, -1, -1]]


def test_sides_in_the_same_direction_do_not_meet_and_are_named() -> None:
    found = derive_adjacency(as_faces([(0, 1, 2), (3, 1, 2)]), 2)
    assert (found.table == -1).all()
    assert found.crowded.tolist() == [1, 4]


def test_of_four_owners_the_last_is_meant() -> None:
    # Two edges of vanilla rooms are like this (FACTS 2, 4).
    found = derive_adjacency(as_faces([(0, 1, 2), (0, 1, 3), (1, 0, 4), (1, 0, 5)]), 4)
    assert found.table[:, 0].tolist() == [9, 9, 3, 3]
    assert found.pairs[:, 0].tolist() == [6, 9, 0, 3]
    assert found.crowded.tolist() == [0, 3, 6, 9]


def test_a_face_with_a_repeated_corner_leaves_whole_faces_together() -> None:
    found = derive_adjacency(as_faces([(0, 1, 0), (0, 1, 2), (1, 0, 3)]), 3)
    assert found.table.tolist() == [[6, 3, -1], [6, -1, -1], [3, -1, -1]]
    assert found.pairs.tolist() == [[-1, -1, -1], [6, -1, -1], [3, -1, -1]]
    assert found.crowded.tolist() == [0, 1, 3, 6]


def test_a_face_with_a_repeated_corner_may_end_a_mesh() -> None:
    found = derive_adjacency(as_faces([(0, 1, 0), (1, 0, 3)]), 2)
    assert found.table.tolist() == [[3, -1, -1], [0, -1, -1]]


def test_a_twisted_band_has_a_seam_that_does_not_meet() -> None:
    faces = as_faces(band_faces(5, twisted=True))
    found = derive_adjacency(faces, len(faces))
    assert found.crowded.size == 2
    straight = derive_adjacency(as_faces(band_faces(5, twisted=False)), len(faces))
    assert straight.crowded.size == 0


@pytest.mark.parametrize("domain", [-1, 2])
def test_a_domain_beyond_the_mesh_is_an_error(domain: int) -> None:
    with pytest.raises(ValueError, match="domain"):
        derive_adjacency(as_faces([(0, 1, 2)]), domain)


@pytest.mark.parametrize("bound", [7, 1 << 40, 1 << 60, 1 << 63])
def test_sorting_is_stable_whether_packed_or_not(bound: int) -> None:
    keys = np.random.default_rng(2).integers(0, 7, 200)
    assert stable_order(keys, bound).tolist() == np.argsort(keys, kind="stable").tolist()
