"""Paths that do not exist, and which were probably meant."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from kotorlevel.core.errors import FormatError
from kotorlevel.core.words import find_close_names, suggest

if TYPE_CHECKING:
    from pathlib import Path


def is_missing(path: Path) -> bool:
    """True where nothing has that name; False also where nobody may look."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False
    return False


def missing_error(path: Path) -> FormatError:
    """``there is no such file. Did you mean 'mod/hall.wok'?``, with the path as its source."""
    names: list[str] = []
    with suppress(OSError):
        names = sorted(each.name for each in path.parent.iterdir())
    same = [name for name in names if name.lower().endswith(path.suffix.lower())]
    close = find_close_names(path.name, same)[:1]
    hint = suggest([(path.parent / name).as_posix() for name in close])
    what = "file" if path.suffix else "file or folder"
    return FormatError(f"there is no such {what}. {hint}".rstrip(), source=path.as_posix())
