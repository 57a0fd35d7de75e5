"""Where files are written: nothing is replaced unasked, and nothing leaves its folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.core.errors import InputError
from kotorlevel.core.resource import name_key
from kotorlevel.core.words import either, some_of

if TYPE_CHECKING:
    from collections.abc import Iterable


def choose_output(output: Path, source: Path, endings: tuple[str, ...], *, force: bool) -> Path:
    """The file to write: ``output``, or a file of the source's name in it if it is a folder.

    Raises `InputError` where its ending is none of ``endings``, where it exists and ``force``
    was not given, or where its folder does not exist.
    """
    target = output / source.name if output.is_dir() else output
    if target.is_dir():
        raise InputError("is a folder, not a file", source=str(target))
    if not target.name.lower().endswith(endings):
        raise InputError(f"the output must end in {either(endings)}", source=str(target))
    check_new(target, force=force)
    return target


def check_new(target: Path, *, force: bool) -> None:
    """Raise `InputError` for a file in no folder, and for one that exists without ``force``."""
    if not target.parent.is_dir():
        raise InputError(f"there is no folder {target.parent}", source=str(target))
    if target.exists() and not force:
        raise InputError("exists already", source=str(target), needs="force")


def plan_targets(folder: Path, filenames: Iterable[str], *, force: bool) -> list[Path]:
    """Where each file goes: to a new file of its name, or with ``force`` in place of an old one.

    A file that is there in another case is the same one to the game, so it counts as the old one.
    Raises `InputError`, before anything is written, where a file exists and ``force`` was not
    given, and for a link or a folder in a file's place: a link may lead out of the folder.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError("is a file; give the name of a folder", source=str(folder))
    there = {name_key(path.name): path for path in folder.iterdir()} if folder.is_dir() else {}
    targets = [there.get(name_key(name), folder / name) for name in filenames]
    for target in targets:
        if target.is_symlink():
            text = "is a link, which may lead elsewhere; nothing was written"
            raise InputError(text, source=str(target))
        if target.exists() and not target.is_file():
            text = "is not a file, but in its place; nothing was written"
            raise InputError(text, source=str(target))
    existing = [target for target in targets if target.exists()]
    if existing and not force:
        verb = "exists" if len(existing) == 1 else "exist"
        text = f"{some_of(existing)} {verb} already, nothing was written"
        raise InputError(text, needs="force-all")
    return targets
