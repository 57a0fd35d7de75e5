"""OBJ014: waypoints that are on no floor."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kotorlevel.area.transitions import list_transitions
from kotorlevel.checks.facts.area.placed.things import find_faulty, fix_of, tell_together
from kotorlevel.checks.rules import AreaSubject, Findings, FixKind, Options, Severity, rule
from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from kotorlevel.nav.objects.values import ObjectFault, SurveyedObject

_WALKED = re.compile(r"(wp_.+_[0-9]{2}|post_.+)", re.IGNORECASE)
"""Tags of the waypoints that the games' own script sends a creature of that tag to."""


@rule("OBJ014", "waypoint-off-floor", Severity.INFO, AreaSubject, fix="unsafe")
def waypoint_off_floor(subject: AreaSubject, options: Options) -> Findings:
    """A waypoint is on no floor.

    Why it matters: where creatures are sent to it, they walk against a wall, and who is put there
    cannot move. It is a warning where that is sure: the waypoint is on somebody's round, as its
    tag says (`WP_guard_01`, `POST_guard`), or a transition of this module leads to it. All 489 of
    the first kind in 29 areas of the games are on the floor. Others may be off it: map notes of
    rooms, places for cameras and effects.

    How to fix: move the waypoint in the GIT; `fix --unsafe` puts those of a warning within 3 m of
    the floor onto it.
    """
    found = find_faulty(subject, options, ("waypoint",), "off-floor", "in-wall")
    if not found:
        return
    git = subject.area.git
    links = () if git is None else list_transitions(git)
    here = {name_key(each.target) for each in links if not each.module}

    def judge(thing: SurveyedObject, fault: ObjectFault) -> tuple[Severity, FixKind]:
        if _WALKED.fullmatch(thing.tag) or name_key(thing.tag) in here:
            return Severity.WARNING, fix_of(fault)
        return Severity.INFO, ""

    yield from tell_together(subject, found, judge)
