"""A journey in words: its ends, what it leads through and over, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list
from kotorlevel.nav.causes.words import (
    describe_causes,
    describe_remedies,
    describe_stop,
    short_length,
)

if TYPE_CHECKING:
    from kotorlevel.area.objects import Door
    from kotorlevel.nav.journey.along import Step
    from kotorlevel.nav.journey.journey import Journey
    from kotorlevel.nav.journey.places import JourneyEnd

_MOST_ROOMS = 12

_STANDS_AT = 0.05
"""Metres from a thing that nobody needs to be told of."""


def place_text(at: Sequence[float]) -> str:
    """``(18.00, 2.00, 0.00)``."""
    return f"({', '.join(f'{value + 0.0:.2f}' for value in at)})"


def metres(length: float) -> str:
    """``23.4 m``; of short ones more digits."""
    return f"{length:,.1f} m" if length >= 10 else f"{length:.2f} m"


def door_name(door: Door) -> str:
    """``gate (door:3)``."""
    name = printable(door.tag or door.template)
    return f"{name} (door:{door.index})" if name else f"door:{door.index}"


def describe_ends(journey: Journey) -> str:
    """``23.4 m from … to … for a point.``, or ``No path from …``."""
    body = f"a body of {journey.radius:g} m radius" if journey.radius > 0 else "a point"
    length = metres(journey.path.length) if journey.ok else "No path"
    return f"{length} from {_end(journey.start)} to {_end(journey.goal)} for {body}."


def _end(end: JourneyEnd) -> str:
    """``door gate (24.00, 4.00, 1.50)``, or ``(23.30, 4.00, 1.50), 0.70 m from door gate,``."""
    text = place_text(end.at)
    if end.thing is None:
        return text
    if end.away > _STANDS_AT:
        return f"{text}, {metres(end.away)} from {end.thing.label},"
    return f"{end.thing.label} {text}"


def describe_rooms(journey: Journey) -> str:
    """``hall → yard → attic``."""
    more = len(journey.rooms) - _MOST_ROOMS
    return " → ".join(journey.rooms[:_MOST_ROOMS]) + (f" → and {more} more" if more > 0 else "")


def describe_doors(journey: Journey) -> str:
    """``gate (door:3) and hatch (door:5)``."""
    return short_list([door_name(door) for door in journey.doors], _MOST_ROOMS)


def describe_step(journey: Journey, step: Step, mark: str = "") -> str:
    """``crosses a step of 50.0 cm up from low to high at …``."""
    here, there = journey.room_name(step.room), journey.room_name(step.to)
    way = "up" if step.rise > 0 else "down"
    marked = f" [{mark}]" if mark else ""
    return (
        f"crosses a step of {short_length(abs(step.rise))} {way} from {here} to {there} at "
        f"{place_text(step.at[:2])}{marked}; the game takes no notice of heights at a link, and "
        f"puts the player {way} there at once"
    )


def describe_thinner(journey: Journey) -> str:
    """That a body without width gets there; empty where none does."""
    if journey.thinner is None:
        return ""
    # Where an end is too close to a wall, nothing is known of the passages between.
    is_narrow = journey.path.status == "unreachable"
    why = ": a passage on the way is too narrow" if is_narrow else ""
    return f"something without width gets there in {metres(journey.thinner.length)}{why}"


def describe_journey(journey: Journey) -> str:
    """All of it, a sentence a line."""
    lines = [describe_ends(journey)]
    if journey.ok:
        lines.append(f"Through {describe_rooms(journey)}.")
        lines += [f"Doors: {describe_doors(journey)}."] if journey.doors else []
        lines += [f"It {describe_step(journey, step)}." for step in journey.steps]
        return "\n".join(lines)
    causes, names = journey.causes, journey.room_names
    why = describe_causes(causes, names) or describe_stop(journey.path)
    lines.append(f"Why: {why}.")
    if thinner := describe_thinner(journey):
        lines.append(f"Too wide: {thinner}.")
    if remedies := describe_remedies(causes, names):
        lines.append(f"What mends it: {remedies}.")
    return "\n".join(lines)
