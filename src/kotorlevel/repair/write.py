"""Writing what was repaired: the files of an area all together or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.errors import FormatError
from kotorlevel.core.together import HalfWrittenError, write_together

if TYPE_CHECKING:
    from kotorlevel.repair.file import Repair

Group = Sequence["Repair"]
"""Files of which all or none are to be written."""


def group_files(
    repairs: Iterable[Repair], together: Iterable[frozenset[Path]]
) -> list[list[Group]]:
    """What is to be written at once, in the order given: an area, and the other files beside it.

    Each has its parts, which can be written without each other: an area, or a single file.
    """
    area_of = {path: area for area in together for path in area}
    parts: dict[Path | frozenset[Path], list[Repair]] = {}
    for repair in repairs:
        parts.setdefault(area_of.get(repair.path, repair.path), []).append(repair)
    homes = {key: _home(part) for key, part in parts.items()}
    areas = [homes[key] for key in parts if isinstance(key, frozenset)]
    batches: dict[object, list[Group]] = {}
    for key, part in parts.items():
        # Levels in one folder are edits of their own: one of them may be undone, and not the other.
        is_one_of_many = isinstance(key, frozenset) and areas.count(homes[key]) > 1
        batches.setdefault(key if is_one_of_many else homes[key], []).append(part)
    return [*batches.values()]


def _home(group: Group) -> Path:
    """The folder of the layout, or of the first file."""
    layouts = [each.path for each in group if each.path.suffix.lower() == ".lyt"]
    return (layouts or [group[0].path])[0].parent


def write_group(group: Group, output: Path | None) -> dict[Path, Path | None]:
    """Write what was repaired; each target with where the file is kept that was in its place.

    ``output`` is the folder that the targets are below, None in place. Raises `FormatError`; then
    all files are as they were, or it says which are not.
    """
    changed = [each for each in group if each.changed and each.target]
    layouts = [each.path for each in group if each.path.suffix.lower() == ".lyt"]
    try:
        wanted = _list_new(changed, output)
        return write_together(
            {path: partial(write_atomic, data=data) for path, data in wanted.items()},
            level=layouts[0] if layouts and output is None else None,
            keep=output is None or any(path.exists() for path in wanted),
        )
    except OSError as error:
        text = f"cannot be written: {error.strerror or error}"
        if len(changed) > 1 and not isinstance(error, HalfWrittenError):
            text += f" (nothing of this area was {'changed' if output is None else 'written'})"
        source = Path(error.filename).as_posix() if error.filename else ""
        raise FormatError(text, source=source) from error


def _list_new(changed: Group, output: Path | None) -> dict[Path, bytes]:
    """The files that are not yet as they should be; their folders are made.

    Raises `OSError` for one in place that is not what was repaired: somebody else was at work.
    """
    wanted: dict[Path, bytes] = {}
    for each in changed:
        assert each.target is not None
        if output is not None:
            _refuse_link(each.target, output)
        each.target.parent.mkdir(parents=True, exist_ok=True)
        now = each.target.read_bytes() if each.target.is_file() else None
        if output is None and now not in (each.before, each.after):
            text = "has changed since it was read; repair it again"
            raise OSError(errno.EBUSY, text, os.fspath(each.target))
        if now != each.after:  # else by an earlier run
            wanted[each.target] = each.after
    return wanted


def _refuse_link(target: Path, output: Path) -> None:
    """Raise `OSError` for a link below the output folder: it may lead out of it."""
    below = target.relative_to(output)
    for place in (output / part for part in (below, *below.parents)):
        if place != output and place.is_symlink():
            text = "is a link, which may lead elsewhere; take it away, or write to another folder"
            raise OSError(errno.ELOOP, text, os.fspath(place))
