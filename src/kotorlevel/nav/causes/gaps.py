"""Causes where no seam is near: a strip that cannot be walked on, a step, or nothing between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area
from kotorlevel.core.distinct import distinct
from kotorlevel.mesh.arrays import cross_sides
from kotorlevel.mesh.materials import Materials
from kotorlevel.nav.causes.cause import Cause, Edge, Kind
from kotorlevel.nav.causes.strips import Strips
from kotorlevel.nav.causes.wall_gaps import WallGaps, find_wall_gaps

if TYPE_CHECKING:
    from kotorlevel.mesh.walkmesh import Walkmesh
    from kotorlevel.nav.floor.floor import Floor
    from kotorlevel.query.ground import Ground

_TOUCH = 0.002
"""Metres between floors that are none."""

_UPRIGHT = 0.02
"""Metres in the plan that a step may take up."""

_SAMPLES = np.arange(0.5, 9.0) / 9
"""Where it is looked what lies between two walls."""

_COVERED = 0.6
"""The part of these places that has a face, where it is a strip and not a gap."""

_HEIGHT = 1.5
"""Metres up or down from the line between the walls to faces that lie between them."""

_MOST_STRIPS = 500

_FARTHER, _MUCH_FARTHER = 4.0, 3.0
"""Metres, and times, that a strip may be wider than the gap that it is told for."""


def find_gap_causes(
    source: Walkmesh | Area,
    floor: Floor,
    part: NDArray[np.int64],
    known: Sequence[Cause],
    ground: Ground,
    surfaces: Materials,
) -> list[Cause]:
    """Causes that join parts (C,) to part 0 by the shortest gaps, where ``known`` causes do not."""
    pairs = np.array([cause.parts for cause in known], np.int64).reshape(-1, 2)
    gaps = find_wall_gaps(floor, part, pairs[:, 0], pairs[:, 1])
    flat = np.hypot(*(gaps.other_point - gaps.point)[:, :2].T)
    wide = np.flatnonzero(flat > _UPRIGHT)[:_MOST_STRIPS]
    between = dict(zip(wide.tolist(), _find_between(gaps, wide, ground, surfaces), strict=True))
    causes = []
    strips: Strips | None = None
    for row in range(len(gaps)):
        cause = _cause(floor, gaps, row, float(flat[row]), between.get(row, ()))
        if cause.kind == "touch":
            cause = replace(cause, kind=_kind_of_touch(source, cause))
        elif cause.kind in ("apart", "corner"):
            strips = strips or Strips(floor, part, ground, surfaces)
            cause = _across_strip(floor, cause, strips)
        causes.append(cause)
    return causes


def _kind_of_touch(source: Walkmesh | Area, cause: Cause) -> Kind:
    """How it is with two edges that lie on each other, and the faces that they are of."""
    (room, other_room), (own, others) = cause.rooms, cause.edges
    mesh = source.rooms[room].mesh if isinstance(source, Area) else source
    if mesh is None or room != other_room or not own or not others:
        return "touch"
    edges = own[0][1], others[0][1]
    ends = [{int(mesh.faces[edge // 3, side % 3]) for side in (edge, edge + 1)} for edge in edges]
    if ends[0] == ends[1]:  # then they would be joined if they were wound alike
        return "winding"
    corners = mesh.vertices[mesh.faces[[edge // 3 for edge in edges]]].astype(np.float64)
    one, other = cross_sides(corners)[:, 2]
    return "turned" if one * other < 0 else "touch"


def _across_strip(floor: Floor, cause: Cause, strips: Strips) -> Cause:
    """The cause, told by the faces that lie between two parts where there are some.

    The shortest way from one part to the other may lead through a hole or a corner beside them.
    """
    strip = strips.between(*cause.parts, cause.at)
    if strip is None or strip.width > _MUCH_FARTHER * cause.size + _FARTHER:
        if cause.kind == "corner" and strips.is_turned(cause.at):
            return replace(cause, kind="turned")
        at_corner = strips.at_corner(cause.at) if cause.kind == "corner" else ()
        return replace(cause, surfaces=at_corner)
    if strip.width <= _TOUCH:
        return replace(cause, surfaces=strip.surfaces)
    here, there = strip.points
    rooms = [int(floor.room[floor.wall_owner[wall]]) for wall in strip.walls]
    edges = [_edges(floor, room, wall) for room, wall in zip(rooms, strip.walls, strict=True)]
    x, y, z = ((here + there) / 2).tolist()
    return replace(
        cause,
        kind="strip",
        rooms=(rooms[0], rooms[1]),
        edges=(edges[0], edges[1]),
        at=(x, y, z),
        size=strip.width,
        rise=float(there[2] - here[2]),
        surfaces=strip.surfaces,
    )


def _cause(floor: Floor, gaps: WallGaps, row: int, flat: float, between: tuple[str, ...]) -> Cause:
    walls = int(gaps.wall[row]), int(gaps.other_wall[row])
    rooms = [int(floor.room[floor.wall_owner[wall]]) for wall in walls]
    edges = [_edges(floor, room, wall) for room, wall in zip(rooms, walls, strict=True)]
    here, there = gaps.point[row], gaps.other_point[row]
    distance = float(gaps.distance[row])
    kind: Kind = "strip" if between else "apart"
    if distance <= _TOUCH and gaps.shared[row] > _UPRIGHT:
        kind = "touch"
    elif distance <= _TOUCH:
        at_ends = [_is_end(floor, *each) for each in zip(walls, (here, there), strict=True)]
        kind = "corner" if any(at_ends) else "crossed"
    elif flat <= _UPRIGHT:
        kind = "step"
    x, y, z = ((here + there) / 2).tolist()
    return Cause(
        kind,
        (int(gaps.part[row]), int(gaps.other_part[row])),
        (rooms[0], rooms[1]),
        (x, y, z),
        (edges[0], edges[1]),
        distance,
        rise=float(there[2] - here[2]),
        length=float(gaps.shared[row]),
        surfaces=between,
    )


def _is_end(floor: Floor, wall: int, point: NDArray[np.float64]) -> bool:
    ends = np.stack([floor.wall_from[wall], floor.wall_to[wall]])
    return bool((np.linalg.norm(ends - point, axis=1) <= 2 * _TOUCH).any())


def _edges(floor: Floor, room: int, wall: int) -> tuple[Edge, ...]:
    edge = int(floor.wall_edge[wall])
    return ((room, edge),) if edge >= 0 else ()


def _find_between(
    gaps: WallGaps, rows: NDArray[np.int64], ground: Ground, surfaces: Materials
) -> list[tuple[str, ...]]:
    """For each of ``rows`` the names of the surfaces between the walls; none where it is empty."""
    if not len(rows):
        return []
    materials = distinct(ground.faces.materials)
    blocking = materials[~surfaces.walkable(materials)]
    start = gaps.point[rows][:, None]
    places = start + (gaps.other_point[rows][:, None] - start) * _SAMPLES[None, :, None]
    flat = places.reshape(-1, 3)
    found = ground.find_faces(flat[:, :2], flat[:, 2], materials=blocking.tolist())
    off = np.abs(found.point[:, 2] - flat[:, 2])
    there = (found.face >= 0) & (np.where(found.face >= 0, off, np.inf) <= _HEIGHT)
    # Faces are in the order of rooms and then of their numbers.
    size = int(ground.faces.number.max(initial=0)) + 1
    keys = ground.faces.room * size + ground.faces.number
    place = np.searchsorted(keys, found.room * size + found.face)
    material = ground.faces.materials[np.minimum(place, len(keys) - 1)]
    shape = len(rows), len(_SAMPLES)
    return [
        _labels(surfaces, numbers[is_there]) if is_there.mean() >= _COVERED else ()
        for is_there, numbers in zip(there.reshape(shape), material.reshape(shape), strict=True)
    ]


def _labels(surfaces: Materials, materials: NDArray[np.uint32]) -> tuple[str, ...]:
    """The names of materials, those that take up most first."""
    numbers, counts = np.unique(materials, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return tuple(surfaces.label(int(numbers[row])) for row in order)
