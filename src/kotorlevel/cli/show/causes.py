"""What parts a floor, as the commands ``path`` and ``reach`` tell it: with rules and commands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kotorlevel.checks.facts.area.causes import rule_of, rule_on_the_way, suggest_remedy
from kotorlevel.core.text import printable
from kotorlevel.nav.causes.words import describe_cause

if TYPE_CHECKING:
    from kotorlevel.cli.show.path import Told
    from kotorlevel.nav.causes.cause import Cause
    from kotorlevel.nav.journey.journey import Journey

_AT_ONCE = 0.05
"""Metres from a place that nobody needs to be told of."""

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


def list_remedies(told: Told) -> Iterator[str]:
    """What to do where `path` finds none, each in a line of its own."""
    status = told.journey.path.status
    if status == "blocked-by-door":
        yield from _to_open(told)
    elif status.endswith("-blocked"):
        yield "give a place with more room about it, or a smaller --radius"
    elif told.journey.thinner is not None:
        yield "for a point: --radius 0; for another body: --radius M"
    elif status.endswith("-off-floor"):
        yield from _off_floor(told)
    else:
        yield from _unreachable(told)


def _to_open(told: Told) -> Iterator[str]:
    """How to have the door open, and what else that changes."""
    if told.all_closed:
        yield (
            "to open it leave out --doors closed; then all doors are open, and --closed NAME "
            "closes single ones, as --closed door:3"
        )
        return
    area, blocker = told.journey.area, told.journey.path.blocker
    if area is None or blocker is None:
        return
    from kotorlevel.nav.clip.obstacles import find_doors

    for name in told.closed:
        meant = find_doors(area, [name])
        if blocker.number not in meant:
            continue
        typed = printable(name.replace("door ", "door:", 1) if name.startswith("door ") else name)
        text = f"to open it leave out --closed {typed}"
        if len(meant) > 1:
            text += (
                f"; then all {len(meant):,} doors of this name are open, and numbers close "
                "single ones, as --closed door:3"
            )
        yield text


def _off_floor(told: Told) -> Iterator[str]:
    path = told.journey.path
    if path.nearest is not None and path.nearest.distance < _AT_ONCE:
        yield f"a face is there, but it is not joined to the floor: kotorlevel check {told.named}"
        return
    if told.journey.unknown_rooms:
        yield f"it may be in {_rooms_not_here(told.journey)}"
    end = told.journey.start if path.status.startswith("start") else told.journey.goal
    x, y, *_ = end.at
    yield f"what is there: kotorlevel query {told.named} face {x:g} {y:g}"


def _unreachable(told: Told) -> Iterator[str]:
    journey = told.journey
    if journey.area is None:
        if not journey.causes:
            yield "these parts of the room's floor are not joined: kotorlevel check names faults"
        return
    if journey.unknown_rooms and not any(map(rule_on_the_way, journey.causes)):
        yield f"a way may lead through {_rooms_not_here(journey)}"
    start = ",".join(f"{value:.2f}" for value in journey.start.at)
    yield f"all that is cut off, and what mends it: kotorlevel reach {told.named} --from {start}"


def _rooms_not_here(journey: Journey) -> str:
    lacking = len(journey.unknown_rooms)
    if lacking == 1:
        return "the room that is not here; add --game DIR or its .wok file"
    return f"one of the {lacking:,} rooms that are not here; add --game DIR or their .wok files"


def shorten_notes(notes: Sequence[str]) -> Iterator[str]:
    """Each note once; of those about doors, or placeables, with the same end the first only."""
    about: dict[object, list[str]] = {}
    for note in dict.fromkeys(notes):
        thing = _ABOUT_THING.fullmatch(note)
        about.setdefault(thing.groups() if thing else note, []).append(note)
    for same in about.values():
        more = len(same) - 1
        yield same[0] + (f" (so it is with {more:,} more; --json has all)" if more else "")
