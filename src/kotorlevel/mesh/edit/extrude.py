"""`extrude_edges`: new floor from boundary edges outwards, one quad for each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.mesh.edit.guards import numbers_of, place_of, refuse_crowding, rounded
from kotorlevel.mesh.edit.rim import Rim, find_rim
from kotorlevel.mesh.edit.shape import with_faces
from kotorlevel.mesh.edit.vertices import SAME_PLACE
from kotorlevel.mesh.edit.weld import near_pairs

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints
    from kotorlevel.mesh.walkmesh import Walkmesh

_CUTS = (((0, 1, 2), (0, 2, 3)), ((0, 1, 3), (1, 2, 3)))
"""The two ways to part a quad in two faces."""

_UPRIGHT = 1e-4
"""A face whose unit normal has less z than this has no height."""

_AS_GOOD = 1e-6
"""So much of a quad's area decides nothing about how it is parted."""


def extrude_edges(
    mesh: Walkmesh, edges: ArrayLike, offset: ArrayLike, material: int | None = None
) -> Walkmesh:
    """The mesh with two new faces from each of ``edges`` to its corners moved by ``offset``.

    The edges are boundary edges of the floor (3 · face + side); neighbouring ones share the moved
    corners. A moved corner within a millimetre of a vertex is that vertex, so that floor drawn over
    a gap grows together with what is across. New faces have ``material``, by default that of the
    face behind their edge, and look up; links of the edges are gone.

    Raises `ValueError` for an edge that is no boundary edge, and where new floor would not look up
    or would lie on floor that is there. What cannot be walked on may also stand upright: walls::

        kl.edit.extrude_edges(mesh, [57, 60], (0, 2, 0))
    """
    given = np.unique(numbers_of(edges, mesh.faces.size, "edge"))
    way = place_of(offset, "a way")
    if material is not None and not 0 <= material < 2**32:
        raise ValueError(f"{material} is not a material number")
    if not len(given):
        return mesh
    if float(np.linalg.norm(way)) <= SAME_PLACE:
        raise ValueError("an edge has to be drawn farther than a millimetre")
    rim = find_rim(mesh, given)
    plain = rim.mesh
    vertices, quads = _make_corners(rim, way)
    behind = rim.edge[rim.chosen] // 3
    if material is None:
        materials, members = plain.materials[behind], plain.members[behind]
    else:
        materials = np.full(len(behind), material, np.uint32)
        members = plain.surfaces.walkable(materials)
    _refuse_turned(plain, behind, members, given)
    faces = _part(vertices.astype(np.float64), quads, members, given)
    made = with_faces(plain, vertices, faces, np.repeat(materials, 2), np.repeat(members, 2))
    refuse_crowding(plain, made)
    return made


def _make_corners(rim: Rim, way: Floats) -> tuple[NDArray[np.float32], Ints]:
    """All vertices with the new ones, and for each edge the quad (n, 4): end, start, and moved.

    A corner belongs to two edges that follow each other, not to a vertex: where the floor is
    pinched to a point, four edges meet in one, and each two have a corner of their own.
    """
    mesh, rows = rim.mesh, rim.chosen
    turns = np.concatenate(
        [
            np.stack([rim.start[rows], rim.edge[rows]], axis=1),
            np.stack([rim.end[rows], _find_following(rim)[rows]], axis=1),
        ]
    )
    corners, which = np.unique(turns, axis=0, return_inverse=True)
    first, second = which.reshape(2, -1)
    points = rounded(mesh.vertices[corners[:, 0]].astype(np.float64) + way)
    known = _find_known(rim, points, first, second)
    is_new = known < 0
    number = np.where(is_new, len(mesh.vertices) + np.cumsum(is_new) - 1, known)
    vertices = np.concatenate([mesh.vertices, points[is_new]])
    ends = [rim.end[rows], rim.start[rows], number[first], number[second]]
    return vertices, np.stack(ends, axis=1)


def _find_following(rim: Rim) -> Ints:
    """(n,) the edge that goes on around what is not floor, also where the floor is pinched.

    The loops of a file may go on over the floor there. What is not floor lies right of an edge: the
    one that goes on is the next counter-clockwise, seen from their vertex.
    """
    following = rim.following.copy()
    vertices, counts = np.unique(rim.start, return_counts=True)
    points = rim.mesh.vertices.astype(np.float64)
    for vertex in vertices[counts > 1].tolist():
        arriving, leaving = np.flatnonzero(rim.end == vertex), np.flatnonzero(rim.start == vertex)
        x, y, _ = (points[rim.start[arriving]] - points[vertex]).T
        u, v, _ = (points[rim.end[leaving]] - points[vertex]).T
        turn = np.mod(np.arctan2(v, u) - np.arctan2(y, x)[:, None], 2 * np.pi)
        turn[turn == 0] = 2 * np.pi
        for row in np.argsort(turn.min(axis=1)).tolist():  # the sharpest turn chooses first
            best = int(turn[row].argmin())
            following[arriving[row]] = rim.edge[leaving[best]]
            turn[:, best] = np.inf
    return following


def _find_known(rim: Rim, points: NDArray[np.float32], first: Ints, second: Ints) -> Ints:
    """(n,) the vertex that each new corner lies on, -1 for none.

    Of several at one place: those of an edge that the new floor meets, else one on the rim.
    """
    near = _find_near(rim.mesh, points)
    known = np.full(len(points), -1, np.int64)
    edges = set(zip(rim.start.tolist(), rim.end.tolist(), strict=True))
    for a, b in zip(first.tolist(), second.tolist(), strict=True):
        # Floor across has the rim of the new floor the other way round.
        met = [(v, w) for v in near.get(a, ()) for w in near.get(b, ()) if (w, v) in edges]
        if met and known[a] in (-1, met[0][0]) and known[b] in (-1, met[0][1]):
            known[a], known[b] = met[0]
    on_rim = set(rim.start.tolist())
    for corner, candidates in near.items():
        if known[corner] < 0:
            known[corner] = next((v for v in candidates if v in on_rim), candidates[0])
    return known


def _find_near(mesh: Walkmesh, points: NDArray[np.float32]) -> dict[int, list[int]]:
    """Corner → the vertices within a millimetre of it, the nearest first."""
    count = len(mesh.vertices)
    every = np.concatenate([mesh.vertices, points]).astype(np.float64)
    one, other = near_pairs(every, SAME_PLACE)
    low, high = np.minimum(one, other), np.maximum(one, other)
    low, high = np.unique(np.stack([low, high])[:, (low < count) & (high >= count)], axis=1)
    apart = np.linalg.norm(every[low] - every[high], axis=1)
    found: dict[int, list[int]] = {}
    for row in np.lexsort((low, apart)).tolist():
        found.setdefault(int(high[row]) - count, []).append(int(low[row]))
    return found


def _refuse_turned(
    mesh: Walkmesh, behind: Ints, members: NDArray[np.bool_], edges: NDArray[np.intp]
) -> None:
    down = members & (mesh.geometry.crosses[behind, 2] <= 0)
    if down.any():
        edge = int(edges[down][0])
        raise ValueError(f"face {edge // 3} behind edge {edge} does not look up: turn it first")


def _part(points: Floats, quads: Ints, members: NDArray[np.bool_], edges: NDArray[np.intp]) -> Ints:
    """(2 · n, 3) the faces of quads (n, 4), each parted so that both halves look up best."""
    options = np.stack([quads[:, cut] for cut in np.array(_CUTS)])  # (2, n, 2, 3)
    a, b, c = np.moveaxis(points[options], -2, 0)
    crosses = np.cross(b - a, c - a)
    size = np.linalg.norm(crosses, axis=-1)
    upward = crosses[..., 2] / np.where(size > 0, size, 1.0)
    repeated = (options == np.roll(options, 1, axis=-1)).any(axis=-1)
    is_wrong = repeated | (size <= 0) | (members[:, None] & (upward < _UPRIGHT))
    worst = np.where(is_wrong, -1.0, np.where(members[:, None], crosses[..., 2], size)).min(axis=2)
    is_second = worst[1] > worst[0] + _AS_GOOD * size.max(axis=(0, 2))
    if (np.maximum(*worst) < 0).any():
        edge = int(edges[np.maximum(*worst) < 0][0])
        raise ValueError(
            f"new floor at edge {edge} would have no area or not look up: draw the edge outwards, "
            "neither along itself nor over its own floor nor straight up"
        )
    rows = np.arange(len(quads))
    faces: Ints = options[is_second.astype(np.intp), rows].reshape(-1, 3)
    return faces
