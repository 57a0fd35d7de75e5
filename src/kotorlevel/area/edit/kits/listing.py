"""`list_kit`: the rooms in a folder that can be put into an area, with a small picture of each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from kotorlevel.area.edit.kits.doorways import linked_doorways, open_doorways
from kotorlevel.area.install.folders import is_file
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.types import Vector
from kotorlevel.mesh.io import read_walkmesh
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.plan import draw_thumbnail
from kotorlevel.mesh.walkmesh import Walkmesh

MOST_FILES = 500
_DEEPEST = 4
"""Folders below the kit that are looked into."""
_MOST_SEEN = 20_000
"""Names of files that are looked at, in whatever folder somebody names."""


@dataclass(frozen=True)
class KitDoorway:
    """A doorway of a room in a kit: its middle, how wide it is in metres, and its first edge.

    ``marked`` tells that the walkmesh has a link there; others only have no wall.
    """

    place: Vector
    width: float
    edge: int
    marked: bool = True


@dataclass(frozen=True)
class KitRoom:
    """A walkmesh in a kit, or why it cannot be used (``error``).

    ``path`` is the file in the kit's folder, with slashes, as ``add-room`` takes it; ``size`` its
    extent in x, y and z in metres, ``thumbnail`` a small SVG. ``has_model`` tells that MDL and MDX
    of the same name are beside it.
    """

    name: str
    path: str
    size: Vector = (0.0, 0.0, 0.0)
    faces: int = 0
    doorways: tuple[KitDoorway, ...] = ()
    thumbnail: str = field(default="", repr=False)
    has_model: bool = False
    error: str = ""


def list_kit(folder: str | Path, surfaces: Materials | None = None) -> list[KitRoom]:
    """The rooms in a folder and those below it, by path: at most 500 walkmeshes (WOK).

    Files that cannot be read are listed with their error; links to elsewhere are left out. Raises
    `InputError` where there is no such folder::

        for room in kl.list_kit("kits/station"):
            print(room.name, room.size, [each.width for each in room.doorways])
    """
    home = Path(folder)
    if not home.is_dir():
        raise InputError("is no folder", source=str(folder))
    paths = sorted(_find_files(home))[:MOST_FILES]
    return [_read(home, path, surfaces) for path in paths]


def _find_files(home: Path) -> Iterator[Path]:
    """The walkmeshes below a folder; links are not followed, and no pipe is waited for."""
    seen = 0
    for place, folders, files in os.walk(home):
        here = Path(place)
        deep = len(here.relative_to(home).parts)
        folders[:] = sorted(f for f in folders if deep < _DEEPEST and not f.startswith("."))
        for name in files:
            seen += 1
            path = here / name
            if name.lower().endswith(".wok") and not path.is_symlink() and is_file(path):
                yield path
        if seen > _MOST_SEEN:
            return


def _read(home: Path, path: Path, surfaces: Materials | None) -> KitRoom:
    name, inside = path.stem, path.relative_to(home).as_posix()
    try:
        mesh = read_walkmesh(path, surfaces)
        if not mesh.is_area:
            raise FormatError("this is the walkmesh of an object, not of a room")
        if not len(mesh.vertices) or not mesh.geometry.is_sound:
            raise FormatError("its shape is not sound: see `kotorlevel check`")
        doorways = _list_doorways(mesh)
    except (FormatError, OSError) as error:
        text = error.message if isinstance(error, FormatError) else str(error)
        return KitRoom(name, inside, error=text)
    x, y, z = np.ptp(mesh.vertices.astype(np.float64), axis=0).tolist()
    has_model = all(find_beside(path, kind) is not None for kind in ("mdl", "mdx"))
    thumbnail = draw_thumbnail(mesh)
    return KitRoom(name, inside, (x, y, z), len(mesh.faces), doorways, thumbnail, has_model)


def _list_doorways(mesh: Walkmesh) -> tuple[KitDoorway, ...]:
    """Those with links, which templates are joined at; where there are none, all that are open."""
    marked = linked_doorways(mesh)
    found = marked or open_doorways(mesh)
    return tuple(
        KitDoorway(each.middle, each.width, each.edges[0], marked=bool(marked)) for each in found
    )


def find_beside(path: Path, kind: str) -> Path | None:
    """The file of the same name with another extension, in any case; no link."""
    for suffix in (kind, kind.upper()):
        beside = path.with_suffix(f".{suffix}")
        if beside.is_file() and not beside.is_symlink():
            return beside
    return None
