"""A report for GitHub workflows: annotations, one line each, and a summary of the step."""

from collections.abc import Iterator

from kotorlevel.checks.finding import Finding, Report, Severity, count_severities, severity_of
from kotorlevel.checks.reports.advice import Advice, count_explained
from kotorlevel.checks.reports.places import describe, describe_what, describe_where, split_archive
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, join_words

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_MOST_ROWS = 50
_LONGEST = 400


def report_to_github(report: Report, advice: Advice | None = None) -> list[str]:
    """Lines such as ``::error file=a.wok,line=3,title=BWM004 tree-children-one-based::text``.

    What a cause explains is counted there: a step shows ten annotations of a kind.
    """
    return [_annotation(report, finding, advice or Advice()) for finding in report.told]


def _annotation(report: Report, finding: Finding, advice: Advice) -> str:
    properties = {"title": f"{finding.rule} {finding.name}".strip()}
    file, inside = split_archive(finding.file)
    if finding.line is not None and not inside:
        properties = {"line": str(finding.line), **properties}
    if file:
        properties = {"file": file, **properties}
    written = ",".join(f"{key}={_escape_property(text)}" for key, text in properties.items())
    lines = (
        describe(finding),
        f"It {explains}." if (explains := count_explained(report, finding)) else "",
        f"What to do: {todo}" if (todo := advice.what_to_do(finding)) else "",
    )
    text = "\n".join(line for line in lines if line)
    return f"::{_LEVELS[severity_of(finding)]} {written}::{_escape(text)}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")


def summarize_for_github(report: Report, advice: Advice | None = None) -> str:
    """The summary of a step, in Markdown: counts, what to do first, the rest by rule."""
    return "\n".join(_summary_lines(report, advice or Advice())) + "\n"


def _summary_lines(report: Report, advice: Advice) -> Iterator[str]:
    told = report.told
    files = count_of(len(report.named_files), "file")
    found = join_words(count_severities(told)) or "no faults"
    yield from ("## KotorLevel check", "", f"**{found}** in {files}.", "")
    yield from (
        f"{_markdown(each.describe(is_broken=bool(report.errors)))}\n" for each in report.reached
    )
    first = [each for each in told if each.is_cause or severity_of(each) is Severity.ERROR]
    if first:
        yield from ("### Do this first", "")
        yield from ("| rule | what | where | what to do |", "|---|---|---|---|")
        yield from (_row(report, finding, advice) for finding in first[:_MOST_ROWS])
        if (more := len(first) - _MOST_ROWS) > 0:
            yield f"\n{count_of(more, 'more error')}, not listed here."
        yield ""
    rest = {id(each) for each in told} - {id(each) for each in first}
    counts: dict[tuple[int, str, str], int] = {}
    for each in told:
        if id(each) in rest:
            key = -severity_of(each), each.rule, each.name
            counts[key] = counts.get(key, 0) + 1
    if counts:
        yield from ("### The rest", "", "| severity | rule | findings |", "|---|---|---|")
        for (severity, rule, name), number in sorted(counts.items()):
            yield f"| {Severity(-severity).label} | {rule} {_markdown(name)} | {number:,} |"


def _row(report: Report, finding: Finding, advice: Advice) -> str:
    what = describe_what(finding)
    if explains := count_explained(report, finding):
        what += f"; it {explains}"
    where = ", ".join(filter(None, (finding.file, describe_where(finding))))
    todo = advice.what_to_do(finding)
    todo = f"`{todo}`" if todo.startswith("kotorlevel ") else todo
    cells = (f"{finding.rule} {finding.name}", what, where, todo)
    return f"| {' | '.join(map(_markdown, cells))} |"


def _markdown(text: str) -> str:
    """Text out of files in a cell of a table: nothing in it is HTML or ends the cell."""
    text = printable(text, _LONGEST).replace("&", "&amp;").replace("<", "&lt;")
    return text.replace("|", "\\|").replace("*", "\\*")
