"""A report as a small table, for notebooks; the whole page is made by `view`."""

from html import escape

from kotorlevel.checks.finding import Finding, Report, severity_of
from kotorlevel.checks.reports.places import describe_what, describe_where
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, join_words

_MOST = 50
_LONGEST = 400
_HEAD = ("severity", "rule", "what", "file", "where", "fix")


def report_to_html(report: Report) -> str:
    """The findings as an HTML table, the first 50 of them; all text is escaped."""
    found = f"{join_words(report.counts) or 'No faults'} in {_files(report)}."
    if not report.findings:
        return f"<p>{found}</p>"
    head = "".join(f"<th>{name}</th>" for name in _HEAD)
    rows = "".join(_row(finding) for finding in report.findings[:_MOST])
    more = len(report) - _MOST
    rest = f"<p>and {more:,} more</p>" if more > 0 else ""
    return f"<p>{found}</p><table><tr>{head}</tr>{rows}</table>{rest}"


def _files(report: Report) -> str:
    return count_of(len(report.named_files), "file")


def _row(finding: Finding) -> str:
    texts = (
        severity_of(finding).label,
        finding.rule,
        describe_what(finding),
        finding.file,
        describe_where(finding),
        finding.fix or "",
    )
    cells = "".join(f"<td>{escape(printable(text, _LONGEST))}</td>" for text in texts)
    return f'<tr title="{escape(finding.why)}">{cells}</tr>'
