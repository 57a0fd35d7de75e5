"""What views do not show of a convex polygon."""

from typing import Any

NARROWEST = 1e-3
"""Metres: nobody stands in a strip that is narrower."""

MOST_CORNERS = 64
MOST_PARTS = 64
"""Corners of a part, and parts of a polygon, that are followed."""


def cut_views(
    stack: Any, sizes: Any, after: Any, views: Any, first: int, last: int, parts: Any, found: Any
) -> int:
    """The number of convex parts of the polygon that none of the views shows.

    The polygon is ``stack[0]`` with ``sizes[0]`` corners; ``stack`` (S, M, 2), ``sizes`` (S,) and
    ``after`` (S,) are room to work in. ``views`` (V, 6), of which those from ``first`` to
    ``last`` count, show what is left of the line from the eye (first two numbers) along the next
    two and right of that along the last two. The corners of the parts go to ``parts`` (S, M, 2),
    how many they have to ``found`` (S,).
    """
    after[0] = first
    depth, count = 1, 0
    while depth > 0:
        depth -= 1
        view = after[depth]
        if view == last:
            if count < len(found):
                found[count] = sizes[depth]
                parts[count, : sizes[depth]] = stack[depth, : sizes[depth]]
                count += 1
            continue
        if depth + 3 > len(sizes):
            continue
        # In the place of the polygon what is right of the view, behind it what is left of it.
        x, y = views[view, 0], views[view, 1]
        low_x, low_y = -views[view, 3], views[view, 2]
        high_x, high_y = -views[view, 5], views[view, 4]
        sizes[depth + 1] = clip(stack, depth, sizes[depth], depth + 1, x, y, low_x, low_y)
        sizes[depth + 2] = clip(stack, depth + 1, sizes[depth + 1], depth + 2, x, y, high_x, high_y)
        right = clip(stack, depth, sizes[depth], depth + 1, x, y, -low_x, -low_y)
        next_depth = depth
        if is_wide(stack, depth + 1, right):
            stack[depth, :right] = stack[depth + 1, :right]
            sizes[depth], after[depth] = right, view + 1
            next_depth = depth + 1
        left = sizes[depth + 2]
        if is_wide(stack, depth + 2, left):
            stack[next_depth, :left] = stack[depth + 2, :left]
            sizes[next_depth], after[next_depth] = left, view + 1
            next_depth += 1
        depth = next_depth
    return count


def clip(
    stack: Any, row: int, size: int, to: int, x: float, y: float, side_x: float, side_y: float
) -> int:
    """Put what of a polygon lies on one side of a line through (x, y) to another row; its corners.

    That is the side to which (side_x, side_y) points.
    """
    count = 0
    for i in range(size):
        ax, ay = stack[row, i, 0], stack[row, i, 1]
        j = i + 1 if i + 1 < size else 0
        bx, by = stack[row, j, 0], stack[row, j, 1]
        here = (ax - x) * side_x + (ay - y) * side_y
        there = (bx - x) * side_x + (by - y) * side_y
        if here >= 0.0 and count < MOST_CORNERS:
            stack[to, count, 0], stack[to, count, 1] = ax, ay
            count += 1
        if (here < 0.0) != (there < 0.0) and count < MOST_CORNERS:
            share = here / (here - there)
            stack[to, count, 0] = ax + share * (bx - ax)
            stack[to, count, 1] = ay + share * (by - ay)
            count += 1
    return count


def is_wide(stack: Any, row: int, size: int) -> bool:
    """False for what is narrower than `NARROWEST`."""
    around, doubled = 0.0, 0.0
    for i in range(size):
        j = i + 1 if i + 1 < size else 0
        ax, ay = stack[row, i, 0] - stack[row, 0, 0], stack[row, i, 1] - stack[row, 0, 1]
        bx, by = stack[row, j, 0] - stack[row, 0, 0], stack[row, j, 1] - stack[row, 0, 1]
        around += abs(bx - ax) + abs(by - ay)
        doubled += ax * by - ay * bx
    return size > 2 and doubled > NARROWEST * around / 2
