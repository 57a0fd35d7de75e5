"""What can be walked into, but not out of."""

from dataclasses import dataclass

import numpy as np

from kotorlevel.nav.causes.cause import Cause
from kotorlevel.nav.causes.passages import find_one_way_causes
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.reach.islands import Island, Reached, find_parts, list_islands


@dataclass(frozen=True, eq=False)
class Trap:
    """A part of the floor without a way back, and the ``links`` that lead in and not out.

    Seen from each of these, the part is the first side: there the way back is missing.
    """

    island: Island
    links: tuple[Cause, ...]


def find_traps(floor: Floor, reached: Reached) -> list[Trap]:
    """The parts of what is ``reached`` that one cannot come back from, the largest first."""
    if not reached.one_way.any():
        return []
    parts = find_parts(floor)
    part = np.zeros(len(floor), np.int64)
    numbers = np.unique(parts[reached.one_way], return_inverse=True)[1].reshape(-1)
    part[reached.one_way] = numbers + 1
    causes = find_one_way_causes(floor, part)
    return [
        Trap(island, tuple(cause for cause in causes if cause.parts[0] == part[island.cells[0]]))
        for island in list_islands(floor, part - 1)
    ]
