"""What of an object's walkmesh stands in the way, as convex shapes in the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.mesh.components import component_roots
from kotorlevel.nav.hull import find_hull

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from kotorlevel.mesh.walkmesh import Walkmesh

    _Ints = NDArray[np.int64]
    _Floats = NDArray[np.float64]

THINNEST = 0.002
"""Metres: what is thinner is made as thick, or it would cut nothing."""
BESIDE = 0.35
"""Metres: no body fits through what remains between a leaf and its frame."""

_FLAT = 1e-6
"""Square metres of a face in the plan; one with less is upright."""


def leaf_shape(mesh: Walkmesh) -> _Floats:
    """(n, 2) the hull of a closed door's solid faces, longer by `BESIDE` at both ends.

    Empty where it has none.
    """
    points = _corners(mesh)[0].reshape(-1, 3)[:, :2]
    if not len(points):
        return np.empty((0, 2))
    points = _thick(points)
    along = _long_axis(points)
    return find_hull(np.concatenate([points + BESIDE * along, points - BESIDE * along]))


def solid_shapes(mesh: Walkmesh) -> Iterator[_Floats]:
    """(n, 2) each face with an extent in the plan, and the hulls of connected upright ones.

    Only faces count that one cannot walk on.
    """
    corners, faces = _corners(mesh)
    plan = corners[:, :, :2]
    a, b = plan[:, 1] - plan[:, 0], plan[:, 2] - plan[:, 0]
    flat = np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2 > _FLAT
    yield from plan[flat]
    upright, of = plan[~flat], faces[~flat]
    roots = component_roots(
        len(mesh.vertices),
        np.concatenate([of[:, 0], of[:, 1]]),
        np.concatenate([of[:, 1], of[:, 2]]),
    )[of[:, 0]]
    for root in np.unique(roots).tolist():
        yield _thick(upright[roots == root].reshape(-1, 2))


def _corners(mesh: Walkmesh) -> tuple[_Floats, _Ints]:
    """(n, 3, 3) the corners of faces that one cannot walk on, and (n, 3) their numbers."""
    faces = mesh.faces.astype(np.int64)
    solid = ~mesh.walkable & (faces < len(mesh.vertices)).all(axis=1)
    return mesh.vertices.astype(np.float64)[faces[solid]], faces[solid]


def _thick(points: _Floats) -> _Floats:
    """(n, 2) points with an extent of at least `THINNEST` across their longer axis."""
    along = _long_axis(points)
    across = np.array([-along[1], along[0]])
    if np.ptp(points @ across) >= THINNEST:
        return points
    both = [points + THINNEST / 2 * across, points - THINNEST / 2 * across]
    if np.ptp(points @ along) < THINNEST:
        both += [points + THINNEST / 2 * along, points - THINNEST / 2 * along]
    return np.concatenate(both)


def _long_axis(points: _Floats) -> _Floats:
    """(2,) the direction of the longer sides of the narrowest rectangle around ``points``."""
    ring = find_hull(points)
    if len(ring) < 3:
        low, high = points[np.lexsort(points.T)[[0, -1]]]
        sides = (high - low)[None]
    else:
        sides = np.roll(ring, -1, axis=0) - ring
    length = np.hypot(sides[:, 0], sides[:, 1])
    if not length.max(initial=0.0) > 0:
        return np.array([1.0, 0.0])
    units = sides[length > 0] / length[length > 0, None]
    across = np.stack([-units[:, 1], units[:, 0]], axis=1)
    width, depth = (np.ptp(points @ axes.T, axis=0) for axes in (units, across))
    narrow = int(np.argmin(np.minimum(width, depth)))
    longer: _Floats = units[narrow] if width[narrow] >= depth[narrow] else across[narrow]
    return longer
