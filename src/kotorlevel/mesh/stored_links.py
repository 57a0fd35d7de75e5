"""Transitions and the stored tables: only the edges know them, so only these change with them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.mesh.arrays import read_only

if TYPE_CHECKING:
    from kotorlevel.formats.bwm import Bwm


def stored_transitions(bwm: Bwm) -> NDArray[np.int32]:
    """(F, 3) the transition of each side; rows of ``edges`` that name no side are left out."""
    sides = np.full((len(bwm.faces), 3), -1, np.int32)
    numbers = bwm.edges["edge"]
    valid = (numbers >= 0) & (numbers < sides.size)
    sides.reshape(-1)[numbers[valid]] = bwm.edges["transition"][valid]
    return read_only(sides)


def find_relinked(bwm: Bwm, was: NDArray[np.int32], now: NDArray[np.int32]) -> Bwm | None:
    """The stored tables with transitions ``now`` (F, 3) where they ``was`` (F, 3) others.

    None where the stored edges cannot hold them: one of the edges has no row, or several. No other
    number of the file changes, so to set the old transitions again gives the old bytes.
    """
    if now.shape != was.shape or any(problem.code == "overlap" for problem in bwm.problems):
        return None
    changed = np.flatnonzero(now.reshape(-1) != was.reshape(-1))
    rows = np.flatnonzero(np.isin(bwm.edges["edge"], changed))
    if not np.array_equal(np.sort(bwm.edges["edge"][rows]), changed):
        return None
    edges = bwm.edges.copy()
    edges["transition"][rows] = now.reshape(-1)[edges["edge"][rows]]
    return replace(bwm, edges=read_only(edges))
