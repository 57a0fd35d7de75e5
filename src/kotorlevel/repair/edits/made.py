"""`MadeFiles`: files that saving has made, so that undoing what made them takes them away again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from kotorlevel.area.install.folders import is_file, list_folder
from kotorlevel.area.write import Written
from kotorlevel.core.journal.entry import digest

_KINDS = (".wok", ".mdl", ".mdx", ".vis", ".git", ".pth")
"""What edits make; a file that keeps unsaved edits may come from a stranger, and names no other."""


class MadeFiles:
    """The files that saves of one session have made, each by what was written there last.

    A file that was there before is never one of them, nor one that somebody has changed since.
    Those in an archive are not: there an entry that no layout names does no harm.
    """

    def __init__(self) -> None:
        self._digests: dict[Path, str] = {}

    def digest_of(self, filename: str) -> str | None:
        """What tells the content of a file that was made; None for others."""
        wanted = filename.lower()
        return next((d for path, d in self._digests.items() if path.name.lower() == wanted), None)

    def note(self, written: Sequence[Written], digests: Mapping[str, str]) -> None:
        """Know what a save has made, written again or removed; ``digests`` are of what it wrote."""
        for each in written:
            if each.removed:
                self._digests.pop(each.path, None)
            elif each.path in self._digests or _is_new(each):
                self._digests[each.path] = digests[each.path.name.lower()]

    def find_unneeded(self, needed: Collection[str], layout: Path | None) -> list[Path]:
        """Those whose names, in small letters, are not ``needed`` and that nobody has changed.

        Nor may another layout in the folder than that of the level name them as a room by now.
        """
        gone = [
            path
            for path, made in self._digests.items()
            if path.name.lower() not in needed and _is_still(path, made)
        ]
        named = {folder: _words_in(folder, layout) for folder in {path.parent for path in gone}}
        return [path for path in gone if not _is_one_of(path.stem, named[path.parent])]

    def to_names(self) -> dict[str, str]:
        """Name → digest, as `restore` takes them."""
        return {path.name: made for path, made in self._digests.items()}

    def restore(self, folder: Path, names: Mapping[str, str]) -> None:
        """Know again what a session made in ``folder`` that ended without saving."""
        for name, made in names.items():
            if Path(name).name == name and name.lower().endswith(_KINDS) and "\\" not in name:
                self._digests[folder / name] = made


def _is_new(written: Written) -> bool:
    is_file = [name.lower() for name in written.changes] == [written.path.name.lower()]
    return written.backup is None and is_file


def _is_still(path: Path, made: str) -> bool:
    """True for a plain file with that content; behind a link is the file of somebody else."""
    with suppress(OSError, ValueError):
        return not path.is_symlink() and digest(path) == made
    return False


def _words_in(folder: Path, layout: Path | None) -> set[bytes] | None:
    """The words in the layouts of a folder but that one, in small letters: names of rooms too.

    None where a layout cannot be read, which may name anything.
    """
    layouts = [each for each in list_folder(folder) if each.suffix.lower() == ".lyt"]
    others = [each for each in layouts if is_file(each)]
    with suppress(OSError):
        found = [each.read_bytes() for each in others if layout is None or each.name != layout.name]
        return {word for data in found for word in data.lower().split()}
    return None


def _is_one_of(name: str, words: set[bytes] | None) -> bool:
    return words is None or name.lower().encode() in words
