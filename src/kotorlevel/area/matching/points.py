"""Path points of two versions: which is which."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kotorlevel.area.matching.nearest import pair_nearest


@dataclass(frozen=True)
class PointMatch:
    """Points of A and B that are the same: ``pairs`` of numbers, by the number in A.

    ``moved`` are those of the pairs that are not at the same place; ``removed`` and ``added`` the
    numbers, in A and in B, of points that have no counterpart.
    """

    pairs: tuple[tuple[int, int], ...] = ()
    moved: tuple[tuple[int, int], ...] = ()
    removed: tuple[int, ...] = ()
    added: tuple[int, ...] = ()


def match_points(a: ArrayLike, b: ArrayLike, limit: float = math.inf) -> PointMatch:
    """Which of the points ``a`` (N, 2) is which of ``b`` (M, 2).

    Same place, same point, in order where several are at one; the rest by nearness, the closest
    first, as far as they moved no more than ``limit`` metres.
    """
    here = np.asarray(a, np.float32).reshape(-1, 2)
    there = np.asarray(b, np.float32).reshape(-1, 2)
    waiting: dict[bytes, list[int]] = {}
    for number in range(len(there) - 1, -1, -1):
        waiting.setdefault(there[number].tobytes(), []).append(number)
    pairs: list[tuple[int, int]] = []
    rest: list[int] = []
    for number in range(len(here)):
        at = waiting.get(here[number].tobytes())
        if at:
            pairs.append((number, at.pop()))
        else:
            rest.append(number)
    taken = {other for _, other in pairs}
    free = [number for number in range(len(there)) if number not in taken]
    near = pair_nearest(here[rest].astype(np.float64), there[free].astype(np.float64), limit)
    moved = [(rest[i], free[j]) for i, j in near]
    gone, new = {i for i, _ in moved}, {j for _, j in moved}
    return PointMatch(
        tuple(sorted([*pairs, *moved])),
        tuple(moved),
        tuple(number for number in rest if number not in gone),
        tuple(number for number in free if number not in new),
    )
