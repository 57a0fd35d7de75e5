"""A report for people: by file, what is wrong, where, why it matters, what to do."""

import textwrap
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from typing import Literal

from kotorlevel.checks.finding import Finding, Report, Severity, severity_of
from kotorlevel.checks.reports.places import describe_what, describe_where
from kotorlevel.checks.rule import all_rules
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, join_words

Role = Literal["error", "warning", "info", "file", "dim"]
Paint = Callable[[str, Role], str]

_WIDTH = 100
_WHY_COLUMN = 9
_TEXT_COLUMN = 17
_PLACE_COLUMN = 64
_LONGEST_TEXT = 2000
_ROLES: dict[Severity, Role] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "info",
}
_WORDS = {Severity.ERROR: "error", Severity.WARNING: "warn", Severity.INFO: "info"}
_FIXES = {"safe": "fix: safe", "unsafe": "fix: needs --unsafe", "": ""}


def plain(text: str, role: Role) -> str:
    """``text`` without colour."""
    del role
    return text


def format_report(
    report: Report,
    paint: Paint = plain,
    max_findings: int | None = None,
    path: str = "PATH",
    fixable: Collection[Finding] | None = None,
) -> list[str]:
    """The lines of the report.

    ``paint`` colours a text by its role. With ``max_findings`` only so many findings are shown,
    the worst ones; the summary still counts all. ``path`` is what the summary tells to fix, and
    ``fixable`` what can be fixed there; otherwise it is all that has a fix.
    """
    findings = [*report]
    lines: list[str] = []
    for file, group in groupby(_worst(findings, max_findings), lambda finding: finding.file):
        lines.append(paint(printable(file, _LONGEST_TEXT) or "(without a name)", "file"))
        for _, same in groupby(group, lambda finding: (severity_of(finding), finding.rule)):
            lines += _rule_lines(list(same), paint)
        lines.append("")
    if max_findings is not None and len(findings) > max_findings:
        lines += [f"{count_of(len(findings) - max_findings, 'more finding')}, not shown.", ""]
    fixable = report.findings if fixable is None else fixable
    return [*lines, _summary(report, path, fixable)]


def _worst(findings: list[Finding], most: int | None) -> list[Finding]:
    """At most ``most`` of the findings, the worst, in their order."""
    if most is None or len(findings) <= most:
        return findings
    ranked = sorted(range(len(findings)), key=lambda number: -severity_of(findings[number]))
    return [findings[number] for number in sorted(ranked[:most])]


def _rule_lines(findings: list[Finding], paint: Paint) -> Iterator[str]:
    """What one rule found in one file; equal findings in one line, and the reason once."""
    equal: dict[tuple[str, str, str], list[Finding]] = {}
    for finding in findings:
        equal.setdefault((finding.text, finding.place, finding.section), []).append(finding)
    first = findings[0]
    severity = severity_of(first)
    word = paint(f"{_WORDS[severity]:<5}", _ROLES[severity])
    head = f"  {word}  {first.rule:<6}  "
    margin = " " * _TEXT_COLUMN
    body = [line for same in equal.values() for line in _item_lines(same)]
    if len(equal) > 1:
        times = sum(finding.more or 1 for finding in findings)
        body = [f"{_title(first)} ({times:,} times)", *body]
    yield head + body[0]
    yield from (margin + line for line in body[1:])
    yield from _reason_lines(first, paint)


def _item_lines(findings: Sequence[Finding]) -> list[str]:
    """The text of equal findings, and their places beside it or, where it is long, behind it."""
    text = printable(describe_what(findings[0]), _LONGEST_TEXT)
    where = printable(describe_where(*findings), _LONGEST_TEXT)
    if len(findings) > 1 and not where:
        where = f"{len(findings):,} times"
    column = _PLACE_COLUMN - _TEXT_COLUMN
    room = _WIDTH - _TEXT_COLUMN
    if column + len(where) <= room:  # places stand below each other where they can
        text = text.ljust(column - 2)
    if len(text) + 2 + len(where) <= room:
        return [f"{text}  {where}".rstrip()]
    lines = _wrap(text, room - 2) or [""]
    if len(lines[-1]) + 2 + len(where) <= room - 2:
        lines[-1] = f"{lines[-1]}  {where}".rstrip()
    else:
        lines += _wrap(where, room - 2)
    return [lines[0], *(f"  {line}" for line in lines[1:])]


def _reason_lines(finding: Finding, paint: Paint) -> Iterator[str]:
    """Why it matters in one sentence, and whether it can be fixed."""
    rule = all_rules().get(finding.rule)
    lines = _wrap(rule.why_in_short if rule else "", _WIDTH - _WHY_COLUMN)
    fix = _FIXES[finding.fix or ""]
    if fix and lines and len(lines[-1]) + len(fix) + 2 <= _WIDTH - _WHY_COLUMN:
        lines[-1] += f"  {fix}"
    elif fix:
        lines.append(fix)
    return (" " * _WHY_COLUMN + paint(line, "dim") for line in lines)


def _title(finding: Finding) -> str:
    rule = all_rules().get(finding.rule)
    return rule.title if rule else finding.name


def _wrap(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def _summary(report: Report, path: str, fixable: Collection[Finding]) -> str:
    files = len(report.named_files)
    if not report.findings:
        return f"No faults found in {count_of(files, 'file')}."
    faulty = len({file for finding in report.findings for file in finding.files})
    found = f"{join_words(report.counts)} in {faulty:,} of {count_of(files, 'file')}"
    return f"{found}{_fixes(fixable, path)}."


def _fixes(findings: Collection[Finding], path: str) -> str:
    """How many findings can be fixed, and by which command."""
    safe = sum(finding.fix == "safe" for finding in findings)
    unsafe = sum(finding.fix == "unsafe" for finding in findings)
    if safe and unsafe:
        needs = "needs" if unsafe == 1 else "need"
        return f"; {safe:,} can be fixed by `kotorlevel fix {path}`, {unsafe:,} {needs} --unsafe"
    if safe or unsafe:
        flag = "" if safe else " --unsafe"
        return f"; {safe or unsafe:,} can be fixed by `kotorlevel fix {path}{flag}`"
    return ""
