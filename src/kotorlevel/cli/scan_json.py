"""A scan for programs (docs/schema/scan.schema.json)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kotorlevel import __version__
from kotorlevel.checks.finding import Severity
from kotorlevel.checks.reports.json import finding_to_json
from kotorlevel.checks.reports.order import sorted_findings
from kotorlevel.checks.scan import count_rules, join_scans, list_sharers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.checks.scan import ModuleScan
    from kotorlevel.cli.places import Place


def scans_to_json(place: Place, scans: Sequence[ModuleScan]) -> dict[str, Any]:
    """Modules, rules, sums and findings, as values that JSON has."""
    report = join_scans(scans)
    sharers = list_sharers(scans)
    return {
        "kotorlevel": __version__,
        "game": place.path.as_posix(),
        "version": place.game.version if place.game else None,
        "summary": {
            "modules": len(scans),
            "failed": sum(bool(scan.error) for scan in scans),
            "files": len(report.files),
            **{severity.label: report.count(severity) for severity in reversed(Severity)},
        },
        "modules": [
            {
                "module": scan.module,
                "area": scan.area,
                "rooms": scan.rooms,
                "files": len(scan.files),
                **{severity.label: scan.count(severity) for severity in reversed(Severity)},
                "failure": scan.error or None,
            }
            for scan in scans
        ],
        "rules": [
            {
                "rule": each.rule,
                "name": each.name,
                "worst": each.worst.label,
                "findings": each.findings,
                "modules": each.modules,
            }
            for each in count_rules(scans)
        ],
        "findings": [
            {**finding_to_json(finding), "modules": sharers[id(finding)]}
            for finding in sorted_findings(report)
        ],
    }
