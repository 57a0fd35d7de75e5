"""ARE007: an entry where nobody can stand."""

import math

from kotorlevel.checks.facts.area.floor import area_floor
from kotorlevel.checks.facts.area.near_floor import find_nearest_floor
from kotorlevel.checks.facts.mesh.places import figure
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.humanoid import BODY

HIGHEST = 1.0
"""Metres between the entry and the floor that are not worth a word."""

LOOK_AROUND = 10.0
"""Metres within which the nearest floor is named."""


@rule("ARE007", "entry-off-floor", Severity.ERROR, AreaSubject)
def entry_off_floor(subject: AreaSubject, options: Options) -> Findings:
    """The player enters the area where there is no floor.

    Why it matters: the player cannot take a step, and the module has to be left by loading a save.
    The game looks for the floor in the plan, so a wrong height alone is a warning.

    How to fix: set `Mod_Entry_X`, `Mod_Entry_Y` and `Mod_Entry_Z` in `module.ifo` to a place on a
    floor that can be walked on; or close the hole in the walkmesh there.
    """
    entry = subject.area.entry
    if entry is None:
        return
    file = _module_file(subject)
    if not all(map(math.isfinite, entry)):
        x, y, z = entry
        yield Finding(f"the entry is ({x:.6g}, {y:.6g}, {z:.6g}): not a place", file=file)
        return
    corners = area_floor(subject, options).corners
    near = find_nearest_floor(corners, entry, LOOK_AROUND)
    if near is not None and near.distance <= BODY:
        apart = abs(entry[2] - near.height)
        if apart > HIGHEST:
            side = "over" if entry[2] > near.height else "below"
            text = f"the entry is {figure(apart)} m {side} the floor"
            yield Finding(text, at=entry, severity=Severity.WARNING, file=file)
    elif not subject.area.unknown_rooms:
        nearest = f"none is within {LOOK_AROUND:.0f} m"
        if near is not None:
            nearest = f"the nearest is {figure(near.distance)} m away"
        text = f"no floor within {BODY} m of the entry; {nearest}"
        yield Finding(text, at=entry, file=file)


def _module_file(subject: AreaSubject) -> str:
    """The IFO that the entry comes from; the layout where none is known."""
    lookup = subject.area.lookup
    resource = lookup.find("module", "ifo") if lookup else None
    return resource.source if resource else subject.name
