"""The order of reports: the same findings give the same text, in whatever order they came."""

from __future__ import annotations

from kotorlevel.check.finding import Finding, Report, severity_of


def sorted_findings(report: Report) -> list[Finding]:
    """The findings by file, the worst first, then by rule, place and text."""
    return sorted(report.findings, key=_key)


def sorted_files(report: Report) -> list[str]:
    """Every file that was looked at, once, by name."""
    return sorted({*report.files, *(finding.file for finding in report.findings)})


def _key(finding: Finding) -> tuple[object, ...]:
    return (
        finding.file,
        -severity_of(finding),
        finding.rule,
        finding.line or 0,
        finding.offset or 0,
        finding.numbers,
        finding.section,
        finding.place,
        finding.text,
        repr(finding.at),  # as text: NaN has no order
    )
