"""The order of reports: the same findings give the same text, in whatever order they came."""

from __future__ import annotations

import re

from kotorlevel.checks.finding import Finding, Report, severity_of

_NUMBERS = re.compile(r"([0-9]+)")


def sorted_findings(report: Report) -> list[Finding]:
    """The findings by file, the worst first, then by rule, place and text."""
    return sorted(report.findings, key=_key)


def sorted_files(report: Report) -> list[str]:
    """Every file that was looked at, once, by name."""
    return sorted({*report.files, *(finding.file for finding in report.findings)})


def _natural(text: str) -> list[tuple[int, str]]:
    """A text as people sort it: ``Points[2]`` before ``Points[10]``."""
    texts = (part.lstrip("0") if n % 2 else part for n, part in enumerate(_NUMBERS.split(text)))
    # Of numbers the shorter one is the smaller one; no `int`, which refuses very long ones.
    return [(len(part) if n % 2 else 0, part) for n, part in enumerate(texts)]


def _key(finding: Finding) -> tuple[object, ...]:
    return (
        finding.file,
        -severity_of(finding),
        finding.rule,
        finding.more > 0,  # the rest comes last
        finding.line or 0,
        finding.offset or 0,
        finding.numbers,
        _natural(finding.section),
        finding.place,
        finding.text,
        repr(finding.at),  # as text: NaN has no order
    )
