"""Where files are written: nothing is replaced unasked, and nothing leaves its folder."""

from collections.abc import Iterable
from pathlib import Path

from kotorlevel.core.errors import InputError
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.core.words import either, some_of


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


def choose_file(output: Path, endings: tuple[str, ...], example: str, *, force: bool) -> Path:
    """The one file to write; a folder is refused, with an ``example`` of what to name in it."""
    if output.is_dir():
        text = f"is a folder; name a file in it, such as {output / example}"
        raise InputError(text, source=str(output))
    return choose_output(output, output, endings, force=force)


def check_new(target: Path, *, force: bool) -> None:
    """Raise `InputError` for a file in no folder, and for one that exists without ``force``."""
    if not target.parent.is_dir():
        raise InputError(f"there is no folder {target.parent}", source=str(target))
    if target.exists() and not force:
        raise InputError("exists already", source=str(target), needs="force")


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
