"""The rooms of the station."""

from kotorlevel.area.sample.shape import (
    CARPET,
    DOORWAY,
    METAL,
    PIT,
    STONE,
    WATER,
    make_room,
)
from kotorlevel.mesh.walkmesh import Walkmesh

HALL, CORRIDOR, RAMP, STORE, VIEW = ROOMS = (
    "station_hall",
    "station_corridor",
    "station_ramp",
    "station_store",
    "station_view",
)
"""In the order of the layout: the links between rooms are these numbers."""

RISE = 1.5
"""Metres from the corridor up to the store."""

_TO_HALL, _TO_RAMP, _TO_STORE, _TO_VIEW = (10.0, 4.0), (18.0, 4.0), (24.0, 4.0), (14.0, 5.0)
"""The middles of the doorways."""


def make_rooms() -> dict[str, Walkmesh]:
    """Room name → walkmesh, in area space, with links through the doorways."""
    number = {name: index for index, name in enumerate(ROOMS)}
    return {
        HALL: make_room(
            (0, 3, 6, 8, 10),
            (0, 3, 5, 8),
            material=_in_hall,
            doorways={_TO_HALL: number[CORRIDOR]},
        ),
        CORRIDOR: make_room(
            (10, 13, 15, 18),
            (3, 5),
            material=lambda *_: METAL,
            doorways={_TO_HALL: number[HALL], _TO_RAMP: number[RAMP], _TO_VIEW: number[VIEW]},
        ),
        RAMP: make_room(
            (18, 20.5, 23, 24),
            (3, 5),
            material=lambda x, _: DOORWAY if x > 23 else METAL,
            height=lambda x: min(RISE, RISE * (x - 18) / 5),
            doorways={_TO_RAMP: number[CORRIDOR], _TO_STORE: number[STORE]},
        ),
        STORE: make_room(
            (24, 26, 28, 30),
            (1, 3, 5, 7),
            material=lambda *_: STONE,
            height=lambda _: RISE,
            doorways={_TO_STORE: number[RAMP]},
        ),
        VIEW: make_room(
            (12, 13, 15, 16),
            (5, 7, 9),
            material=lambda *_: CARPET,
            doorways={_TO_VIEW: number[CORRIDOR]},
            windows=[(14, 9)],
        ),
    }


def _in_hall(x: float, y: float) -> int:
    if 3 < x < 6 and 3 < y < 5:
        return PIT
    return WATER if x > 6 and y > 5 else METAL
