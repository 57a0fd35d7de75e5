"""Rooms that were exported at a wrong place. Layout and neighbours are right."""

from __future__ import annotations

from itertools import combinations
from typing import Literal

import numpy as np

from support.damage.level import Damage, Information, Level, accident
from support.damage.wok import Array, Wok, moved


def _move(level: Level, room: str, by: Array, back: Array | None = None) -> tuple[Information, str]:
    """Move a room's walkmesh; whether moving it ``back`` gives every bit again."""
    before = level.mesh(room)
    linked = [edge for edge in level.truth if edge[0] == room]
    level.write(f"{room}.wok", moved(before, by))
    gaps = level.across()
    assert all(gaps[edge][1] > 0.005 for edge in linked), f"{room} still fits"
    mended = moved(level.mesh(room), _measured(level, room) if back is None else back)
    if mended == bytes(before):
        return "all", "moved back, every number is what it was"
    lost = np.abs(Wok(mended).vertices - before.vertices).max()
    return "part", f"moved back, numbers differ in their last bits, by {lost:.1g} m at most"


def _measured(level: Level, room: str) -> Array:
    """How far a room is from where its neighbours' doorways are: the mean over the corners."""
    steps = []
    for way in level.doorways():
        if way.room == room:
            back = next(w for w in level.doorways() if (w.room, w.other) == (way.other, room))
            own = level.mesh(room).ends(np.array(way.edges)).reshape(-1, 3)
            other = level.mesh(back.room).ends(np.array(back.edges)).reshape(-1, 3)
            steps.append(other.mean(axis=0) - own.mean(axis=0))
    mean: Array = np.mean(steps, axis=0)
    return mean


@accident("room-local")
def export_room_local(level: Level, nth: int = 0) -> Damage:
    """The layout's position was not added to the vertices."""
    room = level.linked(nth, placed=True)
    by = -level.position(room)
    return Damage(room, *_move(level, room, by, -by), {"by": by.tolist()})


@accident("moved-twice")
def move_twice(level: Level, nth: int = 0) -> Damage:
    """The layout's position was added twice."""
    room = level.linked(nth, placed=True)
    by = level.position(room)
    return Damage(room, *_move(level, room, by, -by), {"by": by.tolist()})


@accident("room-off")
def put_off(
    level: Level,
    nth: int = 0,
    metres: float = 0.25,
    way: Literal["apart", "into", "sideways", "up"] = "apart",
) -> Damage:
    """A room off by one vector: apart from the other at its first doorway, into it, beside, up."""
    room = level.linked(nth)
    wok = level.mesh(room)
    ends = wok.ends(np.array(level.doorway(room).edges))
    along = max((b - a for a, b in ends), key=lambda d: float(np.linalg.norm(d[:2])))
    x, y = along[:2] / np.linalg.norm(along[:2])
    # Faces turn counter-clockwise: what lies to the right of an edge is outside.
    directions = {"apart": (-y, x, 0), "into": (y, -x, 0), "sideways": (x, y, 0), "up": (0, 0, 1)}
    by = metres * np.array(directions[way], float)
    return Damage(room, *_move(level, room, by), {"by": by.tolist(), "way": way})


@accident("room-off")
def put_off_together(level: Level, count: int = 3, metres: float = 1.0) -> Damage:
    """A dead end of the level, ``count`` rooms that hang together, moved sideways as one piece."""
    ways = {(way.room, way.other) for way in level.doorways()}
    rooms = dict.fromkeys(room for room, _ in ways)
    piece = next(
        chosen
        for chosen in map(set, combinations(sorted(rooms), count))
        if sum(room in chosen and other not in chosen for room, other in ways) == 1
        and sum(room in chosen and other in chosen for room, other in ways) >= 2 * (count - 1)
    )
    by = np.array([metres, 0.0, 0.0])
    for room in piece:
        level.write(f"{room}.wok", moved(level.mesh(room), by))
    return Damage(min(piece), "part", "the doorway shows it", {"rooms": sorted(piece)})


@accident("room-local")
def export_all_local(level: Level) -> Damage:
    """The layout's position was not added to the vertices of any room."""
    for room, wok in level.meshes().items():
        level.write(f"{room}.wok", moved(wok, -level.position(room)))
    return Damage(level.lyt, "part", "all doorways meet where the layout has the rooms")
