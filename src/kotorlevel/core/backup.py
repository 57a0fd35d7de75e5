"""Keeping the old file when a new one takes its place."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def backup_name(path: Path) -> Path:
    """A name for the old file that is not taken: ``room.wok.bak``, then ``room.wok.bak2``, ..."""
    names = (
        path.with_name(f"{path.name}.bak{number if number > 1 else ''}") for number in count(1)
    )
    return next(name for name in names if not name.exists())


def is_backup(path: Path) -> bool:
    """True for a name that `backup_name` could have given."""
    return re.fullmatch(r".+\.bak\d*", path.name) is not None
