"""OBJ017: creatures inside of a placeable or a closed door."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.checks.facts.area.placed.things import find_faulty, tell_together
from kotorlevel.checks.rules import AreaSubject, Findings, FixKind, Options, Severity, rule

if TYPE_CHECKING:
    from kotorlevel.nav.objects.values import ObjectFault, SurveyedObject


@rule("OBJ017", "inside-obstacle", Severity.WARNING, AreaSubject)
def inside_obstacle(subject: AreaSubject, options: Options) -> Findings:
    """A creature, spawn point or waypoint is inside the walkmesh of a placeable or closed door.

    Why it matters: these faces stop everybody, so whoever stands in them does not get out. For a
    waypoint it is an info: in two areas of the first game some are in a doorway whose door is open
    when they are needed, or mark what they stand in.

    How to fix: move the one or the other in the GIT, or cut the walkmesh of the object back.
    """
    kinds = ("creature", "spawn point", "waypoint")
    yield from tell_together(subject, find_faulty(subject, options, kinds, "obstacle"), _judge)


def _judge(thing: SurveyedObject, _: ObjectFault) -> tuple[Severity, FixKind]:
    return (Severity.INFO if thing.kind == "waypoint" else Severity.WARNING), ""
