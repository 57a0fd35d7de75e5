"""What is wrong with where things stand, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, length, short_list

if TYPE_CHECKING:
    from kotorlevel.nav.objects.values import ObjectFault, SurveyedObject

_MOST_NAMES = 4


def name_objects(things: Sequence[SurveyedObject]) -> str:
    """``2 creatures (guard and cook)``: things of one kind, by their tags or templates."""
    names = dict.fromkeys(_name(thing) for thing in things)
    shown = short_list([name for name in names if name], _MOST_NAMES)
    return count_of(len(things), things[0].kind) + (f" ({shown})" if shown else "")


def describe_object_fault(thing: SurveyedObject, fault: ObjectFault) -> str:
    """``in a wall, 40.0 cm beside the floor``: one fault of one thing."""
    return describe_stand([thing], [fault])


def describe_stand(things: Sequence[SurveyedObject], faults: Sequence[ObjectFault]) -> str:
    """The same for several things with faults of one kind."""
    values = [fault.metres for fault in faults]
    match faults[0].kind:
        case "no-place":
            return "at no finite place"
        case "no-outline":
            return "with fewer than three points around it"
        case "off-floor" if len(things[0].outline):
            return "with no floor in it"
        case "off-floor":
            return f"on no floor, {_span(values)} beside the nearest"
        case "in-wall":
            return f"in a wall, {_span(values)} beside the floor"
        case "far":
            return "far from all floor"
        case "height":
            where = "above" if values[0] > 0 else "below"
            return f"{_span([abs(value) for value in values])} {where} the floor"
        case "obstacle":
            named = dict.fromkeys(_obstacle(fault) for fault in faults)
            return f"inside of {short_list([*named], _MOST_NAMES)}"
        case "cut-off":
            return "where no way leads from the entry"


def _span(values: Sequence[float]) -> str:
    low, high = length(min(values)), length(max(values))
    return low if low == high else f"{low} to {high}"


def _obstacle(fault: ObjectFault) -> str:
    kind, number = fault.obstacle or ("", 0)
    return f"{kind} {number}"


def _name(thing: SurveyedObject) -> str:
    return printable(thing.tag or thing.template, 40)
