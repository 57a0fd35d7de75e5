"""What is wrong with the visibility or the path points of an area, and what no rule says of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kotorlevel.area.area import Area
from kotorlevel.checks.files import check_resource, run_rules
from kotorlevel.checks.finding import Report, Severity
from kotorlevel.checks.levels import check_area_alone
from kotorlevel.checks.options import Options
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.formats.pth import PathPoints
from kotorlevel.mesh.materials import Materials
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.pathpoints.survey import PathPointSurvey, survey_path_points

if TYPE_CHECKING:
    from kotorlevel.query.visibility.build import VisibilityResult


@dataclass(frozen=True, repr=False)
class VisibilityAudit:
    """What the rules found in a visibility, and the pairs that can be seen but are not listed.

    ``unlisted`` has two names and why for each of these; None where it was not asked for.
    """

    report: Report
    has_visibility: bool
    unlisted: tuple[tuple[tuple[str, str], str], ...] | None = None

    @property
    def is_bad(self) -> bool:
        """True where there is more than an info."""
        worse = self.report.at_least(Severity.WARNING)
        return bool(worse or self.unlisted or not self.has_visibility)

    def __repr__(self) -> str:
        unlisted = "" if self.unlisted is None else f", {len(self.unlisted):,} unlisted"
        return f"<VisibilityAudit: {self.report!r}{unlisted}>"


def audit_visibility(area: Area, seen: VisibilityResult | None = None) -> VisibilityAudit:
    """What is wrong with the visibility of an area, by the rules of `check`.

    With what `build_visibility` has ``seen``, also what can be seen and is not listed.

        area = kl.load_area("my_mod")
        audit = kl.audit_visibility(area, kl.build_visibility(area))
        [why for pair, why in audit.unlisted]
    """
    options = Options(select=("VIS",))
    findings, files = [], []
    resource = area.files.get("vis")
    if resource is not None:
        findings += check_resource(resource, options, area.layout)
        files.append(resource.source)
    if area.visibility is not None:
        findings += check_area_alone(area, options)[1]
    unlisted = None if seen is None else seen.unlisted(area.visibility)
    report = Report(tuple(findings), tuple(files))
    return VisibilityAudit(report, area.visibility is not None, unlisted)


@dataclass(frozen=True, repr=False)
class PathPointsAudit:
    """What the rules found in path points, and what a ``survey`` of the floor tells of them.

    ``survey`` has what is not known for want of a walkmesh, and from where no point is in sight;
    it is None where there are no path points.
    """

    report: Report
    survey: PathPointSurvey | None

    @property
    def is_bad(self) -> bool:
        """True where there is more than an info."""
        return bool(self.report.at_least(Severity.WARNING)) or self.survey is None

    def __repr__(self) -> str:
        points = "no points" if self.survey is None else f"{self.survey.points:,} points"
        return f"<PathPointsAudit: {self.report!r}, {points}>"


def audit_path_points(
    area: Area, path_points: PathPoints | None = None, *, surfaces: Materials | None = None
) -> PathPointsAudit:
    """What is wrong with the path points of an area, or with others in their place.

    ``surfaces`` decide what is walkable; by default the area's own.

        audit = kl.audit_path_points(kl.load_area("my_mod"))
        audit.report.findings, audit.survey.unseen
    """
    if path_points is not None:
        area = area.with_path_points(path_points)
    resource = area.files.get("pth")
    name = resource.source if resource else area.name
    options = Options(select=("PTH",), surfaces=surfaces or area.surfaces)
    findings = run_rules([AreaSubject(name, area)], options, name)
    survey = None
    if area.path_points is not None:
        survey = survey_path_points(build_floor(area, surfaces), area.path_points, area)
    return PathPointsAudit(Report(tuple(findings), (name,)), survey)
