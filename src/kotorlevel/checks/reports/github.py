"""A report as annotations of a GitHub workflow: one line of output each."""

from kotorlevel.checks.finding import Finding, Report, Severity, severity_of
from kotorlevel.checks.reports.places import describe, split_archive

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def report_to_github(report: Report) -> list[str]:
    """Lines such as ``::error file=a.wok,line=3,title=BWM004 tree-children-one-based::text``."""
    return [_annotation(finding) for finding in report]


def _annotation(finding: Finding) -> str:
    properties = {"title": f"{finding.rule} {finding.name}".strip()}
    file, inside = split_archive(finding.file)
    if finding.line is not None and not inside:
        properties = {"line": str(finding.line), **properties}
    if file:
        properties = {"file": file, **properties}
    written = ",".join(f"{key}={_escape_property(text)}" for key, text in properties.items())
    return f"::{_LEVELS[severity_of(finding)]} {written}::{_escape(describe(finding))}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
