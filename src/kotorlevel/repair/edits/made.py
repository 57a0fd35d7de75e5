"""`MadeFiles`: files that saving has made, so that undoing what made them takes them away again."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from pathlib import Path

from kotorlevel.area.write import Written


class MadeFiles:
    """The files that saves of one session have made, each by what was written there last.

    A file that was there before is never one of them, nor one that somebody has changed since.
    Those in an archive are not: there an entry that no layout names does no harm.
    """

    def __init__(self) -> None:
        self._digests: dict[Path, str] = {}

    def __contains__(self, filename: str) -> bool:
        return any(path.name.lower() == filename.lower() for path in self._digests)

    def note(self, written: Sequence[Written]) -> None:
        """Know what a save has made, written again or removed."""
        for each in written:
            if each.removed:
                self._digests.pop(each.path, None)
            elif each.path in self._digests or _is_new(each):
                self._digests[each.path] = _digest(each.path)

    def find_unneeded(self, needed: Collection[str]) -> list[Path]:
        """Those whose names, in small letters, are not ``needed`` and that nobody has changed."""
        return [
            path
            for path, digest in self._digests.items()
            if path.name.lower() not in needed and _digest(path) == digest
        ]


def _is_new(written: Written) -> bool:
    is_file = [name.lower() for name in written.changes] == [written.path.name.lower()]
    return written.backup is None and is_file


def _digest(path: Path) -> str:
    """What tells the content of a file from others; empty where there is none."""
    try:
        return "" if path.is_symlink() else hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
