"""What the survey of the GIT's things found, as findings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from kotorlevel.checks.finding import Finding, FixKind, Place, Severity
from kotorlevel.nav.objects.survey import survey_objects
from kotorlevel.nav.objects.words import describe_stand, name_objects

if TYPE_CHECKING:
    from kotorlevel.checks.options import Options
    from kotorlevel.checks.subjects import AreaSubject
    from kotorlevel.nav.objects.values import ObjectFault, ObjectFaultKind, SurveyedObject

Faulty = list[tuple["SurveyedObject", "ObjectFault"]]

_NEEDS_ALL_FLOOR = ("off-floor", "far")
"""Faults that nobody knows while a room is missing: its floor may be there."""


def find_faulty(
    subject: AreaSubject, options: Options, kinds: Sequence[str], *faults: ObjectFaultKind
) -> Faulty:
    """The things of these kinds with one of these faults, and which."""
    found: Faulty = []
    for thing in survey_objects(subject.area, options.surfaces).faulty:
        if thing.kind not in kinds:
            continue
        fault = thing.fault(*faults)
        if fault is None:
            continue
        if fault.kind in _NEEDS_ALL_FLOOR and subject.area.unknown_rooms:
            continue
        found.append((thing, fault))
    return found


def tell_together(
    subject: AreaSubject,
    found: Faulty,
    judge: Callable[[SurveyedObject, ObjectFault], tuple[Severity, FixKind]],
    *by: Callable[[SurveyedObject, ObjectFault], Any],
) -> Iterator[Finding]:
    """One finding for all things of one kind with the same fault, severity and fix."""
    groups: dict[tuple[Any, ...], Faulty] = defaultdict(list)
    for thing, fault in found:
        own = tuple(key(thing, fault) for key in by)
        groups[thing.kind, fault.kind, judge(thing, fault), *own].append((thing, fault))
    for (_, _, (severity, fix), *_), group in groups.items():
        things, faults = [thing for thing, _ in group], [fault for _, fault in group]
        text = f"{name_objects(things)} {describe_stand(things, faults)}"
        yield at_things(subject, things, text, severity, fix)


def at_things(
    subject: AreaSubject,
    things: Sequence[SurveyedObject],
    text: str,
    severity: Severity | None = None,
    fix: FixKind | None = None,
) -> Finding:
    """A finding about things of one kind, at the first of them."""
    place = "encounter" if things[0].kind == "spawn point" else things[0].kind
    return Finding(
        text,
        place=cast("Place", place),
        numbers=tuple(dict.fromkeys(thing.number for thing in things)),
        at=things[0].position,
        severity=severity,
        fix=fix,
        file=subject.part_file("git"),
    )


def fix_of(fault: ObjectFault) -> FixKind:
    """Whether it is known where the thing could stand instead."""
    return "" if fault.to is None else "unsafe"
