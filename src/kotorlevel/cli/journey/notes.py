"""Notes for people: of many that say the same one is enough."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ABOUT_THING = re.compile(r"(door|placeable) [0-9]+\b.*: ([^:]*)", re.DOTALL)
"""A note about one thing: ``door 3 (gate): there is no gate0.dwk: it is no obstacle``."""


def shorten_notes(notes: Sequence[str]) -> Iterator[str]:
    """Each note once; of those about doors, or placeables, with the same end the first only."""
    about: dict[object, list[str]] = {}
    for note in dict.fromkeys(notes):
        thing = _ABOUT_THING.fullmatch(note)
        about.setdefault(thing.groups() if thing else note, []).append(note)
    for same in about.values():
        more = len(same) - 1
        yield same[0] + (f" (so it is with {more:,} more; --json has all)" if more else "")
