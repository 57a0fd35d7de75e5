"""Gates: upright quads on the edges that lead to other rooms, and finding these edges again.

Modelling programs keep the names of materials through every edit, and little else. A gate stands
on the corners of its edge, so that it is moved, split and mirrored with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.mesh.components import component_roots
from kotorlevel.mesh.edit.weld import find_places

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Floats, Ints

HEIGHT = 0.4
"""Metres. High enough to be seen and clicked, low enough not to hide the room."""

REACH = 0.002
"""Metres that an edge may lie beside the foot of its gate."""

_ALIKE = 0.00005
"""Metres by which edges that lie on one place may differ in how far off a foot is."""

_MOST_PAIRS = 20_000_000

_UPRIGHT = 0.05
"""A side of a gate that runs so little sideways, compared with its length, is a post of it."""


@dataclass(frozen=True, eq=False)
class Gates:
    """The triangles of gates: ``triangles`` (G, 3) over ``points`` (n, 3), each to a ``room`` (G,).

    ``rooms`` are numbers; what they mean is with the caller.
    """

    points: Floats
    triangles: Ints
    rooms: Ints

    def __len__(self) -> int:
        return len(self.triangles)


@dataclass(frozen=True, eq=False)
class Feet:
    """The lower sides of gates: from ``start`` (n, 3) to ``end`` (n, 3), each to a ``room`` (n,).

    ``gate`` (n,) says which of them belong together.
    """

    start: Floats
    end: Floats
    rooms: Ints
    gate: Ints


def find_feet(gates: Gates, *, heads: bool = False) -> Feet:
    """The sides that gates stand on; with ``heads``, the upper sides instead.

    Such a side is not upright, has its gate above it, and nothing of a gate to that room below:
    that leaves out the diagonals of quads.
    """
    place = find_places(gates.points)
    corners = place[gates.triangles]
    a, b = corners.reshape(-1), np.roll(corners, -1, axis=1).reshape(-1)
    tip = gates.points[np.roll(corners, -2, axis=1).reshape(-1)]
    start, end = gates.points[a], gates.points[b]
    way = end - start
    flat = np.linalg.norm(way[:, :2], axis=1)
    # A link may lie on an edge without length: its gate is a line, and its foot a point.
    upright = flat < _UPRIGHT * np.linalg.norm(way, axis=1)
    share = ((tip - start)[:, :2] * way[:, :2]).sum(axis=1) / np.where(flat > 0, flat**2, 1)
    above = tip[:, 2] - (start[:, 2] + share * way[:, 2])
    keys = np.stack([np.repeat(gates.rooms, 3), np.minimum(a, b), np.maximum(a, b)], axis=1)
    _, side = np.unique(keys, axis=0, return_inverse=True)
    side = side.reshape(-1)
    lowest, highest = np.full((2, int(side.max(initial=-1)) + 1), 0.0)
    np.minimum.at(lowest, side, above)
    np.maximum.at(highest, side, above)
    is_foot = (lowest[side] >= 0) & (above > 0)
    is_head = (highest[side] <= 0) & (above < 0)
    chosen = np.flatnonzero(~upright & (is_head if heads else is_foot))
    group = group_gates(gates)
    return Feet(start[chosen], end[chosen], gates.rooms[chosen // 3], group[chosen // 3])


def group_gates(gates: Gates) -> Ints:
    """(G,) the first of the triangles that share a side with each other and lead to one room."""
    corners = find_places(gates.points)[gates.triangles]
    a, b = corners.reshape(-1), np.roll(corners, -1, axis=1).reshape(-1)
    keys = np.stack([np.repeat(gates.rooms, 3), np.minimum(a, b), np.maximum(a, b)], axis=1)
    _, side = np.unique(keys, axis=0, return_inverse=True)
    order = np.argsort(side.reshape(-1), kind="stable")
    same = np.flatnonzero(np.diff(side.reshape(-1)[order]) == 0)
    roots = component_roots(len(gates), order[same] // 3, order[same + 1] // 3)
    return roots.astype(np.int64)


@dataclass(frozen=True, eq=False)
class Edges:
    """Edges of a floor that may have a link: from ``start`` (n, 3) to ``end`` (n, 3)."""

    start: Floats
    end: Floats


def match_feet(feet: Feet, edges: Edges) -> tuple[Ints, Ints]:
    """Pairs (foot, edge) that lie on each other within `REACH` metres.

    An edge with the ends of a foot is its one edge; else every edge that runs along it counts. Of
    edges on one place that run to and fro, the one that runs as the foot does.
    """
    count, total = len(feet.start), len(edges.start)
    none = np.empty(0, np.int64)
    if not count or not total:
        return none, none
    foot, edge = _near_boxes(feet, edges)
    a, b = edges.start[edge], edges.end[edge]
    on = np.maximum(
        _distance(a, feet.start[foot], feet.end[foot]),
        _distance(b, feet.start[foot], feet.end[foot]),
    )
    along = _overlap(feet, edges, foot, edge) & (on <= REACH)
    there = np.maximum(_apart(a, feet.start[foot]), _apart(b, feet.end[foot]))
    back = np.maximum(_apart(a, feet.end[foot]), _apart(b, feet.start[foot]))
    # The very edge of a foot keeps its small neighbours from being taken for it.
    off = np.minimum(there, back)
    best = np.full(count, np.inf)
    np.minimum.at(best, foot, off)
    same = (off <= REACH) & (off <= best[foot] + _ALIKE)
    chosen = along | same
    foot, edge, same = foot[chosen], edge[chosen], same[chosen]
    exact = np.zeros(count, bool)
    exact[foot[same]] = True
    runs_along = np.einsum("ij,ij->i", edges.end[edge] - edges.start[edge],
                           feet.end[foot] - feet.start[foot]) >= 0  # fmt: skip
    keep = same | ~exact[foot]
    foot, edge, runs_along = foot[keep], edge[keep], runs_along[keep]
    forward = np.zeros(count, bool)
    forward[foot[runs_along]] = True
    keep = runs_along | ~forward[foot]
    return foot[keep], edge[keep]


def lies_on_edge(feet: Feet, rows: Ints, edges: Edges) -> Flags:
    """(n,) whether each of the feet ``rows`` lies on an edge, which may be longer than it."""
    chosen = Feet(feet.start[rows], feet.end[rows], feet.rooms[rows], feet.gate[rows])
    found = np.zeros(len(rows), bool)
    if not len(rows) or not len(edges.start):
        return found
    foot, edge = _near_boxes(chosen, edges)
    off = np.maximum(
        _distance(chosen.start[foot], edges.start[edge], edges.end[edge]),
        _distance(chosen.end[foot], edges.start[edge], edges.end[edge]),
    )
    found[foot[off <= REACH]] = True
    return found


def _near_boxes(feet: Feet, edges: Edges) -> tuple[Ints, Ints]:
    """Pairs whose boxes in the plan come within reach, by a sweep along x."""
    low, high = _spans(feet.start, feet.end)
    edge_low, edge_high = _spans(edges.start, edges.end)
    order = np.argsort(edge_low[:, 0], kind="stable")
    longest = float((edge_high - edge_low)[:, 0].max(initial=0.0))
    starts = edge_low[order, 0]
    first = np.searchsorted(starts, low[:, 0] - longest - REACH)
    last = np.searchsorted(starts, high[:, 0] + REACH, "right")
    counts = last - first
    if counts.sum() > _MOST_PAIRS:
        text = f"{len(low):,} gates and {len(order):,} edges of the floor lie at one place"
        raise FormatError(f"{text}: too many to tell which belongs to which")
    foot = np.repeat(np.arange(len(low)), counts)
    offset = np.arange(len(foot)) - np.repeat(np.cumsum(counts) - counts, counts)
    edge = order[first[foot] + offset]
    meet: Flags = (
        (edge_low[edge] <= high[foot] + REACH) & (low[foot] - REACH <= edge_high[edge])
    ).all(axis=1)
    return foot[meet].astype(np.int64), edge[meet].astype(np.int64)


def _spans(start: Floats, end: Floats) -> tuple[Floats, Floats]:
    return np.minimum(start, end), np.maximum(start, end)


def _apart(a: Floats, b: Floats) -> Floats:
    apart: Floats = np.linalg.norm(a - b, axis=1)
    return apart


def _distance(points: Floats, start: Floats, end: Floats) -> Floats:
    """(n,) how far points are from their segments."""
    way = end - start
    length = np.einsum("ij,ij->i", way, way)
    share = np.einsum("ij,ij->i", points - start, way) / np.where(length > 0, length, 1)
    return _apart(points, start + np.clip(share, 0, 1)[:, None] * way)


def _overlap(feet: Feet, edges: Edges, foot: Ints, edge: Ints) -> Flags:
    """(n,) whether most of an edge lies along its foot, not only a touch at an end."""
    start, way = feet.start[foot], feet.end[foot] - feet.start[foot]
    length = np.linalg.norm(way, axis=1)
    unit = way / np.where(length > 0, length, 1)[:, None]
    a = np.einsum("ij,ij->i", edges.start[edge] - start, unit)
    b = np.einsum("ij,ij->i", edges.end[edge] - start, unit)
    shared = np.minimum(np.maximum(a, b), length) - np.maximum(np.minimum(a, b), 0.0)
    own = _apart(edges.start[edge], edges.end[edge])
    most: Flags = (shared >= 0.5 * own) & (own > 0)
    return most
