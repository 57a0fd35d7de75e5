"""What a level was read from on the disk, and whether that has changed since."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.install.sources import ArchiveSource, FolderSource, KeySource

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kotorlevel.area.install.level import Level

Fingerprint = dict[str, tuple[int, int, int]]
"""Path → time of the last change in nanoseconds, size in bytes, and number of the file."""

MOST_FILES = 50_000
"""Files that are looked at; a folder with more is someone's whole disk."""

_KINDS = frozenset(
    f".{kind}"
    for kind in (
        *("lyt", "vis", "wok", "pwk", "dwk", "2da", "ifo", "are", "git", "pth", "utd", "utp"),
        *("mod", "rim", "erf", "sav", "hak"),
    )
)


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
