"""Mods of the station that get along, or do not, in planted ways."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from kotorlevel.area.sample import make_rooms, make_visibility
from kotorlevel.formats.lyt import Layout, LayoutRoom
from kotorlevel.mesh.walkmesh import Walkmesh
from support.installation import make_archive
from support.sample_area import AREA, MODULE, ROOMS, Files, changed_room, station_files

NEW = "station_annex"
"""The room that the annex adds as number 0, so that all others count one more."""


def station_layout() -> Layout:
    """The game's own layout of the station."""
    from kotorlevel.formats.lyt import parse_layout

    return parse_layout(station_files()["data/layouts.bif"][f"{AREA}.lyt"])


def annex_files() -> Files:
    """A mod that puts a room first, and counts all links anew: right by itself."""
    layout = station_layout()
    room = LayoutRoom(NEW, (0.0, 0.0, 0.0))
    rooms = make_rooms()
    far = next(iter(rooms.values()))
    alone = np.full_like(far.transitions, -1)
    annex = far.edited(vertices=far.vertices + np.float32(500), transitions=alone)
    files = {f"{NEW}.wok": annex.to_bytes(), f"{AREA}.lyt": _with_rooms(layout, room).to_bytes()}
    for name, mesh in rooms.items():
        files[f"{name}.wok"] = _counted_on(mesh, 1).to_bytes()
    files[f"{AREA}.vis"] = make_visibility().added(NEW).to_bytes()
    return files


def painted_files(room: str = ROOMS[0], material: int = 9) -> Files:
    """A mod that paints the floor of one room, with links as the game counts."""
    return {f"{room}.wok": changed_room(room, material)}


def _with_rooms(layout: Layout, first: LayoutRoom) -> Layout:
    from dataclasses import replace

    return replace(layout, rooms=(first, *layout.rooms))


def _counted_on(mesh: Walkmesh, more: int) -> Walkmesh:
    numbers = mesh.transitions
    return mesh.edited(transitions=np.where(numbers >= 0, numbers + more, numbers))


def write_mod(folder: Path, files: Files, *, modules: Files | None = None) -> Path:
    """The folder of a mod: files for Override, and modules in a folder of their own."""
    for name, data in files.items():
        path = folder / ("Override" if modules else "") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    if modules is not None:
        path = folder / "Modules" / f"{MODULE}.mod"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(make_archive("x.mod", modules).to_bytes())
    return folder


def module_files(**changed: bytes) -> Files:
    """What a MOD of the station has: the game's module, with some files changed or added."""
    own = station_files()
    return {**own[f"modules/{MODULE}.rim"], **own[f"modules/{MODULE}_s.rim"], **changed}


def make_mods(folder: Path) -> dict[str, Path]:
    """``annex``, ``paint`` and ``repaint``, each a folder of its own."""
    return {
        "annex": write_mod(folder / "annex", annex_files()),
        "paint": write_mod(folder / "paint", painted_files()),
        "repaint": write_mod(folder / "repaint", painted_files(material=4)),
    }
