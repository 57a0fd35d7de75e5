"""OBJ019: things that are far from all floor."""

from __future__ import annotations

from collections import Counter

from kotorlevel.area.instances import GIT_LISTS
from kotorlevel.checks.facts.area.placed.things import find_faulty
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.words import count_of, join_words
from kotorlevel.nav.objects.survey import FAR
from kotorlevel.nav.objects.words import name_objects

_SCENERY = ("door", "placeable", "camera", "sound", "item")


@rule("OBJ019", "far-from-floor", Severity.WARNING, AreaSubject)
def far_from_floor(subject: AreaSubject, options: Options) -> Findings:
    """Things of the GIT are more than 15 m away from all floor.

    Why it matters: they are outside of the level: a room was taken out or moved without what
    stands in it, or the GIT belongs to another area. Nobody sees them, hears them or gets there.
    In 29 areas of the games nothing is as far away but two doors. Where only doors, placeables,
    cameras and sounds are, it is an info: that may be scenery.

    How to fix: bring the room back, move it together with its things (`kotorlevel layout AREA
    move --objects`), or take them out of the GIT.
    """
    found = find_faulty(subject, options, (*GIT_LISTS.values(), "spawn point"), "far")
    if not found:
        return
    things = [thing for thing, _ in found]
    told = [thing for thing in things if thing.kind not in _SCENERY] or things
    counts = Counter(thing.kind for thing in things)
    if len(counts) == 1:
        what = name_objects(things)
    else:
        what = join_words([count_of(number, kind) for kind, number in counts.items()])
    yield Finding(
        f"{what} more than {FAR:.0f} m from all floor",
        at=told[0].position,
        severity=Severity.WARNING if told is not things else Severity.INFO,
        file=subject.part_file("git"),
    )
