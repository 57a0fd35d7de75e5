"""The station as a game holds it: archives full of its files, and by hand what must be found there.

The rooms, the crate and the door are those of `kotorlevel.area.sample` (its docstring has the
plan). Here are the files that a game adds: IFO, ARE, GIT, PTH, templates and tables, all valid;
models of rooms draw the faces of their walkmeshes, those of objects are stand-ins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from kotorlevel.area.sample import make_objects, make_rooms, make_visibility
from kotorlevel.core.resource import EMPTY_NAME
from kotorlevel.formats.gff import Gff, GffType, LocalizedString, Struct
from kotorlevel.formats.lyt import DoorHook, Layout, LayoutRoom
from kotorlevel.formats.pth import make_path_points
from kotorlevel.formats.twoda import TwoDA
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh
from support.builders import square_wok
from support.models import Part, box, make_model

Files = dict[str, bytes]
Point = tuple[float, float, float]

QUARTER = 1.5707963705062866
"""A quarter turn, as a float32 holds it."""


@dataclass(frozen=True)
class Thing:
    """A door or placeable of the GIT: metres, and radians about the vertical.

    ``row`` is that of its model in `genericdoors.2da` or `placeables.2da`; ``state`` is 0 for a
    closed door, else the way in which it stands open.
    """

    template: str
    tag: str
    row: int
    model: str
    position: Point
    bearing: float = 0.0
    state: int = 0
    linked_module: str = ""
    linked_to: str = ""


MODULE, AREA = "sta_m01aa", "station"
ROOMS = (
    "station_hall",
    "station_corridor",
    "station_ramp",
    "station_store",
    "station_view",
    "****",
    "station_sky",
)
"""In the order of the layout. The sky has a model and no walkmesh."""

WALKABLE_ROOMS = ROOMS[:5]
ENTRY, DIRECTION = (2.0, 2.0, 0.25), (0.0, 1.0)
DOORS = (
    Thing("sta_gate", "gate", 1, "station_door", (24.0, 4.0, 1.5), QUARTER),
    Thing("sta_hatch", "hatch", 1, "station_door", (14.0, 5.0, 0.0), state=1),
    Thing(
        "sta_exit",
        "exit",
        2,
        "station_arch",
        (0.0, 4.0, 0.0),
        QUARTER,
        linked_module="dan_m77zz",
        linked_to="from_station",
    ),
)
"""The arch has no walkmesh."""

PLACEABLES = (
    Thing("sta_crate", "crate", 1, "station_crate", (28.0, 2.0, 1.5), QUARTER),
    Thing("sta_sign", "sign", 2, "station_sign", (5.0, 1.0, 0.0)),
)
"""The sign has no walkmesh."""

PATH_POINTS = ((2.0, 2.0), (11.0, 4.0), (20.5, 4.0), (25.0, 4.0))
PATH_CONNECTIONS = ((0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2))
OWN_SURFACE = (31, "Catwalk")
"""A walkable surface that only this game's table has."""


@cache
def station_files() -> dict[str, Files]:
    """Place → file name → bytes of everything that the first module needs (FACTS 9)."""
    rooms, objects = make_rooms(), make_objects()
    models = {f"{name}.wok": mesh.to_bytes() for name, mesh in rooms.items()}
    models |= {name: mesh.to_bytes() for name, mesh in objects.items()}
    for name in ("station_door", "station_arch", "station_crate"):
        models |= {f"{name}.mdl": f"model {name}".encode(), f"{name}.mdx": b"points"}
    for room in (each for each in _layout().rooms if each.name != EMPTY_NAME):
        mdl, mdx = _room_model(room, rooms.get(room.name))
        models |= {f"{room.name}.mdl": mdl, f"{room.name}.mdx": mdx}
    templates = {f"{thing.template}.utd": door_template(thing) for thing in DOORS}
    templates |= {f"{thing.template}.utp": placeable_template(thing) for thing in PLACEABLES}
    return {
        "data/models.bif": models,
        "data/layouts.bif": {f"{AREA}.lyt": _layout().to_bytes()},
        "data/lightmaps3.bif": {f"{AREA}.vis": make_visibility().to_bytes()},
        "data/2da.bif": {
            "surfacemat.2da": _surfaces().to_bytes(),
            "genericdoors.2da": model_table(DOORS),
            "placeables.2da": model_table(PLACEABLES),
        },
        f"modules/{MODULE}.rim": {
            "module.ifo": make_ifo(AREA, ENTRY, DIRECTION),
            f"{AREA}.are": make_are(AREA, WALKABLE_ROOMS),
            f"{AREA}.git": make_git(DOORS, PLACEABLES),
        },
        f"modules/{MODULE}_s.rim": {
            f"{AREA}.pth": make_path_points(PATH_POINTS, PATH_CONNECTIONS).to_bytes(),
            **templates,
        },
    }


def small_area(name: str, entry: Point = (1.0, 1.0, 0.0)) -> Files:
    """A whole module in one archive: an area of one room, two metres square."""
    room = f"{name}_01a"
    return {
        "module.ifo": make_ifo(name, entry),
        f"{name}.are": make_are(name, [room]),
        f"{name}.git": make_git((), ()),
        f"{name}.lyt": Layout((LayoutRoom(room, (5.0, 6.0, 7.0)),)).to_bytes(),
        f"{name}.vis": f"{room} 0\r\n".encode(),
        f"{room}.wok": square_wok().to_bytes(),
    }


@cache
def changed_room(name: str, material: int = 9) -> bytes:
    """A room of the station, with a floor of another material where it was of metal."""
    mesh = make_rooms()[name]
    materials = np.where(mesh.materials == 10, np.uint32(material), mesh.materials)
    return mesh.edited(materials=materials).to_bytes()


def make_ifo(area: str, entry: Point, direction: tuple[float, float] = (0.0, 1.0)) -> bytes:
    """A module of one area."""
    x, y, z = entry
    areas = [Struct([("Area_Name", GffType.RESREF, area)], 6)]
    fields = [
        ("Mod_ID", GffType.VOID, bytes(16)),
        ("Mod_Name", GffType.LOCALIZED, LocalizedString(-1, ((0, area),))),
        ("Mod_Tag", GffType.STRING, "MODULE"),
        ("Mod_Entry_Area", GffType.RESREF, area),
        ("Mod_Entry_X", GffType.FLOAT, x),
        ("Mod_Entry_Y", GffType.FLOAT, y),
        ("Mod_Entry_Z", GffType.FLOAT, z),
        ("Mod_Entry_Dir_X", GffType.FLOAT, direction[0]),
        ("Mod_Entry_Dir_Y", GffType.FLOAT, direction[1]),
        ("Mod_Area_list", GffType.LIST, areas),
    ]
    return Gff("IFO ", Struct(fields)).to_bytes()


def make_are(tag: str, rooms: Iterable[str]) -> bytes:
    """An area's own file; the layout, and not this list, decides which rooms there are."""
    listed = [Struct([("RoomName", GffType.STRING, room)]) for room in rooms]
    fields = [
        ("Tag", GffType.STRING, tag),
        ("Name", GffType.LOCALIZED, LocalizedString(-1, ((0, tag.title()),))),
        ("Rooms", GffType.LIST, listed),
    ]
    return Gff("ARE ", Struct(fields)).to_bytes()


def make_git(doors: Iterable[Thing], placeables: Iterable[Thing]) -> bytes:
    """Where everything stands."""
    fields = [
        ("UseTemplates", GffType.BYTE, 1),
        ("Door List", GffType.LIST, [_placed_door(thing) for thing in doors]),
        ("Placeable List", GffType.LIST, [Struct(_place(thing), 9) for thing in placeables]),
    ]
    return Gff("GIT ", Struct(fields)).to_bytes()


def _place(thing: Thing) -> list[tuple[str, GffType, object]]:
    x, y, z = thing.position
    return [
        ("TemplateResRef", GffType.RESREF, thing.template),
        ("X", GffType.FLOAT, x),
        ("Y", GffType.FLOAT, y),
        ("Z", GffType.FLOAT, z),
        ("Bearing", GffType.FLOAT, thing.bearing),
    ]


def _placed_door(thing: Thing) -> Struct:
    fields = [
        ("Tag", GffType.STRING, thing.tag),
        ("LinkedToModule", GffType.RESREF, thing.linked_module),
        ("LinkedTo", GffType.STRING, thing.linked_to),
    ]
    return Struct([*_place(thing), *fields], 8)


def door_template(thing: Thing) -> bytes:
    """The UTD of a door."""
    fields = [
        ("Tag", GffType.STRING, thing.tag),
        ("TemplateResRef", GffType.RESREF, thing.template),
        ("OpenState", GffType.BYTE, thing.state),
        ("GenericType", GffType.BYTE, thing.row),
    ]
    return Gff("UTD ", Struct(fields)).to_bytes()


def placeable_template(thing: Thing) -> bytes:
    """The UTP of a placeable; its tag is only here, not in the GIT."""
    fields = [
        ("Tag", GffType.STRING, thing.tag),
        ("TemplateResRef", GffType.RESREF, thing.template),
        ("Appearance", GffType.DWORD, thing.row),
    ]
    return Gff("UTP ", Struct(fields)).to_bytes()


def model_table(things: Sequence[Thing]) -> bytes:
    """`genericdoors.2da` or `placeables.2da` with the rows of ``things``; row 0 has no model."""
    models = {0: "", **{thing.row: thing.model for thing in things}}
    rows = [models[row] for row in range(len(models))]
    return TwoDA(
        columns=("label", "modelname"),
        labels=tuple(map(str, range(len(rows)))),
        cells=tuple((model.upper(), model) for model in rows),
    ).to_bytes()


def _layout() -> Layout:
    """Positions are those of models; nothing is to be added to walkmeshes (FACTS 1)."""
    return Layout(
        rooms=tuple(
            LayoutRoom(name, (10.0 * number, 1.0, 0.5)) for number, name in enumerate(ROOMS)
        ),
        door_hooks=(
            DoorHook(ROOMS[3], "station_door", (24.0, 4.0, 1.5), (0.707107, 0.0, 0.0, 0.707107)),
        ),
        preamble=("#MAXLAYOUT ASCII", "filedependancy station.max"),
    )


def _room_model(room: LayoutRoom, mesh: Walkmesh | None) -> tuple[bytes, bytes]:
    """A model whose walkmesh lies on that of the room, and which draws all of its faces."""
    if mesh is None:
        vertices, faces = box((-50, -50, -50), (50, 50, 50))
        return make_model([Part("sky", "mesh", vertices=vertices, faces=faces)], name=room.name)
    vertices = [(x, y, z) for x, y, z in (mesh.vertices - np.array(room.position)).tolist()]
    faces = [(a, b, c) for a, b, c in mesh.faces.tolist()]
    seen = Part("seen", "mesh", vertices=vertices, faces=faces, texture="metal")
    materials = mesh.materials.tolist()
    walk = Part("walk", "walkmesh", vertices=vertices, faces=faces, materials=materials)
    return make_model([seen, walk], name=room.name)


def _surfaces() -> TwoDA:
    """The table of the first game, and one surface more."""
    rows = [
        (s.label, str(int(s.walk)), str(int(s.walkcheck)), str(int(s.blocks_sight)))
        for s in Materials.default().surfaces
    ]
    assert len(rows) == OWN_SURFACE[0]
    rows.append((OWN_SURFACE[1], "1", "1", "1"))
    return TwoDA(
        columns=("label", "walk", "walkcheck", "lineofsight"),
        labels=tuple(map(str, range(len(rows)))),
        cells=tuple(rows),
    )


OBJECT_FILES = (
    "sta_gate.utd",
    "station_door0.dwk",
    "station_door1.dwk",
    "station_door2.dwk",
    "sta_hatch.utd",
    "sta_exit.utd",
    "sta_crate.utp",
    "station_crate.pwk",
    "sta_sign.utp",
)
"""Templates and walkmeshes of the doors and placeables; the exit and the sign have no walkmesh."""
