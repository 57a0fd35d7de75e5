"""Files that edits name: looked for in some folders, and never outside of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PureWindowsPath

from kotorlevel.area.edit.kits.listing import find_beside
from kotorlevel.area.install.folders import is_file
from kotorlevel.core.errors import InputError
from kotorlevel.core.text import printable

_LARGEST_MODEL = 64 * 1024 * 1024
"""Bytes; the largest models of rooms in the games have 6 million."""


def find_kit_file(name: str, folders: Sequence[Path]) -> Path:
    """The first file of that name in ``folders``. Edits may come from others.

    A name may begin with that of its folder, so that files of one name can be told apart.
    Raises `ValueError` for a name that leads out of its folder, also through a link, and
    `InputError` where no folder has it.
    """
    path = PureWindowsPath(name)
    if path.is_absolute() or path.drive or name.startswith(("/", "\\")) or ".." in path.parts:
        raise ValueError(f"{name!r} is not in the folder of the edits")
    inside = name.replace("\\", "/")
    for folder in folders:
        own, _, rest = inside.partition("/")
        names = [inside, rest] if rest and own == folder.resolve().name else [inside]
        found = next((folder / each for each in names if is_file(folder / each)), None)
        if found is None:
            continue
        if not found.resolve().is_relative_to(folder.resolve()):
            raise ValueError(f"{name!r} is a link, and not in the folder of the edits")
        return found
    where = "there" if len(folders) == 1 else "in the level's folder and the kits"
    raise InputError(f"there is no such file {where}", source=printable(inside, 200))


def read_model_files(walkmesh: Path) -> dict[str, bytes]:
    """Extension → content of the model beside a walkmesh: MDL and MDX, or nothing."""
    found = {kind: find_beside(walkmesh, kind) for kind in ("mdl", "mdx")}
    if any(path is None or path.stat().st_size > _LARGEST_MODEL for path in found.values()):
        return {}
    return {kind: path.read_bytes() for kind, path in found.items() if path is not None}
