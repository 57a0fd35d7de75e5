"""Walkmeshes from and to files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.core.atomic import Target, write_target
from kotorlevel.core.errors import InputError
from kotorlevel.core.source import Source, load_source
from kotorlevel.core.text import printable
from kotorlevel.formats.bwm import parse_bwm
from kotorlevel.formats.detect import detect_format
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kotorlevel.mesh.derive import Game
    from kotorlevel.mesh.from_ascii import AsciiMesh
    from kotorlevel.mesh.materials import Materials


_OTHER_FILES = {"vis": "a visibility file", "2da": "a 2DA table"}
_SOME = 8


def read_walkmesh(source: Source, materials: Materials | None = None) -> Walkmesh:
    """The walkmesh in a path, bytes or binary file; binary or ASCII is told by the content.

    ``materials`` decides what is walkable; without it the table of the first game does. Of a text
    with several walkmeshes (a door's) this is the first; `read_ascii_walkmeshes` gives them all.
    """
    data, name = load_source(source)
    if detect_format(data) == "ascii":
        return next(parse_ascii_walkmeshes(data, name, materials)).mesh
    return Walkmesh.from_bwm(parse_bwm(data, name), materials)


def read_single_walkmesh(
    path: Path, materials: Materials | None = None
) -> tuple[Walkmesh, tuple[str, ...]]:
    """The walkmesh that a file is meant as, and what a person should know about it.

    Raises `InputError` for a layout, a visibility file or a table, `FormatError` for what is none.
    """
    data, _ = load_source(path)
    where = path.as_posix()
    kind = detect_format(data, path.name)
    if kind == "lyt":
        raise InputError("is a layout, but its name does not end in .lyt", source=where)
    if kind in _OTHER_FILES:
        text = f"is {_OTHER_FILES[kind]}; give a walkmesh, a layout or a folder"
        raise InputError(text, source=where)
    mesh, notes = parse_single_walkmesh(where, data, materials)
    if not mesh.is_area:
        text = "a placeable's or door's walkmesh; its places are its own, not an area's"
        notes.append(f"{where}: {text}")
    return mesh, tuple(notes)


def parse_single_walkmesh(
    name: str, data: bytes, materials: Materials | None
) -> tuple[Walkmesh, list[str]]:
    """The walkmesh in a file called ``name``, and what should be said about it."""
    if detect_format(data) != "ascii":
        return Walkmesh.from_bwm(parse_bwm(data, name), materials), []
    first, *others = parse_ascii_walkmeshes(data, name, materials)
    notes = [f"{name}: a text; its faces are numbered as `kotorlevel convert` would write them"]
    if others:
        states = [printable(each.state or each.name, 200) for each in (first, *others)]
        more = len(states) - _SOME
        listed = ", ".join(states[:_SOME]) + (f" and {more} more" if more > 0 else "")
        notes.append(f"{name}: holds {len(states)} walkmeshes ({listed}); asked the first")
    return first.mesh, notes


def read_ascii_walkmeshes(
    source: Source, materials: Materials | None = None, game: Game = "k1"
) -> list[AsciiMesh]:
    """Every walkmesh in an ASCII text, with what was welded and what is wrong in it."""
    return list(parse_ascii_walkmeshes(*load_source(source), materials, game))


def parse_ascii_walkmeshes(
    data: bytes, name: str = "", materials: Materials | None = None, game: Game = "k1"
) -> Iterator[AsciiMesh]:
    """The same from bytes, one after the other; ``name`` is that of the file, for errors."""
    from kotorlevel.formats.ascii import parse_ascii
    from kotorlevel.mesh.from_ascii import meshes_from_ascii

    return meshes_from_ascii(parse_ascii(data, name), materials, game)


def write_walkmesh(mesh: Walkmesh, target: Target) -> None:
    """Write ``mesh`` as a binary walkmesh to a path (atomically) or an open binary file."""
    write_target(mesh.to_bytes(), target)


def load_materials(name: str, folder: Path | None = None) -> Materials:
    """A preset by its name, or the table in a 2DA file, relative to ``folder``.

    Raises `ValueError` for a name that is neither, `FormatError` for a file that is no such table.
    """
    from kotorlevel.formats.twoda import read_2da
    from kotorlevel.mesh.materials import PRESETS, Materials

    if name in PRESETS:
        return PRESETS[name]
    path = (folder or Path()) / name
    if not path.exists():
        raise ValueError(f"{name!r} is neither a file nor a preset ({', '.join(PRESETS)})")
    return Materials.from_2da(read_2da(path), name)
