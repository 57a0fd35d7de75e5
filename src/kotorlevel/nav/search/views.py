"""The visibility graph, as far as searches came: what corners see of each other, once found out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kotorlevel.nav.search.view_batch import look_from_corners

if TYPE_CHECKING:
    from kotorlevel.nav.search.corners import Corners
    from kotorlevel.nav.search.plan import Plan

_FIRST_ROOM = 4096
"""Entries for which room is made at first."""

_BATCH = 256
"""Corners that look around together."""


class Views(NamedTuple):
    """Corner i sees ``corners[starts[i]:ends[i]]``, at ``lengths`` metres; -1 if not yet asked.

    ``used`` (1,) tells how much is filled, -1 if searches are not to fill it themselves.
    """

    starts: Any
    ends: Any
    corners: Any
    lengths: Any
    used: Any


class GrowingViews:
    """The views of so many corners: arrays that compiled searches fill, or else lists.

    Compiled searches look around themselves, one corner at a time, as long as there is room;
    for the others many corners look around together.
    """

    def __init__(self, count: int, compiled: bool) -> None:
        unknown = np.full(count + 1, -1, np.int64)
        if compiled:
            room, used = np.zeros(_FIRST_ROOM, np.int64), np.zeros(1, np.int64)
            self.tables = Views(unknown, unknown.copy(), room, np.zeros(_FIRST_ROOM), used)
        else:
            self.tables = Views(unknown.tolist(), unknown.tolist(), [], [], [-1])

    def grow(self) -> None:
        """Make twice the room; what is filled stays."""
        views = self.tables
        more = len(views.corners)
        self.tables = views._replace(
            corners=np.concatenate([views.corners, np.zeros(more, np.int64)]),
            lengths=np.concatenate([views.lengths, np.zeros(more)]),
        )

    def add_batch(self, plan: Plan, corners: Corners, corner: int) -> None:
        """Find out what ``corner`` sees, and with it what those about it see; in lists.

        ``plan`` and ``corners`` hold arrays.
        """
        views = self.tables
        unknown = np.flatnonzero(np.array(views.starts[:-1]) < 0)
        away = np.hypot(
            corners.x[unknown] - corners.x[corner], corners.y[unknown] - corners.y[corner]
        )
        away[unknown == corner] = -1.0  # others may be at the same place
        chosen = unknown[np.argsort(away, kind="stable")[:_BATCH]]
        row, other, length = look_from_corners(plan, corners, chosen)
        bounds = (np.searchsorted(row, np.arange(len(chosen) + 1)) + len(views.corners)).tolist()
        for i, number in enumerate(chosen.tolist()):
            views.starts[number], views.ends[number] = bounds[i], bounds[i + 1]
        views.corners.extend(other.tolist())
        views.lengths.extend(length.tolist())
