"""A* over the visibility graph: the shortest way from corner to corner, by what each sees.

A shortest path is straight but for turns at corners. Which corners one of them sees depends on the
floor alone, so it is found out when a search first comes there, and kept.
"""

from __future__ import annotations

import math
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kotorlevel.nav.search.corners import Corners
    from kotorlevel.nav.search.plan import Plan
    from kotorlevel.nav.search.views import Views

SAME = 1e-8
"""Metres: places this near are the same, and a point this near to a ray is on it."""

FOUND, NO_WAY, NO_VIEW = 0, 1, 2
"""How a search ends; without the view of a corner it has to be done again."""


def search_corners(
    plan: Plan,
    back: Plan,
    corners: Corners,
    views: Views,
    start: tuple[float, float, int],
    goal: tuple[float, float, int],
) -> tuple[int, Any]:
    """How the search ended, and the corners of the shortest path from start to goal in order.

    ``start`` and ``goal`` are x, y and cell; ``back`` is the plan with all passages reversed.
    ``views`` are what corners see as far as that is known: it gets more of it, if there is room.
    If there is none, the one corner in the answer is that of which the view is missing.
    """
    many = len(corners.x)
    x, y, cell = goal
    to_goal = [math.inf] * (many + 1)
    for corner in look_around(back, corners, x, y, cell, -1):
        to_goal[corner] = distance(corners.x[corner] - x, corners.y[corner] - y)
    heap = [(0.0, -1)]
    heappop(heap)
    best = [math.inf] * (many + 1)
    before = [-1] * (many + 1)
    x, y, cell = start
    for corner in look_around(plan, corners, x, y, cell, -1):
        best[corner] = distance(corners.x[corner] - x, corners.y[corner] - y)
        ahead = distance(corners.x[corner] - goal[0], corners.y[corner] - goal[1])
        heappush(heap, (best[corner] + ahead, corner))
    done = [False] * (many + 1)
    total, last = math.inf, -1
    while len(heap) > 0:
        least, corner = heappop(heap)
        if least >= total:
            break
        if done[corner]:
            continue
        done[corner] = True
        gone = best[corner]
        if gone + to_goal[corner] < total:
            total, last = gone + to_goal[corner], corner
        if views.starts[corner] < 0 and not store_view(plan, corners, views, corner):
            return NO_VIEW, [corner]
        for i in range(views.starts[corner], views.ends[corner]):
            other = views.corners[i]
            length = gone + views.lengths[i]
            if length < best[other]:
                best[other], before[other] = length, corner
                ahead = distance(corners.x[other] - goal[0], corners.y[other] - goal[1])
                if length + ahead < total:
                    heappush(heap, (length + ahead, other))
    return (FOUND if last >= 0 else NO_WAY), trace_corners(before, last)


def trace_corners(before: Any, last: int) -> Any:
    """The corners up to ``last`` in order; ``before`` has the one before each, or -1."""
    found = [last]
    while last >= 0:
        last = before[last]
        found.append(last)
    found.reverse()
    return found[1:]


def store_view(plan: Plan, corners: Corners, views: Views, corner: int) -> bool:
    """Find out what a corner sees, and keep it; False if that is not to be done in here."""
    if views.used[0] < 0:
        return False
    x, y = corners.x[corner], corners.y[corner]
    one_x, one_y = corners.one_x[corner], corners.one_y[corner]
    other_x, other_y = corners.other_x[corner], corners.other_y[corner]
    seen = look_around(plan, corners, x, y, -1, corner)
    first = views.used[0]
    if first + len(seen) > len(views.corners):
        return False
    at = first
    for other in seen:
        x_off, y_off = corners.x[other] - x, corners.y[other] - y
        if goes_past(x_off, y_off, one_x, one_y, other_x, other_y):
            views.corners[at] = other
            views.lengths[at] = distance(x_off, y_off)
            at += 1
    views.starts[corner], views.ends[corner], views.used[0] = first, at, at
    return True


def distance(x: float, y: float) -> float:
    """Metres from (0, 0)."""
    return math.sqrt(x * x + y * y)


def goes_past(
    x: float, y: float, one_x: float, one_y: float, other_x: float, other_y: float
) -> bool:
    """Whether a line in the direction (x, y) only touches two walls that end at a corner.

    A shortest path does not run head-on into the end of a wall and then turn.
    """
    one, other = x * one_y - y * one_x, x * other_y - y * other_x
    slack = SAME * (abs(x) + abs(y))
    # Where it is not known how the walls run they are NaN, and nothing of this is true.
    return not ((one > slack and other < -slack) or (one < -slack and other > slack))


def look_around(plan: Plan, corners: Corners, x: float, y: float, cell: int, corner: int) -> Any:
    """The corners that are seen from (x, y) in a cell, or from a corner, and only touched there.

    All of it is one function: compiled code is slow where arrays are handed on in a loop.
    """
    starts, to = plan.starts, plan.to
    left_at_x, left_at_y, right_at_x, right_at_y = (
        plan.left_x,
        plan.left_y,
        plan.right_x,
        plan.right_y,
    )
    left_turn, right_turn = plan.left_turn, plan.right_turn
    # Cells to look into: the cell, the one before, and the ends of the interval from (x, y).
    waiting = [(cell, -1, 0.0, 0.0, 0.0, 0.0)]
    # Cells, and after them passages, that are looked into once. Numba takes the type of a set from
    # its first element, and -1 is one of its own.
    touched = {plan.cells}
    touched.add(cell)
    if corner >= 0:
        waiting.pop()
        for i in range(corners.starts[corner], corners.starts[corner + 1]):
            touched.add(corners.cells[i])
            waiting.append((corners.cells[i], -1, 0.0, 0.0, 0.0, 0.0))
    found = {len(corners.x)}
    seen = [-1]
    most = 100 * len(to) + 1000
    while len(waiting) > 0 and most > 0:
        most -= 1
        cell, back, left_x, left_y, right_x, right_y = waiting.pop()
        for p in range(starts[cell], starts[cell + 1]):
            beyond = to[p]
            if beyond == back:
                continue
            ax, ay = right_at_x[p] - x, right_at_y[p] - y
            bx, by = left_at_x[p] - x, left_at_y[p] - y
            low, high = seen_part(ax, ay, bx, by, left_x, left_y, right_x, right_y)
            # Edge-on it is seen from both sides, and sight could go round and round.
            edge_on = ax * by - ay * bx <= SAME
            if high <= low or (edge_on and plan.cells + 1 + p in touched):
                continue
            if edge_on:
                touched.add(plan.cells + 1 + p)
            if low <= 0.0 and right_turn[p] >= 0 and right_turn[p] not in found:
                found.add(right_turn[p])
                seen.append(right_turn[p])
            if high >= 1.0 and left_turn[p] >= 0 and left_turn[p] not in found:
                found.add(left_turn[p])
                seen.append(left_turn[p])
            cx, cy, dx, dy = cut_part(ax, ay, bx, by, low, high)
            if min(abs(cx) + abs(cy), abs(dx) + abs(dy)) <= SAME:
                # A cell with a corner where one stands is seen as a whole, once.
                if beyond in touched:
                    continue
                touched.add(beyond)
            waiting.append((beyond, cell, dx, dy, cx, cy))
    return keep_touched(corners, seen, x, y)


def keep_touched(corners: Corners, seen: Any, x: float, y: float) -> Any:
    """The corners of ``seen`` that a line from (x, y) only touches."""
    kept = [-1]
    for corner in seen[1:]:
        x_off, y_off = corners.x[corner] - x, corners.y[corner] - y
        one_x, one_y = corners.one_x[corner], corners.one_y[corner]
        other_x, other_y = corners.other_x[corner], corners.other_y[corner]
        past = goes_past(x_off, y_off, one_x, one_y, other_x, other_y)
        if past and abs(x_off) + abs(y_off) > SAME:
            kept.append(corner)
    return kept[1:]


def seen_part(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    left_x: float,
    left_y: float,
    right_x: float,
    right_y: float,
) -> tuple[float, float]:
    """From where to where, from 0 to 1, a passage from a to b is seen between two rays."""
    if ax * by - ay * bx < -SAME:  # from behind
        return 1.0, 0.0
    low = hidden_part(right_x, right_y, ax, ay, bx, by)
    if low >= 1.0:
        return 1.0, 0.0
    # The same in a mirror.
    high = 1.0 - hidden_part(-left_x, left_y, -bx, by, -ax, ay)
    if (high - low) * (abs(bx - ax) + abs(by - ay)) <= SAME:
        return 1.0, 0.0
    return low, high


def cut_part(
    ax: float, ay: float, bx: float, by: float, low: float, high: float
) -> tuple[float, float, float, float]:
    """The ends of a part of the passage from a to b; its own ends are not computed anew."""
    along_x, along_y = bx - ax, by - ay
    if high < 1.0:
        bx, by = ax + along_x * high, ay + along_y * high
    if low > 0.0:
        ax, ay = ax + along_x * low, ay + along_y * low
    return ax, ay, bx, by


def hidden_part(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """How much of the passage from a to b, from 0 to 1, is right of the ray through (x, y)."""
    size = abs(x) + abs(y)
    if size <= SAME:  # all is seen from the end of the interval
        return 0.0
    slack = SAME * size
    a, b = x * ay - y * ax, x * by - y * bx
    if a >= -slack:
        # Going over to the right happens at the end of the interval only, but for rounding.
        return 1.0 if b < -slack and a < -b else 0.0
    return a / (a - b) if b > slack else 1.0
