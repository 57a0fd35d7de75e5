"""A corridor of cells → the points of the path on the floor, and what it crosses."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotorlevel.nav.floor.spots import Corridor, Spot
from kotorlevel.nav.path import Crossed, Path

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints
    from kotorlevel.nav.floor.floor import Floor


_SAME_SLOPE = 1e-6
_STEP = 1e-3
"""Metres of height between two sides of a passage that are a step."""

_SAME = 1e-9


class Trace(NamedTuple):
    """``crossing`` (N, 3) where each passage is crossed, ``cells`` (N + 1,) that are walked over.

    ``line`` (T + 2, 2) are start, turns and goal in the plan.
    """

    crossing: Floats
    cells: Ints
    line: Floats


def trace_corridor(floor: Floor, corridor: Corridor, start: Spot, goal: Spot) -> Trace:
    """Where the line through a corridor crosses its passages."""
    rows = corridor.passages
    line = np.concatenate([[(start.x, start.y)], corridor.turns, [(goal.x, goal.y)]])
    right = floor.right[rows]
    span = floor.left[rows] - right
    # Passages up to the first turn are crossed on the first segment of the line, and so on.
    many = np.diff(corridor.positions, prepend=-1, append=len(rows) - 1)
    x, y = (np.repeat(column, many) for column in line[:-1].T)
    along_x, along_y = (np.repeat(column, many) for column in np.diff(line, axis=0).T)
    right_x, right_y = right[:, 0] - x, right[:, 1] - y
    span_x, span_y = span[:, 0], span[:, 1]
    width = along_x * span_y - along_y * span_x
    flat = np.abs(width) <= _SAME * np.hypot(along_x, along_y)
    part = (along_y * right_x - along_x * right_y) / np.where(flat, 1.0, width)
    if flat.any():
        # A line along a passage: where it comes to it first.
        square = np.maximum(span_x * span_x + span_y * span_y, 1e-300)
        part = np.where(flat, -(right_x * span_x + right_y * span_y) / square, part)
    crossing = right + span * np.minimum(np.maximum(part, 0.0), 1.0)[:, None]
    cells = np.concatenate([[start.cell], floor.to[rows]]).astype(np.int64)
    return Trace(crossing, cells, line)


def build_path(floor: Floor, corridor: Corridor, start: Spot, goal: Spot) -> Path:
    """The path over a corridor, with its points on the floor."""
    trace = trace_corridor(floor, corridor, start, goal)
    points = _points(floor, corridor, trace)
    steps = np.diff(points, axis=0)
    plan_length = float(np.hypot(steps[:, 0], steps[:, 1]).sum())
    return Path(
        "ok",
        points=points,
        face_rows=_face_rows(floor, trace.cells),
        rooms=_rooms(floor, trace.cells),
        transitions=_transitions(floor, trace),
        length=float(np.sqrt(np.einsum("ij,ij->i", steps, steps)).sum()),
        plan_length=plan_length,
    )


def _points(floor: Floor, corridor: Corridor, trace: Trace) -> Floats:
    """(M, 3) start, turns, changes of slope and steps, goal."""
    slope_x, slope_y = floor.plane[trace.cells, :2].T
    near, behind = trace.crossing, _heights(floor, trace.cells[1:], trace.crossing)
    is_step = np.abs(behind - near[:, 2]) > _STEP
    bends = (np.abs(np.diff(slope_x)) > _SAME_SLOPE) | (np.abs(np.diff(slope_y)) > _SAME_SLOPE)
    bends |= is_step
    passages = corridor.passages[corridor.positions]
    turns = _on_passage(floor.right[passages], floor.left[passages], corridor.turns)
    ends = np.column_stack([trace.line[[0, -1]], [0.0, 0.0]])
    ends[:, 2] = _heights(floor, trace.cells[[0, -1]], ends)
    here, steps = np.flatnonzero(bends), np.flatnonzero(is_step)
    far = np.column_stack([near[steps, :2], behind[steps]])
    rows = np.concatenate([ends[:1], near[here], far, turns, ends[1:]])
    position = np.concatenate([[-1], here, steps, corridor.positions, [len(trace.cells)]])
    # A turn comes behind the crossing of its own passage, which leads to it.
    kind = np.repeat([0, 0, 1, 2, 3], [1, len(here), len(steps), len(turns), 1])
    rows = rows[np.lexsort((kind, position))]
    x, y, z = np.abs(np.diff(rows, axis=0)).T
    new = (x > _SAME) | (y > _SAME) | (z > _SAME)
    new[-1:] = True  # the goal is named, even where it is the start
    if len(rows) > 2 and np.abs(rows[-1] - rows[-2]).max() <= _SAME:
        new[-2] = False
    kept: Floats = rows[np.concatenate([[True], new])]
    return kept


def _heights(floor: Floor, cells: Ints, points: Floats) -> Floats:
    """(n,) the z of the planes of cells at points."""
    plane, centre = floor.plane[cells], floor.centre[cells]
    away = points[:, :2] - centre[:, :2]
    heights: Floats = plane[:, 0] * away[:, 0] + plane[:, 1] * away[:, 1] + plane[:, 2]
    return heights


def _on_passage(right: Floats, left: Floats, points: Floats) -> Floats:
    """(n, 3) points (n, 2) on passages, with the height there."""
    along = left - right
    square = np.maximum((along[:, :2] ** 2).sum(axis=1), 1e-300)
    part = np.clip(((points - right[:, :2]) * along[:, :2]).sum(axis=1) / square, 0.0, 1.0)
    return np.column_stack([points, right[:, 2] + along[:, 2] * part])


def _face_rows(floor: Floor, cells: Ints) -> Ints:
    """(F, 2) room and number of the faces of cells; a face that is cut into several counts once."""
    room, face = floor.room[cells], floor.face[cells]
    new = np.concatenate([[True], (room[1:] != room[:-1]) | (face[1:] != face[:-1])])
    return np.stack([room[new], face[new]], axis=1).astype(np.int64)


def _rooms(floor: Floor, cells: Ints) -> tuple[int, ...]:
    rooms = floor.room[cells]
    return tuple(rooms[np.concatenate([[True], rooms[1:] != rooms[:-1]])].tolist())


def _transitions(floor: Floor, trace: Trace) -> tuple[Crossed, ...]:
    rooms = floor.room[trace.cells]
    at = np.flatnonzero(rooms[1:] != rooms[:-1])
    return tuple(
        Crossed(int(rooms[i]), int(rooms[i + 1]), tuple(trace.crossing[i].tolist()))
        for i in at.tolist()
    )


def weigh(trace: Trace, costs: Floats) -> float:
    """Metres in the plan times ``costs`` (C,) of the cells that they lead over."""
    points = np.concatenate([trace.line[:1], trace.crossing[:, :2], trace.line[-1:]])
    steps = np.diff(points, axis=0)
    return float((np.hypot(steps[:, 0], steps[:, 1]) * costs[trace.cells]).sum())
