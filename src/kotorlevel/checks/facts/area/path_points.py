"""The audit of an area's path points, for the rules that ask, and its faults as findings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kotorlevel.area.geometry import table_key
from kotorlevel.checks.finding import Finding
from kotorlevel.core.remember import remember
from kotorlevel.core.words import count_of
from kotorlevel.mesh.materials import Materials

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.checks.options import Options
    from kotorlevel.checks.subjects import AreaSubject
    from kotorlevel.nav.pathpoints.faults import FaultKind
    from kotorlevel.nav.pathpoints.survey import PathPointSurvey

MOST = 20
"""Faults of one kind that are told one by one."""


def find_audit(subject: AreaSubject, options: Options) -> PathPointSurvey | None:
    """The audit of the area's path points; None where it has none."""
    area, surfaces = subject.area, options.surfaces
    return remember(area, ("audit", table_key(area, surfaces)), lambda: _audit(area, surfaces))


def _audit(area: Area, surfaces: Materials | None) -> PathPointSurvey | None:
    from kotorlevel.nav.floor.build import build_floor
    from kotorlevel.nav.pathpoints.survey import survey_path_points

    if area.path_points is None:
        return None
    floor = build_floor(area, surfaces)
    return survey_path_points(floor, area.path_points, area, unseen=False, fast=False)


def faults_of(subject: AreaSubject, options: Options, *kinds: FaultKind) -> Iterator[Finding]:
    """The faults of these kinds as findings in the PTH."""
    audit = find_audit(subject, options)
    if audit is None:
        return
    file = subject.part_file("pth")
    faults = audit.of_kind(*kinds)
    for fault in faults[:MOST]:
        section = f"Path_Points[{fault.points[0]}]" if fault.points else "Path_Conections"
        yield Finding(fault.text, at=fault.at, section=section, file=file)
    if len(faults) > MOST:
        more = len(faults) - MOST
        yield Finding(f"{count_of(more, 'more place')} of this kind", file=file, more=more)
