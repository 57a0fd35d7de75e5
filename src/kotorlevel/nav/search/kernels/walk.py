"""Walking straight ahead over the cells: how far, and over which passages.

A line that touches the end of a wall goes on beside it: what is within `SLACK` of the line is on
it. So where it runs through a corner of cells, all passages there are tried.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from kotorlevel.nav.search.plan import Plan

SLACK = 1e-7
"""Metres beside the line that are still on it."""


def walk_straight(
    plan: Plan, x: float, y: float, cell: int, goal_x: float, goal_y: float, goal_cell: int
) -> tuple[Any, bool, int, int, float]:
    """The walk from (x, y) in a cell towards the goal, until it is there or meets a wall.

    (N,) the passages, whether it got there, the cell it came to, the wall that stopped it or -1,
    and how many metres it went. With ``goal_cell`` it has to come to that cell; -1 for any.
    """
    along_x, along_y = goal_x - x, goal_y - y
    length = math.sqrt(along_x * along_x + along_y * along_y)
    if length > 0.0:
        along_x, along_y = along_x / length, along_y / length
    else:
        along_x, along_y = 1.0, 0.0
    # Steps: cell, passage into it, step before.
    steps = [(cell, -1, -1)]
    seen = {cell}
    turn_around(plan, x, y, steps, seen)
    waiting = [len(steps) - 1 - i for i in range(len(steps))]
    best, best_wall, farthest = 0, -1, 0.0
    while len(waiting) > 0:
        number = waiting.pop()
        cell = steps[number][0]
        if cell == goal_cell or (length <= SLACK and goal_cell < 0):
            return trace_steps(steps, number), True, cell, -1, length
        wall, reach = meet_wall(plan, cell, x, y, along_x, along_y)
        for p in range(plan.starts[cell], plan.starts[cell + 1]):
            ax, ay = plan.right_x[p] - x, plan.right_y[p] - y
            bx, by = plan.left_x[p] - x, plan.left_y[p] - y
            margin, u = cross_line(ax, ay, bx, by, along_x, along_y)
            if margin < -SLACK and not runs_along(ax, ay, bx, by, along_x, along_y):
                continue
            reach = max(reach, u)
            if u <= length + SLACK and plan.to[p] not in seen:
                seen.add(plan.to[p])
                waiting.append(len(steps))
                steps.append((plan.to[p], p, number))
        if goal_cell < 0 and reach >= length - SLACK:
            return trace_steps(steps, number), True, cell, -1, length
        if wall >= 0 and (reach > farthest or best_wall < 0):
            best, best_wall, farthest = number, wall, reach
    cell = steps[best][0]
    return trace_steps(steps, best), False, cell, best_wall, min(max(farthest, 0.0), length)


def walk_along(
    plan: Plan,
    corners_x: Any,
    corners_y: Any,
    start: tuple[float, float, int],
    goal: tuple[float, float, int],
    corners: Any,
) -> tuple[Any, bool]:
    """(N,) the passages of the walk from start (x, y, cell) over ``corners`` to the goal.

    And whether it gets there; if not, it ends at the first wall.
    """
    x, y, cell = start
    parts, arrived, cell, _, _ = walk_straight(plan, x, y, cell, x, y, -1)
    for corner in corners:
        aim_x, aim_y = corners_x[corner], corners_y[corner]
        passages, arrived, cell, _, _ = walk_straight(plan, x, y, cell, aim_x, aim_y, -1)
        parts = np.concatenate((parts, passages))
        if not arrived:
            return parts, False
        x, y = aim_x, aim_y
    passages, arrived, _, _, _ = walk_straight(plan, x, y, cell, goal[0], goal[1], goal[2])
    return np.concatenate((parts, passages)), arrived


def turn_around(plan: Plan, x: float, y: float, steps: Any, seen: Any) -> None:
    """Add to the first step the other cells that have (x, y) on their border as well."""
    number = 0
    while number < len(steps):
        cell = steps[number][0]
        for p in range(plan.starts[cell], plan.starts[cell + 1]):
            ax, ay = plan.right_x[p] - x, plan.right_y[p] - y
            bx, by = plan.left_x[p] - x, plan.left_y[p] - y
            if touches(ax, ay, bx, by) and plan.to[p] not in seen:
                seen.add(plan.to[p])
                steps.append((plan.to[p], p, number))
        number += 1


def touches(ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether (0, 0) is on the side from a to b."""
    along_x, along_y = bx - ax, by - ay
    square = along_x * along_x + along_y * along_y
    part = 0.0
    if square > 0.0:
        part = min(max(-(ax * along_x + ay * along_y) / square, 0.0), 1.0)
    return abs(ax + along_x * part) + abs(ay + along_y * part) <= SLACK


def meet_wall(
    plan: Plan, cell: int, x: float, y: float, along_x: float, along_y: float
) -> tuple[int, float]:
    """The wall of a cell that a line meets on its way out, and after how many metres; or -1."""
    wall, best, reach = -1, -SLACK, -1.0
    for w in range(plan.wall_starts[cell], plan.wall_starts[cell + 1]):
        margin, u = cross_line(
            plan.from_x[w] - x,
            plan.from_y[w] - y,
            plan.to_x[w] - x,
            plan.to_y[w] - y,
            along_x,
            along_y,
        )
        if margin >= best:
            wall, best, reach = w, margin, u
    return wall, reach


def cross_line(
    ax: float, ay: float, bx: float, by: float, along_x: float, along_y: float
) -> tuple[float, float]:
    """How far inside the side from a to b a line from (0, 0) leaves a cell there, and where.

    Metres from the nearer end of the side, and metres along the line. Below -1 where it does not
    leave the cell over this side; the cell is on the left of the side.
    """
    a, b = along_x * ay - along_y * ax, along_x * by - along_y * bx
    if b - a <= SLACK:
        return -2.0, -1.0
    part = min(max(-a / (b - a), 0.0), 1.0)
    margin = max(min(-a, b), -1.5)
    return margin, along_x * (ax + (bx - ax) * part) + along_y * (ay + (by - ay) * part)


def runs_along(ax: float, ay: float, bx: float, by: float, along_x: float, along_y: float) -> bool:
    """Whether a line from (0, 0) runs along the side from a to b, so that it is on both sides."""
    a, b = along_x * ay - along_y * ax, along_x * by - along_y * bx
    ahead = max(along_x * ax + along_y * ay, along_x * bx + along_y * by)
    return abs(a) <= SLACK and abs(b) <= SLACK and ahead >= -SLACK


def trace_steps(steps: Any, number: int) -> Any:
    """(N,) the passages from the first step to step ``number``."""
    count, at = 0, number
    while at > 0:
        at = steps[at][2]
        count += 1
    passages = np.empty(count, np.int64)
    while number > 0:
        count -= 1
        passages[count] = steps[number][1]
        number = steps[number][2]
    return passages
