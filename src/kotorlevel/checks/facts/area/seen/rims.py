"""The closed ends of the floor: whether a wall that is seen there is one for the camera, too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.remember import remember
from kotorlevel.query.drawn import make_engine, raised

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.checks.facts.area.seen.scene import Scene
    from kotorlevel.core.types import Flags, Floats, Ints

CAMERA = 1.6
"""Metres above the floor at which the camera is."""

_APART = 0.5
_INSIDE, _OUTSIDE, _BEHIND = 0.3, 1.0, 1.0
"""Metres: from where to look, how far a wall is looked for, and how much farther for its face."""
_CHEST = 1.0


@dataclass(frozen=True, eq=False)
class Rims:
    """Places along closed edges of walked floor in rooms that can be judged, one a row.

    ``room`` and ``edge`` (N,) of the walkmesh, ``point`` (N, 3) on the edge, ``length`` (N,) of
    edge that it stands for. ``bare`` (N,): no face goes on behind the edge, though a wall is seen
    there. ``low`` (N,): there is one, and a wall is seen at the height of the camera, but no face
    of any walkmesh is there to stop that.
    """

    room: Ints
    edge: Ints
    point: Floats
    length: Floats
    bare: Flags
    low: Flags


def find_rims(area: Area, scene: Scene) -> Rims:
    """The closed edges of the area."""
    return remember(scene, "rims", lambda: _look(area, scene))


def _look(area: Area, scene: Scene) -> Rims:
    seams = area.geometry.seams
    boundary = seams.boundary
    closed = (boundary.transition < 0) & (seams.partner < 0) & scene.shown[boundary.room]
    most = 1 + int(scene.faces.number.max(initial=0))
    own = scene.faces.room[scene.walked] * most + scene.faces.number[scene.walked]
    closed &= np.isin(boundary.room * most + boundary.edge // 3, own)
    along = (boundary.end - boundary.start)[:, :2]
    size = np.linalg.norm(along, axis=1)
    rows = np.flatnonzero(closed & (size > 1e-3) & (size < 1e4))
    counts = np.ceil(size[rows] / _APART).astype(np.int64)
    row = np.repeat(rows, counts)
    nth = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
    part = ((nth + 0.5) / np.repeat(counts, counts))[:, None]
    point = boundary.start[row] * (1 - part) + boundary.end[row] * part
    unit = along[row] / size[row, None]
    out = np.column_stack([unit[:, 1], -unit[:, 0], np.zeros(len(row))])
    out[boundary.turned[row]] *= -1
    bare = ~boundary.walled[row]
    start = point - _INSIDE * out
    seen, is_open = _looks(scene, start, out)
    return Rims(
        boundary.room[row],
        boundary.edge[row],
        point,
        size[row] / np.repeat(counts, counts),
        bare & seen[0],
        ~bare & seen[1] & is_open,
    )


def _looks(scene: Scene, start: Floats, out: Floats) -> tuple[tuple[Flags, Flags], Flags]:
    """Where a wall is seen at the chest and at the camera, and no face of a walkmesh there."""
    reach = _INSIDE + _OUTSIDE
    low, high = (
        scene.drawn.hit(f"rim {height}", raised(start, height), out, reach, "walls")[0] >= 0
        for height in (_CHEST, CAMERA)
    )
    faces = make_engine(scene.faces)
    every = np.ones(len(scene.faces), bool)
    ends = np.full(len(start), reach + _BEHIND)
    eye = raised(start, CAMERA)
    hit, _ = faces.cast_rays(every, eye, np.ascontiguousarray(out), 0.0, ends, True)
    return (low, high), hit < 0
