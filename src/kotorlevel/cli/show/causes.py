"""What parts a floor, as the commands ``path`` and ``reach`` tell it: with rules and commands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from kotorlevel.checks.facts.area.causes import rule_of
from kotorlevel.nav.causes.words import IF_MEANT, describe_cause, describe_remedy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kotorlevel.nav.causes.cause import Cause

_ABOUT_THING = re.compile(r"(door|placeable) [0-9]+\b.*: ([^:]*)", re.DOTALL)
"""A note about one thing: ``door 3 (gate): there is no gate0.dwk: it is no obstacle``."""


def cause_to_json(cause: Cause, names: Sequence[str], named: str) -> dict[str, Any]:
    """A cause; ``names`` are those of the rooms, ``named`` is AREA for other commands."""
    return {
        "kind": cause.kind,
        "at": list(cause.at),
        "rooms": list(cause.rooms),
        "edges": [[list(edge) for edge in side] for side in cause.edges],
        "size": cause.size,
        "length": cause.length,
        "surfaces": list(cause.surfaces),
        "blocker": None if cause.blocker is None else cause.blocker.name,
        "blocker_index": None if cause.blocker is None else cause.blocker.index,
        "rule": rule_of(cause) or None,
        "text": describe_cause(cause, names, rule_of, into=True),
        "remedy": suggest_remedy(cause, names, named) or None,
    }


def suggest_remedy(cause: Cause, names: Sequence[str], named: str) -> str:
    """What mends it, as a command where one does; ``named`` is how commands name the level.

    A command stands at the end, so that it can be copied; what it depends on stands before it.
    """
    remedy = cause.remedy
    if remedy is None or remedy.kind == "open-door":
        return ""
    link = f"kotorlevel link {named} --in-place"
    commands = {
        "link": link,
        "link-through-wall": f"{IF_MEANT}, through all such walls of the area: {link} "
        "--through-walls",
        "split": f"{link} --split",
        "snap": f"{link} --snap {remedy.metres:g}",
        "turn-face": f"kotorlevel fix {named}",
    }
    if remedy.kind == "weld" and rule_of(cause):
        return f"{IF_MEANT}: kotorlevel fix {named} --unsafe"
    text = describe_remedy(remedy, names)
    if remedy.kind == "add-walkmesh":
        return f"{text} (.wok), or give the whole game: --game DIR"
    return commands.get(remedy.kind, text)


def shorten_notes(notes: Sequence[str]) -> Iterator[str]:
    """Each note once; of those about doors, or placeables, with the same end the first only."""
    about: dict[object, list[str]] = {}
    for note in dict.fromkeys(notes):
        thing = _ABOUT_THING.fullmatch(note)
        about.setdefault(thing.groups() if thing else note, []).append(note)
    for same in about.values():
        more = len(same) - 1
        yield same[0] + (f" (so it is with {more:,} more; --json has all)" if more else "")
