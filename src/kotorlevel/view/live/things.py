"""What the page asks while doors and path points are edited: values for JSON."""

from __future__ import annotations

from typing import Any

from kotorlevel.area.area import Area
from kotorlevel.area.edit.doors import list_door_templates
from kotorlevel.area.edit.openings import find_doorways
from kotorlevel.core.text import printable
from kotorlevel.nav.pathpoints.survey import survey_path_points

_MOST = 500
"""Faults that are told; a page with more marks tells nobody anything."""


def describe_door_places(area: Area) -> dict[str, Any]:
    """The templates that a door can be made of, and the doorways that it can stand in."""
    templates = [
        {
            "name": each.name,
            "tag": printable(each.tag, 80),
            "model": printable(each.model, 80),
            "width": each.width,
            "reason": printable(each.reason, 300),
        }
        for each in list_door_templates(area)
    ]
    doorways = [
        {
            "place": list(each.place),
            "degrees": each.degrees,
            "width": each.width,
            "room": each.room,
            "other": each.other,
            "door": each.door,
        }
        for each in find_doorways(area)
    ]
    return {"templates": templates, "doorways": doorways, "canAdd": area.git is not None}


def describe_path_faults(area: Area) -> dict[str, Any]:
    """What is wrong with the path points: each fault with the numbers of its points."""
    if area.path_points is None:
        return {"faults": [], "count": 0, "unknown": 0}
    survey = survey_path_points(area, area.path_points, unseen=False)
    faults = [
        {"kind": each.kind, "points": list(each.points), "text": printable(each.text, 400)}
        for each in survey.faults[:_MOST]
    ]
    unknown = len(survey.unknown_points) + len(survey.unknown_connections)
    return {"faults": faults, "count": len(survey.faults), "unknown": unknown}
