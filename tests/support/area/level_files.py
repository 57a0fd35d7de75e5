"""Levels on the disk in the ways people have them: flat, in archives, with objects of any kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.formats.lyt import Layout, LayoutRoom
from kotorlevel.formats.pth import make_path_points
from support import sample_area
from support.areas import floor
from support.builders import square_pwk
from support.installation import make_archive
from support.sample_area import Files, Thing

AREA = "lab"
DOOR = Thing("t_gate", "gate", 1, "leaf", (10.0, 20.0, 30.0))
CRATE = Thing("t_crate", "crate", 1, "box", (10.0, 20.0, 30.0))

MODEL_CORNERS = ((1, 2, 3), (3, 2, 3), (3, 4, 3), (1, 4, 3))
"""`square_pwk` in the space of its model: the square, moved by its position (1, 2, 3)."""

DOOR_HOOKS = ((1.5, 1, 3), (1.5, 5, 3))
CRATE_HOOKS = ((0.5, -1, 0), (0.5, 3, 0))
"""Its use hooks there: moved in a door, and as they are in a placeable."""


def station() -> Files:
    """All files of the sample level in one place."""
    return {
        name: data for files in sample_area.station_files().values() for name, data in files.items()
    }


def two_rooms() -> Files:
    """The smallest level with a link: for what is done hundreds of times."""
    rooms = tuple(LayoutRoom(name, (0.0, 0.0, 0.0)) for name in ("hall", "yard"))
    return {
        "lab.lyt": Layout(rooms).to_bytes(),
        "lab.vis": b"hall 1\r\n  yard\r\nyard 1\r\n  hall\r\n",
        "hall.wok": floor(east=1).to_bytes(),
        "yard.wok": floor(4, west=0).to_bytes(),
    }


def lab(
    doors: Sequence[Thing] = (DOOR,),
    placeables: Sequence[Thing] = (CRATE,),
    more: Mapping[str, bytes] | None = None,
    without: Sequence[str] = (),
) -> Files:
    """An area of one room, with objects whose walkmesh is `square_pwk` in every state."""
    square = square_pwk().to_bytes()
    files = {
        f"{AREA}.lyt": Layout((LayoutRoom("hall", (0.0, 0.0, 0.0)),)).to_bytes(),
        f"{AREA}.vis": b"hall 0\r\n",
        f"{AREA}.git": sample_area.make_git(doors, placeables),
        f"{AREA}.pth": make_path_points([(1.0, 1.0)], []).to_bytes(),
        "module.ifo": sample_area.make_ifo(AREA, (1.0, 2.0, 0.5)),
        "hall.wok": floor().to_bytes(),
        "genericdoors.2da": sample_area.model_table([DOOR]),
        "placeables.2da": sample_area.model_table([CRATE]),
        "surfacemat.2da": station()["surfacemat.2da"],
        **{f"leaf{state}.dwk": square for state in range(3)},
        "box.pwk": square,
        **{f"{thing.template}.utd": sample_area.door_template(thing) for thing in doors},
        **{f"{thing.template}.utp": sample_area.placeable_template(thing) for thing in placeables},
        **(more or {}),
    }
    return {name: data for name, data in files.items() if name not in without}


def load(
    folder: Path,
    doors: Sequence[Thing] = (DOOR,),
    placeables: Sequence[Thing] = (CRATE,),
    more: Mapping[str, bytes] | None = None,
    without: Sequence[str] = (),
) -> Area:
    """The same, loaded from a folder."""
    return kl.load_area(put(folder, lab(doors, placeables, more, without)))


def put(folder: Path, files: Mapping[str, bytes]) -> Path:
    """The folder, with these files in it; names may have folders before them."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def put_archive(path: Path, files: Files) -> Path:
    """An archive of the kind that its extension says."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(make_archive(path.name, files).to_bytes())
    return path


def content(folder: Path) -> Files:
    """Everything below a folder, by path; without the journal."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".kotorlevel" not in path.parts
    }
