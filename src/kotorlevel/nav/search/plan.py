"""The plan view of a floor as plain columns: what the searches read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.nav.floor.floor import Floor
    from kotorlevel.nav.search.corners import Turns


class Plan(NamedTuple):
    """Passages and walls of all cells in the plan.

    The passages out of cell c are those from ``starts[c]`` to ``starts[c + 1]``: they lead from
    ``owner`` (P,) to ``to`` (P,) between (``left_x``, ``left_y``) and (``right_x``, ``right_y``).
    ``left_turn`` and ``right_turn`` (P,) are numbers of the places there where a path may turn,
    from 0 to ``turns``, or -1 where none needs to. The walls of cell c are those from
    ``wall_starts[c]`` to ``wall_starts[c + 1]``, from (``from_x``, ``from_y``) to (``to_x``,
    ``to_y``).
    """

    starts: Any
    owner: Any
    to: Any
    left_x: Any
    left_y: Any
    right_x: Any
    right_y: Any
    left_turn: Any
    right_turn: Any
    wall_starts: Any
    from_x: Any
    from_y: Any
    to_x: Any
    to_y: Any
    turns: int
    cells: int


def build_plan(floor: Floor, turns: Turns) -> Plan:
    """The plan of ``floor``, in arrays."""
    left_x, left_y = _columns(floor.left)
    right_x, right_y = _columns(floor.right)
    from_x, from_y = _columns(floor.wall_from)
    to_x, to_y = _columns(floor.wall_to)
    return Plan(
        floor.passage_starts.astype(np.int64),
        floor.owner.astype(np.int64),
        floor.to.astype(np.int64),
        left_x,
        left_y,
        right_x,
        right_y,
        turns.left,
        turns.right,
        floor.wall_starts.astype(np.int64),
        from_x,
        from_y,
        to_x,
        to_y,
        len(turns.point),
        len(floor),
    )


def _columns(points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The x and y of points, each in one piece."""
    return np.ascontiguousarray(points[:, 0]), np.ascontiguousarray(points[:, 1])


def reverse_plan(plan: Plan) -> Plan:
    """The same plan with every passage leading the other way: what can be seen from where."""
    order = np.argsort(plan.to, kind="stable")
    cells = np.arange(plan.cells + 1)
    return plan._replace(
        starts=np.searchsorted(plan.to[order], cells).astype(np.int64),
        owner=plan.to[order],
        to=plan.owner[order],
        left_x=plan.right_x[order],
        left_y=plan.right_y[order],
        right_x=plan.left_x[order],
        right_y=plan.left_y[order],
        left_turn=plan.right_turn[order],
        right_turn=plan.left_turn[order],
    )


def as_lists(plan: Plan) -> Plan:
    """The same with lists of plain numbers, which Python reads several times as fast."""
    return Plan(*(c.tolist() if isinstance(c, np.ndarray) else c for c in plan))
