"""Which format a file has: by its content first, by its name where the content cannot tell."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePath
from typing import Literal

Format = Literal["bwm", "ascii", "lyt", "vis", "2da"]

EXTENSIONS: dict[str, Format] = {
    ".wok": "bwm",
    ".pwk": "bwm",
    ".dwk": "bwm",
    ".ascii": "ascii",
    ".lyt": "lyt",
    ".vis": "vis",
    ".2da": "2da",
}
"""The extensions that are looked for in folders."""

_ASCII_NODE = re.compile(rb"^[ \t]*node[ \t]+(aabb|trimesh|dummy)\b", re.IGNORECASE | re.MULTILINE)
_BEGIN_LAYOUT = re.compile(rb"^[ \t]*beginlayout[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_BEGINNING = 65_536


def detect_format(data: bytes, name: str = "") -> Format | None:
    """The format of ``data``, or None when it is none of ours.

    A visibility file has no mark of its own: it is known by its name alone. So is a file too
    broken to show its mark, which then gets that format's error instead of none.
    """
    if data.startswith(b"BWM "):
        return "bwm"
    if data.startswith(b"2DA "):
        return "2da"
    beginning = data[:_BEGINNING]
    if b"\0" not in beginning:
        if _BEGIN_LAYOUT.search(beginning):
            return "lyt"
        if _ASCII_NODE.search(beginning):
            return "ascii"
    return EXTENSIONS.get(PurePath(name).suffix.lower())


def find_files(folder: Path) -> list[Path]:
    """The level files below ``folder``, sorted; hidden and linked folders are passed over."""
    found = []
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        level_files = (Path(parent, n) for n in names if PurePath(n).suffix.lower() in EXTENSIONS)
        found += [path for path in level_files if path.is_file()]  # no pipe, no dead link
    return sorted(found)
