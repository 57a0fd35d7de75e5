"""What is in a file, as plain values: one description a format, for people and for ``--json``."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kotorlevel.core.errors import FormatError
from kotorlevel.core.lazy_source import open_lazily
from kotorlevel.formats.detect import EXTENSIONS, detect_data_format, detect_format

if TYPE_CHECKING:
    from pathlib import Path

    from kotorlevel.core.errors import Problem
    from kotorlevel.mesh.materials import Materials

Description = dict[str, Any]


@dataclass(frozen=True)
class Wanted:
    """What a description is to hold: every row of the ``tables`` too, walkable by ``materials``."""

    tables: bool = False
    materials: Materials | None = None


_DESCRIBERS = {
    "bwm": ("walkmesh", "describe_walkmesh"),
    "ascii": ("ascii", "describe_ascii"),
    "lyt": ("layout", "describe_layout"),
    "vis": ("visibility", "describe_visibility"),
    "2da": ("twoda", "describe_2da"),
    "archive": ("archive", "describe_archive"),
    "key": ("key", "describe_key"),
    "gff": ("gff", "describe_gff"),
    "pth": ("path_points", "describe_path_points"),
}
"""Format → the module here that describes it, loaded when it is met, and its function."""


_START = 8
"""How many bytes tell an archive from other files."""


def describe_path(path: Path, wanted: Wanted | None = None) -> Description:
    """What the file at ``path`` holds; of an archive, which may be large, only tables are read.

    Raises `FormatError` for a file that cannot be read or is none of ours.
    """
    name = path.as_posix()
    lazy = open_lazily(path)
    if detect_data_format(lazy.read(0, min(_START, lazy.size))) != "archive":
        return describe_file(lazy.read(0, lazy.size), name, wanted)
    from kotorlevel.formats.archives.image import Image, Piece
    from kotorlevel.formats.archives.reader import parse_image
    from kotorlevel.view.describe.archive import describe_entries

    archive = parse_image(Image((Piece.of(lazy),), name))
    description = describe_entries(archive, wanted or Wanted())
    return {"path": name, "format": "archive", "size": lazy.size, **description}


def describe_file(data: bytes, name: str, wanted: Wanted | None = None) -> Description:
    """What the bytes of a file hold.

    Raises `FormatError` for a file that cannot be read or is none of ours.
    """
    kind = (
        detect_data_format(data)
        or detect_format(data)
        or detect_data_format(data, name)
        or detect_format(data, name)
    )
    if kind is None:
        known = ", ".join(extension.lstrip(".") for extension in EXTENSIONS)
        text = f"not a file that KotorLevel knows ({known}, archives and GFF)"
        raise FormatError(text, source=name)
    module, function = _DESCRIBERS[kind]
    describe = getattr(import_module(f"{__name__}.{module}"), function)
    description = describe(data, name, wanted or Wanted())
    return {"path": name, "format": kind, "size": len(data), **description}


def describe_problems(problems: tuple[Problem, ...]) -> list[Description]:
    """What is wrong in a readable file, and where."""
    return [
        {"text": p.text, "section": p.section, "offset": p.offset, "line": p.line} for p in problems
    ]
