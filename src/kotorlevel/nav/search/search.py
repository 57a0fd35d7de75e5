"""`Search`: a floor prepared for paths; finds the corridor, the passages that one goes over."""

from functools import cached_property
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.nav.floor.build import find_components
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.floor.spots import Corridor, Spot
from kotorlevel.nav.search.compiled import NavKernels, load_nav_kernels
from kotorlevel.nav.search.corners import Corners, build_corners, find_turns
from kotorlevel.nav.search.effort import Effort
from kotorlevel.nav.search.kernels.corner_search import FOUND, NO_VIEW
from kotorlevel.nav.search.plan import Plan, as_lists, build_plan, reverse_plan
from kotorlevel.nav.search.trace import trace_corridor, weigh
from kotorlevel.nav.search.views import GrowingViews

_SAME_LENGTH = 1e-6
"""Metres."""


class Search:
    """A floor prepared to be searched often; what is found out about it is kept.

    ``compiled`` True needs Numba. Safe to be used from several threads at once.
    """

    def __init__(self, floor: Floor, compiled: bool) -> None:
        self.floor = floor
        self.compiled = compiled
        self.effort = Effort(compiled)
        self._lock = Lock()

    def __getstate__(self) -> dict[str, Any]:
        return {"floor": self.floor, "compiled": self.compiled}

    def __setstate__(self, state: dict[str, Any]) -> None:
        from kotorlevel.query.engine.compiled import can_compile

        self.__init__(state["floor"], state["compiled"] and can_compile())  # type: ignore[misc]

    @cached_property
    def _views(self) -> GrowingViews:
        return GrowingViews(len(self._arrays[2].x), self.compiled)

    @cached_property
    def kernels(self) -> NavKernels:
        """The kernels, compiled or not."""
        return load_nav_kernels(self.compiled)

    @cached_property
    def components(self) -> NDArray[np.intp]:
        """(C,) the island of each cell."""
        return find_components(self.floor)

    @cached_property
    def _arrays(self) -> tuple[Plan, Plan, Corners]:
        turns = find_turns(self.floor)
        plan = build_plan(self.floor, turns)
        return plan, reverse_plan(plan), build_corners(self.floor, turns)

    @cached_property
    def plan(self) -> Plan:
        """The plan, as the kernels read it: arrays if they are compiled, else lists."""
        return self._arrays[0] if self.compiled else as_lists(self._arrays[0])

    @cached_property
    def _back(self) -> Plan:
        return self._arrays[1] if self.compiled else as_lists(self._arrays[1])

    @cached_property
    def _corners(self) -> Corners:
        found = self._arrays[2]
        return found if self.compiled else Corners(*(column.tolist() for column in found))

    def find_corridor(self, start: Spot, goal: Spot) -> Corridor | None:
        """The passages of the shortest path in the plan and its turns, or None if there is none."""
        if self.components[start.cell] != self.components[goal.cell]:
            return None
        passages, arrived, *_ = self.walk(start, goal.x, goal.y, goal.cell)
        if arrived:
            none = np.empty(0, np.int64)
            return Corridor(passages, np.empty((0, 2)), none)
        ways = [self._follow_intervals, self._follow_corners]
        if self.effort.pays:
            ways.reverse()
        found = ways[0](start, goal)
        if found is None:
            # Links may lead one way only, and a floor that is cut for a body may be too crooked.
            found = self._follow_cells(start, goal)
            if found is not None:
                found = ways[1](start, goal) or found
        return found

    def find_cheap_corridor(
        self, start: Spot, goal: Spot, costs: NDArray[np.float64]
    ) -> Corridor | None:
        """The passages of a cheap path, a metre in cell c costing ``costs[c]``, or None.

        Not always the cheapest: cells are chosen by the middles of their sides. The line through
        them is the shortest one, or if that costs more the one over the middles.
        """
        if self.components[start.cell] != self.components[goal.cell]:
            return None
        rates: Any = costs if self.compiled else costs.tolist()
        passages, cost = self.kernels.search_cells(
            self.plan, rates, float(costs.min()), *start, *goal
        )
        if not np.isfinite(cost):
            return None
        short = self.pull(passages, start, goal)
        if weigh(trace_corridor(self.floor, short, start, goal), costs) <= cost:
            return short
        middles = (self.floor.left[passages, :2] + self.floor.right[passages, :2]) / 2
        return Corridor(passages, middles, np.arange(len(passages)))

    def pull(self, passages: NDArray[np.int64], start: Spot, goal: Spot) -> Corridor:
        """The shortest line through ``passages`` (N,)."""
        rows: Any = passages if self.compiled else passages.tolist()
        turns = self.kernels.pull_string(self.plan, rows, start.x, start.y, goal.x, goal.y)
        return Corridor(passages, *turns)

    def walk(
        self, start: Spot, x: float, y: float, cell: int = -1
    ) -> tuple[NDArray[np.int64], bool, int, int, float]:
        """The straight walk from ``start`` towards (x, y), as in `kernels.walk`."""
        return self.kernels.walk_straight(self.plan, *start, x, y, cell)

    def _follow_corners(self, start: Spot, goal: Spot) -> Corridor | None:
        """The shortest path by what corners see; None if that cannot be walked."""
        corners = self._search_corners(start, goal)
        if corners is None:
            return None
        places = np.stack([self._arrays[2].x[corners], self._arrays[2].y[corners]], axis=1)
        return self._walk_along(start, goal, places)

    def _follow_intervals(self, start: Spot, goal: Spot) -> Corridor | None:
        """The shortest path without what corners see; None if there is none."""
        passages, length, nodes = self.kernels.search_intervals(self.plan, *start, *goal)
        with self._lock:
            self.effort.add(nodes, self._arrays[0], self._arrays[2])
        if not np.isfinite(length):
            return None
        found = self.pull(passages, start, goal)
        # Along a border of cells there are two rows of them: the one that is found by corners.
        return self._walk_along(start, goal, found.turns) or found

    def _follow_cells(self, start: Spot, goal: Spot) -> Corridor | None:
        """A short path, for floors that are too crooked for the shortest; None if there is none."""
        costs = np.ones(len(self.floor))
        rates: Any = costs if self.compiled else costs.tolist()
        passages, cost = self.kernels.search_cells(self.plan, rates, 1.0, *start, *goal)
        return self.pull(passages, start, goal) if np.isfinite(cost) else None

    def _walk_along(self, start: Spot, goal: Spot, turns: NDArray[np.float64]) -> Corridor | None:
        """The path over ``turns`` (T, 2); None if a wall, or the end of one, is in the way."""
        columns: Any = *turns.T.copy(), np.arange(len(turns))
        if not self.compiled:
            columns = [column.tolist() for column in columns]
        x, y, rows = columns
        passages, arrived = self.kernels.walk_along(self.plan, x, y, start, goal, rows)
        if not arrived:
            return None
        found = self.pull(passages, start, goal)
        # Past the end of a wall the walk may choose the wrong side of it.
        longer = _length(start, found.turns, goal) - _length(start, turns, goal)
        return found if longer <= _SAME_LENGTH else None

    def _search_corners(self, start: Spot, goal: Spot) -> list[int] | None:
        search = self.kernels.search_corners
        with self._lock:  # what corners see is kept
            while True:
                views = self._views
                how, found = search(self.plan, self._back, self._corners, views.tables, start, goal)
                if how != NO_VIEW:
                    return list(found) if how == FOUND else None
                if self.compiled:
                    views.grow()
                else:
                    views.add_batch(self._arrays[0], self._arrays[2], int(found[0]))


def _length(start: Spot, turns: NDArray[np.float64], goal: Spot) -> float:
    """Metres from start over ``turns`` (T, 2) to the goal."""
    line = np.concatenate([[start[:2]], turns, [goal[:2]]])
    steps = np.diff(line, axis=0)
    return float(np.hypot(steps[:, 0], steps[:, 1]).sum())
