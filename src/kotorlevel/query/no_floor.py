"""Why there is no floor at a place, and where the nearest is."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.query.ground import Ground
from kotorlevel.query.inquiry import Inquiry
from kotorlevel.query.questions import Found

Uncounted = Literal["not asked for", "not walkable", "not checked", "looks down"]
"""Why a face does not answer; the game looks for floor on some surfaces only."""

Emptiness = Literal["", "no faces", "hole", "outside"]
"""Why nothing is above or below a place: a hole is also what is past an edge."""


@dataclass(frozen=True)
class NoFloor:
    """What is at (x, y), where no floor answers.

    ``faces`` are there, from top to bottom, each with why it does not count; where there are none,
    ``emptiness`` says why. ``known`` of ``rooms`` have a walkmesh.
    """

    faces: tuple[tuple[Found, Uncounted], ...]
    emptiness: Emptiness
    known: int
    rooms: int
    _inquiry: Inquiry
    _at: tuple[float, float]

    @cached_property
    def nearest(self) -> Found | None:
        """The walkable point that is closest in the plan; ``distance`` is measured there."""
        return find_nearest_in_plan(self._inquiry, *self._at)


def find_no_floor(inquiry: Inquiry, x: float, y: float) -> NoFloor:
    """Why nothing at (x, y) answers an inquiry for a floor.

    It names the faces that are there all the same, and the nearest floor::

        inquiry = kl.Inquiry(kl.load_rooms("my_mod"), "height")
        if not inquiry.ask((50, 50)):
            kl.find_no_floor(inquiry, 50, 50).nearest.point
    """
    every = np.unique(inquiry.ground.faces.materials).tolist()
    refs = inquiry.ground.floors(x, y, materials=every)
    faces = [inquiry.make(ref.room, ref.face, ref.point) for ref in refs]
    rooms = inquiry.rooms
    meshes = [m for (kind, _), m in zip(rooms.owners, rooms.meshes, strict=True) if kind == "room"]
    return NoFloor(
        tuple((face, _why_not(inquiry, face)) for face in faces),
        "" if faces else _find_emptiness(inquiry.ground, x, y),
        sum(mesh is not None for mesh in meshes),
        len(meshes),
        inquiry,
        (x, y),
    )


def _why_not(inquiry: Inquiry, face: Found) -> Uncounted:
    limits = inquiry.limits
    if limits.surfaces and face.material not in limits.surfaces:
        return "not asked for"
    if limits.walkable and not face.walkable:
        return "not walkable"
    if not limits.surfaces and not inquiry.rooms.surfaces.walkcheck(face.material):
        return "not checked"
    return "looks down"


def _find_emptiness(ground: Ground, x: float, y: float) -> Emptiness:
    faces = ground.faces
    if not len(faces):
        return "no faces"
    low, high = faces.corners[:, :, :2].min(axis=1), faces.corners[:, :, :2].max(axis=1)
    for room in sorted(set(faces.room.tolist())):
        mine = faces.room == room
        left, bottom = low[mine].min(axis=0)
        right, top = high[mine].max(axis=0)
        if left <= x <= right and bottom <= y <= top:
            return "hole"
    return "outside"


def find_nearest_in_plan(inquiry: Inquiry, x: float, y: float) -> Found | None:
    """The walkable point that is closest in the plan; ``distance`` is measured there."""
    flat = (None if mesh is None else _flat(mesh) for mesh in inquiry.rooms.meshes)
    ref = Ground(flat, fast=False).nearest((x, y, 0.0))
    if ref is None:
        return None
    mesh = inquiry.rooms.meshes[ref.room]
    assert mesh is not None
    to_x, to_y, _ = ref.point
    a, b, c = mesh.face(ref.face).corners.astype(np.float64)
    normal = np.cross(b - a, c - a)
    slope = (normal[0] * (to_x - a[0]) + normal[1] * (to_y - a[1])) / normal[2]
    # The point is on the face but for rounding, so its height is between those of the corners.
    z = float(np.clip(a[2] - slope, min(a[2], b[2], c[2]), max(a[2], b[2], c[2])))
    distance = float(np.hypot(to_x - x, to_y - y))
    return inquiry.make(ref.room, ref.face, (to_x, to_y, z), distance)


def _flat(mesh: Walkmesh) -> Walkmesh:
    """The mesh pressed into the plan."""
    vertices = mesh.vertices.copy()
    vertices[:, 2] = np.where(np.isfinite(vertices[:, 2]), 0, np.nan)
    return replace(mesh, vertices=vertices)
