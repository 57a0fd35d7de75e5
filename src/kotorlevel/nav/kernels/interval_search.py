"""The shortest way over convex cells, exactly: what can be seen from a turning point, bit by bit.

A path in the plan is straight but for turns around the ends of walls. So the search holds pairs of
a root (the start, or a place where the path turned) and an interval of a passage, all of which the
root sees. The cell behind the interval is divided by the two rays from the root through the ends
of the interval: what lies between them the root sees as well; what lies beside them is reached
best by a turn at the end of the interval, if a wall ends there: that is the next root. Pairs are
taken up in the order of the shortest length that a path to the goal through them could have, so
the first that comes to the goal's cell is the shortest path.

Everything is local to passages: floors that lie above each other are nothing special.
"""

from __future__ import annotations

import math
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from kotorlevel.nav.plan import Plan

SAME = 1e-9
"""Metres: places this near are the same, and a point this near to a ray is on it."""

MOST_NODES = 20
"""Nodes for each passage: far more than any floor needs, and an end for one that makes no sense."""


def search_intervals(
    plan: Plan, x: float, y: float, cell: int, goal_x: float, goal_y: float, goal_cell: int
) -> tuple[Any, float]:
    """(N,) the passages of the shortest path from (x, y) in a cell to the goal, and its length.

    No passages and infinity where there is no way.
    """
    if cell == goal_cell:
        x_off, y_off = goal_x - x, goal_y - y
        return np.empty(0, np.int64), math.sqrt(x_off * x_off + y_off * y_off)
    # Roots: x, y, length of the way to it, the root before, the number of its place.
    roots = [(x, y, 0.0, -1, -1)]
    # The root at each place where a path can turn, -1 where none came by.
    root_at = [-1] * (plan.turns + 1)
    # For each cell the last root that is a corner of it: such a cell is seen as a whole, once.
    touched = [-1] * plan.cells
    touched[cell] = 0
    # Nodes: passage, node before, root, left and right end of the interval, their places.
    nodes = [(-1, -1, 0, x, y, x, y, -1, -1)]
    heap = [(0.0, 0)]
    heappop(heap)
    for p in range(plan.starts[cell], plan.starts[cell + 1]):
        add_part(plan, roots, touched, nodes, heap, (0, 0, p, 0.0, 1.0), goal_x, goal_y)
    most = MOST_NODES * len(plan.to) + 10_000
    while len(heap) > 0 and len(nodes) < most:
        length, number = heappop(heap)
        root = nodes[number][2]
        place = roots[root][4]
        if place >= 0 and root_at[place] != root:
            continue  # by now there is a shorter way to the place
        if plan.to[nodes[number][0]] == goal_cell:
            return trace(nodes, number), length
        open_cell(plan, roots, root_at, touched, nodes, heap, number, goal_x, goal_y)
    return np.empty(0, np.int64), math.inf


def open_cell(
    plan: Plan,
    roots: Any,
    root_at: Any,
    touched: Any,
    nodes: Any,
    heap: Any,
    number: int,
    goal_x: float,
    goal_y: float,
) -> None:
    """Add the nodes that follow node ``number``: on the passages out of the cell behind it."""
    passage, _, root, left_x, left_y, right_x, right_y, left_place, right_place = nodes[number]
    x, y, _, _, _ = roots[root]
    left_root = find_root(roots, root_at, root, left_x, left_y, left_place)
    right_root = find_root(roots, root_at, root, right_x, right_y, right_place)
    left_x, left_y, right_x, right_y = left_x - x, left_y - y, right_x - x, right_y - y
    left_slack = SAME * math.sqrt(left_x * left_x + left_y * left_y)
    right_slack = SAME * math.sqrt(right_x * right_x + right_y * right_y)
    cell, back = plan.to[passage], plan.owner[passage]
    for p in range(plan.starts[cell], plan.starts[cell + 1]):
        if plan.to[p] == back:  # cells are convex: nobody leaves one and comes straight back
            continue
        ax, ay = plan.right_x[p] - x, plan.right_y[p] - y
        bx, by = plan.left_x[p] - x, plan.left_y[p] - y
        hidden = hidden_part(right_x, right_y, ax, ay, bx, by, right_slack)
        # The same in a mirror.
        shown = 1.0 - hidden_part(-left_x, left_y, -bx, by, -ax, ay, left_slack)
        if right_root >= 0 and (hidden > 0.0 or grazes(right_x, right_y, ax, ay, right_slack)):
            part = (number, right_root, p, 0.0, hidden if hidden > 0.0 else shown)
            add_part(plan, roots, touched, nodes, heap, part, goal_x, goal_y)
        if shown > hidden and ax * by - ay * bx >= -SAME:
            part = (number, root, p, hidden, shown)
            add_part(plan, roots, touched, nodes, heap, part, goal_x, goal_y)
        if left_root >= 0 and (shown < 1.0 or grazes(-left_x, left_y, -bx, by, left_slack)):
            part = (number, left_root, p, shown if shown < 1.0 else hidden, 1.0)
            add_part(plan, roots, touched, nodes, heap, part, goal_x, goal_y)


def find_root(roots: Any, root_at: Any, before: int, x: float, y: float, place: int) -> int:
    """The root at a place that is reached from root ``before``; -1 if there is nothing to gain.

    Of two ways of the same length one is enough: what the second could see in addition, the first
    reaches on a shorter way than by a turn here. Unless one is part of the other: a straight line
    past the ends of two walls, of which each hides what the other shows.
    """
    if place < 0:
        return -1
    root_x, root_y, length, _, root_place = roots[before]
    if root_place == place:  # a turn where it already stands is none
        return -1
    x_off, y_off = x - root_x, y - root_y
    length += math.sqrt(x_off * x_off + y_off * y_off)
    known: int = root_at[place]
    if known >= 0:
        _, _, shortest, origin, _ = roots[known]
        if origin == before:
            return known
        if length >= shortest - SAME:
            is_same = length <= shortest + SAME
            from_x, from_y = x - roots[origin][0], y - roots[origin][1]
            aside = abs(x_off * from_y - y_off * from_x)
            is_same &= aside <= SAME * (abs(from_x) + abs(from_y) + abs(x_off) + abs(y_off))
            return known if is_same and x_off * from_x + y_off * from_y > 0.0 else -1
    roots.append((x, y, length, before, place))
    root_at[place] = len(roots) - 1
    return len(roots) - 1


def hidden_part(
    x: float, y: float, ax: float, ay: float, bx: float, by: float, slack: float
) -> float:
    """How much of the passage from a to b, from 0 to 1, is right of the ray through (x, y)."""
    if slack <= SAME * SAME:  # the root itself is the end of the interval
        return 0.0
    a, b = x * ay - y * ax, x * by - y * bx
    if a >= -slack:
        # Going over to the right happens at the root's own corner only, but for rounding.
        return 1.0 if b < -slack and a < -b else 0.0
    return a / (a - b) if b > slack else 1.0


def grazes(x: float, y: float, ax: float, ay: float, slack: float) -> bool:
    """Whether a is right of the ray through (x, y), but so near that it counts as on it.

    What follows is then seen past a, and no longer past the end of a wall before it: of a wall
    that bends there by a millionth of a degree the rest would be lost behind a place where no
    path turns. So the turn is tried as well.
    """
    return x * ay - y * ax < -0.001 * slack


def add_part(
    plan: Plan,
    roots: Any,
    touched: Any,
    nodes: Any,
    heap: Any,
    part: tuple[int, int, int, float, float],
    goal_x: float,
    goal_y: float,
) -> None:
    """Add a node for a part of a passage: node before, root, passage, and from where to where."""
    before, root, p, low, high = part
    ax, ay, bx, by = plan.right_x[p], plan.right_y[p], plan.left_x[p], plan.left_y[p]
    x_off, y_off = bx - ax, by - ay
    right_place = left_place = -1
    right_x, right_y, left_x, left_y = ax, ay, bx, by
    if low > 0.0:
        right_x, right_y = ax + x_off * low, ay + y_off * low
    else:
        right_place = plan.right_turn[p]
    if high < 1.0:
        left_x, left_y = ax + x_off * high, ay + y_off * high
    else:
        left_place = plan.left_turn[p]
    if abs(left_x - right_x) + abs(left_y - right_y) <= SAME:
        return
    x, y, length, _, _ = roots[root]
    if abs(left_x - x) + abs(left_y - y) <= SAME or abs(right_x - x) + abs(right_y - y) <= SAME:
        if touched[plan.to[p]] == root:
            return
        touched[plan.to[p]] = root
    length += shortest_through(
        left_x - x, left_y - y, right_x - x, right_y - y, goal_x - x, goal_y - y
    )
    heappush(heap, (length, len(nodes)))
    nodes.append((p, before, root, left_x, left_y, right_x, right_y, left_place, right_place))


def shortest_through(
    left_x: float, left_y: float, right_x: float, right_y: float, x: float, y: float
) -> float:
    """Metres from (0, 0) to (x, y) by way of the interval from left to right."""
    along_x, along_y = left_x - right_x, left_y - right_y
    here = along_y * right_x - along_x * right_y
    there = here - along_y * x + along_x * y
    if abs(here) <= SAME * (abs(along_x) + abs(along_y)):
        # Seen from its end: which of both rays is the left one only rounding says.
        left_away, right_away = abs(left_x) + abs(left_y), abs(right_x) + abs(right_y)
        is_left = left_away < right_away
        via_x, via_y = (left_x, left_y) if is_left else (right_x, right_y)
        x, y = x - via_x, y - via_y
        return math.sqrt(via_x * via_x + via_y * via_y) + math.sqrt(x * x + y * y)
    if (there > 0.0) == (here >= 0.0):  # both on one side: to its mirror image it is as far
        turn = 2.0 * there / (along_x * along_x + along_y * along_y)
        x, y = x + along_y * turn, y - along_x * turn
    if right_x * y - right_y * x < 0.0:
        via_x, via_y = right_x, right_y
    elif left_x * y - left_y * x > 0.0:
        via_x, via_y = left_x, left_y
    else:
        return math.sqrt(x * x + y * y)
    x, y = x - via_x, y - via_y
    return math.sqrt(via_x * via_x + via_y * via_y) + math.sqrt(x * x + y * y)


def trace(nodes: Any, number: int) -> Any:
    """(N,) the passages from the start to node ``number``."""
    count, at = 0, number
    while at > 0:
        at = nodes[at][1]
        count += 1
    passages = np.empty(count, np.int64)
    while number > 0:
        count -= 1
        passages[count] = nodes[number][0]
        number = nodes[number][1]
    return passages
