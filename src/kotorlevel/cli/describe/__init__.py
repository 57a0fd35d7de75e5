"""What is in a file, as plain values: one description a format, for people and for ``--json``."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.detect import EXTENSIONS, detect_format

if TYPE_CHECKING:
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
}
"""Format → the module here that describes it, loaded when it is met, and its function."""


def describe_file(data: bytes, name: str, wanted: Wanted | None = None) -> Description:
    """What the file holds.

    Raises `FormatError` for a file that cannot be read or is none of ours.
    """
    kind = detect_format(data, name)
    if kind is None:
        known = ", ".join(extension.lstrip(".") for extension in EXTENSIONS)
        raise FormatError(f"not a level file that KotorLevel knows ({known})", source=name)
    module, function = _DESCRIBERS[kind]
    describe = getattr(import_module(f"{__name__}.{module}"), function)
    description = describe(data, name, wanted or Wanted())
    return {"path": name, "format": kind, "size": len(data), **description}


def describe_problems(problems: tuple[Problem, ...]) -> list[Description]:
    """What is wrong in a readable file, and where."""
    return [
        {"text": p.text, "section": p.section, "offset": p.offset, "line": p.line} for p in problems
    ]
