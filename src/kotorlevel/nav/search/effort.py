"""When it pays to build the visibility graph: what the corners of a floor see of each other.

The first paths on a floor are found without: what such a search looks at is of use to no other,
but it is little. Once corners know what they see, paths are found at once, if each sees a small
part of the floor; on open ground everything sees everything, and it never pays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.distinct import distinct
from kotorlevel.nav.search.view_batch import count_steps

if TYPE_CHECKING:
    from kotorlevel.nav.search.corners import Corners
    from kotorlevel.nav.search.plan import Plan

_FIRST_LOOK = 20_000
"""Nodes; as long as searches took less in all, nothing is asked."""

_STEPS_FOR_A_NODE = 40
"""Steps of corners that may be spent for each node that was: ten take as long as a node, and what
is bought with them will last.
"""

_GROWTH = 1.25
"""By how much more has to be spent before it is asked again."""

_SAMPLE = 16


class Effort:
    """What searches without views took so far, and whether views ``pay`` from now on.

    It is counted, not timed: the same questions have the same answers every time. Compiled
    searches look around so quickly that it pays with the second question.
    """

    def __init__(self, compiled: bool) -> None:
        self.pays = False
        self._compiled = compiled
        self._nodes = self._searches = 0
        self._next_look = _FIRST_LOOK

    def add(self, nodes: int, plan: Plan, corners: Corners) -> None:
        """A search took so many nodes. ``plan`` and ``corners`` hold arrays."""
        self._nodes += nodes
        self._searches += 1
        if self._compiled:
            self.pays = True
        if self.pays or self._nodes < self._next_look:
            return
        self._next_look = int(self._nodes * _GROWTH)
        # A question looks around from start and goal, and before there is the price of all corners.
        many = len(corners.x)
        for_one = self._nodes // (2 * self._searches)
        each = min(for_one, _STEPS_FOR_A_NODE * self._nodes // max(many, 1))
        some = distinct(np.linspace(0, many - 1, min(_SAMPLE, many)).astype(np.int64))
        most = each * len(some)
        self.pays = count_steps(plan, corners, some, most) <= most
