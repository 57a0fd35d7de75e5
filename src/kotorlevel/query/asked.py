"""Questions that were asked before: rows of numbers, and the answer to each of them.

After an edit most squares of a floor are where they were, and what is drawn there is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.core.types import Floats, Ints

_FEW = 256
"""Rows that are sooner asked than looked up."""
_FACTORS = np.array(
    (
        *(0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9),
        *(0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5, 0xD6E8FEB86659FD93),
    ),
    np.uint64,
)
"""Odd numbers, one for each column."""

Answer: TypeAlias = "tuple[Ints, Floats]"


class Asked:
    """The rows of the last time and their answers, a number and a length each, by occasion."""

    def __init__(self) -> None:
        self._last: dict[object, tuple[Floats, Answer]] = {}

    def ask(self, occasion: object, rows: Floats, answer: Callable[[Ints], Answer]) -> Answer:
        """The answers to ``rows`` (N, k); ``answer`` is asked about those that are new.

        What else it depends on must be the same whenever the ``occasion`` is.
        """
        last = self._last.get(occasion)
        if last is None or len(rows) <= _FEW:
            found = answer(np.arange(len(rows)))
        else:
            before, answers = last
            known = find_rows(before, rows)
            is_fresh = known < 0
            number, length = np.empty(len(rows), np.int64), np.empty(len(rows))
            for now, then in zip((number, length), answers, strict=True):
                now[~is_fresh] = then[known[~is_fresh]]
            number[is_fresh], length[is_fresh] = answer(np.flatnonzero(is_fresh))
            found = number, length
        self._last[occasion] = rows, found
        return found


def find_rows(before: Floats, rows: Floats) -> Ints:
    """(N,) where in ``before`` (M, k) each of ``rows`` (N, k) is, bit by bit; -1 if nowhere."""
    old = np.ascontiguousarray(before, np.float64).view(np.uint64)
    new = np.ascontiguousarray(rows, np.float64).view(np.uint64)
    found = np.full(len(new), -1)
    # Most edits change some rows in the middle: what is before and behind them is there already.
    most = min(len(old), len(new))
    head = _count_same(old[:most], new[:most])
    tail = _count_same(old[len(old) - most + head :][::-1], new[len(new) - most + head :][::-1])
    found[:head] = np.arange(head)
    found[len(new) - tail :] = np.arange(len(old) - tail, len(old))
    a, b = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(a) and len(b):
        keys, wanted = _mix(a), _mix(b)
        order = np.argsort(keys, kind="stable")
        place = np.minimum(np.searchsorted(keys[order], wanted), len(a) - 1)
        row = order[place]
        found[head : len(new) - tail] = np.where((a[row] == b).all(axis=1), head + row, -1)
    return found


def _count_same(a: NDArray[np.uint64], b: NDArray[np.uint64]) -> int:
    """How many rows are the same from the beginning on."""
    differs = (a != b).any(axis=1)
    return int(differs.argmax()) if differs.any() else len(a)


def _mix(rows: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """(N,) a number for each row; different rows rarely have the same, and are compared then."""
    mixed = (rows * _FACTORS[: rows.shape[1]]).sum(axis=1, dtype=np.uint64)
    return np.asarray(mixed ^ (mixed >> np.uint64(29)))
