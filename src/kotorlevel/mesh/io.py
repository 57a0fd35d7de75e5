"""Walkmeshes from and to files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.core.atomic import Target, write_target
from kotorlevel.core.source import Source, load_source
from kotorlevel.formats.detect import detect_format
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kotorlevel.mesh.derive import Game
    from kotorlevel.mesh.from_ascii import AsciiMesh
    from kotorlevel.mesh.materials import Materials


def read_walkmesh(source: Source, materials: Materials | None = None) -> Walkmesh:
    """The walkmesh in a path, bytes or binary file; binary or ASCII is told by the content.

    ``materials`` decides what is walkable; without it the table of the first game does. Of a text
    with several walkmeshes (a door's) this is the first; `read_ascii_walkmeshes` gives them all.
    """
    data, name = load_source(source)
    if detect_format(data) == "ascii":
        return next(parse_ascii_walkmeshes(data, name, materials)).mesh
    return Walkmesh.from_bytes(data, name, materials)


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
