"""The cheapest way from cell to cell where surfaces cost differently, by A* over passages."""

from __future__ import annotations

import math
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from kotorlevel.nav.search.plan import Plan


def search_cells(
    plan: Plan,
    costs: Any,
    cheapest: float,
    x: float,
    y: float,
    cell: int,
    goal_x: float,
    goal_y: float,
    goal_cell: int,
) -> tuple[Any, float]:
    """(N,) the passages of the cheapest way over their middles to the goal, and what it costs.

    A metre in cell c costs ``costs[c]``, and nowhere less than ``cheapest``. No passages and
    infinity where there is no way.
    """
    to, starts = plan.to, plan.starts
    best = [math.inf] * (len(to) + 1)
    before = [-1] * (len(to) + 1)
    done = [False] * (len(to) + 1)
    heap = [(0.0, 0)]
    heappop(heap)
    spent, at, last = 0.0, cell, -1
    last_x, last_y = x, y
    while at != goal_cell:
        for p in range(starts[at], starts[at + 1]):
            if done[p] or (last >= 0 and to[p] == plan.owner[last]):
                continue
            cost = spent + costs[at] * middle_distance(plan, p, last_x, last_y)
            if cost < best[p]:
                best[p], before[p] = cost, last
                ahead = middle_distance(plan, p, goal_x, goal_y)
                rate = costs[goal_cell] if to[p] == goal_cell else cheapest
                heappush(heap, (cost + rate * ahead, p))
        at = -1
        while len(heap) > 0:
            _, last = heappop(heap)
            if not done[last]:
                done[last] = True
                at, spent = to[last], best[last]
                last_x = 0.5 * (plan.left_x[last] + plan.right_x[last])
                last_y = 0.5 * (plan.left_y[last] + plan.right_y[last])
                break
        if at < 0:
            return np.empty(0, np.int64), math.inf
    x_off, y_off = goal_x - last_x, goal_y - last_y
    total = spent + costs[goal_cell] * math.sqrt(x_off * x_off + y_off * y_off)
    return trace_passages(before, last), total


def middle_distance(plan: Plan, p: int, x: float, y: float) -> float:
    """Metres from (x, y) to the middle of a passage."""
    x = 0.5 * (plan.left_x[p] + plan.right_x[p]) - x
    y = 0.5 * (plan.left_y[p] + plan.right_y[p]) - y
    return math.sqrt(x * x + y * y)


def trace_passages(before: Any, last: int) -> Any:
    """(N,) the passages up to ``last``; ``before`` (P,) has the one before each, or -1."""
    count, at = 0, last
    while at >= 0:
        at = before[at]
        count += 1
    passages = np.empty(count, np.int64)
    while last >= 0:
        count -= 1
        passages[count] = last
        last = before[last]
    return passages


def flood(plan: Plan, cell: int) -> Any:
    """(C,) which cells can be reached from one, over passages in their direction (flood fill)."""
    reached = np.zeros(plan.cells, np.bool_)
    reached[cell] = True
    waiting = [cell]
    while len(waiting) > 0:
        cell = waiting.pop()
        for p in range(plan.starts[cell], plan.starts[cell + 1]):
            beyond = plan.to[p]
            if not reached[beyond]:
                reached[beyond] = True
                waiting.append(beyond)
    return reached
