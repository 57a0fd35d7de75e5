"""Rows, places and faces of two meshes, beside slow and obvious ways to match them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from kotorlevel.mesh.matching.faces import pair_by_place
from kotorlevel.mesh.matching.near import find_equal, find_near
from kotorlevel.mesh.matching.rows import count_before, match_rows, row_ids


@pytest.mark.parametrize("largest", [3, 2**40])
@pytest.mark.parametrize("kind", ["i8", "f8"])
def test_rows_are_numbered_as_they_rise(largest: int, kind: str) -> None:
    """Small numbers are packed into one, large ones are not: the answer is the same."""
    rng = np.random.default_rng(1)
    rows: NDArray[Any] = (rng.integers(-1, 3, (200, 3)) * largest).astype(kind)
    distinct = sorted(set(map(tuple, rows.tolist())))
    assert row_ids(rows).tolist() == [distinct.index(row) for row in map(tuple, rows.tolist())]


@pytest.mark.parametrize("shape", [(0, 3), (4, 0)])
def test_tables_without_rows_or_columns(shape: tuple[int, int]) -> None:
    assert row_ids(np.zeros(shape, np.int64)).tolist() == [0] * shape[0]


def test_repeated_rows_go_together_in_their_order() -> None:
    a, b = np.array([[1], [2], [1], [1], [5]]), np.array([[1], [3], [2], [1]])
    here, there = match_rows(a, b)
    assert list(zip(here.tolist(), there.tolist(), strict=True)) == [(0, 0), (1, 2), (2, 3)]
    assert count_before(np.array([7, 7, 2, 7])).tolist() == [0, 1, 0, 2]


@pytest.mark.parametrize("seed", range(5))
def test_the_nearest_place_is_found(seed: int) -> None:
    rng = np.random.default_rng(seed)
    to = rng.integers(0, 12, (150, 3)) / 10.0
    points = rng.random((200, 3)) * 1.6 - 0.2
    reach = rng.random(200) * 0.2 + 0.01
    gaps = np.linalg.norm(points[:, None] - to, axis=2)
    wanted = np.where(gaps.min(axis=1) <= reach, gaps.argmin(axis=1), -1)
    assert find_near(points, to, reach).tolist() == wanted.tolist()
    assert find_near(np.r_[points, [(1e6, 0, 0)]], to, 0.1)[-1] == -1


def test_equal_places_are_the_first_and_zero_has_one_sign() -> None:
    to = np.array([(1, 0, 0), (0, -0.0, 2), (0, 0, 2), (1, 0, 0)], float)
    points = np.array([(-0.0, 0, 2), (1, 0, 0), (1, 0, 1e-9)], float)
    assert find_equal(points, to).tolist() == [1, 0, -1]
    none = np.empty((0, 3))
    assert find_equal(none, none).tolist() == []
    assert find_near(none, to, 0.1).tolist() == []
    assert find_near(points, none, 0.1).tolist() == [-1, -1, -1]


@pytest.mark.parametrize("seed", range(10))
def test_faces_are_paired_whatever_their_first_corner_and_way(seed: int) -> None:
    """Many faces on few places, also such as have a corner twice."""
    rng = np.random.default_rng(seed)
    faces = rng.integers(0, 5, (60, 3))
    kinds = rng.integers(0, 3, 60)
    order, turns, flips = rng.permutation(60), rng.integers(0, 3, 60), rng.random(60) < 0.3
    others = np.array([np.roll(faces[i], t) for i, t in zip(order, turns, strict=True)])
    others[flips] = others[flips][:, ::-1]
    found = pair_by_place(faces, others, kinds, kinds[order], either_way=True)
    assert sorted(found.partner.tolist()) == list(range(60))
    assert np.array_equal(found.corners(others), faces)
    one_way = pair_by_place(faces, others)
    there = one_way.partner >= 0
    assert not one_way.is_flipped.any()
    assert np.array_equal(one_way.corners(others)[there], faces[there])
