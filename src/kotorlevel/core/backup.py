"""Keeping the old file when a new one takes its place."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from itertools import count
from typing import TYPE_CHECKING

from kotorlevel.core.atomic import atomic_writer

if TYPE_CHECKING:
    from pathlib import Path


def backup_name(path: Path) -> Path:
    """A name for the old file that is not taken: ``room.wok.bak``, then ``room.wok.bak2``, ..."""
    names = (
        path.with_name(f"{path.name}.bak{number if number > 1 else ''}") for number in count(1)
    )
    # A link that leads nowhere has a name, too: writing to it would make a file elsewhere.
    return next(name for name in names if not os.path.lexists(name))


def is_backup(path: Path) -> bool:
    """True for a name that `backup_name` could have given."""
    return re.fullmatch(r".+\.bak\d*", path.name) is not None


def keep_backup(path: Path) -> Path:
    """Copy the file to a free name beside it, with its times and mode; that name."""
    backup = backup_name(path)
    with path.open("rb") as old, atomic_writer(backup) as new:
        shutil.copyfileobj(old, new)
    with contextlib.suppress(OSError):  # some systems keep no times; the bytes are what matters
        shutil.copystat(path, backup)
    return backup
