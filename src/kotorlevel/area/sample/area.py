"""The station as files: rooms, objects, layout and visibility."""

from kotorlevel.area.sample.objects import DOOR, make_objects
from kotorlevel.area.sample.rooms import (
    CORRIDOR,
    HALL,
    RAMP,
    RISE,
    ROOMS,
    STORE,
    VIEW,
    make_rooms,
)
from kotorlevel.formats.lyt import DoorHook, Layout, LayoutRoom
from kotorlevel.formats.vis import Visibility, VisRoom

LAYOUT = "station.lyt"

_QUARTER_TURN = (0.707107, 0.0, 0.0, 0.707107)
"""w first: about the vertical (FACTS 7)."""


def make_station() -> dict[str, bytes]:
    """File name → content of every file of the station, without any fault."""
    files = {f"{name}.wok": mesh.to_bytes() for name, mesh in make_rooms().items()}
    files |= {name: mesh.to_bytes() for name, mesh in make_objects().items()}
    files[LAYOUT] = make_layout().to_bytes()
    files["station.vis"] = make_visibility().to_bytes()
    return files


def make_layout() -> Layout:
    """The rooms in order, and a door hook in the doorway of the store."""
    return Layout(
        rooms=tuple(LayoutRoom(name, (0.0, 0.0, 0.0)) for name in ROOMS),
        door_hooks=(DoorHook(STORE, DOOR, (24.0, 4.0, RISE), _QUARTER_TURN),),
        preamble=("#MAXLAYOUT ASCII", "filedependancy station.max"),
    )


def make_visibility() -> Visibility:
    """Which rooms are seen from which, each pair both ways."""
    return Visibility(
        (
            VisRoom(HALL, (CORRIDOR, RAMP)),
            VisRoom(CORRIDOR, (HALL, RAMP, VIEW)),
            VisRoom(RAMP, (HALL, CORRIDOR, STORE)),
            VisRoom(STORE, (RAMP,)),
            VisRoom(VIEW, (CORRIDOR,)),
        )
    )
