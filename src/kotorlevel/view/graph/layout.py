"""Where the nodes of a graph stand: Fruchterman–Reingold for each connected part, then shelves.

Nothing is random: nodes begin on a circle, in the order of a breadth-first search. The same graph
is laid out the same way each time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kotorlevel.view.shelves import pack_shelves

Pairs = Sequence[tuple[int, int]]

_STEPS = 250
_MOST = 300
"""Nodes of a part that forces are computed for; more of them stand in rows."""
_LENGTH = 104.0
"""Pixels that an edge wants to be long."""
_FLAT = 0.62
"""Names are wider than high, so the picture may be wider than high, too."""
_APART = 200
_GAP = 46.0


def lay_out(sizes: NDArray[np.float64], pairs: Pairs) -> NDArray[np.float64]:
    """(N, 2) the middles of nodes that are ``sizes`` (N, 2) large, joined by ``pairs``; y is down.

    No two of them overlap; all are right of and below (0, 0).
    """
    middles = np.zeros((len(sizes), 2))
    parts = find_parts(len(sizes), pairs)
    corners, extents = [], []
    for part in parts:
        own = {node: i for i, node in enumerate(part)}
        inner = [(own[a], own[b]) for a, b in pairs if a in own and a != b]
        places = _pushed_apart(_spread(len(part), inner), sizes[part])
        low = (places - sizes[part] / 2).min(axis=0)
        high = (places + sizes[part] / 2).max(axis=0)
        middles[part] = places - low
        extents.append((float(high[0] - low[0]), float(high[1] - low[1])))
    corners = pack_shelves(extents, _GAP)
    for part, corner in zip(parts, corners, strict=True):
        middles[part] += corner
    return np.asarray(np.rint(middles), np.float64)


def find_parts(count: int, pairs: Pairs) -> list[list[int]]:
    """The connected parts, the largest first; each in the order of a breadth-first search."""
    near: list[list[int]] = [[] for _ in range(count)]
    for a, b in pairs:
        near[a].append(b)
        near[b].append(a)
    seen = [False] * count
    parts = []
    for start in range(count):
        if seen[start]:
            continue
        seen[start], part = True, [start]
        for node in part:  # grows meanwhile
            for other in near[node]:
                if not seen[other]:
                    seen[other] = True
                    part.append(other)
        parts.append(part)
    return sorted(parts, key=lambda part: (-len(part), part[0]))


def _spread(count: int, pairs: Pairs) -> NDArray[np.float64]:
    """(N, 2) nodes that push each other away, and edges that pull (Fruchterman and Reingold)."""
    if count > _MOST:
        columns = int(np.ceil(np.sqrt(count)))
        rows = np.arange(count)
        grid = np.stack([rows % columns, rows // columns], axis=1)
        return np.asarray(grid * _LENGTH, np.float64)
    angle = 2 * np.pi * np.arange(count) / max(count, 1)
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    places: NDArray[np.float64] = circle * (_LENGTH * math.sqrt(count))
    ends = np.array(pairs, np.int64).reshape(-1, 2)
    for step in range(_STEPS):
        away = places[:, None] - places[None]
        far = np.maximum(np.hypot(away[..., 0], away[..., 1]), 1.0)
        move = (away * (_LENGTH**2 / far**2)[..., None]).sum(axis=1)
        along = places[ends[:, 0]] - places[ends[:, 1]]
        pull = along * (np.maximum(np.hypot(along[:, 0], along[:, 1]), 1.0) / _LENGTH)[:, None]
        np.add.at(move, ends[:, 0], -pull)
        np.add.at(move, ends[:, 1], pull)
        size = np.maximum(np.hypot(move[:, 0], move[:, 1]), 1e-9)
        heat = _LENGTH * (1 - step / _STEPS)
        places = places + move * (np.minimum(size, heat) / size)[:, None]
    turned = _turned(places - places.mean(axis=0))
    return np.asarray(turned * (1.0, _FLAT), np.float64)


def _turned(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """The places turned so that they reach farther across than up (principal axes)."""
    if len(places) < 2:
        return places
    (a, b), (_, d) = places.T @ places
    angle = 0.5 * np.arctan2(2 * b, a - d)
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray(places @ np.array([[cos, -sin], [sin, cos]]), np.float64)


def _pushed_apart(places: NDArray[np.float64], sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """The places moved until no two nodes overlap, each pair along the shorter way."""
    if len(places) > _MOST:
        cell = sizes.max(axis=0) + 12.0
        return np.asarray(places / _LENGTH * cell, np.float64)
    places = places.copy()
    wanted = (sizes[:, None] + sizes[None]) / 2 + (24.0, 22.0)
    for _ in range(_APART):
        away = places[:, None] - places[None]
        lack = wanted - np.abs(away)
        both: NDArray[np.bool_] = np.asarray((lack > 0.01).all(axis=2))
        np.fill_diagonal(both, val=False)
        if not both.any():
            return places
        across = lack[..., 0] < lack[..., 1]
        order = np.sign(np.arange(len(places))[:, None] - np.arange(len(places)))
        side = np.where(away == 0, order[..., None], np.sign(away))
        push = np.where(np.stack([across, ~across], axis=2), lack * side / 2, 0.0)
        places += np.where(both[..., None], push, 0.0).sum(axis=1)
    columns = int(np.ceil(np.sqrt(len(places))))  # what will not come apart stands in rows
    rows = np.arange(len(places))
    grid = np.stack([rows % columns, rows // columns], axis=1)
    return np.asarray(grid * wanted.max(axis=(0, 1)), np.float64)
