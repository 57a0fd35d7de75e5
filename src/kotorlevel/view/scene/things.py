"""What the GIT puts into a scene beside doors and placeables: creatures, waypoints, triggers, …."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from kotorlevel.area.instances import GIT_LISTS
from kotorlevel.area.transitions import list_transitions
from kotorlevel.nav.objects.collect import collect_objects
from kotorlevel.view.scene.faces import metres, point_or_none

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.nav.objects.values import SurveyedObject

MOST_THINGS = 5_000
"""Things that a scene lists; the fullest areas of the games have some 400."""
_ELSEWHERE = ("Door List", "Placeable List")


def describe_things(area: Area) -> list[dict[str, Any]]:
    """Everything of the GIT with a place but doors and placeables, in its order."""
    links: dict[tuple[str, int], tuple[str, str]] = {
        (each.list_name, each.number): (each.module, each.target)
        for each in (() if area.git is None else list_transitions(area.git))
    }
    return [
        _describe(thing, *links.get((thing.list_name, thing.number), ("", "")))
        for thing in list_things(area)
    ]


def list_things(area: Area) -> list[SurveyedObject]:
    """The things that `describe_things` tells of: their rows are those of the scene."""
    found = [
        thing
        for thing in collect_objects(area)
        if thing.list_name not in _ELSEWHERE
        and thing.position is not None
        and point_or_none(thing.position) is not None
    ]
    return found[:MOST_THINGS]


def rows_of_things(area: Area) -> dict[tuple[str, int], list[int]]:
    """Kind and number in the GIT → rows of the scene's things: an encounter has spawn points."""
    rows: dict[tuple[str, int], list[int]] = defaultdict(list)
    for row, thing in enumerate(list_things(area)):
        rows[GIT_LISTS[thing.list_name], thing.number].append(row)
    return rows


def _describe(thing: SurveyedObject, module: str, to: str) -> dict[str, Any]:
    bearing = thing.bearing
    is_turned = bearing is not None and math.isfinite(bearing)
    return {
        "kind": thing.kind,
        "number": thing.number,
        "tag": thing.tag,
        "template": thing.template,
        "at": [metres(value) for value in thing.position or ()],
        "bearing": round(bearing, 4) + 0.0 if is_turned and bearing is not None else None,
        "outline": [
            [metres(value) for value in point]
            for point in thing.outline.tolist()
            if point_or_none(point) is not None
        ],
        "to": to,
        "module": module,
    }
