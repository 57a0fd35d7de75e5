"""OBJ016: things far above or below the floor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.checks.facts.area.placed.things import find_faulty, fix_of, tell_together
from kotorlevel.checks.rules import AreaSubject, Findings, FixKind, Options, Severity, rule

if TYPE_CHECKING:
    from kotorlevel.nav.objects.values import ObjectFault, SurveyedObject

_KINDS = ("creature", "waypoint", "spawn point", "store")


@rule("OBJ016", "thing-off-height", Severity.INFO, AreaSubject, fix="unsafe")
def thing_off_height(subject: AreaSubject, options: Options) -> Findings:
    """A creature, waypoint, spawn point or store is more than 1 m above or below the floor.

    Why it matters: little in the game, which puts whoever walks at the height of the floor. Other
    tools show it in the air or under the ground, and where many are off by the same height,
    somebody has raised or lowered the rooms without them: so are 42 waypoints in two areas of the
    first game.

    How to fix: `fix --unsafe` sets the height in the GIT to that of the floor, and leaves the rest.
    """
    found = find_faulty(subject, options, _KINDS, "height")
    yield from tell_together(subject, found, _judge, lambda _, fault: fault.metres > 0)


def _judge(_: SurveyedObject, fault: ObjectFault) -> tuple[Severity, FixKind]:
    return Severity.INFO, fix_of(fault)
