"""Floors that were painted with a surface nobody can walk on: what tells them, and what fits."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.facts.area.room_links import is_cutscene
from kotorlevel.checks.facts.mesh.former import knows_floor

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.checks.subjects import AreaSubject
    from kotorlevel.mesh.materials import Materials
    from kotorlevel.mesh.walkmesh import Walkmesh

LEAST_UPWARD = 0.5
"""The z of the unit normal of what can be floor at all."""

_SAME_PLACE = 0.001
_STONE = 4


@dataclass(frozen=True, eq=False)
class Painted:
    """``faces`` (n,) of a room that were floor, the ``material`` they have, and one that fits.

    ``doorways`` are the sides (face, side, room) that edges of other rooms lead to. ``known`` tells
    that the stored neighbours show the floor as it was, and need no change.
    """

    room: int
    faces: NDArray[np.intp]
    material: int
    fitting: int
    doorways: tuple[tuple[int, int, int], ...]
    known: bool


def find_painted(subject: AreaSubject, surfaces: Materials) -> list[Painted]:
    """The rooms without any floor, or with none at a doorway or where there was some."""
    if is_cutscene(subject):
        return []
    area = subject.area
    doorways = _doorways(area, surfaces)
    found = []
    for room in area.rooms:
        if room.mesh is None or not room.mesh.geometry.is_sound:
            continue
        ends, materials = doorways.get(room.index, ([], []))
        can_walk = surfaces.walkable(room.mesh.materials)
        around = room.mesh.materials[can_walk].tolist()
        is_whole = bool(can_walk[: room.mesh.domain].all())
        if not ends and (is_whole or not around or not knows_floor(room.mesh)):
            continue
        faces, sides = _find_in(room.mesh, surfaces, ends)
        # A floor that is only partly one was painted, wherever its doorways are.
        if sides or (around and len(faces)):
            fitting = Counter(around or materials or [_STONE]).most_common(1)[0][0]
            material = Counter(room.mesh.materials[faces].tolist()).most_common(1)[0][0]
            known = knows_floor(room.mesh)
            found.append(Painted(room.index, faces, int(material), int(fitting), sides, known))
    return found


_Ends = list[tuple[int, NDArray[np.float64], NDArray[np.float64]]]
"""Of edges: their room, and where they start and end."""


def _doorways(area: Area, surfaces: Materials) -> dict[int, tuple[_Ends, list[int]]]:
    """Room → where edges of others lead to it and meet no floor, and their faces' materials."""
    seams = area.geometry.seams
    boundary, partner = seams.boundary, seams.partner
    is_floor = np.zeros(len(boundary), bool)
    for room in area.rooms:
        if room.mesh is not None:
            own = boundary.room == room.index
            faces = boundary.edge[own] // 3
            is_floor[own] = surfaces.walkable(room.mesh.materials[faces])
    meets = (partner >= 0) & (boundary.room[partner] == boundary.transition) & is_floor[partner]
    doorways: dict[int, tuple[_Ends, list[int]]] = {}
    rows = (boundary.transition >= 0) & (boundary.transition < len(area.rooms))
    for row in np.flatnonzero(rows).tolist():
        mesh = area.rooms[int(boundary.room[row])].mesh
        assert mesh is not None
        ends, materials = doorways.setdefault(int(boundary.transition[row]), ([], []))
        if not meets[row]:
            ends.append((int(boundary.room[row]), boundary.start[row], boundary.end[row]))
        materials.append(int(mesh.materials[int(boundary.edge[row]) // 3]))
    return doorways


def _find_in(
    mesh: Walkmesh, surfaces: Materials, ends: _Ends
) -> tuple[NDArray[np.intp], tuple[tuple[int, int, int], ...]]:
    """The faces at doorways that cannot be walked on, with all that hang together with them.

    And the sides at doorways, with the rooms that lead there. Where the stored neighbours show
    what was floor, these are the faces, and no others.
    """
    shape, known = mesh.geometry, knows_floor(mesh)
    was_floor = np.arange(len(mesh.faces)) < mesh.domain
    could_be = was_floor if known else shape.upward >= LEAST_UPWARD
    could_be = could_be & ~surfaces.walkable(mesh.materials)
    corners = shape.corners
    sides: dict[tuple[int, int, int], None] = {}
    for room, start, end in ends:
        # The side that runs against the edge: it starts where the edge ends.
        meets = (np.abs(corners - end).max(axis=2) <= _SAME_PLACE) & (
            np.abs(np.roll(corners, -1, axis=1) - start).max(axis=2) <= _SAME_PLACE
        )
        found = np.argwhere(meets & could_be[:, None]).tolist()
        if found and not (meets.any(axis=1) & surfaces.walkable(mesh.materials)).any():
            sides |= {(face, side, room): None for face, side in found}
    first = {face for face, _, _ in sides}
    if known:
        return np.flatnonzero(could_be), tuple(sides)
    painted = could_be & np.isin(mesh.materials, mesh.materials[sorted(first)])
    return _hanging_together(mesh, np.flatnonzero(painted), first), tuple(sides)


def _hanging_together(mesh: Walkmesh, faces: NDArray[np.intp], first: set[int]) -> NDArray[np.intp]:
    """Those of ``faces`` that share edges with the ``first``, directly or through others."""
    owners: dict[tuple[int, int], list[int]] = {}
    sides = {}
    for face in faces.tolist():
        a, b, c = mesh.faces[face].tolist()
        sides[face] = [(min(p), max(p)) for p in ((a, b), (b, c), (c, a))]
        for side in sides[face]:
            owners.setdefault(side, []).append(face)
    waiting, met = [*first], set(first)
    while waiting:
        for side in sides.get(waiting.pop(), ()):
            new = [face for face in owners[side] if face not in met]
            met.update(new)
            waiting += new
    return np.array(sorted(met), np.intp)
