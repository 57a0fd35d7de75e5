"""The fix for things off the floor: their place in the GIT, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kotorlevel.area.instances import GIT_LISTS, Instance, change_instances
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.core.types import Vector
from kotorlevel.core.words import short_list
from kotorlevel.nav.objects.survey import survey_objects
from kotorlevel.nav.objects.values import ObjectFaultKind, SurveyedObject
from kotorlevel.nav.objects.words import name_objects
from kotorlevel.repair.step import AreaFiles, AreaFix, FileChange, Step

_FAULTS: dict[str, tuple[ObjectFaultKind, ...]] = {
    "OBJ013": ("off-floor", "in-wall"),
    "OBJ014": ("off-floor", "in-wall"),
    "OBJ016": ("height",),
}
_KINDS = {
    "OBJ013": ("creature", "spawn point"),
    "OBJ014": ("waypoint",),
    "OBJ016": ("creature", "waypoint", "spawn point", "store"),
}


def _put_on_floor(
    subject: AreaSubject, findings: Sequence[Finding], files: AreaFiles, options: Options
) -> dict[Path, FileChange]:
    """The things that findings name stand on the floor beside or below them."""
    area = subject.area
    if files.git is None or area.git is None:
        return {}
    moves: dict[str, dict[Instance, Vector]] = {}
    moved: dict[str, dict[str, list[SurveyedObject]]] = {}
    for thing in survey_objects(area, options.surfaces).faulty:
        for finding in findings:
            to = _goal(thing, finding)
            if to is None or thing.position is None:
                continue
            one = Instance(thing.list_name, thing.number, thing.position, thing.spawn_point)
            moves.setdefault(finding.rule, {})[one] = to
            moved.setdefault(finding.rule, {}).setdefault(thing.kind, []).append(thing)
            break
    if not moves:
        return {}
    goals = {one.position: to for each in moves.values() for one, to in each.items()}
    chosen = [one for each in moves.values() for one in each]
    after = change_instances(area, chosen, lambda row, place: (row, goals[place]))
    assert after.git is not None
    named = [name_objects(things) for kinds in moved.values() for things in kinds.values()]
    step = Step(f"put on the floor: {short_list(named, 3)}", tuple(sorted(moves)))
    return {files.git: FileChange(after.git.to_bytes(), step)}


def _goal(thing: SurveyedObject, finding: Finding) -> Vector | None:
    """Where a thing goes that a finding names; None where it names others."""
    is_named = (
        finding.rule in _FAULTS
        and finding.fix == "unsafe"
        and thing.kind in _KINDS[finding.rule]
        and _place_of(thing) == finding.place
        and thing.number in finding.numbers
    )
    fault = thing.fault(*_FAULTS[finding.rule]) if is_named else None
    return fault.to if fault is not None else None


def _place_of(thing: SurveyedObject) -> str:
    return GIT_LISTS[thing.list_name]


THING_FIX = AreaFix(tuple(_FAULTS), _put_on_floor)
"""Unsafe: things may be off the floor on purpose."""
