"""Which findings are to be repaired, where not all are: single ones, or those of some rooms."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from kotorlevel.area.area import Area
from kotorlevel.area.edit.rooms import choose_room
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.core.resource import name_key

_CAUSES = "CAU"


@dataclass(frozen=True)
class Chosen:
    """The findings that count: those of ``pairs`` (rule, file), and those in ``files``.

    Files go by their names alone, for an area has one of each. ``rooms`` are the numbers of the
    rooms behind ``files``: findings on an area may name these instead. None means all.
    """

    pairs: frozenset[tuple[str, str]] | None = None
    files: frozenset[str] | None = None
    rooms: frozenset[int] = frozenset()

    def wants(self, finding: Finding) -> bool:
        """True where the finding may be repaired."""
        names = {file_key(each) for each in finding.files}
        if self.pairs is not None and not any((finding.rule, n) in self.pairs for n in names):
            return False
        if self.files is None or not self.files.isdisjoint(names):
            return True
        return finding.place == "room" and not self.rooms.isdisjoint(finding.numbers)

    def looks_into(self, name: str) -> bool:
        """True where a file may have something to repair by itself."""
        key = file_key(name)
        if self.pairs is not None and not any(key == file for _, file in self.pairs):
            return False
        return self.files is None or key in self.files


ALL = Chosen()


def choose_findings(only: Iterable[Finding], options: Options) -> tuple[Chosen, Options]:
    """The choice of these findings, and options that look for no more than they have to.

    A cause is seen by what it explains, so there all rules are asked.
    """
    chosen = [*only]
    pairs = frozenset((f.rule, file_key(file)) for f in chosen for file in f.files)
    rules = tuple(sorted({finding.rule for finding in chosen}))
    if not any(rule.startswith(_CAUSES) for rule in rules):
        options = replace(options, select=rules)
    return Chosen(pairs), options


def choose_rooms(area: Area, which: Iterable[int | str], chosen: Chosen = ALL) -> Chosen:
    """The choice limited to what is wrong in some rooms; as it is where none is named.

    Raises `KeyError` for a room that is not there.
    """
    rooms = [choose_room(area, each) for each in which]
    if not rooms:
        return chosen
    files = frozenset(name_key(f"{room.name}.wok") for room in rooms)
    return replace(chosen, files=files, rooms=frozenset(room.index for room in rooms))


def file_key(name: str) -> str:
    """The name of a file without the folder or the archive that it is in."""
    return name_key(re.split(r"[/\\]|: ", name)[-1])
