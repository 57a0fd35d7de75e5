"""The floor of a whole area."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.geometry import table_key
from kotorlevel.checks.facts.mesh.floor import LEAST_AREA
from kotorlevel.checks.facts.mesh.overlap import plan_areas
from kotorlevel.core.remember import remember
from kotorlevel.mesh.materials import Materials

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.checks.options import Options
    from kotorlevel.checks.subjects import AreaSubject


@dataclass(frozen=True, eq=False)
class AreaFloor:
    """Walkable faces of all rooms, in the order of the rooms and then of their meshes.

    ``corners`` (n, 3, 3) metres, each face with some area in the plan; ``room`` and ``number``
    (n,) the index of the room and the face in its mesh.
    """

    corners: NDArray[np.float64]
    room: NDArray[np.int64]
    number: NDArray[np.int64]


def area_floor(subject: AreaSubject, options: Options) -> AreaFloor:
    """The floor of the rooms that have a walkmesh; faces without a place are left out."""
    area, surfaces = subject.area, options.surfaces
    key = "area floor", table_key(area, surfaces)
    return remember(area, key, lambda: _collect_floor(area, surfaces))


def _collect_floor(area: Area, surfaces: Materials | None) -> AreaFloor:
    from kotorlevel.query.ground import ground_of

    faces = ground_of(area).faces
    walkable = faces.walkable if surfaces is None else surfaces.walkable(faces.materials)
    corners = faces.corners[walkable].astype(np.float64)
    flat = plan_areas(corners) > LEAST_AREA
    return AreaFloor(corners[flat], faces.room[walkable][flat], faces.number[walkable][flat])
