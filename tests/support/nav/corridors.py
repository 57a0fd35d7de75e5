"""Points on a floor to find ways between, and how long these are."""

from __future__ import annotations

import numpy as np

from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.floor.spots import Corridor, Spot


def spots(floor: Floor, random: np.random.Generator, count: int) -> list[Spot]:
    """Points inside of cells: corners mixed by chance."""
    found = []
    for cell in random.integers(0, len(floor), count).tolist():
        corners = floor.corners[floor.corner_starts[cell] : floor.corner_starts[cell + 1], :2]
        x, y = random.dirichlet(np.ones(len(corners))) @ corners
        found.append(Spot(float(x), float(y), cell))
    return found


def length_of(corridor: Corridor, start: Spot, goal: Spot) -> float:
    line = np.concatenate([[start[:2]], corridor.turns, [goal[:2]]])
    return float(np.linalg.norm(np.diff(line, axis=0), axis=1).sum())
