"""What is wrong with a visibility: by the rules of `check`, and beside the geometry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.checks.files import check_resource
from kotorlevel.checks.finding import Report, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.reports.json import finding_to_json
from kotorlevel.checks.reports.text import format_report
from kotorlevel.checks.run import check_area_alone
from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.show.vis import sees
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.query.visibility.build import VisibilityResult

_RULES = ("VIS",)


@dataclass(frozen=True)
class Audit:
    """What the rules found, and with geometry the pairs that can be seen but are not listed.

    ``unlisted`` has room, other and why for each; None where it was not asked for.
    """

    has_visibility: bool
    report: Report
    unlisted: tuple[tuple[str, str, str], ...] | None

    @property
    def is_bad(self) -> bool:
        """True where there is more than an info."""
        worse = self.report.at_least(Severity.WARNING)
        return bool(worse or self.unlisted or not self.has_visibility)

    def to_json(self) -> dict[str, Any]:
        """The audit as plain values."""
        return {
            "has_visibility": self.has_visibility,
            "findings": [finding_to_json(each) for each in self.report],
            "unlisted": None
            if self.unlisted is None
            else [{"room": a, "other": b, "text": text} for a, b, text in self.unlisted],
        }


def audit_area(area: Area, result: VisibilityResult | None) -> Audit:
    """The audit of an area; with ``result`` also of what is not listed."""
    options = Options(select=_RULES)
    findings, files = [], []
    resource = area.files.get("vis")
    if resource is not None:
        findings += check_resource(resource, options, area.layout)
        files.append(resource.source)
    if area.visibility is not None:
        findings += check_area_alone(area, options)[1]
    unlisted = None
    if result is not None:
        unlisted = tuple(
            (area.rooms[a].name, area.rooms[b].name, result.explain(a, b))
            for a, b in result.sights
            if area.visibility is None
            or not sees(area.visibility, area.rooms[a].name, area.rooms[b].name)
        )
    return Audit(area.visibility is not None, Report(tuple(findings), tuple(files)), unlisted)


def show_audit(audit: Audit, path: str) -> None:
    """The audit for people; ``path`` is what to fix."""
    if not audit.has_visibility:
        click.echo(
            f"There is no VIS that can be read. Make one: kotorlevel vis {path} build -o DIR"
        )
    elif audit.report.findings or not audit.unlisted:
        for line in format_report(audit.report, paint, path=path):
            click.echo(line)
    if audit.unlisted is None:
        return
    if not audit.unlisted:
        click.echo("All pairs that can be seen are listed.")
        return
    click.echo()
    verb = "is" if len(audit.unlisted) == 1 else "are"
    text = f"{count(len(audit.unlisted), 'pair')} can be seen, but {verb} not listed:"
    click.echo(paint(text, "warning"))
    for _, _, why in audit.unlisted:
        click.echo(f"  {printable(why, 2000)}")
    click.echo(f"List them: kotorlevel vis {path} build --keep -o DIR")
