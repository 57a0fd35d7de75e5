"""What is wrong with the path points of an area, seen beside its floor."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.area import Area
from kotorlevel.nav.build import as_floor, find_components
from kotorlevel.nav.near_cells import NearCells
from kotorlevel.nav.pth_blocked import find_blocked
from kotorlevel.nav.pth_faults import FaultKind, PthFault, Seen, find_faults
from kotorlevel.nav.pth_stand import find_stands
from kotorlevel.nav.pth_unknown import find_uncertain_points, find_uncertain_walls
from kotorlevel.nav.pth_unseen import find_unseen
from kotorlevel.nav.search import Search
from kotorlevel.query.compiled import can_compile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.formats.pth import PathPoints
    from kotorlevel.mesh.walkmesh import Walkmesh
    from kotorlevel.nav.floor import Floor
    from kotorlevel.nav.pth_stand import Stand
    from kotorlevel.nav.pth_unseen import Unseen


@dataclass(frozen=True, eq=False)
class PthAudit:
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


def audit_path_points(
    source: Floor | Walkmesh | Area,
    path_points: PathPoints,
    area: Area | None = None,
    *,
    unseen: bool = True,
    fast: bool | None = None,
) -> PthAudit:
    """The audit of path points on a floor, or on that of a mesh or an area.

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
    return PthAudit(
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
