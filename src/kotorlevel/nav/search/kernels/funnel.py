"""The funnel (Lee and Preparata): the shortest line through a row of passages, as a taut string.

From the last turn two taut lines run to the left and to the right end of the passage that was
reached: the funnel. The next passage moves one end and then the other; a line that would bulge
outwards is pulled straight, and where one side comes to lie over the other, the string turns there.
Every end is put on once and taken off at most once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from kotorlevel.nav.search.plan import Plan

SAME = 1e-9
"""Metres: ends this near are the same, and one this near to a line is on it.

Where a floor was cut, the two sides of a passage have ends that rounding moved apart: by 1e-12 m
where coordinates are 10 km, and by a few times that on the way through a cross product. Without
slack a passage that lies along the string would be on a side of it by chance.
"""


def pull_string(
    plan: Plan, passages: Any, x: float, y: float, goal_x: float, goal_y: float
) -> tuple[Any, Any]:
    """(T, 2) where the shortest line from (x, y) to the goal turns, and (T,) at which passage.

    The line goes through ``passages`` (N,), which are counted from 0. At both ends of a passage it
    may turn.
    """
    many = len(passages)
    turns = [(x, y, -1)]
    # From the last turn to the ends: x, y, position in passages; the first is the last turn.
    left, right = [(x, y, -1)], [(x, y, -1)]
    left_first = right_first = 0
    for at in range(many):
        p = passages[at]
        left_first, right_first = pull_side(
            left, right, left_first, right_first, plan.left_x[p], plan.left_y[p], at, 1.0, turns
        )
        right_first, left_first = pull_side(
            right, left, right_first, left_first, plan.right_x[p], plan.right_y[p], at, -1.0, turns
        )
    left_first, _ = pull_side(
        left, right, left_first, right_first, goal_x, goal_y, many, 1.0, turns
    )
    turns.extend(left[left_first + 1 :])
    count = len(turns) - 1
    if count > 0 and turns[count][2] == many:
        count -= 1
    places, positions = np.empty((count, 2)), np.empty(count, np.int64)
    for i in range(count):
        places[i, 0], places[i, 1], positions[i] = turns[i + 1]
    return places, positions


def pull_side(
    side: Any,
    other: Any,
    first: int,
    other_first: int,
    x: float,
    y: float,
    at: int,
    sign: float,
    turns: Any,
) -> tuple[int, int]:
    """Move the end of one ``side`` to (x, y); where the last turn now is in both sides.

    ``sign`` is 1 for the left side and -1 for the right one, which is its mirror image.
    """
    while len(side) > first + 1:
        x0, y0, _ = side[-2]
        x1, y1, _ = side[-1]
        if abs(x1 - x) + abs(y1 - y) <= SAME:
            return first, other_first
        if sign * ((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) > 0.0:
            break
        side.pop()
    if len(side) == first + 1:
        x0, y0, _ = side[first]
        turned = False
        while len(other) > other_first + 1:
            x1, y1, _ = other[other_first + 1]
            slack = SAME * (abs(x1 - x0) + abs(y1 - y0))
            if sign * ((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) >= -slack:
                break
            other_first += 1
            turns.append(other[other_first])
            x0, y0, turned = x1, y1, True
        if turned:
            side.append(other[other_first])
            first = len(side) - 1
        if abs(x0 - x) + abs(y0 - y) <= SAME:
            return first, other_first
    side.append((x, y, at))
    return first, other_first
