"""What of an object's walkmesh stands in the way, as convex hulls in the plan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.mesh.components import component_roots

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints, Plan
    from kotorlevel.mesh.walkmesh import Walkmesh


_STRAIGHT = 1e-9
"""Square metres: a corner that sticks out less is none."""


def find_hull(points: Floats) -> Floats:
    """(m, 2) the corners of the hull of ``points`` (n, 2+), counter-clockwise.

    Less than three where the points have no extent or are not finite.
    """
    plan = np.asarray(points, np.float64).reshape(len(points), -1)[:, :2]
    if not np.isfinite(plan).all():
        return np.empty((0, 2))
    ordered: list[Plan] = [(x, y) for x, y in np.unique(plan, axis=0).tolist()]
    ring = _chain(ordered)[:-1] + _chain(ordered[::-1])[:-1]
    return np.array(ring).reshape(-1, 2)


def _chain(points: list[Plan]) -> list[Plan]:
    """One half of the hull of sorted points, with a left turn at every corner."""
    chain: list[Plan] = []
    for point in points:
        while len(chain) >= 2 and _turn(chain[-2], chain[-1], point) <= _STRAIGHT:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: Plan, b: Plan, c: Plan) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


THINNEST = 0.002
"""Metres: what is thinner is made as thick, or it would cut nothing."""
BESIDE = 0.35
"""Metres: no body fits through what remains between a leaf and its frame."""

_FLAT = 1e-6
"""Square metres of a face in the plan; one with less is upright."""


def leaf_shape(mesh: Walkmesh) -> Floats:
    """(n, 2) the hull of a closed door's solid faces, longer by `BESIDE` at both ends.

    Empty where it has none.
    """
    points = _corners(mesh)[0].reshape(-1, 3)[:, :2]
    if not len(points):
        return np.empty((0, 2))
    points = _thick(points)
    along = _long_axis(points)
    return find_hull(np.concatenate([points + BESIDE * along, points - BESIDE * along]))


def solid_shapes(mesh: Walkmesh) -> Iterator[Floats]:
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


def _corners(mesh: Walkmesh) -> tuple[Floats, Ints]:
    """(n, 3, 3) the corners of faces that one cannot walk on, and (n, 3) their numbers."""
    faces = mesh.faces.astype(np.int64)
    solid = ~mesh.walkable & (faces < len(mesh.vertices)).all(axis=1)
    return mesh.vertices.astype(np.float64)[faces[solid]], faces[solid]


def _thick(points: Floats) -> Floats:
    """(n, 2) points with an extent of at least `THINNEST` across their longer axis."""
    along = _long_axis(points)
    across = np.array([-along[1], along[0]])
    if np.ptp(points @ across) >= THINNEST:
        return points
    both = [points + THINNEST / 2 * across, points - THINNEST / 2 * across]
    if np.ptp(points @ along) < THINNEST:
        both += [points + THINNEST / 2 * along, points - THINNEST / 2 * along]
    return np.concatenate(both)


def _long_axis(points: Floats) -> Floats:
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
    longer: Floats = units[narrow] if width[narrow] >= depth[narrow] else across[narrow]
    return longer
