"""Areas whose rooms are linked along parts of their edges, or one way only."""

from __future__ import annotations

import numpy as np

import kotorlevel as kl
from kotorlevel.area.area import Area
from support.areas import floor, make_area

STONE = 4


def fan(entry: tuple[float, float, float] | None = (2.0, 2.0, 0.0), *, back: bool = True) -> Area:
    """A hall of 10 × 10 m, and east of it a room whose side is split in two: a T-junction.

    Without ``back`` no link leads from the room to the hall.
    """
    corners = [(10, 0, 0), (20, 0, 0), (20, 10, 0), (10, 10, 0), (10, 5, 0)]
    to = 0 if back else -1
    sides = [(to, -1, -1), (-1, -1, -1), (-1, -1, to)]
    room = kl.Walkmesh.from_arrays(corners, [(4, 0, 1), (4, 1, 2), (4, 2, 3)], [STONE] * 3, sides)
    return make_area({"hall": floor(0, 0, 10, 10, east=1), "room": room}, entry=entry)


def wings(entry: tuple[float, float, float] | None = (2.0, -2.0, 0.0)) -> Area:
    """A hall of 10 × 4 m, and south of it two wings, one room, that only the hall joins.

    They meet the hall's southern side, one edge, from x = 1 to 3 and from x = 6 to 8.
    """
    parts = [floor(x, -3, 2, 3, north=0) for x in (1, 6)]
    both = kl.Walkmesh.from_arrays(
        np.concatenate([part.vertices for part in parts]),
        np.concatenate([part.faces + 4 * number for number, part in enumerate(parts)]),
        [STONE] * 4,
        np.concatenate([part.transitions for part in parts]),
    )
    return make_area({"hall": floor(0, 0, 10, 4, south=1), "wings": both}, entry=entry)


def halfway(entry: tuple[float, float, float] | None = (1.0, 1.0, 0.0)) -> Area:
    """Two rooms of 4 × 4 m side by side, the second 1.5 m further north: they share 2.5 m."""
    rooms = {"hall": floor(east=1), "yard": floor(4, 1.5, west=0)}
    return make_area(rooms, entry=entry)


def one_way(entry: tuple[float, float, float] | None = None) -> Area:
    """A yard of 16 m² that leads to a hall of 24 m² and not back; an attic of 12 m² apart."""
    rooms = {"yard": floor(east=1), "hall": floor(4, width=6), "attic": floor(30, width=3)}
    return make_area(rooms, entry=entry)


def stacked(entry: tuple[float, float, float] | None = (1.0, 2.0, 4.6)) -> Area:
    """Two floors, one above the other, and a yard beside the lower one."""
    rooms = {"low": floor(east=2), "high": floor(z=5), "yard": floor(4, west=0)}
    return make_area(rooms, entry=entry)


def steps() -> kl.Walkmesh:
    """Two squares of floor, the second 1 m higher, with an upright step of two faces between."""
    corners = [(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0)]
    corners += [(4, 0, 1), (8, 0, 1), (8, 4, 1), (4, 4, 1)]
    faces = [(0, 1, 2), (0, 2, 3), (1, 4, 7), (1, 7, 2), (4, 5, 6), (4, 6, 7)]
    return kl.Walkmesh.from_arrays(corners, faces, [STONE] * 6)


JUNCTIONS = {
    "fan": fan(),
    "fan from the room": fan((18.0, 8.0, 0.0)),
    "fan without a way back": fan((18.0, 8.0, 0.0), back=False),
    "wings": wings(),
    "halfway": halfway(),
    "one way": one_way((1.0, 1.0, 0.0)),
    "one way, from the end": one_way((6.0, 1.0, 0.0)),
    "one way, no entry": one_way(),
    "stacked": stacked(),
    "steps": make_area({"steps": steps()}, entry=(1.0, 1.0, 0.0)),
}
