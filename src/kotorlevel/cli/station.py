"""The sample area: a small station of three rooms, made by code, so that nothing has to be shipped.

Plan, in metres; the doorways are two metres wide::

       y
     8 +-----------------+
       |  hall    water  |                +--------+
     5 |                 +----------------+        |
       |      pit          ramp, up 1.5 m  storage |
     3 |                 +----------------+        |
       |                 |                +--------+
     0 +-----------------+
       0                10               18       24   x
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.formats.lyt import DoorHook, Layout, LayoutRoom
from kotorlevel.formats.vis import Visibility, VisRoom
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HALL, RAMP, STORAGE = ROOMS = ("station_hall", "station_ramp", "station_store")

METAL, WATER, PIT = 10, 6, 16

_DOORWAY = (3.0, 5.0)
_HALL_END, _RAMP_END, _RISE = 10.0, 18.0, 1.5


def make_station() -> dict[str, bytes]:
    """File name → content of every file of the station."""
    files = {f"{name}.wok": mesh.to_bytes() for name, mesh in make_rooms().items()}
    files["station.lyt"] = make_layout().to_bytes()
    files["station.vis"] = make_visibility().to_bytes()
    return files


def make_layout() -> Layout:
    """The rooms in order, and a door hook in the doorway of the store."""
    return Layout(
        rooms=tuple(LayoutRoom(name, (0.0, 0.0, 0.0)) for name in ROOMS),
        door_hooks=(
            DoorHook(STORAGE, "door_01", (_RAMP_END, 4.0, _RISE), (0.707107, 0.0, 0.0, 0.707107)),
        ),
        preamble=("#MAXLAYOUT ASCII", "filedependancy station.max"),
    )


def make_visibility() -> Visibility:
    """Each room sees the ones beside it."""
    return Visibility(
        (
            VisRoom(HALL, (RAMP,)),
            VisRoom(RAMP, (HALL, STORAGE)),
            VisRoom(STORAGE, (RAMP,)),
        )
    )


def make_rooms() -> dict[str, Walkmesh]:
    """Room name → walkmesh, in area space, with links through the two doorways."""

    def in_hall(x: float, y: float) -> int:
        if 3 < x < 6 and 3 < y < 5:
            return PIT
        return WATER if x > 6 and y > 5 else METAL

    hall = _floor((0, 3, 6, 8, 10), (0, 3, 5, 8), in_hall, lambda _: 0.0)
    ramp = _floor(
        np.linspace(_HALL_END, _RAMP_END, 5),
        _DOORWAY,
        lambda *_: METAL,
        lambda x: _RISE * (x - _HALL_END) / (_RAMP_END - _HALL_END),
    )
    store = _floor((18, 20, 22, 24), (1, 3, 5, 7), lambda *_: METAL, lambda _: _RISE)
    return {
        HALL: _linked(hall, {_HALL_END: 1}),
        RAMP: _linked(ramp, {_HALL_END: 0, _RAMP_END: 2}),
        STORAGE: _linked(store, {_RAMP_END: 1}),
    }


def _floor(
    xs: Sequence[float] | np.ndarray[tuple[int], np.dtype[np.float64]],
    ys: Sequence[float],
    material: Callable[[float, float], int],
    height: Callable[[float], float],
) -> Walkmesh:
    """A floor of rectangles between the grid lines; ``material`` is asked at their centres."""
    vertices = [(x, y, height(x)) for y in ys for x in xs]
    faces, materials = [], []
    for row, (south, north) in enumerate(pairwise(ys)):
        for column, (west, east) in enumerate(pairwise(xs)):
            corner = row * len(xs) + column
            above = corner + len(xs)
            faces += [(corner, corner + 1, above + 1), (corner, above + 1, above)]
            materials += [material((west + east) / 2, (south + north) / 2)] * 2
    return Walkmesh.from_arrays(vertices, faces, materials)


def _linked(mesh: Walkmesh, rooms: dict[float, int]) -> Walkmesh:
    """``mesh`` with its boundary edges in the doorway at each x leading to that room."""
    for x, room in rooms.items():
        for edge in mesh.edges["edge"].tolist():
            face, side = divmod(edge, 3)
            ends = mesh.vertices[mesh.faces[face][[side, (side + 1) % 3]]]
            if (ends[:, 0] == x).all() and set(ends[:, 1].tolist()) == set(_DOORWAY):
                mesh = mesh.with_transition(face, side, room)
    return mesh
