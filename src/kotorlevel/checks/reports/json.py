"""A report for programs (docs/schema/check.schema.json)."""

import math
from dataclasses import asdict
from typing import Any

from kotorlevel import __version__
from kotorlevel.checks.finding import Finding, Report, Severity, severity_of


def report_to_json(report: Report) -> dict[str, Any]:
    """The report as values that JSON has."""
    fixes = [finding.fix for finding in report.findings]
    rows = {id(finding): row for row, finding in enumerate(report)}
    return {
        "kotorlevel": __version__,
        "files": report.named_files,
        "summary": {
            **{severity.label: report.count(severity) for severity in reversed(Severity)},
            "safe_fixes": fixes.count("safe"),
            "unsafe_fixes": fixes.count("unsafe"),
            "explained": len(report) - len(report.told),
            "known": len(report.known),
        },
        "findings": [
            {
                **finding_to_json(finding),
                **_explanation(report, finding, rows),
            }
            for finding in report
        ],
        "reached": [asdict(each) for each in report.reached],
    }


def _explanation(report: Report, finding: Finding, rows: dict[int, int]) -> dict[str, Any]:
    """Which findings a cause explains, and which cause explains a finding, by their place."""
    if finding.is_cause:
        return {"explains": [rows[id(each)] for each in report.explained_by(finding)]}
    cause = report.cause_of(finding)
    return {} if cause is None else {"explained_by": rows[id(cause)]}


def finding_to_json(finding: Finding) -> dict[str, Any]:
    """One finding as plain values."""
    return {
        "file": finding.file,
        "rule": finding.rule,
        "name": finding.name,
        "severity": severity_of(finding).label,
        "text": finding.text,
        "place": finding.place,
        "numbers": list(finding.numbers),
        "at": point_to_json(finding.at),
        "section": finding.section,
        "offset": finding.offset,
        "line": finding.line,
        "fix": finding.fix,
        "how": finding.how,
        **({"also_in": list(finding.also_in)} if finding.also_in else {}),
    }


def point_to_json(at: tuple[float, float, float] | None) -> list[float | str] | None:
    """x, y, z; the numbers that JSON does not have, by name."""
    return None if at is None else [v if math.isfinite(v) else str(v) for v in at]
