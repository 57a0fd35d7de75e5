"""ARE009: links to rooms without a walkmesh."""

from dataclasses import replace

import numpy as np

from kotorlevel.area.area import Room
from kotorlevel.checks.facts.area.room_links import link_finding, list_links
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule
from kotorlevel.checks.rules.are.are001_room_without_walkmesh import RESTORE
from kotorlevel.core.distinct import distinct
from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list

_MISSING, _UNREADABLE, _EMPTY = 1, 2, 3
_WHY = {
    _MISSING: "without a walkmesh",
    _UNREADABLE: "whose walkmesh cannot be read",
    _EMPTY: "whose walkmesh has no floor",
}


@rule("ARE009", "transition-to-room-without-walkmesh", Severity.ERROR, AreaSubject)
def transition_to_room_without_walkmesh(subject: AreaSubject, options: Options) -> Findings:
    """An edge leads to a room without a floor.

    Why it matters: the player is stopped at that edge as by a wall. Where only a part of the level
    is at hand the room's walkmesh may well be in the game; then this is an info.

    How to fix: add the walkmesh of the room, or check together with the game, which may have it.
    Where it is there and has no floor, give its faces a surface that can be walked on.
    """
    states = np.array([_state(room, options) for room in subject.area.rooms], int)
    for links in list_links(subject):
        inside = (links.targets >= 0) & (links.targets < len(states))
        inside &= links.targets != links.room.index
        state = np.where(inside, states[np.where(inside, links.targets, 0)], 0)
        for number, why in _WHY.items():
            chosen = state == number
            if not chosen.any():
                continue
            to = [subject.area.rooms[target] for target in distinct(links.targets[chosen])]
            names = short_list([f"{room.index} ({printable(room.name)})" for room in to])
            edges = counted(int(chosen.sum()), "edge leads", "edges lead")
            text = f"{edges} to {'rooms' if len(to) > 1 else 'a room'} {why}: {names}"
            is_known = subject.area.is_complete or number != _MISSING
            severity = Severity.ERROR if is_known else Severity.INFO
            finding = link_finding(subject, links, chosen, text, severity)
            yield replace(finding, remedy=RESTORE) if number == _UNREADABLE else finding


def _state(room: Room, options: Options) -> int:
    """Why nobody can walk in a room; 0 where one can, and for what is no room."""
    if room.is_empty_slot:
        return 0
    if room.mesh is None:
        return _MISSING if room.error is None else _UNREADABLE
    surfaces = options.surfaces or room.mesh.surfaces
    return 0 if surfaces.walkable(room.mesh.materials).any() else _EMPTY
