"""`FurtherFiles`: files that an area has no part for and edits change or make: ARE, IFO, models."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping

from kotorlevel.area.area import Area
from kotorlevel.repair.edits.made import MadeFiles

Key = tuple[str, str]
"""Name in small letters, and extension: as in `Area.extra`."""


class FurtherFiles:
    """What these files had before all edits, and when this session last saw or wrote them.

    One that somebody else has changed since is left alone, unless an edit changes it, too: then
    whoever saves is asked.
    """

    def __init__(self, first: Mapping[Key, bytes] | None = None, area: Area | None = None) -> None:
        self._first: dict[Key, bytes | None] = dict(first or {})
        self._seen = {key: _digest(_read(area, key)) for key in self._first}
        self._saved = {*self._first}

    def note(self, area: Area, made: MadeFiles) -> None:
        """Know the files that an edit has changed or made, as they were before it."""
        for key in area.extra.keys() - self._first.keys():
            ours = made.digest_of(".".join(key))  # before the edits there was no such file
            self._first[key] = _read(area, key) if ours is None else None
            self._seen[key] = _digest(self._first[key]) if ours is None else ours

    def contents(self, area: Area) -> dict[Key, bytes]:
        """What the area says that they are to have, else what those saved had before all edits."""
        first = ((key, self._first[key]) for key in self._saved)
        return {key: data for key, data in first if data is not None} | dict(area.extra)

    def to_write(self, area: Area) -> dict[Key, bytes]:
        """Those that are to be other than this session has seen or left them."""
        wanted = self.contents(area)
        return {key: data for key, data in wanted.items() if _digest(data) != self._seen[key]}

    def find_changed(self, area: Area, disk: Area) -> set[Key]:
        """Those that somebody else has changed meanwhile."""
        return {k for k in self.contents(area) if _digest(_read(disk, k)) != self._seen[k]}

    @property
    def digests(self) -> dict[str, str]:
        """File name → what tells the content that this session has last seen or written."""
        return {".".join(key): seen for key, seen in self._seen.items()}

    def note_saved(self, area: Area, removed: Collection[str]) -> None:
        """Know that the files are as the area wants them, and which are ``removed``."""
        self._saved |= area.extra.keys()
        self._seen |= {key: _digest(data) for key, data in self.contents(area).items()}
        self._seen |= {key: "" for key in self._first if ".".join(key) in removed}


def _read(area: Area | None, key: Key) -> bytes | None:
    lookup = None if area is None else area.lookup
    found = None if lookup is None else lookup.find(*key)
    return None if found is None else found.read()


def _digest(data: bytes | None) -> str:
    return "" if data is None else hashlib.sha256(data).hexdigest()
