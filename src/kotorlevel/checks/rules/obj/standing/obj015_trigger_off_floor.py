"""OBJ015: triggers that nobody can step into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.checks.facts.area.placed.things import find_faulty, tell_together
from kotorlevel.checks.rules import AreaSubject, Findings, FixKind, Options, Severity, rule

if TYPE_CHECKING:
    from kotorlevel.nav.objects.values import ObjectFault, SurveyedObject


@rule("OBJ015", "trigger-off-floor", Severity.WARNING, AreaSubject)
def trigger_off_floor(subject: AreaSubject, options: Options) -> Findings:
    """The outline of a trigger has no floor in it, or fewer than three points.

    Why it matters: a trigger fires when somebody steps into its outline. Where no floor is in it,
    that never happens: no transition, no cut-scene, no trap. For the area of an encounter it is an
    info. The height does not matter.

    How to fix: move the trigger or the points of its outline in the GIT, or take it out.
    """
    kinds = ("trigger", "encounter")
    found = find_faulty(subject, options, kinds, "off-floor", "in-wall", "no-outline")
    yield from tell_together(subject, found, _judge)


def _judge(thing: SurveyedObject, _: ObjectFault) -> tuple[Severity, FixKind]:
    return (Severity.WARNING if thing.kind == "trigger" else Severity.INFO), ""
