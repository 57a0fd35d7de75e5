"""Polyanya, A* over intervals, exact on convex cells: what a turning point sees, bit by bit.

A path in the plan is straight but for turns around the ends of walls. So the search holds pairs of
a root (the start, or a place where the path turned) and an interval of a passage, all of which the
root sees. The cell behind the interval is divided by the two rays from the root through the ends
of the interval: what lies between them the root sees as well; what lies beside them is reached
best by a turn at the end of the interval, if a wall ends there: that is the next root. Pairs are
taken up in the order of the shortest length that a path to the goal through them could have, so
the first that comes to the goal's cell is the shortest path. Many roots see the same passage: those
from which all of it is farther than along it from one of its ends are given up.

Everything is local to passages: floors that lie above each other are nothing special.
"""

from __future__ import annotations

import math
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from kotorlevel.nav.search.plan import Plan

SAME = 1e-9
"""Metres: places this near are the same, and a point this near to a ray is on it."""

NEAR = 2e-5
"""Metres. What is hidden of a passage by less is seen to its end, where a path may turn; one that
is seen from behind by less is seen edge-on. Floors that are cut for a body have points as near to
each other as that, and rays past them are no more exact.
"""

WORSE = 1e-7
"""Metres by which a way has to be longer to be given up: far more than rounding."""

MOST_NODES = 20
"""Nodes for each passage: far more than any floor needs, and an end for one that makes no sense."""


def search_intervals(
    plan: Plan, x: float, y: float, cell: int, goal_x: float, goal_y: float, goal_cell: int
) -> tuple[Any, float, int]:
    """(N,) the passages of the shortest path from (x, y) in a cell to the goal, and its length.

    No passages and infinity where there is no way. Last how many nodes it took to find out.
    """
    if cell == goal_cell:
        x_off, y_off = goal_x - x, goal_y - y
        return np.empty(0, np.int64), math.sqrt(x_off * x_off + y_off * y_off), 0
    # Roots: x, y, length of the way to it, the root before, the number of its place.
    roots = [(x, y, 0.0, -1, -1)]
    # The root at each place where a path can turn, -1 where none came by.
    root_at = [-1] * (plan.turns + 1)
    # For each cell the last root that is a corner of it: such a cell is seen as a whole, once.
    touched = [-1] * plan.cells
    touched[cell] = 0
    known = make_known(len(plan.to))
    # Nodes: passage, node before, root, left and right end of the interval, their places.
    nodes = [(-1, -1, 0, x, y, x, y, -1, -1)]
    heap = [(0.0, 0)]
    heappop(heap)
    for p in range(plan.starts[cell], plan.starts[cell + 1]):
        add_part(plan, roots, touched, known, nodes, heap, (0, 0, p, 0.0, 1.0), goal_x, goal_y)
    most = MOST_NODES * len(plan.to) + 10_000
    while len(heap) > 0 and len(nodes) < most:
        length, number = heappop(heap)
        root = nodes[number][2]
        place = roots[root][4]
        if place >= 0 and root_at[place] != root:
            continue  # by now there is a shorter way to the place
        if plan.to[nodes[number][0]] == goal_cell:
            return trace(nodes, number), length, len(nodes)
        open_cell(plan, roots, root_at, touched, known, nodes, heap, number, goal_x, goal_y)
    return np.empty(0, np.int64), math.inf, len(nodes)


def open_cell(
    plan: Plan,
    roots: Any,
    root_at: Any,
    touched: Any,
    known: Any,
    nodes: Any,
    heap: Any,
    number: int,
    goal_x: float,
    goal_y: float,
) -> None:
    """Add the nodes that follow node ``number``: on the passages out of the cell behind it."""
    passage, _, root, left_x, left_y, right_x, right_y, left_place, right_place = nodes[number]
    x, y, _, _, _ = roots[root]
    left_root = right_root = -1
    if left_place >= 0:
        left_root = find_root(roots, root_at, root, left_x, left_y, left_place)
    if right_place >= 0:
        right_root = find_root(roots, root_at, root, right_x, right_y, right_place)
    no_turn = left_root < 0 and right_root < 0
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
        if hidden >= 1.0 and no_turn:
            continue
        # The same in a mirror.
        shown = 1.0 - hidden_part(-left_x, left_y, -bx, by, -ax, ay, left_slack)
        if hidden > 0.0 and right_root >= 0:
            part = (number, right_root, p, 0.0, hidden)
            add_part(plan, roots, touched, known, nodes, heap, part, goal_x, goal_y)
        edge_on = NEAR * (abs(bx - ax) + abs(by - ay))
        if shown > hidden and ax * by - ay * bx >= -edge_on:
            part = (number, root, p, hidden, shown)
            add_part(plan, roots, touched, known, nodes, heap, part, goal_x, goal_y)
        if shown < 1.0 and left_root >= 0:
            part = (number, left_root, p, shown, 1.0)
            add_part(plan, roots, touched, known, nodes, heap, part, goal_x, goal_y)


def find_root(roots: Any, root_at: Any, before: int, x: float, y: float, place: int) -> int:
    """The root at a place that is reached from root ``before``; -1 if there is nothing to gain.

    Of two ways of the same length one is enough: what the second could see in addition, the first
    reaches on a shorter way than by a turn here. Unless one is part of the other: a straight line
    past the ends of two walls, of which each hides what the other shows.
    """
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


def add_part(
    plan: Plan,
    roots: Any,
    touched: Any,
    known: Any,
    nodes: Any,
    heap: Any,
    part: tuple[int, int, int, float, float],
    goal_x: float,
    goal_y: float,
) -> None:
    """Add a node for a part of a passage: node before, root, passage, and from where to where.

    ``known`` is what `is_needless` knows.
    """
    before, root, p, low, high = part
    x, y, gone, _, _ = roots[root]
    ax, ay, bx, by = plan.right_x[p], plan.right_y[p], plan.left_x[p], plan.left_y[p]
    along_x, along_y = bx - ax, by - ay
    width = math.sqrt(along_x * along_x + along_y * along_y)
    left_x, left_y, left_place = bx, by, plan.left_turn[p]
    right_x, right_y, right_place = ax, ay, plan.right_turn[p]
    if (1.0 - high) * width > NEAR:
        left_x, left_y, left_place = ax + along_x * high, ay + along_y * high, -1
    else:
        high = 1.0
    if low * width > NEAR:
        right_x, right_y, right_place = ax + along_x * low, ay + along_y * low, -1
    else:
        low = 0.0
    if abs(left_x - right_x) + abs(left_y - right_y) <= SAME:
        return
    ax, ay, bx, by = right_x - x, right_y - y, left_x - x, left_y - y
    left, right = gone + math.sqrt(bx * bx + by * by), gone + math.sqrt(ax * ax + ay * ay)
    if is_needless(known, p, root, low, high, left, right, width):
        return
    if left - gone <= SAME or right - gone <= SAME:
        if touched[plan.to[p]] == root:
            return
        touched[plan.to[p]] = root
    length = gone + shortest_through(bx, by, ax, ay, goal_x - x, goal_y - y)
    heappush(heap, (length, len(nodes)))
    nodes.append((p, before, root, left_x, left_y, right_x, right_y, left_place, right_place))


def make_known(passages: int) -> tuple[Any, Any, Any, Any, Any]:
    """What a search knows about each passage, at first nothing.

    The length of the shortest way to its left and to its right end; the root that saw it last, and
    from where to where.
    """
    far = [math.inf] * passages
    return far, far.copy(), [-1] * passages, [0.0] * passages, [0.0] * passages


def is_needless(
    known: Any,
    p: int,
    root: int,
    low: float,
    high: float,
    left: float,
    right: float,
    width: float,
) -> bool:
    """Whether a part of passage p leads to nothing better; what is learnt from it is kept.

    ``left`` and ``right`` are the lengths of the ways to its ends. If the way to its left end is
    longer than one along the passage from the passage's right end, then so are the ways to all
    points between them. And nothing need be looked at twice from the same root.
    """
    to_left, to_right, last_root, last_low, last_high = known
    if last_root[p] == root and low >= last_low[p] and high <= last_high[p]:
        return True
    last_root[p], last_low[p], last_high[p] = root, low, high
    if high >= 1.0 and left < to_left[p]:
        to_left[p] = left
    if low <= 0.0 and right < to_right[p]:
        to_right[p] = right
    if left - high * width > to_right[p] + WORSE:
        return True
    return bool(right - (1.0 - low) * width > to_left[p] + WORSE)


def shortest_through(
    left_x: float, left_y: float, right_x: float, right_y: float, x: float, y: float
) -> float:
    """Metres from (0, 0) to (x, y) by way of the interval from left to right.

    That is seen from its near side, or edge-on: on which side of it (0, 0) is is not asked, because
    then only rounding would tell.
    """
    along_x, along_y = left_x - right_x, left_y - right_y
    there = along_y * (right_x - x) - along_x * (right_y - y)
    if there > 0.0:  # both on one side: to its mirror image it is as far
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
