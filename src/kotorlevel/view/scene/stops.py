"""Rooms in which the game stops the player though the floor goes on: their tables are wrong.

Ways in a scene are found on shapes and links. The game walks by the tables of the files, so a way
through such a room is one that the player can go only when the tables have been repaired.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kotorlevel.core.text import printable
from kotorlevel.core.words import join_words

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

STOPPING = frozenset(
    {
        "BWM004",  # the tree leads into the wrong nodes: no floor is found
        "BWM005",  # the tree is no tree: no floor is found
        "BWM007",  # faces that are not in the tree are not there
        "BWM009",  # nothing is inside an inverted box
        "BWM010",  # a box that sticks out of its parent's is never looked at
        "BWM015",  # neighbours that do not exist: a crash, or the player is stuck
        "DRV001",  # wrong normals: the player falls through
        "DRV003",  # one can walk across, but not back
        "DRV004",  # an invisible wall between faces
        "DRV005",  # across a side is a face far away
        "DRV007",  # sides that lead into the next room are not in the table
        "DRV011",  # walkable faces that come too late have no neighbours
    }
)
"""Errors in the tables of a room that keep the player from walking; `kotorlevel fix` repairs them.

What is wrong with shapes and links themselves is not among them: ways heed it.
"""

_MOST_NAMED = 4


def find_stops(findings: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """``{room, rules}`` for each room that stops the player, of a scene's findings."""
    rules: dict[int, set[str]] = {}
    for finding in findings:
        stops = finding["severity"] == "error" and finding["rule"] in STOPPING
        if stops and finding["room"] is not None:
            rules.setdefault(finding["room"], set()).add(finding["rule"])
    return [{"room": room, "rules": sorted(rules[room])} for room in sorted(rules)]


def describe_stops(document: dict[str, Any], rooms: Collection[int]) -> str:
    """What to say of a way through these rooms of a scene; empty where all of them are sound."""
    stops = [stop for stop in document["stops"] if stop["room"] in rooms]
    if not stops:
        return ""
    named = [
        f"{printable(document['rooms'][stop['room']]['name'])} has {', '.join(stop['rules'])}"
        for stop in stops[:_MOST_NAMED]
    ]
    if (more := len(stops) - len(named)) > 0:
        named.append(f"{more:,} more {'room has' if more == 1 else 'rooms have'} such faults")
    stop = "stop" if len(stops) > 1 or len(stops[0]["rules"]) > 1 else "stops"
    idea = (
        "tables are taken as if `kotorlevel fix` had rebuilt them, links as they are in the files"
    )
    return f"{idea}: {join_words(named)}, which {stop} the player now"
