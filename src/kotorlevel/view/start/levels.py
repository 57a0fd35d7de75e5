"""What a path means to the start page: a level, a game with modules, or a folder with several."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kotorlevel.area.install.game import Game, find_game
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.view.start.folders import as_path

MOST_LOOKED_AT = 20_000
"""Files and folders that are looked at for layouts: nobody waits for a whole disk."""

_MOST_CHOICES = 500
_ALONE = (".lyt", ".wok", ".pwk", ".dwk", ".mod", ".rim", ".erf", ".sav")
_ARCHIVES = (".mod", ".rim", ".erf", ".sav")


def look_at(path: str, module: str = "") -> dict[str, Any]:
    """What can be opened there, as plain values.

    ``level`` is one that can be opened at once (``editable`` or not), ``choices`` are levels to
    choose from: the modules of a game, or layouts, archives and walkmeshes in a folder. Raises
    `InputError` where there is nothing.
    """
    found = as_path(path)
    try:
        is_folder = found.is_dir()
        if not is_folder and not found.is_file():
            raise InputError("there is no such file or folder", source=str(found))
    except OSError as error:
        raise InputError(str(error.strerror or error), source=str(found)) from None
    game = find_game(found)
    if game is not None:
        return _look_at_game(game, module)
    if is_folder:
        return _look_into(found)
    if found.suffix.lower() not in _ALONE:
        text = "this is no level: open a folder, a .mod, a layout (.lyt) or a walkmesh (.wok)"
        raise InputError(text, source=str(found))
    return _level(found)


def _level(path: Path, module: str = "", name: str = "") -> dict[str, Any]:
    level = {
        "path": str(path),
        "module": module,
        "name": name or path.name,
        "editable": not module,
    }
    return {"level": level, "choices": [], "note": ""}


def _look_at_game(game: Path, module: str) -> dict[str, Any]:
    try:
        names = sorted((each.name for each in Game.open(game).modules), key=str.lower)
    except (FormatError, OSError) as error:
        raise InputError(f"the game cannot be read: {error}", source=str(game)) from None
    if module:
        if module.lower() not in {name.lower() for name in names}:
            raise InputError(f"the game has no module {module}", source=str(game))
        return _level(game, module, module)
    rows = [{"path": str(game), "module": name, "name": name} for name in names]
    note = "A game. Choose one of its modules; they can be checked and viewed, not edited."
    return {"level": None, "choices": rows[:_MOST_CHOICES], "note": note}


def _look_into(folder: Path) -> dict[str, Any]:
    files, is_all = _walk_bounded(folder)
    layouts = [path for path in files if path.suffix.lower() == ".lyt"]
    archives = [path for path in files if path.suffix.lower() in _ARCHIVES]
    if len(layouts) == 1 and not archives and is_all:
        return _level(folder)
    found = layouts + archives
    if not found:
        found = [path for path in files if path.suffix.lower() not in _ARCHIVES]
    if not found:
        text = "no level in this folder: it needs a layout (.lyt), a .mod or a walkmesh (.wok)"
        more = "" if is_all else " near the top; choose a folder inside"
        raise InputError(text + more, source=str(folder))
    rows = [
        {"path": str(path), "module": "", "name": path.relative_to(folder).as_posix()}
        for path in found[:_MOST_CHOICES]
    ]
    note = "Several levels are in this folder: choose one."
    if not layouts and not archives:
        note = "No layout (.lyt) is in this folder, only walkmeshes: choose one."
    return {"level": None, "choices": rows, "note": note if is_all else f"{note} It has more."}


def _walk_bounded(folder: Path) -> tuple[list[Path], bool]:
    """The level files in a folder and below, sorted, and whether all of it was looked at."""
    found: list[Path] = []
    for looked, entry in enumerate(_walk(folder)):
        if looked >= MOST_LOOKED_AT:
            return sorted(found), False
        if os.path.splitext(entry.name)[1].lower() in _ALONE and entry.is_file():  # noqa: PTH122
            found.append(Path(entry.path))
    return sorted(found), True


def _walk(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Breadth first, so that what is near comes before what is deep; not behind links."""
    waiting = [str(folder)]
    for each in waiting:
        try:
            with os.scandir(each) as entries:
                listed = list(entries)
        except OSError:
            continue
        for entry in listed:
            yield entry
            if entry.name[0] != "." and entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
