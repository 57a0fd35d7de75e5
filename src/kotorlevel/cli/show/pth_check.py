"""What `pth check` finds: by the rules of `check`, and what no rule says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.checks.files import run_rules
from kotorlevel.checks.finding import Report, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.reports.json import finding_to_json, point_to_json
from kotorlevel.checks.reports.text import format_report
from kotorlevel.checks.subjects import AreaSubject
from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.mesh.materials import Materials
    from kotorlevel.nav.pathpoints.audit import PthAudit

_RULES = ("PTH",)
_LEAST_UNSEEN = 1.0
"""Square metres; less is between the samples."""


@dataclass(frozen=True)
class PthCheck:
    """The findings, and the audit with what is not known and not seen; None without a PTH."""

    report: Report
    audit: PthAudit | None

    @property
    def is_bad(self) -> bool:
        """True where there is more than an info."""
        return bool(self.report.at_least(Severity.WARNING)) or self.audit is None

    def to_json(self, area: Area) -> dict[str, Any]:
        """As in the schema."""
        audit = self.audit
        unseen = audit.unseen if audit else None
        return {
            "has_path_points": audit is not None,
            "points": audit.points if audit else 0,
            "connections": audit.connections if audit else 0,
            "findings": [finding_to_json(each) for each in self.report],
            "unknown_points": list(audit.unknown_points) if audit else [],
            "unknown_connections": [list(pair) for pair in audit.unknown_connections]
            if audit
            else [],
            "unseen": None
            if unseen is None
            else {
                "area": unseen.area,
                "share": unseen.share,
                "at": point_to_json(unseen.at),
                "rooms": [
                    {"index": room, "name": area.rooms[room].name, "area": size}
                    for room, size in unseen.rooms
                ],
            },
        }


def check_points(area: Area, surfaces: Materials | None) -> PthCheck:
    """What is wrong with the path points of an area."""
    from kotorlevel.nav.floor.build import build_floor
    from kotorlevel.nav.pathpoints.audit import audit_path_points

    pth = area.files.get("pth")
    name = pth.source if pth else area.name
    options = Options(select=_RULES, materials=surfaces or area.surfaces)
    findings = run_rules([AreaSubject(name, area)], options, name)
    audit = None
    if area.path_points is not None:
        floor = build_floor(area, surfaces)
        audit = audit_path_points(floor, area.path_points, area)
    return PthCheck(Report(tuple(findings), (name,)), audit)


def show_check(found: PthCheck, area: Area, named: str) -> None:
    """The same for people; ``named`` is AREA for other commands."""
    audit = found.audit
    if audit is None:
        click.echo("There is no PTH here. Often it is in the module: add --module FILE.")
        click.echo(f"Make one: kotorlevel pth {named} build -o FILE")
        return
    for line in format_report(found.report, paint, path=named):
        click.echo(line)
    points = count(audit.points, "point")
    click.echo(f"{points}, {count(audit.connections, 'connection')} looked at.")
    if audit.unknown_points or audit.unknown_connections:
        lost = count(len(audit.unknown_points), "point")
        links = count(len(audit.unknown_connections), "connection")
        text = f"Not known: {lost} and {links} in rooms that are not here; add --game DIR."
        click.echo(paint(text, "warning"))
    if audit.unseen is not None:
        click.echo(_unseen_line(audit, area))


def _unseen_line(audit: PthAudit, area: Area) -> str:
    unseen = audit.unseen
    assert unseen is not None
    if unseen.area < _LEAST_UNSEEN or unseen.at is None:
        return paint("Every place of the floor sees a point.", "good")
    x, y, _ = unseen.at
    rooms = ", ".join(
        f"{printable(area.rooms[room].name)} {size:,.1f} m²" for room, size in unseen.rooms[:5]
    )
    text = f"From {unseen.area:,.1f} m² of the floor ({unseen.share:.1%}) no point is in sight"
    return paint(f"{text}, most of it about ({x:.1f}, {y:.1f}): {rooms}.", "info")
