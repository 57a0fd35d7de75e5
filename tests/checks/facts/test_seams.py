"""Edges that lie on each other, against comparing every two of them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from kotorlevel.checks.facts.mesh.unwelded import find_seams


def slow_seams(
    points: NDArray[np.float64], ends: NDArray[np.intp], owners: NDArray[np.intp], tolerance: float
) -> list[bool]:
    def near(a: int, b: int) -> bool:
        x, y, z = (points[a] - points[b]).tolist()
        return bool(x * x + y * y + z * z <= tolerance * tolerance)

    edges = list(zip(ends.tolist(), owners.tolist(), strict=True))
    found = [False] * len(edges)
    for i, ((a, b), owner) in enumerate(edges):
        for (c, d), other in edges:
            if owner != other and (a, b) != (d, c) and not near(a, b) and not near(c, d):
                found[i] = found[i] or (near(a, d) and near(b, c))
    return found


@pytest.mark.parametrize("tolerance", [0.0, 0.001, 0.05])
@pytest.mark.parametrize("seed", range(5))
def test_every_edge_against_every_other(seed: int, tolerance: float) -> None:
    """A lattice of places with several vertices each, some a little off."""
    random = np.random.default_rng(seed)
    places = random.integers(0, 2, (90, 3)) * [1.0, 1.0, 0.5]
    off = random.uniform(-0.75, 0.75, (90, 3)) * random.choice([0, 1, 1.2], (90, 1))
    points = places + off * tolerance
    ends = random.integers(0, 90, (150, 2))
    owners = random.integers(0, 60, 150)
    result = find_seams(points, ends, owners, tolerance)
    assert result.complete
    expected = slow_seams(points, ends, owners, tolerance)
    assert result.unwelded.tolist() == expected
    assert any(expected)


def test_no_edges() -> None:
    none = np.empty(0, np.intp)
    result = find_seams(np.empty((0, 3)), none.reshape(0, 2), none, 0.001)
    assert not len(result.unwelded)
    assert result.complete
