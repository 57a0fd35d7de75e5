"""Transforms of nodes: what is composed comes apart again, whichever way it is turned."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from kotorlevel.formats.gltf.transforms import Parts, compose, decompose

# Whichever of the four is the largest, it is found another way; the others are all different.
TURNS = [
    tuple(np.array(turn) / np.linalg.norm(turn))
    for turn in itertools.permutations((0.9, 0.3, -0.2, 0.1))
]


@pytest.mark.parametrize(
    "turn", TURNS, ids=lambda turn: "{:.2f} {:.2f} {:.2f} {:.2f}".format(*turn)
)
@pytest.mark.parametrize("scale", [(1.0, 1.0, 1.0), (-2.0, 0.5, 3.0)])
def test_parts_come_back(
    turn: tuple[float, float, float, float], scale: tuple[float, float, float]
) -> None:
    parts = decompose(compose(Parts((1.0, 2.0, 3.0), turn, scale)))
    assert parts is not None
    assert parts.translation == (1.0, 2.0, 3.0)
    # A quaternion and its opposite turn alike; w is never below zero.
    wanted = np.array(turn) * (-1 if turn[0] < 0 else 1)
    np.testing.assert_allclose(parts.rotation, wanted, atol=1e-12)
    np.testing.assert_allclose(parts.scale, scale, atol=1e-12)
