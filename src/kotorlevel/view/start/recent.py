"""The levels that were opened last, kept in a file of the user's."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kotorlevel.core.atomic import write_atomic

MOST = 12
"""Levels that are remembered."""

_LARGEST = 256 * 1024
"""Bytes; a larger file is not ours."""


@dataclass(frozen=True)
class RecentLevel:
    """Where a level is; ``module`` names one of a game."""

    path: str
    module: str = ""


def state_folder() -> Path:
    """Where a program keeps what it remembers, on each system; KOTORLEVEL_STATE names another."""
    if given := os.environ.get("KOTORLEVEL_STATE"):
        return Path(given)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "KotorLevel"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "KotorLevel"
    return Path(os.environ.get("XDG_STATE_HOME") or home / ".local" / "state") / "kotorlevel"


def list_recent() -> list[RecentLevel]:
    """The last first; empty where nothing is remembered, or the file is not what it should be."""
    try:
        path = _file()
        if path.stat().st_size > _LARGEST:
            return []
        rows = json.loads(path.read_bytes())["levels"]
        found = [RecentLevel(str(row["path"]), str(row.get("module", ""))) for row in rows]
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return []
    return list(dict.fromkeys(found))[:MOST]


def remember(level: RecentLevel) -> None:
    """Put a level in front of the others. Where nothing can be written, nothing is remembered."""
    _write([level, *(each for each in list_recent() if each != level)])


def forget(level: RecentLevel) -> None:
    """Take a level out of the list; its files stay."""
    _write([each for each in list_recent() if each != level])


def _file() -> Path:
    return state_folder() / "recent.json"


def _write(levels: list[RecentLevel]) -> None:
    value: dict[str, Any] = {"levels": [asdict(level) for level in levels[:MOST]]}
    try:
        _file().parent.mkdir(parents=True, exist_ok=True)
        write_atomic(_file(), json.dumps(value, indent=1).encode())
    except (OSError, RuntimeError):  # RuntimeError: nobody knows where home is
        return
