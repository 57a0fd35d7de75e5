"""What is in a file, as plain values: one description a format, for people and for ``--json``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.detect import EXTENSIONS, detect_format

if TYPE_CHECKING:
    from kotorlevel.core.errors import Problem

Description = dict[str, Any]


def describe_file(data: bytes, name: str, *, tables: bool = False) -> Description:
    """What the file holds; with ``tables`` every row of it as well.

    Raises `FormatError` for a file that cannot be read or is none of ours.
    """
    kind = detect_format(data, name)
    if kind == "bwm":
        from kotorlevel.cli.describe.walkmesh import describe_walkmesh as describe
    elif kind == "ascii":
        from kotorlevel.cli.describe.ascii import describe_ascii as describe
    elif kind == "lyt":
        from kotorlevel.cli.describe.layout import describe_layout as describe
    elif kind == "vis":
        from kotorlevel.cli.describe.visibility import describe_visibility as describe
    elif kind == "2da":
        from kotorlevel.cli.describe.twoda import describe_2da as describe
    else:
        known = ", ".join(extension.lstrip(".") for extension in EXTENSIONS)
        raise FormatError(f"not a level file that KotorLevel knows ({known})", source=name)
    return {"path": name, "format": kind, "size": len(data), **describe(data, name, tables)}


def describe_problems(problems: tuple[Problem, ...]) -> list[Description]:
    """What is wrong in a readable file, and where."""
    return [
        {"text": p.text, "section": p.section, "offset": p.offset, "line": p.line} for p in problems
    ]
