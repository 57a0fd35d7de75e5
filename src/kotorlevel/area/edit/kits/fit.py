"""Where a template must stand so that a doorway of it lies on one of a room."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.edit.kits.doorways import (
    Doorway,
    doorway_at,
    linked_doorways,
    open_doorways,
    single_edge,
)
from kotorlevel.area.edit.rooms import choose_room
from kotorlevel.area.links.relink import refuse_unreadable
from kotorlevel.area.links.seams import TOLERANCE
from kotorlevel.core.errors import FormatError
from kotorlevel.core.types import Vector
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.area.area import Area, Room

Flip = Literal["x", "y"]

FIT = 0.01
"""Metres by which the widths of two doorways that are joined may differ."""

_NEARLY_SQUARE = 0.1
"""Degrees: a turn so close to a quarter turn is one, if it costs the corners at most `TOLERANCE`.

The games' own doorways are up to 0.4 mm askew, and a room that is turned by a hair for that no
longer meets its neighbours at the far end.
"""


@dataclass(frozen=True, eq=False)
class Stand:
    """How a template is to stand, and which corners come to lie on which points of the area."""

    position: Vector
    degrees: float = 0.0
    flip: Flip | None = None
    corners: dict[int, tuple[float, ...]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class RoomDoorway:
    """A doorway of a room in an area: the room it ``leads_to``, and the one it ``meets``, or -1.

    It is free where it meets nothing: another room can be joined there, unless the one that it
    leads to is only not at hand. ``fits`` tells whether a template has one as wide.
    """

    doorway: Doorway
    leads_to: int
    meets: int
    is_free: bool
    fits: bool = False


def list_doorways(
    area: Area, which: int | str, template: Walkmesh | None = None
) -> list[RoomDoorway]:
    """The doorways of a room, and whether another room, such as ``template``, can be joined there.

    All that could be one: straight runs of boundary edges without a wall, or with a link. Raises
    `KeyError` for a room that is not there::

        [each.doorway.edges[0] for each in kl.list_doorways(area, "m55aa_02") if each.is_free]
    """
    room = choose_room(area, which)
    if room.mesh is None:
        return []
    widths = [] if template is None else [each.width for each in linked_doorways(template)]
    found = []
    for doorway in open_doorways(room.mesh):
        meets = [_met_by(area, room, edge) for edge in doorway.edges]
        leads = int(room.mesh.transitions.reshape(-1)[doorway.edges[0]])
        is_free = max(meets) < 0 and not _is_behind(area, room, leads)
        fits = any(abs(doorway.width - width) <= FIT for width in widths)
        found.append(RoomDoorway(doorway, leads, max(meets), is_free, fits))
    return found


def _met_by(area: Area, room: Room, edge: int) -> int:
    """The room that an edge meets, or -1."""
    seams = area.geometry.seams
    rows = (seams.boundary.room == room.index) & (seams.boundary.edge == edge)
    partner = seams.partner[np.flatnonzero(rows)]
    return int(seams.boundary.room[partner[0]]) if len(partner) and partner[0] >= 0 else -1


def _is_behind(area: Area, room: Room, target: int) -> bool:
    """Whether a link leads to another room whose walkmesh is not here."""
    if not 0 <= target < len(area.rooms) or target == room.index:
        return False
    behind = area.rooms[target]
    return behind.mesh is None and not behind.is_empty_slot


def free_doorway(area: Area, room: Room, edge: int) -> tuple[Doorway, Doorway]:
    """The doorway of the room at that edge, and the edge alone. Raises `ValueError`."""
    refuse_unreadable([room])
    if room.mesh is None:
        raise ValueError(f"{room.name} has no walkmesh here: nothing can be joined to it")
    try:
        doorway = doorway_at(room.mesh, edge)
    except FormatError:
        raise
    except ValueError as error:
        edges = [each.edges[0] for each in open_doorways(room.mesh)]
        hint = f"; it could be joined at {_some(edges)}" if edges else ""
        raise ValueError(f"{room.name}: {error}{hint}") from None
    met = _met_by(area, room, edge)
    if met >= 0:
        other = area.rooms[met].name
        raise ValueError(f"edge {edge} of {room.name} meets {other} already: choose another edge")
    target = int(room.mesh.transitions.reshape(-1)[edge])
    if _is_behind(area, room, target):
        behind = area.rooms[target].name
        text = f"edge {edge} of {room.name} leads to {behind}, whose walkmesh is not here"
        raise ValueError(f"{text}: give the game as well, or clear that link")
    return doorway, single_edge(room.mesh, edge)


def find_match(
    mesh: Walkmesh, edge: int | None, wanted: Sequence[Doorway], fit: float
) -> tuple[Doorway, Doorway]:
    """A doorway of the template and the one of the room that it fits."""
    if not mesh.is_area:
        raise ValueError("this is the walkmesh of an object, not of a room")
    if edge is not None:
        given = [doorway_at(mesh, edge), single_edge(mesh, edge)]
        pairs = _fitting(given, wanted, fit)
        if not pairs:
            widths = f"{given[0].width:.3f} m wide, the one to be met {wanted[0].width:.3f} m"
            raise ValueError(f"the new room does not fit: its doorway (edge {edge}) is {widths}")
        return pairs[0]
    doorways = linked_doorways(mesh)
    if not doorways:
        text = (
            "the new room has no doorway, which is an edge with a link and without a wall behind it"
        )
        raise ValueError(f"{text}: say which edge to join (edge=N)")
    pairs = _fitting(doorways, wanted, fit)
    if not pairs:
        text = f"no doorway of the new room is {wanted[0].width:.3f} m wide; there are"
        how = "another edge can be named with edge=N"
        raise ValueError(f"{text} {_listed(doorways)}; {how}")
    fitting = list(dict.fromkeys(ours for ours, _ in pairs))
    if len(fitting) > 1:
        text = "several doorways of the new room fit; say which one (edge=N):"
        raise ValueError(f"{text} {_listed(sorted(fitting, key=lambda each: each.edges))}")
    return pairs[0]


def _fitting(
    ours: Sequence[Doorway], theirs: Sequence[Doorway], fit: float
) -> list[tuple[Doorway, Doorway]]:
    """The pairs whose widths fit, the widest first: a part of a doorway may fit by chance.

    Of these, doorways of as many edges come first, for they can be linked.
    """
    pairs = [(x, y) for y in theirs for x in ours if abs(x.width - y.width) <= fit]
    return sorted(
        pairs, key=lambda pair: (-pair[0].width, len(pair[0].edges) != len(pair[1].edges))
    )


def _listed(doorways: Iterable[Doorway]) -> str:
    return "; ".join(
        f"edge {each.edges[0]} ({each.width:.3f} m) at "
        f"({', '.join(f'{value:.2f}' for value in each.middle)})"
        for each in doorways
    )


def _some(numbers: list[int]) -> str:
    more = f" and {len(numbers) - 8} more" if len(numbers) > 8 else ""
    return f"edge {', '.join(map(str, numbers[:8]))}{more}"


def fit_doorways(
    mesh: Walkmesh, ours: Doorway, theirs: Doorway, flip: Flip | None, fit: float
) -> tuple[Stand, float]:
    """How the template must stand so that its doorway lies reversed on the other one.

    A turn about z and a move, the best by least squares over the corners; the second value is the
    largest distance that is left, in metres. Where the inner corners do not fit, or there are not
    as many of them, only the ends count. Raises `ValueError` where these are too far off.
    """
    numbers = np.array(_corner_numbers(mesh, ours))
    points, goals = ours.points.copy(), theirs.points[::-1]
    if flip is not None:  # a mirrored doorway runs the other way round
        points[:, 0 if flip == "x" else 1] *= -1
        points, numbers = points[::-1], numbers[::-1]
    if len(points) == len(goals):
        stand, residual = _least_squares(points, goals, numbers, flip)
        if residual <= fit:
            return stand, residual
    ends = [0, -1]
    stand, residual = _least_squares(points[ends], goals[ends], numbers[ends], flip)
    if residual > fit:
        text = f"the doorways do not lie on each other: their ends are {residual:.3f} m apart"
        raise ValueError(f"{text}, for one of them slopes more than the other")
    return stand, residual


def _least_squares(
    points: NDArray[np.float64],
    goals: NDArray[np.float64],
    numbers: NDArray[np.int64],
    flip: Flip | None,
) -> tuple[Stand, float]:
    """The stand that brings ``points`` (n, 3) to ``goals``, and the distance that is left."""
    p, q = points - points.mean(axis=0), goals - goals.mean(axis=0)
    cross = float((p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]).sum())
    dot = float((p[:, :2] * q[:, :2]).sum())
    degrees = math.degrees(math.atan2(cross, dot))
    offset, residual = _moved(points, goals, degrees)
    quarter = round(degrees / 90) * 90.0
    if abs(degrees - quarter) <= _NEARLY_SQUARE:
        there, left = _moved(points, goals, quarter)
        if left <= residual + TOLERANCE:
            degrees, offset, residual = quarter, there, left
    degrees = degrees + 360 if degrees <= -180 else degrees + 0.0  # no negative zero
    x, y, z = offset.tolist()
    corners = dict(zip(numbers.tolist(), map(tuple, goals.tolist()), strict=True))
    return Stand((x, y, z), degrees, flip, corners), residual


def _moved(
    points: NDArray[np.float64], goals: NDArray[np.float64], degrees: float
) -> tuple[NDArray[np.float64], float]:
    """How far turned points have to be moved, and how far off the worst one is then."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y, z = points.T
    turned = np.stack([cos * x - sin * y, sin * x + cos * y, z], axis=1)
    offset = goals.mean(axis=0) - turned.mean(axis=0)
    residual = float(np.linalg.norm(turned + offset - goals, axis=1).max())
    return offset, residual


def _corner_numbers(mesh: Walkmesh, doorway: Doorway) -> list[int]:
    """The vertices of a doorway, from start to end."""
    edges = np.array(doorway.edges)
    first = mesh.faces[edges // 3, edges % 3].tolist()
    last = int(mesh.faces[edges[-1] // 3, (edges[-1] % 3 + 1) % 3])
    return [*first, last]
