"""Why there is no floor at a place, and where the nearest is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.cli.queries.answers import Asked, Found
from kotorlevel.query.ground import Ground

if TYPE_CHECKING:
    from kotorlevel.mesh.walkmesh import Walkmesh


def faces_at(asked: Asked, x: float, y: float) -> list[Found]:
    """Every face above or below (x, y), whatever its surface, from top to bottom."""
    every = np.unique(asked.ground.faces.materials).tolist()
    refs = asked.ground.floors(x, y, materials=every)
    return [asked.make(ref.room, ref.face, ref.point) for ref in refs]


def why_not(asked: Asked, face: Found) -> str:
    """Why a face does not answer, in the words of a reason."""
    limits = asked.limits
    if limits.surfaces and face.material not in limits.surfaces:
        return "not a surface you asked for"
    if limits.walkable and not face.walkable:
        return "not walkable"
    if not limits.surfaces and not asked.rooms.surfaces.walkcheck(face.material):
        return "the game does not look for floor on this surface"
    return "it looks down"


def nearest_in_plan(asked: Asked, x: float, y: float) -> Found | None:
    """The walkable point that is closest in the plan; ``distance`` is measured there."""
    flat = (None if mesh is None else _flat(mesh) for mesh in asked.rooms.meshes)
    ref = Ground(flat, fast=False).nearest((x, y, 0.0))
    if ref is None:
        return None
    mesh = asked.rooms.meshes[ref.room]
    assert mesh is not None
    to_x, to_y, _ = ref.point
    a, b, c = mesh.face(ref.face).corners.astype(np.float64)
    normal = np.cross(b - a, c - a)
    slope = (normal[0] * (to_x - a[0]) + normal[1] * (to_y - a[1])) / normal[2]
    # The point is on the face but for rounding, so its height is between those of the corners.
    z = float(np.clip(a[2] - slope, min(a[2], b[2], c[2]), max(a[2], b[2], c[2])))
    distance = float(np.hypot(to_x - x, to_y - y))
    return asked.make(ref.room, ref.face, (to_x, to_y, z), distance)


def _flat(mesh: Walkmesh) -> Walkmesh:
    """The mesh pressed into the plan."""
    vertices = mesh.vertices.copy()
    vertices[:, 2] = np.where(np.isfinite(vertices[:, 2]), 0, np.nan)
    return replace(mesh, vertices=vertices)
