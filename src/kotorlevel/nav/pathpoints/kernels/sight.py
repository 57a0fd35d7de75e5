"""What can be seen from a place: the view widens from cell to cell through the passages."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from kotorlevel.nav.search.plan import Plan

NARROWEST = 1e-12
"""The sine of the narrowest view that is followed."""

MOST_STEPS = 1_000_000
"""Cells that are looked into; more would be no floor but a trick."""


def look_around(plan: Plan, x: float, y: float, cell: int, reach: float) -> tuple[Any, Any]:
    """(N,) the cells that one sees from (x, y) in a cell, and (N, 4) what one sees of each.

    That is what lies left of the line from (x, y) along the first two numbers and right of that
    along the last two; all of the first cell. A cell that is seen past both sides of something
    comes twice. Nothing is looked for behind passages that are farther away than ``reach`` metres.
    """
    steps = [(cell, -1, 0.0, 0.0, 0.0, 0.0)]
    number = 0
    while number < len(steps) and number < MOST_STEPS:
        cell, before, low_x, low_y, high_x, high_y = steps[number]
        for p in range(plan.starts[cell], plan.starts[cell + 1]):
            if plan.to[p] == before:
                continue
            right_x, right_y = plan.right_x[p] - x, plan.right_y[p] - y
            left_x, left_y = plan.left_x[p] - x, plan.left_y[p] - y
            if number > 0:
                if low_x * right_y - low_y * right_x < 0.0:
                    right_x, right_y = low_x, low_y
                if left_x * high_y - left_y * high_x < 0.0:
                    left_x, left_y = high_x, high_y
            if sees_through(right_x, right_y, left_x, left_y, number == 0) and (
                distance_to_passage(plan, p, x, y) <= reach
            ):
                steps.append((plan.to[p], cell, right_x, right_y, left_x, left_y))
        number += 1
    cells = np.empty(number, np.int64)
    views = np.empty((number, 4))
    for i in range(number):
        cells[i] = steps[i][0]
        views[i, 0], views[i, 1] = steps[i][2], steps[i][3]
        views[i, 2], views[i, 3] = steps[i][4], steps[i][5]
    return cells, views


def mark_seen(
    cells: Any, views: Any, slack: Any, starts: Any, at: Any, x: float, y: float, is_seen: Any
) -> None:
    """Set ``is_seen`` (n,) for the places ``at`` (n, 2) in the views of `look_around` from (x, y).

    Those of cell c are from ``starts[c]`` to ``starts[c + 1]``; ``slack`` (N, 2) is what they may
    be beside the lines of each view.
    """
    for i in range(len(cells)):
        cell = cells[i]
        low_x, low_y, high_x, high_y = views[i, 0], views[i, 1], -views[i, 2], -views[i, 3]
        for row in range(starts[cell], starts[cell + 1]):
            away_x, away_y = at[row, 0] - x, at[row, 1] - y
            if (
                low_x * away_y - low_y * away_x >= slack[i, 0]
                and high_x * away_y - high_y * away_x >= slack[i, 1]
            ):
                is_seen[row] = True


def sees_through(
    right_x: float, right_y: float, left_x: float, left_y: float, stands_in: bool
) -> bool:
    """True when there is something between right and left; half of all for who stands on it."""
    cross = right_x * left_y - right_y * left_x
    lengths = math.sqrt(
        (right_x * right_x + right_y * right_y) * (left_x * left_x + left_y * left_y)
    )
    if cross > NARROWEST * lengths:
        return True
    on_it = right_x * left_x + right_y * left_y < 0.0
    return stands_in and on_it and cross >= -1e-9 * lengths


def distance_to_passage(plan: Plan, p: int, x: float, y: float) -> float:
    """Metres from (x, y) to the nearest point of a passage."""
    ax, ay = plan.right_x[p] - x, plan.right_y[p] - y
    along_x, along_y = plan.left_x[p] - plan.right_x[p], plan.left_y[p] - plan.right_y[p]
    square = along_x * along_x + along_y * along_y
    part = 0.0
    if square > 0.0:
        part = min(max(-(ax * along_x + ay * along_y) / square, 0.0), 1.0)
    ax, ay = ax + along_x * part, ay + along_y * part
    return math.sqrt(ax * ax + ay * ay)
