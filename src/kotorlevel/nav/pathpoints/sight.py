"""`Sight`: which of many places on a floor lie in straight walkable sight of one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.mesh.components import component_roots, label_components
from kotorlevel.nav.floor.floor import Floor
from kotorlevel.nav.pathpoints.kernels import shadow, sight
from kotorlevel.nav.reach.islands import is_mutual
from kotorlevel.nav.search.corners import find_turns
from kotorlevel.nav.search.plan import Plan, as_lists, build_plan
from kotorlevel.query.engine.compiled import can_compile, compile_module

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints


REACH = 40.0
"""Metres: nothing is looked for behind passages that are farther away."""

_SLACK = 1e-9
"""Metres beside a line of sight that are still on it."""


class Places(NamedTuple):
    """Places on a floor: ``at`` (n, 2) metres, the ``cell`` (n,) of each; in the order of cells.

    Those of cell c are from ``starts[c]`` to ``starts[c + 1]``.
    """

    at: Floats
    cell: Ints
    starts: Ints

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.cell)


def sort_places(at: Floats, cell: Ints, cells: int) -> tuple[Places, Ints]:
    """The places in the order of their cells, and (n,) which of the given ones each is."""
    order = np.argsort(cell, kind="stable")
    starts = np.searchsorted(cell[order], np.arange(cells + 1))
    return Places(at[order], cell[order].astype(np.int64), starts.astype(np.int64)), order


class Sight:
    """A floor prepared for looking around. Only passages that lead both ways are seen through."""

    def __init__(self, floor: Floor, fast: bool | None = None) -> None:
        self.floor = floor
        self.compiled = can_compile() if fast is None else fast
        self._mutual = is_mutual(floor)
        plan = _both_ways(build_plan(floor, find_turns(floor)), self._mutual)
        self._plan = plan if self.compiled else as_lists(plan)

    @cached_property
    def parts(self) -> NDArray[np.intp]:
        """(C,) the number of the part of the floor that each cell is in, with a way back to it."""
        floor, kept = self.floor, self._mutual
        return label_components(
            component_roots(
                len(floor), floor.owner[kept].astype(np.intp), floor.to[kept].astype(np.intp)
            )
        )

    def views(self, x: float, y: float, cell: int, reach: float = REACH) -> tuple[Ints, Floats]:
        """(N,) the cells that are seen from a place, and (N, 4) the views: see `kernels.sight`."""
        look = load_sight_kernels(self.compiled).look_around
        cells, views = look(self._plan, float(x), float(y), int(cell), reach)
        return cells, views

    def seen(self, x: float, y: float, cell: int, places: Places, reach: float = REACH) -> Ints:
        """(n,) the numbers of the places that are seen from a place, ascending."""
        cells, views = self.views(x, y, cell, reach)
        is_seen = np.zeros(places.size, bool)
        slack = -_SLACK * np.hypot(views[:, ::2], views[:, 1::2])
        if self.compiled:
            mark = load_sight_kernels(True).mark_seen
            mark(cells, views, slack, places.starts, places.at, float(x), float(y), is_seen)
        else:
            is_seen[_find_seen(cells, views, slack, places, x, y)] = True
        return np.flatnonzero(is_seen)


def _find_seen(
    cells: Ints, views: Floats, slack: Floats, places: Places, x: float, y: float
) -> Ints:
    """(n,) the places that `mark_seen` marks, some of them several times."""
    counts = places.starts[cells + 1] - places.starts[cells]
    rows = np.repeat(places.starts[cells] - np.cumsum(counts) + counts, counts)
    rows += np.arange(len(rows))
    away_x, away_y = places.at[rows, 0] - x, places.at[rows, 1] - y
    is_left = np.ones(len(rows), bool)
    for side, (view_x, view_y) in enumerate((views[:, :2].T, -views[:, 2:].T)):
        product = np.repeat(view_x, counts) * away_y - np.repeat(view_y, counts) * away_x
        is_left &= product >= np.repeat(slack[:, side], counts)
    found: Ints = rows[is_left]
    return found


class SightKernels(NamedTuple):
    """What looks around, compiled or not; both give the same numbers to the last bit."""

    look_around: Callable[..., tuple[Any, Any]]
    mark_seen: Callable[..., None]
    cut_views: Callable[..., int]


@cache
def load_sight_kernels(compiled: bool) -> SightKernels:
    """The kernels, compiled by Numba or as they are."""
    found: dict[str, Any] = {}
    for module in (sight, shadow):
        found |= compile_module(module) if compiled else vars(module)
    return SightKernels(*(found[name] for name in SightKernels._fields))


def _both_ways(plan: Plan, mutual: NDArray[np.bool_]) -> Plan:
    """The plan without passages that nobody comes back through."""
    if mutual.all():
        return plan
    starts = np.concatenate([[0], np.cumsum(mutual)])[plan.starts]
    columns = ("owner", "to", "left_x", "left_y", "right_x", "right_y", "left_turn", "right_turn")
    kept = {name: getattr(plan, name)[mutual] for name in columns}
    return plan._replace(starts=starts.astype(np.int64), **kept)
