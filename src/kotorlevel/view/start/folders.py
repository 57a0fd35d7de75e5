"""What a folder holds, for choosing a level by clicking; only names are looked at."""

from __future__ import annotations

import os
import string
import sys
from pathlib import Path
from typing import Any

from kotorlevel.area.install.game import find_game
from kotorlevel.core.errors import InputError

MOST_ENTRIES = 2000
"""Entries of one folder that are told."""

_KINDS = {
    ".mod": "archive",
    ".rim": "archive",
    ".erf": "archive",
    ".sav": "archive",
    ".lyt": "layout",
    ".wok": "walkmesh",
    ".pwk": "walkmesh",
    ".dwk": "walkmesh",
}
"""Ending → what can be opened; all else is left out of the list."""


def list_folder(path: str) -> dict[str, Any]:
    """The folders and the level files in a folder, sorted, and the folder above it.

    Raises `InputError` where nobody may look, or there is no such folder.
    """
    folder = as_path(path)
    try:
        with os.scandir(folder) as entries:
            rows = [row for entry in entries if (row := _describe(entry)) is not None]
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"this folder cannot be looked into: {reason}", source=path) from None
    rows.sort(key=lambda row: (row["kind"] != "folder", row["name"].lower(), row["name"]))
    above = folder.parent
    return {
        "path": str(folder),
        "name": folder.name or str(folder),
        "above": str(above) if above != folder else None,
        "entries": rows[:MOST_ENTRIES],
        "more": max(0, len(rows) - MOST_ENTRIES),
        "isGame": find_game(folder) is not None,
    }


def list_places() -> list[dict[str, str]]:
    """Where to begin: the user's folders, drives, and where games are usually installed."""
    home = Path.home()
    places = [("Home", home)]
    places += [(name, home / name) for name in ("Documents", "Desktop", "Downloads")]
    places += [(_game_name(path), path) for path in _usual_games(home)]
    if sys.platform == "win32":
        places += [(f"Drive {letter}:", Path(f"{letter}:\\")) for letter in string.ascii_uppercase]
    found = [(name, path) for name, path in places if _is_folder(path)]
    return [{"name": name, "path": str(path)} for name, path in found]


def as_path(text: str) -> Path:
    """A path as it is typed or pasted: quotes around it and ``~`` are understood.

    Raises `InputError` for what is no path, or not a full one.
    """
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    if not text or "\0" in text:
        raise InputError("type the path of a folder or a file, or choose one from the list")
    try:
        path = Path(text).expanduser()
    except RuntimeError:
        path = Path(text)
    if not path.is_absolute():
        raise InputError("type the whole path, from the drive or the root on", source=text)
    return path


def _describe(entry: os.DirEntry[str]) -> dict[str, str] | None:
    if entry.name.startswith((".", "$")):
        return None
    try:
        is_folder = entry.is_dir()
    except OSError:
        return None
    kind = "folder" if is_folder else _KINDS.get(os.path.splitext(entry.name)[1].lower())  # noqa: PTH122
    if kind is None:
        return None
    return {"name": _shown(entry.name), "path": entry.path, "kind": kind}


def _shown(name: str) -> str:
    """A name without what cannot be sent, as it may be on Linux."""
    return name.encode("utf-8", "replace").decode()


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def _usual_games(home: Path) -> list[Path]:
    steam = [
        Path("C:/Program Files (x86)/Steam"),
        home / "Library" / "Application Support" / "Steam",
        home / ".local" / "share" / "Steam",
        home / ".steam" / "steam",
    ]
    names = ("swkotor", "Knights of the Old Republic II")
    found = [folder / "steamapps" / "common" / name for folder in steam for name in names]
    shops = [Path("C:/GOG Games"), Path("C:/Program Files (x86)/GOG Galaxy/Games")]
    found += [folder / f"Star Wars - KotOR{number}" for folder in shops for number in ("", "2")]
    found += [Path("C:/Program Files (x86)/LucasArts") / name for name in ("SWKotOR", "SWKotOR2")]
    seen = {path.resolve(): path for path in found if _is_folder(path)}
    return [path for path in seen.values() if find_game(path) is not None]


def _game_name(path: Path) -> str:
    return f"Game: {path.name}"
