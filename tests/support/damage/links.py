"""Links of single doorways that are missing or name a wrong room."""

from __future__ import annotations

import numpy as np

from support.damage.level import Damage, Doorway, Level, accident


def _set(level: Level, way: Doorway, to: int) -> None:
    wok = level.mesh(way.room)
    rows = np.isin(wok.edges[:, 0], way.edges)
    assert rows.sum() == len(way.edges)
    wok.edges[rows, 1] = to
    level.write(f"{way.room}.wok", bytes(wok))


@accident("link-missing")
def clear_link(level: Level, nth: int = 0, *, both: bool = False) -> Damage:
    """The links of a room's first doorway removed, on this side or on both."""
    way = level.doorway(level.linked(nth))
    _set(level, way, -1)
    if both:
        back = next(w for w in level.doorways() if (w.room, w.other) == (way.other, way.room))
        _set(level, back, -1)
    why = "the edges of both rooms still lie on each other"
    return Damage(way.room, "all", why, {"to": way.other, "edges": way.edges, "both": both})


@accident("link-wrong")
def mislead_link(level: Level, nth: int = 0) -> Damage:
    """The links of a room's first doorway name the last room that is neither of the two."""
    way = level.doorway(level.linked(nth))
    rooms = level.rooms
    wrong = max(i for i, name in enumerate(rooms) if name not in (way.room, way.other))
    _set(level, way, wrong)
    assert any(room == way.room for room, _ in level.misled())
    why = "the edges of both rooms still lie on each other"
    about = {"to": way.other, "says": rooms[wrong], "edges": way.edges}
    return Damage(way.room, "all", why, about)
