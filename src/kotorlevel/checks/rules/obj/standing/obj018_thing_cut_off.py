"""OBJ018: creatures and waypoints where nobody gets to."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from kotorlevel.checks.facts.area.placed.things import at_things, find_faulty
from kotorlevel.checks.facts.area.ways import find_ways, remedy_of_part, way_in
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule
from kotorlevel.nav.objects.words import name_objects

if TYPE_CHECKING:
    from kotorlevel.nav.objects.values import SurveyedObject


@rule("OBJ018", "thing-cut-off", Severity.INFO, AreaSubject)
def thing_cut_off(subject: AreaSubject, options: Options) -> Findings:
    """No way leads from the entry of the module to a creature, a spawn point or a waypoint.

    Why it matters: the player never gets to it, unless a script takes him, and it never gets to
    the player. That may be meant: guards behind a fence, the ring of an arena. What parts the
    floor is told by `NAV001` and `NAV002`; this tells who is behind it.

    How to fix: nothing, if it is meant; else mend what is named as the nearest way in.
    """
    found = find_faulty(subject, options, ("creature", "spawn point", "waypoint"), "cut-off")
    ways = find_ways(subject, options) if found else None
    if ways is None:
        return
    groups: dict[tuple[int, str], list[SurveyedObject]] = defaultdict(list)
    for thing, _ in found:
        row = int(ways.part_of[thing.cell])
        if row >= 0 and ways.certain[row]:
            groups[row, thing.kind].append(thing)
    for (row, _), things in sorted(groups.items()):
        part = ways.cut_off[row]
        text = f"no way leads from the entry to {name_objects(things)}{way_in(subject, part)}"
        yield replace(at_things(subject, things, text), remedy=remedy_of_part(subject, part))
