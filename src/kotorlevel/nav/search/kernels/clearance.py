"""The nearest wall, by Dijkstra over cells: in the order in which a growing circle meets them."""

from __future__ import annotations

import math
from heapq import heappop, heappush
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kotorlevel.nav.search.plan import Plan


def find_nearest_wall(plan: Plan, x: float, y: float, cell: int) -> tuple[int, float]:
    """The wall nearest to (x, y) in a cell, and its distance in metres; -1 and infinity for none.

    What is on another storey is not near: the circle grows over passages only.
    """
    wall, best = -1, math.inf
    heap = [(0.0, cell)]
    seen = {plan.cells}
    while len(heap) > 0:
        distance, cell = heappop(heap)
        if distance >= best:
            break
        if cell in seen:
            continue
        seen.add(cell)
        for w in range(plan.wall_starts[cell], plan.wall_starts[cell + 1]):
            away = distance_to(x, y, plan.from_x[w], plan.from_y[w], plan.to_x[w], plan.to_y[w])
            if away < best:
                wall, best = w, away
        for p in range(plan.starts[cell], plan.starts[cell + 1]):
            beyond = plan.to[p]
            if beyond not in seen:
                away = distance_to(
                    x, y, plan.right_x[p], plan.right_y[p], plan.left_x[p], plan.left_y[p]
                )
                if away < best:
                    heappush(heap, (max(away, distance), beyond))
    return wall, best


def distance_to(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Metres from (x, y) to the segment from a to b."""
    along_x, along_y = bx - ax, by - ay
    square = along_x * along_x + along_y * along_y
    part = 0.0
    if square > 0.0:
        part = min(max(((x - ax) * along_x + (y - ay) * along_y) / square, 0.0), 1.0)
    x, y = ax + along_x * part - x, ay + along_y * part - y
    return math.sqrt(x * x + y * y)
