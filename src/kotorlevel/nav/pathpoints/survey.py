"""What is wrong with the path points of an area, seen beside its floor."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area
from kotorlevel.formats.pth import PathPoints
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.nav.floor.build import as_floor, find_components
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.floor.near_cells import NearCells
from kotorlevel.nav.pathpoints.blocked import find_blocked
from kotorlevel.nav.pathpoints.faults import FaultKind, PthFault, Seen, find_faults
from kotorlevel.nav.pathpoints.samples import sample_places
from kotorlevel.nav.pathpoints.sight import Sight
from kotorlevel.nav.pathpoints.stand import Stand, find_stands
from kotorlevel.nav.search.search import Search
from kotorlevel.query.engine.compiled import can_compile
from kotorlevel.query.ground import ground_of


@dataclass(frozen=True, eq=False)
class PathPointSurvey:
    """What is wrong, and how much is not known.

    ``unknown_points`` may stand on floors, and ``unknown_connections`` lead over floors, that are
    not at hand. ``island`` (N,) is the number of the island that each point stands on, -1 for
    none; ``home`` the one that the others are measured by: that of the entry, or with most points.
    ``unseen`` is the floor from which no point is in sight; None where that was not asked for or
    too little is known.
    """

    points: int
    connections: int
    faults: tuple[PthFault, ...]
    unknown_points: tuple[int, ...]
    unknown_connections: tuple[tuple[int, int], ...]
    island: NDArray[np.int64] = field(repr=False)
    home: int
    unseen: Unseen | None

    def of_kind(self, *kinds: FaultKind) -> tuple[PthFault, ...]:
        """The faults of these kinds."""
        return tuple(fault for fault in self.faults if fault.kind in kinds)


def survey_path_points(
    source: Floor | Walkmesh | Area,
    path_points: PathPoints,
    area: Area | None = None,
    *,
    unseen: bool = True,
    fast: bool | None = None,
) -> PathPointSurvey:
    """The survey of path points on a floor, or on that of a mesh or an area.

    With ``area``, by default ``source`` if that is one, its entry decides which island is the one
    that counts, and rooms whose walkmesh is not at hand make uncertain what may be on their floor.
    ``unseen`` False leaves out what takes the longest.
    """
    compiled = can_compile() if fast is None else fast
    floor = as_floor(source)
    if area is None and isinstance(source, Area):
        area = source
    stands = find_stands(floor, path_points)
    uncertain = find_uncertain_points(area, path_points, stands)
    island = _islands(floor, stands)
    home = _find_home(floor, island, area)
    blocked, unknown = find_blocked(
        Search(floor, compiled), path_points, stands, uncertain, find_uncertain_walls(area, floor)
    )
    seen = Seen(floor, path_points, area, stands, uncertain, island, home, blocked)
    hidden = None
    if unseen and not any(uncertain):
        hidden = find_unseen(floor, stands, compiled)
    return PathPointSurvey(
        len(path_points),
        len(path_points.destinations),
        tuple(find_faults(seen)),
        tuple(number for number, is_open in enumerate(uncertain) if is_open),
        tuple(unknown),
        island,
        home,
        hidden,
    )


def _islands(floor: Floor, stands: list[Stand]) -> NDArray[np.int64]:
    labels = find_components(floor)
    found = [int(labels[stand.spots[0].cell]) if stand.spots else -1 for stand in stands]
    return np.array(found, np.int64)


def _find_home(floor: Floor, island: NDArray[np.int64], area: Area | None) -> int:
    """The island of the entry, or that with most points; -1 where no point is on a floor."""
    known = island[island >= 0]
    if area is not None and area.entry is not None and np.isfinite(area.entry).all():
        start = NearCells(floor).find_foothold(area.entry)
        if start is not None:
            entry = int(find_components(floor)[start.cell])
            if entry in known:
                return entry
    return int(np.argmax(np.bincount(known))) if len(known) else -1


def find_uncertain_points(
    area: Area | None, path_points: PathPoints, stands: list[Stand]
) -> list[bool]:
    """(N,) whether a point may stand on the floor of a room that is not at hand.

    It may not where a room that is at hand has a face under it: a wall, or what is not walked on.
    """
    places = path_points.points.astype(np.float64)
    lost = np.array([not stand.spots for stand in stands], bool) & np.isfinite(places).all(axis=1)
    if area is None or not lost.any() or not area.unknown_rooms:
        return [False] * len(stands)
    found = ground_of(area).find_faces(np.where(lost[:, None], places, 0.0))
    open_ground: list[bool] = (lost & (found.face < 0)).tolist()
    return open_ground


def find_uncertain_walls(area: Area | None, floor: Floor) -> NDArray[np.bool_]:
    """(W,) the walls behind which a room may go on that is not at hand."""
    uncertain = np.zeros(len(floor.wall_edge), bool)
    if area is None or not area.unknown_rooms:
        return uncertain
    owner = floor.room[floor.wall_owner]
    for index in np.unique(owner).tolist():
        mesh = area.rooms[index].mesh
        rows = np.flatnonzero((owner == index) & (floor.wall_edge >= 0))
        if mesh is not None:
            leads = mesh.transitions.reshape(-1)[floor.wall_edge[rows]]
            uncertain[rows] = np.isin(leads, list(area.unknown_rooms))
    return uncertain


Place = tuple[float, float, float]


class Unseen(NamedTuple):
    """``area`` of ``total`` m² in the plan sees no point; about there is the most of it.

    ``rooms`` are the rooms with more than a square metre of it: index and m², most first.
    """

    area: float
    total: float
    at: Place | None
    rooms: tuple[tuple[int, float], ...]

    @property
    def share(self) -> float:
        """From 0 for none to 1 for all."""
        return self.area / self.total if self.total > 0 else 0.0


def find_unseen(floor: Floor, stands: list[Stand], compiled: bool) -> Unseen:
    """What sees none of the points, by samples half a metre apart."""
    sight = Sight(floor, compiled)
    places, areas = sample_places(floor)
    hidden = np.ones(places.size, bool)
    for stand in stands:
        for spot in stand.spots:
            hidden[sight.seen(*spot, places)] = False
    rows = np.flatnonzero(hidden & (areas > 0))
    room = floor.room[places.cell[rows]]
    sums = np.bincount(room, areas[rows]) if len(rows) else np.empty(0)
    order = [n for n in np.argsort(-sums, kind="stable").tolist() if sums[n] >= 1.0]
    at = None
    if len(rows):
        cells = np.bincount(places.cell[rows], areas[rows])
        x, y, z = floor.centre[int(np.argmax(cells))].tolist()
        at = (x, y, z)
    total = float(areas.sum())
    return Unseen(float(areas[rows].sum()), total, at, tuple((n, float(sums[n])) for n in order))
