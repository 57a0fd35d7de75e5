"""Which vertex of an older walkmesh each point of a drawing is: modelling programs round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.mesh.matching.near import find_equal, find_near

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints

NEAR = 5e-5
"""Metres that a point may be off its vertex, beside what a number of that size is rounded by."""

ROUNDED = 1e-6
"""How much a coordinate is rounded by, as a part of it: a modelling program computes in float32."""


def find_vertices(points: Floats, vertices: Floats) -> Ints:
    """(n,) for each of ``points`` the row of ``vertices`` at its place, -1 where there is none.

    The nearest within `NEAR` + `ROUNDED` · |coordinate| metres; of several at one place the first.
    """
    found = find_equal(points.astype(np.float32), vertices)  # most of them, and quicker
    left = np.flatnonzero(found < 0)
    if len(left):
        first = np.flatnonzero(find_equal(vertices, vertices) == np.arange(len(vertices)))
        reach = NEAR + ROUNDED * np.abs(points[left]).max(axis=1)
        nearest = find_near(points[left], vertices[first], reach)
        found[left[nearest >= 0]] = first[nearest[nearest >= 0]]
    return found
