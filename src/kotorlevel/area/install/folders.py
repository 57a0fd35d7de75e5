"""Files by name in any case, also on disks that tell A from a."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from kotorlevel.core.errors import UnreadableError


def find_path(folder: Path, *parts: str) -> Path | None:
    """The file or folder at ``parts`` below ``folder``, each in any case; None if there is none.

    The very spelling is preferred, then the others in sorted order: the first that leads to the
    end of ``parts`` is taken.
    """
    if not parts:
        return folder
    for path in _spellings(folder, parts[0]):
        found = find_path(path, *parts[1:])
        if found is not None:
            return found
    return None


def is_file(path: Path) -> bool:
    """True for a file, and a link to one; False also where the system will not say."""
    return stat.S_ISREG(_mode_of(path))


def is_folder(path: Path) -> bool:
    """True for a folder, and a link to one; False also where the system will not say."""
    return stat.S_ISDIR(_mode_of(path))


def list_folder(folder: Path) -> list[Path]:
    """What is in a folder, sorted; nothing where there is no folder.

    Raises `UnreadableError` for a folder that may not be read.
    """
    try:
        with os.scandir(folder) as entries:
            return sorted(Path(entry.path) for entry in entries)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        text = f"the folder cannot be read: {getattr(error, 'strerror', None) or error}"
        number = getattr(error, "errno", None)
        raise UnreadableError(text, source=str(folder), errno=number) from error


def walk_files(folder: Path, deep: bool) -> Iterator[Path]:
    """The files in a folder, sorted; with ``deep`` those in its folders as well, after its own.

    Hidden folders, and links to folders, are passed over.
    """
    waiting = [folder]
    while waiting:
        below = []
        for path in list_folder(waiting.pop()):
            if is_file(path):
                yield path
            elif deep and is_folder(path) and not (path.is_symlink() or path.name[0] == "."):
                below.append(path)
        waiting += reversed(below)


def _spellings(folder: Path, name: str) -> Iterator[Path]:
    """What is called ``name`` in a folder: as it is spelled, then in other cases, sorted."""
    exact = folder / name
    if _mode_of(exact):
        yield exact
    wanted = name.lower()
    for path in list_folder(folder):
        if path.name != name and path.name.lower() == wanted and _mode_of(path):
            yield path


def _mode_of(path: Path) -> int:
    """The mode of a file or folder; 0 where there is none, or no such name can be."""
    try:
        return path.stat().st_mode
    except (OSError, ValueError):  # pathlib passes on a name that is too long
        return 0
