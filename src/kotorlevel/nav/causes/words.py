"""Words for people: what parts floors, what mends it, and why there is no path.

All sentences about causes are made here, for the library, the commands and the page. Who knows
more than a cause does, such as the rule that finds the same fault, adds it by a ``mark``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list
from kotorlevel.nav.floor.floor import Blocker

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.core.types import Point
    from kotorlevel.nav.causes.cause import Cause, Kind, Remedy, RemedyKind, WrongLink
    from kotorlevel.nav.path import Obstruction, Path, Stop

Mark = Callable[["Cause"], str]
"""What stands in brackets behind a cause; nothing where it is empty."""

_LONGEST_NAME = 32
"""Letters; names of rooms have 16 at most (FACTS 7)."""

_MOST_TOLD = 3
"""Causes that are told in a sentence."""

_WORTH_A_WORD = 0.1
"""Metres up or down that are."""


def room_name(names: Sequence[str], room: int) -> str:
    """What people call a room."""
    return printable(names[room], _LONGEST_NAME) if 0 <= room < len(names) else f"room {room}"


def describe_unknown(area: Area) -> str:
    """Which rooms of an area may have a floor that nobody has seen; empty where none may."""
    unknown = sorted(area.unknown_rooms)
    if not unknown:
        return ""
    count = sum(not room.is_empty_slot for room in area.rooms)
    names = short_list([printable(area.rooms[index].name) for index in unknown])
    text = (
        f"{printable(area.name)}: {len(unknown)} of {count} rooms without a walkmesh here, so "
        f"nothing is known there: {names}"
    )
    broken = [room for room in area.rooms if room.index in unknown and room.error is not None]
    if broken:
        text += f"; cannot be read: {short_list([printable(room.name) for room in broken])}"
    return text


def short_length(metres: float) -> str:
    """``3.2 cm`` or ``1.40 m``."""
    return f"{100 * metres:.1f} cm" if metres < 0.995 else f"{metres:,.2f} m"


def _at(point: Point) -> str:
    x, y, z = (value + 0.0 if abs(value) >= 0.005 else 0.0 for value in point)
    return f"({x:.2f}, {y:.2f}, {z:.2f})"


# Causes

_ON_THE_WAY: dict[Kind, str] = {
    "no-link": "{both} meet {place}, but there is no link",
    "one-way": "{edge} {place} has no link to {there}",
    "wrong-room": "{both} meet {place}, but {link}",
    "wall": "{both} meet {place}, but a wall stands on the edge, and there is no link",
    "door": "the door {thing} {place} is closed",
    "placeable": "the placeable {thing} {place} stands in the way",
    "absent": "{edge} {place} leads {unknown}",
    "touch": "{both} lie against each other {place}, but their faces share no edge",
    "winding": "two faces of {here} share an edge {place}, but one of them is turned over",
    "turned": "two faces of {here} lie against each other {place}, but one of them is turned over",
    "corner": "{both} touch {place} in one corner only{beside}",
    "crossed": "{both} lie over each other {place}, and no edge of theirs meets",
    "walled": "a wall {place} stands between {both}",
    "step": "a step of {size} {place} parts {both}",
    "strip": "{size} of {surfaces}, which cannot be walked on, {place} between {both}",
    "apart": "{size} without a floor {place} between {both}",
    "open": "a way leads from {here} {place}",
}
"""As one sees them who walks from the first side to the second."""

_SEAM = "the seam with {rest} {place}"
_INTO: dict[Kind, str] = {
    "no-link": f"{_SEAM}: the floors meet, but there is no link",
    "one-way": f"{_SEAM}: the link leads from {{there}} to {{rest}} only{{back}}",
    "wrong-room": f"{_SEAM}: the floors meet, but {{link}}",
    "wall": f"{_SEAM}: the floors meet, but a wall stands on the edge, and there is no link",
    "door": "the closed door {thing} {place}",
    "placeable": "the placeable {thing} {place}",
    "absent": "perhaps through {rooms}: no walkmesh of it could be read here, so nobody can tell",
    "touch": "{place} it lies against {rest}, but the faces share no edge",
    "winding": "{place} it shares an edge with {rest}, but one of the faces is turned over",
    "turned": "{place} it lies against {rest}, but one of the faces is turned over",
    "corner": "{place} it touches {rest} in one corner only{beside}",
    "crossed": "{place} it lies over {rest}, and no edge of theirs meets",
    "walled": "a wall {place} stands between it and {rest}",
    "step": "a step of {size} from {rest} {place}",
    "strip": "{size} of {surfaces} that cannot be walked on, {place}{rise}, from {rest}",
    "apart": "{size} without a floor {place}{rise}, from {rest}",
    "open": "a way leads in from {rest} {place}",
}
"""The same as ways into a part of the floor, which is the second side."""


def describe_cause(
    cause: Cause, names: Sequence[str], mark: Mark | None = None, *, into: bool = False
) -> str:
    """What is in the way, and where; ``names`` are those of the rooms.

    As one meets it who walks from the first side to the second; or ``into`` the second side, as
    what keeps that part of the floor from being reached.
    """
    if cause.miss is not None:
        text = f"{_SEAM}, {{miss}}" if into else "{both} do not meet {place}: {miss}"
    elif cause.kind == "one-way" and cause.link and not into:
        text = _ON_THE_WAY["wrong-room"]
    else:
        text = (_INTO if into else _ON_THE_WAY)[cause.kind]
    marked = mark(cause) if mark else ""
    return text.format_map(_parts_of_speech(cause, names)) + (f" [{marked}]" if marked else "")


def _parts_of_speech(cause: Cause, names: Sequence[str]) -> dict[str, str]:
    """All that a sentence about a cause may name."""
    x, y, _ = cause.at
    here, there = (room_name(names, room) for room in cause.rooms)
    is_one_room = cause.rooms[0] == cause.rooms[1]
    link = describe_link(cause.link, names) if cause.link else ""
    rooms = " and ".join(room_name(names, room) for room in cause.unknown)
    first = next(iter(cause.edges[0]), None)
    lacking = f"edge {first[1]} of {room_name(names, first[0])} lacks the way in" if first else ""
    back = link or lacking
    surfaces = " and ".join(cause.surfaces)
    rise = f", {short_length(abs(cause.rise))} {'up' if cause.rise > 0 else 'down'}"
    return {
        "place": f"at ({x + 0.0:.1f}, {y + 0.0:.1f})",
        "here": here,
        "there": there,
        "both": f"two parts of {here}" if is_one_room else f"{here} and {there}",
        "rest": f"the rest of {here}" if is_one_room else here,
        "edge": f"{here} edge {first[1]}" if first else here,
        "back": f"; {back}" if back else "",
        "link": link,
        "thing": cause.blocker.label if cause.blocker else "",
        "miss": cause.miss.reason if cause.miss else "",
        "rooms": rooms,
        "unknown": f"on: perhaps through {rooms}, whose walkmeshes are not here"
        if len(cause.unknown) > 1
        else f"to {rooms}, whose walkmesh is not here",
        "size": short_length(cause.size),
        "rise": rise if abs(cause.rise) >= _WORTH_A_WORD else "",
        "surfaces": surfaces,
        "beside": f": beside it lies {surfaces}, which cannot be walked on" if surfaces else "",
    }


def describe_link(link: WrongLink, names: Sequence[str]) -> str:
    """``edge 3 of hall leads to shed, not to yard``."""
    own, wanted = room_name(names, link.room), room_name(names, link.meets)
    if link.leads == link.room:
        leads = "the room itself"
    elif not 0 <= link.leads < len(names):
        leads = f"room {link.leads}, which does not exist"
    else:
        without = "" if link.has_floor else ", which has no walkmesh"
        leads = f"{room_name(names, link.leads)}{without}"
    return f"edge {link.edge} of {own} leads to {leads}, not to {wanted}"


def describe_causes(causes: Sequence[Cause], names: Sequence[str], mark: Mark | None = None) -> str:
    """What is met one after the other on a way; empty where nothing is."""
    words = [describe_cause(cause, names, mark) for cause in causes[:_MOST_TOLD]]
    more = len(causes) - len(words)
    return "; then ".join(words) + (f"; and {more:,} more on the way" if more else "")


# Remedies

_REMEDIES: dict[RemedyKind, str] = {
    "link": "link the rooms at these edges",
    "link-through-wall": "link the rooms through the wall",
    "split": "split the longer edge where the other one ends, and link the rooms",
    "snap": "move the corners of both edges on to each other, up to {metres}, and link the rooms",
    "move-corners": "move the corners of both edges on to each other",
    "turn-room": "turn the faces of one of the rooms over",
    "turn-face": "turn the face over",
    "weld": "join the faces: weld their corners",
    "paint": "give the faces between them a surface that can be walked on",
    "build": "build the floor between",
    "doorway": "make a doorway: take the wall away, and let the floors meet",
    "move": "move or cut one of them so that they meet at edges",
    "open-door": "open the door",
    "move-placeable": "move the placeable",
    "add-walkmesh": "add the walkmesh of {rooms}",
}

IF_MEANT = "if one is to walk there"
"""Two floors may be apart because the level is meant to be so."""


def describe_remedy(remedy: Remedy, names: Sequence[str]) -> str:
    """What to do; ``names`` are those of the rooms."""
    rooms = " and ".join(room_name(names, room) for room in remedy.rooms)
    text = _REMEDIES[remedy.kind].format(metres=short_length(remedy.metres), rooms=rooms)
    return f"{IF_MEANT}, {text}" if remedy.if_meant else text


def describe_remedies(causes: Sequence[Cause], names: Sequence[str]) -> str:
    """What mends all of these causes, each remedy once, in the order of the way."""
    remedies = [cause.remedy for cause in causes if cause.remedy]
    return "; ".join(dict.fromkeys(describe_remedy(each, names) for each in remedies))


# Why there is no path


def describe_reason(path: Path) -> str:
    """Why there is no path: what parts the goal from the start and mends it, or how far one comes.

    Empty where there is one.
    """
    if path.stop is None or not path.causes:
        return describe_stop(path)
    told, names = path.causes[:_MOST_TOLD], path.stop.names
    remedies = describe_remedies(told, names)
    why = describe_causes(path.causes, names)
    return f"{why}. What mends it: {remedies}" if remedies else why


def describe_stop(path: Path) -> str:
    """Where a path would have to end, and the nearest place that would do."""
    stop, blocker = path.stop, path.blocker
    if stop is None:
        return ""
    if path.status == "unreachable":
        return _describe_nearest(path, stop)
    if blocker is not None:
        where = f"{_at(blocker.place)}{_in(stop.names, blocker.room)}"
        return f"the door {name_obstruction(blocker)} is closed, at {where}"
    near = path.nearest
    away = "" if near is None else f"{near.distance:.2f} m away at {_at(near.point)}"
    if path.status.endswith("off-floor"):
        x, y, *_ = stop.place
        text = f"the {stop.end} is off the floor: nobody can stand at ({x:.2f}, {y:.2f})"
        if near is not None and near.distance < 0.005:
            return (
                f"{text}: its face is listed behind those that cannot be walked on, or has no area"
            )
        return f"{text}; the nearest floor is {away}" if away else text
    text = f"the {stop.end} {_at(stop.place)} is "
    if stop.clearance is None:
        text += "blocked: something stands there"
    else:
        text += f"{stop.clearance:.2f} m from a wall; a body of {stop.radius:g} m needs more room"
    return f"{text}; the nearest place is {away}" if away else text


def _describe_nearest(path: Path, stop: Stop) -> str:
    """How near one comes to a goal that cannot be reached, and what is in the way there."""
    reason = "no way leads there" + (f" for a body of {stop.radius:g} m" if stop.radius else "")
    near, blocker = path.nearest, path.blocker
    if near is None:
        return reason
    reason += f"; the nearest place that can be reached is {_at(near.point)}"
    reason += f"{_in(stop.names, stop.room)}, {near.distance:.2f} m away"
    if blocker is not None and blocker.kind != "wall":
        reason += f", where {blocker.kind} {name_obstruction(blocker)} stands"
    elif blocker is not None:
        edge = f" (edge {blocker.edge})" if blocker.edge >= 0 else ""
        reason += f", where the floor ends{edge}"
    if stop.leads_back:
        # Where on the way the link is that leads one way only, nobody has looked up here.
        reason += "; from the goal to the start there is a way: a link leads in one direction only"
    return reason


def name_obstruction(thing: Obstruction) -> str:
    """``gate (door:3)``."""
    return Blocker(thing.kind, thing.number, thing.name).label


def _in(names: Sequence[str], room: int) -> str:
    name = printable(names[room]) if 0 <= room < len(names) else ""
    return f" in {name}" if name else ""
