"""Two sets of path points: which were moved, added or removed, and what is connected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.diff.values import Change
from kotorlevel.area.matching.points import match_points

if TYPE_CHECKING:
    from kotorlevel.core.types import Ints
    from kotorlevel.formats.pth import PathPoints

_FARTHEST = 10.0
"""Metres beyond which a point that went is another one."""


def diff_path_points(a: PathPoints | None, b: PathPoints | None, file: str = "") -> list[Change]:
    """What changed from one set of path points to another; None stands for no points at all.

    A connection both ways is one change; those of points that were added or removed go with them.
    """
    here = a.points if a is not None else np.empty((0, 2), np.float32)
    there = b.points if b is not None else np.empty((0, 2), np.float32)
    match = match_points(here, there, _FARTHEST)
    found = [Change("point-removed", file, old=i, at=_at(here[i])) for i in match.removed]
    found += [Change("point-added", file, new=j, at=_at(there[j])) for j in match.added]
    for i, j in match.moved:
        way = (there[j].astype(np.float64) - here[i]).tolist()
        moved = Change(
            "point-moved",
            file,
            old=i,
            new=j,
            at=_at(there[j]),
            offset=(way[0], way[1], 0.0),
            distance=float(np.hypot(*way)),
        )
        found.append(moved)
    if a is not None and b is not None:
        found += _connections(a, b, dict(match.pairs), file)
        if not found and a.to_bytes() != b.to_bytes():
            shuffled = any(i != j for i, j in match.pairs)
            thing = "the order of the points" if shuffled else "how the file is laid out"
            found.append(Change("form-changed", file, thing=thing))
    return found


def _at(point: Ints) -> tuple[float, float, float]:
    return float(point[0]), float(point[1]), 0.0


def _connections(a: PathPoints, b: PathPoints, b_of: dict[int, int], file: str) -> list[Change]:
    """Connections between points that both have, which only one of them has."""
    a_of = {j: i for i, j in b_of.items()}
    old = {(b_of[i], b_of[j]) for i, j in _pairs(a) if i in b_of and j in b_of}
    new = {(i, j) for i, j in _pairs(b) if i in a_of and j in a_of}
    found = []
    for kind, gone in (("connection-removed", old - new), ("connection-added", new - old)):
        for i, j in sorted(gone):
            both = (j, i) in gone
            if both and j < i:
                continue
            middle = (b.points[i].astype(np.float64) + b.points[j]) / 2
            ends = [[round(float(v), 3) for v in b.points[n]] for n in (i, j)]
            how = "both ways" if both else "one way"
            found.append(Change(kind, file, thing=how, new=ends, at=_at(middle)))
    return found


def _pairs(paths: PathPoints) -> set[tuple[int, int]]:
    pairs = paths.connections
    inside = ((pairs >= 0) & (pairs < len(paths))).all(axis=1)
    return {(i, j) for i, j in pairs[inside].tolist()}
