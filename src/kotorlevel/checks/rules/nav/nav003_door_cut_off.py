"""NAV003: doors that cannot be walked to."""

from collections import defaultdict
from dataclasses import replace

from kotorlevel.area.objects import Door
from kotorlevel.checks.facts.area.placed.objects import at_objects, name_objects
from kotorlevel.checks.facts.area.ways import (
    find_ways,
    remedy_of_part,
    severity_of_part,
    way_in,
)
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule


@rule("NAV003", "door-cut-off", Severity.WARNING, AreaSubject)
def door_cut_off(subject: AreaSubject, options: Options) -> Findings:
    """No way leads from the entry of the module to a door.

    Why it matters: the player cannot open it, and not leave the area through it. All other doors
    count as open. A door that stands before no floor at all is another matter. Where no fault
    keeps the floor before it apart it may be meant, and is an info.

    How to fix: mend what is named as the nearest way in; or move the door in the GIT.
    """
    ways = find_ways(subject, options)
    if ways is None or not subject.area.doors:
        return
    from kotorlevel.nav.reach.doors import find_door_reach

    found: dict[int, list[Door]] = defaultdict(list)
    for each in find_door_reach(subject.area.doors, ways.floor, ways.reached.cells):
        if each.has_floor and not each.is_reached and ways.certain[ways.part_of[each.cell]]:
            found[int(ways.part_of[each.cell])].append(each.door)
    for row, doors in sorted(found.items()):
        part = ways.cut_off[row]
        text = f"no way leads from the entry to {name_objects(doors)}{way_in(subject, part)}"
        told = at_objects(subject, doors, text, severity=severity_of_part(part))
        yield replace(told, remedy=remedy_of_part(subject, part))
