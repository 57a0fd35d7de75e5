"""Writing a level where it belongs: what was built is replaced, what somebody else made is not."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.write import Written
from kotorlevel.core.atomic import write_atomic
from kotorlevel.core.errors import InputError
from kotorlevel.core.journal.naming import edit_named
from kotorlevel.core.text import printable
from kotorlevel.core.together import Write, write_together
from kotorlevel.core.words import some_of

if TYPE_CHECKING:
    from kotorlevel.build.module import BuiltModule

FOLDER = "module"
"""Where the loose files go, below the folder of the level."""
RECORD = ".kotorlevel-built.json"
"""What the last build wrote there, with checksums: only that is replaced unasked."""
_LARGEST_RECORD = 1_000_000


def write_level(
    module: BuiltModule,
    folder: Path,
    more: Mapping[str, bytes] | None = None,
    *,
    overwrite: bool = False,
    dry_run: bool = False,
) -> list[Written]:
    """Write a module, and ``more`` by their path below ``folder``; see `BuiltModule.write`."""
    if folder.exists() and not folder.is_dir():
        raise InputError("is a file; give the name of a folder", source=str(folder))
    files = {f"{FOLDER}/{name}": data for name, data in module.files.items()}
    files[f"{module.plan.name}.mod".lower()] = module.mod
    record = _read_record(folder / RECORD)
    _refuse_foreign(folder, files, record, more or {}, overwrite=overwrite)
    gone = [name for name in record if name not in files and _is_as_built(folder, name, record)]
    wanted = files | dict(more or {}) | {RECORD: _make_record(files)}
    changed = {name: data for name, data in wanted.items() if _read(folder / name) != data}
    backups = {} if dry_run else _write(folder, changed, gone)
    shown = [name for name in (*changed, *gone) if name != RECORD]
    return [Written(folder / name, (name,), backups.get(folder / name)) for name in shown]


def _write(folder: Path, changed: Mapping[str, bytes], gone: list[str]) -> dict[Path, Path | None]:
    """Write and remove files, all or none; where the old ones are kept."""
    writes: dict[Path, Write | None] = {
        folder / name: partial(write_atomic, data=data) for name, data in changed.items()
    }
    writes |= {folder / name: None for name in gone}
    if not writes:
        return {}
    made: list[Path] = []
    try:
        for home in dict.fromkeys(path.parent for path in writes):
            made += reversed([each for each in (home, *home.parents) if not each.exists()])
            home.mkdir(parents=True, exist_ok=True)
        keep = any(path.exists() for path in writes)
        with edit_named("build_module"):
            return write_together(writes, level=folder / RECORD, keep=keep)
    except BaseException:
        for each in reversed(made):
            with suppress(OSError):
                each.rmdir()
        raise


def _refuse_foreign(
    folder: Path,
    files: Mapping[str, bytes],
    record: Mapping[str, str],
    more: Mapping[str, bytes],
    *,
    overwrite: bool,
) -> None:
    """Raise `InputError` for files in the way that no build has written, or that were changed."""
    wanted = {**files, **more}
    for name in wanted:
        for path in (folder / name, (folder / name).parent):
            if path.is_symlink():
                raise InputError("is a link, which may lead elsewhere", source=str(path))
        if (folder / name).exists() and not (folder / name).is_file():
            raise InputError("is not a file, but in its place", source=str(folder / name))
    if overwrite:
        return
    foreign = [
        str(folder / name)
        for name, data in wanted.items()
        if (folder / name).exists()
        and not _is_as_built(folder, name, record)
        and _read(folder / name) != data
    ]
    if foreign:
        one = len(foreign) == 1
        what = "is not as a build has left it" if one else "are not as a build has left them"
        text = f"{some_of(foreign)} {what}; nothing was written"
        raise InputError(text, needs="overwrite")


def _is_as_built(folder: Path, name: str, record: Mapping[str, str]) -> bool:
    path = folder / name
    data = None if path.is_symlink() else _read(path)
    return data is not None and record.get(name) == _checksum(data)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes() if path.is_file() else None
    except OSError:
        return None


def _make_record(files: Mapping[str, bytes]) -> bytes:
    sums = {name: _checksum(data) for name, data in sorted(files.items())}
    document = {"format": "kotorlevel-built", "version": 1, "files": sums}
    return (json.dumps(document, indent=1) + "\n").encode()


def _read_record(path: Path) -> dict[str, str]:
    """File → checksum of the last build; nothing where there is no record that can be read.

    Only names that a build could have written count: others might lead anywhere.
    """
    data = None if path.is_symlink() else _read(path)
    if data is None or len(data) > _LARGEST_RECORD:
        return {}
    try:
        files = json.loads(data)["files"]
        pairs = [(str(name), str(each)) for name, each in files.items()]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
    return {name: each for name, each in pairs if _is_own_name(name)}


def _is_own_name(name: str) -> bool:
    plain = name.removeprefix(f"{FOLDER}/")
    bad = set('/\\:*?"<>|') & set(plain)
    return not bad and not plain.startswith(".") and printable(plain) == plain and "." in plain


def _checksum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
