"""Putting the station on disk without harm to what is there."""

import os
from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path

from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.journal.undo import recover
from kotorlevel.core.together import write_together
from kotorlevel.core.words import short_list


def refuse_foreign(root: Path, names: Collection[str]) -> None:
    """Raise `CommandError` for a folder with anything but ``names`` and their backups in it.

    That is somebody's mod, and the demo does not belong there. Hidden files do not count: systems
    put them everywhere.
    """
    if not root.is_dir():
        return
    found = sorted(path.name for path in root.iterdir() if not path.name.startswith("."))
    known = tuple(f"{name}.bak" for name in names)
    foreign = [name for name in found if name not in names and not name.startswith(known)]
    if foreign:
        raise CommandError(
            f"{root}: has files that are not of the demo ({short_list(foreign, 3)}). Give the "
            "name of a new folder: kotorlevel demo my_station"
        )


def make_folders(root: Path, *names: str) -> list[Path]:
    """The folders of these names in ``root``, made where they are missing.

    Raises `CommandError` for a file in their place, and for a link, which may lead out of ``root``.
    """
    folders = [root / name for name in names]
    for folder in (root, *folders):
        if folder.exists() and not folder.is_dir():
            raise CommandError(f"{folder}: is a file; give the name of a folder")
    for folder in folders:
        if folder.is_symlink():
            raise CommandError(f"{folder}: is a link; give the name of another folder")
        folder.mkdir(parents=True, exist_ok=True)
    return folders


def write_files(
    folder: Path, files: Mapping[str, bytes], own: Mapping[str, Collection[bytes]]
) -> list[tuple[Path, Path]]:
    """Write ``files``; what has their names and is none of ``own`` is moved aside first.

    Returns the old and the new name of everything that was moved.
    """
    recover(folder)
    moved = []
    for path in (folder / name for name in files):
        if path.is_symlink() or (path.exists() and not _is_own(path, own[path.name])):
            backup = _free_name(path)
            path.rename(backup)
            moved.append((path, backup))
    paths = {folder / name: data for name, data in files.items()}
    differing = {p: d for p, d in paths.items() if not p.exists() or p.read_bytes() != d}
    write_together(
        {path: partial(write_atomic, data=data) for path, data in differing.items()}, keep=False
    )
    return moved


def _free_name(path: Path) -> Path:
    """A name that is not taken, also by no link to nowhere: ``a.wok.bak``, ``a.wok.bak2``, ..."""
    names = (path.with_name(f"{path.name}.bak{number or ''}") for number in (0, *range(2, 10**6)))
    return next(name for name in names if not os.path.lexists(name))


def _is_own(path: Path, own: Collection[bytes]) -> bool:
    return path.is_file() and path.read_bytes() in own
