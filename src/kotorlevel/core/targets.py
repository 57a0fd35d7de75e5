"""Several files into one folder: nothing is replaced unasked, and nothing leaves the folder."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.errors import InputError
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.core.together import write_together
from kotorlevel.core.words import some_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def plan_targets(folder: Path, filenames: Iterable[str], *, overwrite: bool) -> list[Path]:
    """Where each file goes: to a new file of its name, or with ``overwrite`` over an old one.

    A file that is there in another case is the same one to the game, so it counts as the old one.
    Raises `InputError` where a file exists and is not to be replaced, and for a link or a folder
    in a file's place: a link may lead out of the folder.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError("is a file; give the name of a folder", source=str(folder))
    there = {name_key(path.name): path for path in folder.iterdir()} if folder.is_dir() else {}
    targets = [there.get(name_key(filename), folder / filename) for filename in filenames]
    for target in targets:
        if target.is_symlink():
            text = "is a link, which may lead elsewhere; nothing was written"
            raise InputError(text, source=str(target))
        if target.exists() and not target.is_file():
            text = "is not a file, but in its place; nothing was written"
            raise InputError(text, source=str(target))
    existing = [target for target in targets if target.exists()]
    if existing and not overwrite:
        verb = "exists" if len(existing) == 1 else "exist"
        names = some_of([printable(str(each), 200) for each in existing])
        text = f"{names} {verb} already, nothing was written"
        raise InputError(text, needs="overwrite")
    return targets


def write_files(files: Mapping[Path, bytes]) -> None:
    """Write every file or none; folders that are not there are made, and go again on a failure."""
    made: list[Path] = []
    try:
        for folder in dict.fromkeys(path.parent for path in files):
            missing = [each for each in (folder, *folder.parents) if not each.exists()]
            made += reversed(missing)
            folder.mkdir(parents=True, exist_ok=True)
        write_together(
            {path: partial(write_atomic, data=data) for path, data in files.items()}, keep=False
        )
    except BaseException:
        for folder in reversed(made):
            with suppress(OSError):
                folder.rmdir()
        raise
