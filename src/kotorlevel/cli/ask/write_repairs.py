"""Writing what ``kotorlevel fix`` has repaired: the files of an area all together or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.errors import FormatError
from kotorlevel.core.together import HalfWrittenError, write_together

if TYPE_CHECKING:
    from kotorlevel.repair.files import RepairedFiles

Job = tuple[Path, Path]
"""A file, and where its repair goes."""


@dataclass
class WrittenRepairs:
    """Each file that was repaired → where the file is kept that was in its place, if there was one.

    ``unwritten`` are files of which nothing was written, because of ``errors``.
    """

    backups: dict[Path, Path | None] = field(default_factory=dict)
    unwritten: set[Path] = field(default_factory=set)
    errors: list[FormatError] = field(default_factory=list)


def write_repairs(
    jobs: Sequence[Job], repaired: RepairedFiles, output: Path | None
) -> WrittenRepairs:
    """Write what was repaired; where a file cannot be written, nothing of its area is.

    Other areas and lone files are written all the same. ``output`` is the folder that the targets
    are below, None in place.
    """
    done = WrittenRepairs()
    for group in _group(jobs, repaired):
        changed = {
            target: repaired.repairs[path].after
            for path, target in group
            if repaired.repairs[path].changed
        }
        try:
            backups = _write(changed, output)
        except FormatError as error:
            done.errors.append(error)
            done.unwritten |= {path for path, _ in group}
        else:
            done.backups |= {path: backups.get(target) for path, target in group}
    return done


def _group(jobs: Sequence[Job], repaired: RepairedFiles) -> list[list[Job]]:
    """The jobs of each area, and every other by itself, in the order in which they are given."""
    area_of = {path: area for area in repaired.together for path in area}
    groups: dict[object, list[Job]] = {}
    for path, target in jobs:
        if path in repaired.repairs:
            groups.setdefault(area_of.get(path, path), []).append((path, target))
    return [*groups.values()]


def _write(contents: Mapping[Path, bytes], output: Path | None) -> dict[Path, Path | None]:
    """Write files, and what was in their places under other names; those names.

    Raises `FormatError`; then all of them are as they were, or it says which are not.
    """
    wanted: dict[Path, bytes] = {}
    try:
        for target, data in contents.items():
            if output is not None:
                _refuse_link(target, output)
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.is_file() or target.read_bytes() != data:  # else by an earlier run
                wanted[target] = data
        return write_together({path: partial(_put, data) for path, data in wanted.items()})
    except OSError as error:
        text = f"cannot be written: {error.strerror or error}"
        if len(contents) > 1 and not isinstance(error, HalfWrittenError):
            text += f" (nothing of this area was {'changed' if output is None else 'written'})"
        source = Path(error.filename).as_posix() if error.filename else ""
        raise FormatError(text, source=source) from error


def _put(data: bytes, path: Path) -> None:
    write_atomic(path, data)


def _refuse_link(target: Path, output: Path) -> None:
    """Raise `OSError` for a link below the output folder: it may lead out of it."""
    below = target.relative_to(output)
    for place in (output / part for part in (below, *below.parents)):
        if place != output and place.is_symlink():
            text = "is a link, which may lead elsewhere; take it away, or write to another folder"
            raise OSError(errno.ELOOP, text, os.fspath(place))
