"""An edit as it stands in the journal."""

from __future__ import annotations

import errno
import json
import os
from dataclasses import dataclass
from datetime import datetime
from io import BufferedReader
from pathlib import Path
from typing import Any, Literal

from kotorlevel.core.errors import InputError

Side = Literal["before", "after"]

ENTRY = "entry.json"
_VERSION = 1
_LONGEST = 1 << 27
"""Bytes of an entry: enough for half a million files taken out of an archive at once."""


@dataclass(frozen=True)
class FileChange:
    """A file that an edit changed: the SHA-256 of its bytes, None where there was no file."""

    path: Path
    before: str | None
    after: str | None

    def of(self, side: Side) -> str | None:
        """The SHA-256 before or after."""
        return self.before if side == "before" else self.after


@dataclass(frozen=True)
class Edit:
    """A repair or an edit: its number in the journal, when and by what, and the files it changed.

    ``level`` is the layout or archive of the level, None where single files were edited. Edits of
    one ``run`` are undone together. ``is_undone`` ones can be done again.
    """

    journal: Path
    number: int
    when: datetime
    what: str
    run: str
    level: Path | None
    files: tuple[FileChange, ...]
    is_undone: bool = False
    is_kept: bool = True

    @property
    def folder(self) -> Path:
        """Where its bytes are."""
        return self.journal / f"{self.number:04d}"

    @property
    def home(self) -> Path:
        """The folder that the journal is for."""
        return self.journal.parent

    @property
    def goal(self) -> Side:
        """The side that its files are on."""
        return "before" if self.is_undone else "after"

    def kept(self, index: int, side: Side) -> Path:
        """The file in the journal with the bytes of a file on that side."""
        return self.folder / f"{index}.{side}"

    def concerns(self, path: Path) -> bool:
        """True where ``path`` is its level, one of its files, or a folder of them."""
        names = [each.path for each in self.files] + ([self.level] if self.level else [])
        return any(path == name or path in name.parents for name in names)

    def to_bytes(self) -> bytes:
        """Its ``entry.json``; paths are as seen from the folder of the level."""
        value = {
            "version": _VERSION,
            "number": self.number,
            "when": self.when.isoformat(),
            "what": self.what,
            "run": self.run,
            "level": self.level and self._relative(self.level),
            "undone": self.is_undone,
            "keep": self.is_kept,
            "files": [
                {"path": self._relative(each.path), "before": each.before, "after": each.after}
                for each in self.files
            ],
        }
        return json.dumps(value, indent=1).encode()

    def _relative(self, path: Path) -> str:
        try:
            return Path(os.path.relpath(path, self.home)).as_posix()
        except ValueError:  # another drive
            return path.as_posix()


def read_edit(path: Path, journal: Path) -> Edit:
    """The edit in an ``entry.json`` or ``begun.json``. Raises `InputError` for anything else."""
    try:
        with open_file(path) as file:
            return _parse(json.loads(file.read(_LONGEST)), journal)
    except (OSError, ValueError, TypeError, LookupError, ArithmeticError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or "it is damaged"
        text = f"this part of the journal cannot be read: {reason}"
        help_ = f"take the folder {journal} away; then nothing can be undone, but all else works"
        raise InputError(f"{text}; {help_}", source=str(path)) from error


def _parse(value: Any, journal: Path) -> Edit:
    home = journal.parent

    def full(name: str) -> Path:
        return Path(os.path.abspath(home / name))  # noqa: PTH100  a link stays one

    files = tuple(
        FileChange(full(each["path"]), _digest_in(each["before"]), _digest_in(each["after"]))
        for each in value["files"]
    )
    return Edit(
        journal,
        int(value["number"]),
        datetime.fromisoformat(value["when"]).astimezone(),
        str(value["what"]),
        str(value["run"]),
        None if value["level"] is None else full(value["level"]),
        files,
        bool(value["undone"]),
        bool(value["keep"]),
    )


def _digest_in(value: object) -> str | None:
    return None if value is None else str(value)


def digest(path: Path) -> str | None:
    """The SHA-256 of a file; None where there is none, empty for what is no file."""
    import hashlib  # slow, and few commands find an edit

    try:
        with open_file(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return None
    except IsADirectoryError:
        return ""


def open_file(path: Path) -> BufferedReader:
    """A file to read. Raises `IsADirectoryError` also for a device: a pipe would never end."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EISDIR, "is no file", os.fspath(path))
    return path.open("rb")
