"""What belongs to a room and is not in its model or drawing: its place, its older walkmesh."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kotorlevel.area.area import Area, Room
from kotorlevel.area.drawn.files import Up
from kotorlevel.area.load import load_area
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.words import exact_place, some_of
from kotorlevel.formats.lyt import LayoutRoom, read_layout
from kotorlevel.formats.mdl.reader import find_beside
from kotorlevel.mesh.derive import Game
from kotorlevel.mesh.io import read_walkmesh
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh


@dataclass(frozen=True)
class Asked:
    """What belongs to a model or a drawing and is not in it, as far as it was given.

    ``surface`` is for faces of a drawing whose material is none, ``up`` the axis that points up
    in an OBJ; with ``relink`` links are found where rooms meet. ``module`` chooses a level.
    """

    position: Sequence[float] | None = None
    layout: str | Path | None = None
    original: str | Path | Walkmesh | None = None
    surfaces: Materials | None = None
    game: Game = "k1"
    surface: int | str | None = None
    relink: bool = False
    up: Up = "z"
    module: str | Path | None = None


@dataclass(frozen=True)
class Place:
    """Where a room stands, and the area that says so; ``remark`` tells it in words."""

    position: Sequence[float]
    remark: str
    area: Area | None = None
    room: Room | None = None


def find_place(name: str, beside: Sequence[Path], asked: Asked) -> Place:
    """Where the room called ``name`` stands.

    Raises `InputError` where nobody says it: the origin is a place, too, and seldom the right one.
    """
    if asked.position is not None:
        if asked.layout is not None:
            raise InputError("give the `position` or the `layout`, not both")
        if len(asked.position) != 3 or not all(map(math.isfinite, asked.position)):
            raise InputError("the `position` of a room is three finite numbers")
        return Place(asked.position, f"moved to {exact_place(asked.position)}, as given")
    layout = Path(asked.layout) if asked.layout is not None else find_layout(name, beside)
    area = load_area(layout, surfaces=asked.surfaces)
    room = area.find_room(name)
    lyt = area.files["lyt"].source
    if room is None:
        text = f"has no room {name!r}, so nobody says where it stands"
        raise InputError(text, source=lyt, needs="position")
    remark = f"moved to {exact_place(room.position)}, where {lyt} has the room"
    return Place(room.position, remark, area, room)


def find_layout(name: str, beside: Sequence[Path]) -> Path:
    """The one layout beside the files that has a room of that name."""
    folders = dict.fromkeys(path.parent for path in beside)
    layouts = [
        each
        for folder in folders
        for each in sorted(folder.iterdir() if folder.is_dir() else ())
        if each.suffix.lower() == ".lyt"
    ]
    found = [each for each in layouts if read_layout(each).find(LayoutRoom, name) is not None]
    if len(found) == 1:
        return found[0]
    names = some_of([each.name for each in found or layouts])
    if found:
        text = f"several layouts have a room {name!r} ({names}): give the `layout` that counts"
    elif layouts:
        text = f"no layout beside it has a room {name!r} ({names}), so nobody says where it stands"
    else:
        text = "there is no layout beside it, so nobody says where the room stands"
    raise InputError(text, source=str(beside[0]), needs="" if found else "position")


def find_original(
    room: Room | None, source: Path, target: Path, asked: Asked, *, is_area: bool = True
) -> tuple[Walkmesh | None, str]:
    """The older walkmesh of the room, and where it was found; None where there is none to use.

    Of a placeable or door where not ``is_area``.
    """
    if isinstance(asked.original, Walkmesh):
        return asked.original, "the original"
    if asked.original is not None:
        return read_walkmesh(asked.original, asked.surfaces), Path(asked.original).name
    if room is not None and room.mesh is not None:
        return room.mesh, room.resource.source if room.resource else room.name
    ending = ".wok" if is_area else f".{target.name.split('.')[1]}"
    for path in (target, find_beside(source, ending)):
        if path is not None and path.is_file():
            try:
                mesh = read_walkmesh(path, asked.surfaces)
            except FormatError:  # it is to be replaced, perhaps for that
                continue
            if mesh.is_area == is_area:
                return mesh, path.name
    return None, ""
