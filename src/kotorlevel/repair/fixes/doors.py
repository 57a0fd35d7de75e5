"""The fix for doors out of their doorways: place and bearing in the GIT, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kotorlevel.area.instances import place_instance
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list
from kotorlevel.nav.doors.belongs import turn_between
from kotorlevel.nav.doors.fit import fit_doors
from kotorlevel.nav.doors.values import DoorFit
from kotorlevel.nav.doors.words import describe_stand
from kotorlevel.repair.step import AreaFiles, AreaFix, FileChange, Step

_RULES = ("OBJ009", "OBJ010")


def _put_into_doorways(
    subject: AreaSubject, findings: Sequence[Finding], files: AreaFiles, _: Options
) -> dict[Path, FileChange]:
    """The doors that findings name stand where they belong; each with its two faults at once."""
    area = subject.area
    if files.git is None or area.git is None:
        return {}
    wanted = {number for finding in findings for number in finding.numbers}
    done = []
    for fit in fit_doors(subject.area):
        stand = fit.belongs
        if fit.door.index not in wanted or stand is None:
            continue
        # A door has no front: of the two ways to stand in its doorway it takes the nearer one.
        bearing = fit.door.bearing + turn_between(fit.door.bearing, stand.bearing)
        area = place_instance(area, "Door List", fit.door.index, stand.place, bearing)
        done.append(f"{_name(fit)} {describe_stand(fit)}")
    if not done or area.git is None:
        return {}
    step = Step(f"put into the doorway: {short_list(done, 3)}", _RULES)
    return {files.git: FileChange(area.git.to_bytes(), step)}


def _name(fit: DoorFit) -> str:
    return f"door {fit.door.index} ({printable(fit.door.tag or fit.door.template, 40)})"


DOOR_FIX = AreaFix(_RULES, _put_into_doorways)
"""Unsafe: a door may stand somewhere else on purpose."""
