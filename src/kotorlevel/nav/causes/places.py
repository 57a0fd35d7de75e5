"""Places to look at where there is no way: what parts the floors, and how near one comes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from kotorlevel.nav.causes.words import name_obstruction, room_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.core.types import Vector
    from kotorlevel.nav.causes.cause import Cause, Kind
    from kotorlevel.nav.path import Path

MOST_PLACES = 6
"""Causes that a list of places names."""

_SAME = 0.01
"""Metres: places nearer than this are one."""


class NamedPlace(NamedTuple):
    """A place in metres, and what is there in a few words."""

    text: str
    at: Vector


_SEAM = "The seam of {both} that does not meet"
_NAMES: dict[Kind, str] = {
    "no-link": "The missing link between {both}",
    "one-way": "The link between {both} that leads one way only",
    "wrong-room": "The link of {here} that leads to the wrong room",
    "wall": "The wall on the seam of {both}",
    "door": "The closed door {thing}",
    "placeable": "The placeable {thing} in the way",
    "absent": "Where {here} leads to a room that is not here",
    "gap": _SEAM,
    "overlap": _SEAM,
    "part": _SEAM,
    "direction": _SEAM,
    "step": "The step between {both}",
    "touch": "Where {both} touch, but share no edge",
    "winding": "The face of {here} that is turned over",
    "turned": "The face of {here} that is turned over",
    "corner": "The corner where {both} touch",
    "crossed": "Where {both} lie over each other",
    "walled": "The wall between {both}",
    "strip": "The strip between {both} that nobody can walk on",
    "apart": "Where {both} come closest",
    "open": "Where a way leads on from {here}",
}


def name_place(cause: Cause, names: Sequence[str]) -> str:
    """``The missing link between hall and yard``; ``names`` are those of the rooms."""
    here, there = (room_name(names, room) for room in cause.rooms)
    both = f"two parts of {here}" if cause.rooms[0] == cause.rooms[1] else f"{here} and {there}"
    thing = cause.blocker.label if cause.blocker else ""
    return _NAMES[cause.kind].format(here=here, both=both, thing=thing)


def list_places(path: Path) -> list[NamedPlace]:
    """Where to look at if there is no ``path``, the first on the way first; none if there is one.

    That is what parts the goal from the start, then the nearest place that would do.
    """
    stop = path.stop
    if path.ok or stop is None:
        return []
    places = [NamedPlace(name_place(each, stop.names), each.at) for each in path.causes]
    places = places[:MOST_PLACES]
    blocker = path.blocker
    if not places and blocker is not None:
        what = f"The {blocker.kind} {name_obstruction(blocker)}"
        places.append(
            NamedPlace("Where the floor ends" if blocker.kind == "wall" else what, blocker.place)
        )
    if path.nearest is not None:
        reached = path.status == "unreachable"
        text = "The nearest place that is reached" if reached else "The nearest place that will do"
        places.append(NamedPlace(text, path.nearest.point))
    return _once(places)


def _once(places: Sequence[NamedPlace]) -> list[NamedPlace]:
    """The places without those that lie on another one, and without what is no place."""
    kept: list[NamedPlace] = []
    for each in places:
        known = all(math.isfinite(value) for value in each.at)
        if known and all(math.dist(each.at, other.at) > _SAME for other in kept):
            kept.append(each)
    return kept
