"""What a level was read from on the disk, and `Live`: shown anew whenever that changes."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kotorlevel.area.area import Area
from kotorlevel.area.install.sources import ArchiveSource, FolderSource, KeySource
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.view.scene.findings import file_name

if TYPE_CHECKING:
    from kotorlevel.area.install.level import Level
    from kotorlevel.mesh.walkmesh import Walkmesh
    from kotorlevel.view.show import Shown


Fingerprint = dict[str, tuple[int, int, int]]
"""Path → time of the last change in nanoseconds, size in bytes, and number of the file."""

MOST_FILES = 50_000
"""Files that are looked at; a folder with more is someone's whole disk."""

_KINDS = frozenset(
    f".{kind}"
    for kind in (
        *("lyt", "vis", "wok", "pwk", "dwk", "2da", "ifo", "are", "git", "pth", "utd", "utp"),
        *("mdl", "mdx"),
        *("mod", "rim", "erf", "sav", "hak"),
    )
)
_MODELS = (".mdl", ".mdx")


@dataclass(frozen=True)
class Watched:
    """``files``, and ``folders`` with whether the folders below them count as well.

    A file that comes into a folder is a change, too: it may be a room that was missing.
    """

    files: tuple[Path, ...] = ()
    folders: tuple[tuple[Path, bool], ...] = ()

    def fingerprint(self) -> Fingerprint:
        """How everything is now; equal to an earlier one where nothing has changed."""
        found: Fingerprint = {}
        for path in self.files:
            try:
                status = path.stat()
            except (OSError, ValueError):  # gone, which is a change as well
                continue
            found[str(path)] = (status.st_mtime_ns, status.st_size, status.st_ino)
        for folder, deep in self.folders:
            for entry in _walk(folder, deep):
                if len(found) >= MOST_FILES:
                    return found
                try:
                    status = entry.stat()
                except OSError:
                    continue
                # On Windows an entry has no number of the file.
                found[entry.path] = (status.st_mtime_ns, status.st_size, status.st_ino)
        return found


def watch_level(level: Level, files: Iterable[Path] = ()) -> Watched:
    """Where the resources of a level are looked for, and some ``files`` beside."""
    alone, folders = list(files), []
    for source in level.lookup.sources:
        if isinstance(source, FolderSource):
            folders.append((source.path, source.deep))
        elif isinstance(source, (ArchiveSource, KeySource)):
            alone.append(source.path)
    return Watched(tuple(dict.fromkeys(alone)), tuple(dict.fromkeys(folders)))


def _walk(folder: Path, deep: bool) -> Iterator[os.DirEntry[str]]:
    """The level files in a folder; with ``deep`` also below, but not behind links to folders."""
    waiting = [str(folder)]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except (OSError, ValueError):
            continue
        for entry in listed:
            if os.path.splitext(entry.name)[1].lower() in _KINDS:  # noqa: PTH122
                yield entry
            elif deep and entry.name[0] != "." and entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)


_LONGEST_ERROR = 400


class Live:
    """What a server shows now: ``shown``, the ``version`` of it, and the ``error`` since then.

    ``load`` reads the level anew; it raises `FormatError` or `OSError` where that cannot be done,
    and then the last good one stays. `look` is safe from several threads.
    """

    def __init__(self, load: Callable[[], Shown], first: Shown | None = None) -> None:
        self._load = load
        self._lock = threading.Lock()
        self.shown = first or load()
        self.version = 1
        self.error = ""
        self._tried: Fingerprint = self.shown.watched.fingerprint()
        self._waiting: Fingerprint | None = None

    @property
    def status(self) -> dict[str, Any]:
        """``{version, error}``: the version grows when there is something new to be shown."""
        return {"version": self.version, "error": self.error}

    def look(self) -> None:
        """Load the level again if its files have changed, and are the same as at the last look.

        Whoever saves a file is given the time between two looks to finish.
        """
        if not self._lock.acquire(blocking=False):
            return  # someone else is at it
        try:
            now = self.shown.watched.fingerprint()
            if now == self._tried:
                self._waiting = None
            elif now != self._waiting:
                self._waiting = now
            else:
                self._waiting = None
                self._reload(now)
        finally:
            self._lock.release()

    def check(self) -> list[dict[str, Any]]:
        """The findings anew, from the files as they are at this moment."""
        with self._lock:
            self._reload(self.shown.watched.fingerprint())
            found: list[dict[str, Any]] = self.shown.scene.document["findings"]
            return found

    def _reload(self, now: Fingerprint) -> None:
        before_now, self._tried = self._tried, now
        try:
            fresh = self._load()
        except Exception as error:  # whatever it is: the last good level stays
            self.error = describe_error(error)
            return
        if lost := find_lost(self.shown.source, fresh.source):
            self.error = describe_error(lost)
            return
        self.error = ""
        before, self.shown = self.shown, fresh
        if fresh.watched != before.watched:
            # What changed while it was loaded counts as a change still to come.
            after = fresh.watched.fingerprint()
            self._tried = {path: now.get(path, status) for path, status in after.items()}
        is_new = (fresh.document, fresh.scene.buffer) != (before.document, before.scene.buffer)
        if is_new or _models_of(now) != _models_of(before_now):
            self.version += 1


def _models_of(files: Fingerprint) -> Fingerprint:
    """Those of room models: they are not in the scene, which would be equal without this."""
    return {path: state for path, state in files.items() if path.lower().endswith(_MODELS)}


def find_lost(before: Walkmesh | Area, after: Walkmesh | Area) -> FormatError | None:
    """Why a room that could be read before cannot be read now; None where there is none.

    A walkmesh that is being saved is such a room: it should not vanish from the picture.
    """
    if not isinstance(before, Area) or not isinstance(after, Area):
        return None
    had = {name_key(room.name) for room in before.rooms if room.mesh is not None}
    errors = (room.error for room in after.rooms if name_key(room.name) in had)
    return next((error for error in errors if error is not None), None)


def describe_error(error: Exception) -> str:
    """What is wrong, for the page: with the name of the file, but not its folders."""
    text = str(error) if isinstance(error, (OSError, ValueError)) else repr(error)
    if isinstance(error, FormatError):
        parts = (file_name(error.source), error.place, error.message)
        text = ": ".join(part for part in parts if part)
    return printable(f"{text}. The last level that could be read is shown.", _LONGEST_ERROR)
