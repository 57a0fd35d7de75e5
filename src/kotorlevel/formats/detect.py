"""Which format a file has: by its content first, by its name where the content cannot tell."""

import os
import re
from collections.abc import Container
from pathlib import Path, PurePath
from typing import Literal

from kotorlevel.core.text import BYTE_ORDER_MARK

Format = Literal["bwm", "ascii", "lyt", "vis", "2da"]
DataFormat = Literal["archive", "key", "gff", "pth", "mdl"]
DrawingFormat = Literal["obj", "gltf"]

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

_DATA_EXTENSIONS: dict[DataFormat, str] = {
    "archive": "erf mod sav hak rim bif",
    "key": "key",
    "gff": "are bic dlg fac gff git gui ifo itp jrl res utc utd ute uti utm utp uts utt utw",
    "pth": "pth",
    "mdl": "mdl",
}
GFF_ENDINGS = (*_DATA_EXTENSIONS["gff"].split(), "pth")
"""The extensions of GFF files, without the point: mostly what such a file calls itself."""

_ARCHIVES = (b"ERF V1.0", b"MOD V1.0", b"SAV V1.0", b"HAK V1.0", b"RIM V1.0", b"BIFFV1  ")

_DRAWING_EXTENSIONS: dict[str, DrawingFormat] = {".obj": "obj", ".gltf": "gltf", ".glb": "gltf"}
_SCENE = re.compile(
    b"(?:" + BYTE_ORDER_MARK + rb")?\s*\{(?=.{0,65536}?\"asset\"\s*:\s*\{)", re.DOTALL
)
_VERTEX = re.compile(
    rb"(?:\A|[\r\n])[ \t]*v(?:[ \t]+[-+]?[0-9.][-+.0-9eE]*){3,8}[ \t]*(?:[\r\n]|\Z)"
)

_MARK = (
    rb"[ \t]*(?:(?P<lyt>beginlayout[ \t]*(?:[\r\n]|\Z))"
    rb"|(?P<ascii>node[ \t]+(?:aabb|trimesh|dummy)\b))"
)
_FIRST_LINE = re.compile(b"(?:" + BYTE_ORDER_MARK + b")?" + _MARK, re.IGNORECASE)
_OTHER_LINE = re.compile(rb"[\r\n]" + _MARK, re.IGNORECASE)
_BEGINNING = 65_536


def detect_format(data: bytes, name: str = "") -> Format | None:
    """The format of ``data``, or None when it is none of ours.

    A visibility file has no mark of its own: it is known by its name alone. So is a file too
    broken to show its mark, which then gets that format's error instead of none.
    """
    if data.startswith((b"BWM ", BYTE_ORDER_MARK + b"BWM ")):
        return "bwm"
    if data.startswith((b"2DA ", BYTE_ORDER_MARK + b"2DA ")):
        return "2da"
    # Any number of comments may stand before the mark, but what is not text is not searched.
    is_text = data.find(0, 0, _BEGINNING) < 0
    if is_text and (mark := _FIRST_LINE.match(data) or _OTHER_LINE.search(data)):
        return "lyt" if mark["lyt"] else "ascii"
    return EXTENSIONS.get(PurePath(name).suffix.lower())


def detect_data_format(start: bytes, name: str = "") -> DataFormat | None:
    """The format of one of the games' data files: archive, KEY, GFF, path points, model.

    None for others.

    Its first eight bytes are enough. Where they say nothing and a ``name`` is given, that decides:
    a broken file then gets its format's error.
    """
    if start.startswith(_ARCHIVES):
        return "archive"
    if start.startswith(b"KEY V1  "):
        return "key"
    if start[4:8] == b"V3.2":
        return "pth" if start.startswith(b"PTH ") else "gff"
    ending = PurePath(name).suffix.lower().removeprefix(".")
    found = (kind for kind, endings in _DATA_EXTENSIONS.items() if ending in endings.split())
    return next(found, None)


def detect_drawing_format(data: bytes, name: str = "") -> DrawingFormat | None:
    """The format of a file of a modelling program: OBJ, or glTF in either form. None for others.

    An OBJ has no mark: it is text with a line that is a vertex, and nothing else of ours. Where the
    content says nothing, the ``name`` decides.
    """
    if data.startswith(b"glTF") or _SCENE.match(data):
        return "gltf"
    start = data[:_BEGINNING]
    is_other = detect_format(data) or detect_data_format(data[:8])
    if not is_other and 0 not in start and _VERTEX.search(start):
        return "obj"
    return None if is_other else _DRAWING_EXTENSIONS.get(PurePath(name).suffix.lower())


def find_files(folder: Path) -> list[Path]:
    """The level files below ``folder``, sorted; hidden and linked folders are passed over."""
    return _find_below(folder, EXTENSIONS)


def find_archives(folder: Path) -> list[Path]:
    """The modules and other archives of levels below ``folder``: MOD, RIM and ERF, sorted."""
    return _find_below(folder, (".mod", ".rim", ".erf"))


def _find_below(folder: Path, endings: Container[str]) -> list[Path]:
    found = []
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        wanted = (Path(parent, name) for name in names if PurePath(name).suffix.lower() in endings)
        found += [path for path in wanted if path.is_file()]  # no pipe, no dead link
    return sorted(found)
