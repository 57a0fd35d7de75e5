"""The face under a point.

Sides of a face are compared with the point from their lower corner to their upper one, whichever
face they belong to, so both faces of an edge get the same number and one of them, only one, has
the point. A row through a closed floor therefore always has an answer, whatever is rounded.

The kernels for many points are loops that call functions of numbers only: where arrays are handed
to a function inside of a loop, compiled code counts references to them at every step, and that
takes longer than the rest.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.query.engine.kernels.lanes import grid_at

if TYPE_CHECKING:
    from kotorlevel.query.engine.grid import Grid

OUTSIDE, BORDER, INSIDE = 0, 1, 2

NUDGE = 0.001 / math.sqrt(2.0)
"""The game asks a second time 0.001 m away along (1, 1) (FACTS 9)."""

SAME_FLOOR = 1e-4
"""Metres: a border at the height of a face that has the point belongs to the same floor."""


def place_in_face(
    x: float, y: float, x0: float, y0: float, x1: float, y1: float, x2: float, y2: float
) -> int:
    """Whether (x, y) is inside a face in the plan, on its border only, or outside.

    The corners come lowest y first. Inside includes the lower and left sides, so of two faces at
    an edge one has the point inside.
    """
    # All of it is computed, without branches: a processor that guesses wrong loses more.
    below, middle, above = y0 - y, y1 - y, y2 - y
    left, centre, right = x0 - x, x1 - x, x2 - x
    long = left * above - below * right
    # A side on top (y1 == y2) cannot tell left from right; the other short one can.
    lower, upper = left * middle - below * centre, centre * above - middle * right
    short = lower if (middle > 0.0) | (y1 == y2) else upper
    inside = (below <= 0.0) & (above > 0.0) & ((long <= 0.0) != (short <= 0.0))
    between = ((long <= 0.0) & (short >= 0.0)) | ((long >= 0.0) & (short <= 0.0))
    border = (below <= 0.0) & (above >= 0.0) & between
    return INSIDE if inside else (BORDER if border else OUTSIDE)


def height_in_face(
    x: float,
    y: float,
    x0: float,
    y0: float,
    z0: float,
    x1: float,
    y1: float,
    z1: float,
    x2: float,
    y2: float,
    z2: float,
) -> float:
    """The z of a face at (x, y), which is in it: between its corners even where that is rounded.

    Corners are float32 and never combined with each other, so that all of it is double precision.
    """
    w0 = (x1 - x) * (y2 - y) - (y1 - y) * (x2 - x)
    w1 = (x2 - x) * (y0 - y) - (y2 - y) * (x0 - x)
    w2 = (x0 - x) * (y1 - y) - (y0 - y) * (x1 - x)
    total = w0 + w1 + w2
    if total == 0.0:
        return z0 + 0.0
    z = (w0 * z0 + w1 * z1 + w2 * z2) / total
    return min(max(z, min(z0, z1, z2)), max(z0, z1, z2))


def find_cell(grid: Grid, x: float, y: float) -> int:
    """The number of the cell with (x, y), or -1 outside the grid."""
    if not (grid.left <= x <= grid.right and grid.bottom <= y <= grid.top):
        return -1
    column = int((x - grid.left) * grid.columns_per_metre)
    return int((y - grid.bottom) * grid.rows_per_metre) * grid.columns + column


def find_floors(grid: Grid, allowed: Any, points: Any, faces: Any, heights: Any) -> None:
    """The face under each row of ``points`` (N, 2) as the game finds it, and its height there.

    The lowest allowed face with the point inside, else on its border; where there is none, the same
    once more a nudge away. -1 and NaN for none.
    """
    starts, in_cells, corners = grid.starts, grid.faces, grid.corners
    for i in range(len(points)):
        x, y = points[i, 0], points[i, 1]
        found = -1
        for _ in range(2):
            cell = find_cell(grid, x, y)
            if cell >= 0:
                for entry in range(starts[cell], starts[cell + 1]):
                    f = in_cells[entry]
                    x0, y0, x1, y1 = corners[f, 0], corners[f, 1], corners[f, 3], corners[f, 4]
                    place = place_in_face(x, y, x0, y0, x1, y1, corners[f, 6], corners[f, 7])
                    if place != OUTSIDE and allowed[f]:
                        if place == INSIDE:
                            found = f
                            break
                        if found < 0:
                            found = f
            if found >= 0:
                break
            x, y = x + NUDGE, y + NUDGE
        faces[i], heights[i] = found, math.nan
        if found >= 0:
            x0, y0, z0 = corners[found, 0], corners[found, 1], corners[found, 2]
            x1, y1, z1 = corners[found, 3], corners[found, 4], corners[found, 5]
            x2, y2, z2 = corners[found, 6], corners[found, 7], corners[found, 8]
            heights[i] = height_in_face(x, y, x0, y0, z0, x1, y1, z1, x2, y2, z2)


def find_floors_near(grid: Grid, allowed: Any, points: Any, faces: Any, heights: Any) -> None:
    """Of the allowed faces at each row of ``points`` (N, 3) the one nearest in height to its z.

    A border counts only where no face with the point inside is about as near.
    """
    starts, in_cells, corners = grid.starts, grid.faces, grid.corners
    for i in range(len(points)):
        x, y, z = points[i, 0], points[i, 1], points[i, 2]
        inside = border = -1
        inside_z = border_z = inside_gap = border_gap = math.inf
        cell = find_cell(grid, x, y)
        for entry in range(starts[max(cell, 0)], starts[cell + 1]):  # nothing if cell is -1
            f = in_cells[entry]
            if not allowed[f]:
                continue
            x0, y0, z0 = corners[f, 0], corners[f, 1], corners[f, 2]
            x1, y1, z1 = corners[f, 3], corners[f, 4], corners[f, 5]
            x2, y2, z2 = corners[f, 6], corners[f, 7], corners[f, 8]
            place = place_in_face(x, y, x0, y0, x1, y1, x2, y2)
            if place != OUTSIDE:
                height = height_in_face(x, y, x0, y0, z0, x1, y1, z1, x2, y2, z2)
                gap = abs(height - z)
                if place == INSIDE and gap < inside_gap:
                    inside, inside_z, inside_gap = f, height, gap
                if place == BORDER and gap < border_gap:
                    border, border_z, border_gap = f, height, gap
        if border >= 0 and border_gap < inside_gap - SAME_FLOOR:
            inside, inside_z = border, border_z
        faces[i] = inside
        heights[i] = inside_z if inside >= 0 else math.nan


def list_floors(
    grid: Grid, allowed: Any, x: float, y: float, faces: Any, heights: Any, places: Any
) -> int:
    """How many allowed faces have (x, y) inside or on the border; the lists get as many as fit."""
    starts, in_cells, corners = grid.starts, grid.faces, grid.corners
    count = 0
    cell = find_cell(grid, x, y)
    for entry in range(starts[max(cell, 0)], starts[cell + 1]):  # nothing if cell is -1
        f = in_cells[entry]
        if not allowed[f]:
            continue
        x0, y0, z0 = corners[f, 0], corners[f, 1], corners[f, 2]
        x1, y1, z1 = corners[f, 3], corners[f, 4], corners[f, 5]
        x2, y2, z2 = corners[f, 6], corners[f, 7], corners[f, 8]
        place = place_in_face(x, y, x0, y0, x1, y1, x2, y2)
        if place != OUTSIDE:
            if count < len(faces):
                faces[count], places[count] = f, place
                heights[count] = height_in_face(x, y, x0, y0, z0, x1, y1, z1, x2, y2, z2)
            count += 1
    return count


def ask_floor(handle: Any, allowed: Any, x: float, y: float) -> tuple[int, float]:
    """`find_floors` for one point: the arrays of one row cost less in here than outside."""
    grid = grid_at(handle)
    point, face, height = np.empty((1, 2)), np.empty(1, np.int64), np.empty(1)
    point[0, 0], point[0, 1] = x, y
    find_floors(grid, allowed, point, face, height)
    return face[0], height[0]


def ask_floor_near(handle: Any, allowed: Any, x: float, y: float, z: float) -> tuple[int, float]:
    """`find_floors_near` for one point."""
    grid = grid_at(handle)
    point, face, height = np.empty((1, 3)), np.empty(1, np.int64), np.empty(1)
    point[0, 0], point[0, 1], point[0, 2] = x, y, z
    find_floors_near(grid, allowed, point, face, height)
    return face[0], height[0]
