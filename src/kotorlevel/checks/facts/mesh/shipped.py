"""Whether a walkmesh is as the games' own tool wrote it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.remember import remember
from kotorlevel.mesh.derive import derive_boundary, derive_planes, derive_tree

if TYPE_CHECKING:
    from kotorlevel.formats.bwm import Bwm
    from kotorlevel.mesh.walkmesh import Walkmesh

_NEAR = 0.006
"""Metres between boxes from the model's numbers and from the walkmesh's; few are farther."""

_BACKWARD = (8, 16, 32)
"""Planes that no other tool writes."""


def is_shipped(mesh: Walkmesh) -> bool:
    """True for a room whose stored tables have the fingerprint of the games' tool (FACTS 4).

    All tables come out to the last bit, and its boxes do not: that tool made them from the model,
    which has other numbers than the walkmesh.
    """
    stored = mesh.stored
    if stored is None or not mesh.is_area or not mesh.geometry.is_sound:
        return False
    return remember(mesh, "is shipped", lambda: _has_fingerprint(mesh, stored))


def _has_fingerprint(mesh: Walkmesh, stored: Bwm) -> bool:
    planes = stored.nodes["plane"]
    if not any((planes == each).any() for each in _BACKWARD):
        return False
    for game in ("k1", "k2"):
        normals, distances = derive_planes(mesh.vertices, mesh.faces, game)
        if np.array_equal(normals, stored.normals) and np.array_equal(distances, stored.distances):
            break
    else:
        return False
    boundary = derive_boundary(mesh.geometry.adjacency.table, mesh.faces)
    own, theirs = derive_tree(mesh.vertices, mesh.faces), stored.nodes
    pairs = (
        (mesh.geometry.adjacency.table, stored.adjacency),
        (boundary.edges, stored.edges["edge"]),
        (boundary.loops, stored.loops),
        (own["left"], theirs["left"]),
        (own["right"], theirs["right"]),
    )
    if not all(np.array_equal(*pair) for pair in pairs):
        return False
    apart = np.sort(np.abs(own["box_min"] - theirs["box_min"]).max(axis=1))
    if not apart.any() or np.isnan(apart[-1]):
        return False
    return bool((apart[(len(apart) - 1) // 2] + apart[len(apart) // 2]) / 2 <= _NEAR)
