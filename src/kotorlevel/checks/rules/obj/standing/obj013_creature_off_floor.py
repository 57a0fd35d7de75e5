"""OBJ013: creatures that stand on no floor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.checks.facts.area.placed.things import find_faulty, fix_of, tell_together
from kotorlevel.checks.rules import AreaSubject, Findings, FixKind, Options, Severity, rule

if TYPE_CHECKING:
    from kotorlevel.nav.objects.values import ObjectFault, SurveyedObject

BESIDE = 5.0
"""Metres from the floor, else it is scenery: it flies, or is only seen in a cut-scene."""


@rule("OBJ013", "creature-off-floor", Severity.WARNING, AreaSubject, fix="unsafe")
def creature_off_floor(subject: AreaSubject, options: Options) -> Findings:
    """A creature, or a place where an encounter puts some, is on no floor.

    Why it matters: whoever stands off the floor cannot walk, and nobody can walk up to him: he
    stands in a wall and neither fights nor follows his path. Of 695 creatures and spawn points in
    29 areas of the games one is off the floor, a beast 11 m away in the air. So what is more than
    5 m away is taken for scenery, and is an info.

    How to fix: move the creature in the GIT; `fix --unsafe` puts those within 3 m onto the floor
    beside them. Unsafe, because it may be meant for a cut-scene.
    """
    found = find_faulty(subject, options, ("creature", "spawn point"), "off-floor", "in-wall")
    yield from tell_together(subject, found, _judge)


def _judge(_: SurveyedObject, fault: ObjectFault) -> tuple[Severity, FixKind]:
    is_near = fault.metres <= BESIDE
    return (Severity.WARNING if is_near else Severity.INFO), fix_of(fault)
