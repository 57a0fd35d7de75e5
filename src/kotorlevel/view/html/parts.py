"""The parts of an HTML report: counts, the table of findings, and what the rules mean."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kotorlevel.checks.finding import Finding, Report, Severity, severity_of
from kotorlevel.checks.reports.advice import Advice
from kotorlevel.checks.reports.pages import fix_in_words
from kotorlevel.checks.reports.places import describe_where
from kotorlevel.checks.rule import all_rules, find_rule
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of
from kotorlevel.view.scene.findings import (
    describe_fully,
    file_name,
    number_findings,
    order_findings,
)

if TYPE_CHECKING:
    from kotorlevel.view.scene.scene import Scene

_LONGEST = 2000
_CODE = re.compile(r"`([^`]+)`")
_ADVICE = Advice("PATH", {"": "AREA"})
"""A report is for others, whose folders it does not know."""
_FIXES = {"safe": "<code>fix</code>", "unsafe": "<code>fix --unsafe</code>", "": "by hand"}


def escape(text: str) -> str:
    """Text from files, safe in HTML."""
    return html.escape(printable(text, _LONGEST))


def inline(text: str) -> str:
    """Prose with `code` in it."""
    return _CODE.sub(r"<code>\1</code>", escape(text))


def counts_html(report: Report) -> str:
    """How many findings of each severity; a word of praise where there are none.

    What causes explain is not counted: it goes with them.
    """
    if not report.findings:
        return '<span class="count good">no faults</span>'
    numbers = Counter(map(severity_of, report.told))
    return " ".join(
        f'<span class="count {severity.label}">{count_of(number, severity.label)}</span>'
        for severity in reversed(Severity)
        if (number := numbers[severity])
    )


def table_html(report: Report, scene: Scene | None, stage: str, whole: Report | None = None) -> str:
    """The findings, numbered as on the map; with a ``stage``, buttons that show them there.

    ``report`` may be a part of the ``whole``, by which they are numbered.
    """
    if not report.findings:
        return '<p class="counts"><span class="count good">No faults found.</span></p>'
    whole = whole or report
    listed = scene.document["findings"] if scene is not None and stage else []
    placed = {each["number"] for each in listed if _has_place(each)}
    numbers = number_findings(whole)
    mine = {id(finding) for finding in report} & numbers.keys()
    told = [finding for finding in order_findings(whole) if id(finding) in mine]
    seen: set[str] = set()
    rows: list[str] = []
    explained: list[str] = []
    for finding in told:
        number = numbers[id(finding)]
        button = _show_button(number, stage) if number in placed else ""
        row = _row(whole, number, finding, finding.rule not in seen, button)
        (rows if whole.cause_of(finding) is None else explained).append(row)
        seen.add(finding.rule)
    more = len(report) - len(told)
    left = f'<p class="hint">{count_of(more, "more finding")}, not listed here.</p>'
    return _table(rows) + _folded(explained) + (left if more > 0 else "")


def _table(rows: list[str]) -> str:
    head = "".join(
        f'<th scope="col">{name}</th>' for name in ("No.", "What", "Where", "Repair", "")
    )
    body = "\n".join(rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>"


def _folded(rows: list[str]) -> str:
    """What causes explain, to be opened."""
    if not rows:
        return ""
    words = f"{count_of(len(rows), 'finding')} that go with their cause"
    return f'<details class="explained"><summary>{words}</summary>\n{_table(rows)}</details>'


def _has_place(finding: dict[str, Any]) -> bool:
    return finding["at"] is not None or finding["room"] is not None


def _show_button(number: int, stage: str) -> str:
    return (
        f'<button type="button" data-show="{number}" data-stage="{stage}-stage" '
        f'aria-label="Show finding {number} in the 3-D view">Show</button>'
    )


def _row(report: Report, number: int, finding: Finding, with_why: bool, button: str) -> str:
    severity = severity_of(finding)
    rule = find_rule(finding.rule)
    link = f'<a href="#rule-{escape(finding.rule)}">{escape(finding.rule)}</a>'
    why = f'<span class="why">{inline(rule.why_in_short)}</span>' if rule and with_why else ""
    if finding.how and (with_why or finding.remedy):
        todo = _ADVICE.fill(finding.how, finding)
        why += f'<span class="why"><strong>What to do:</strong> {inline(todo)}</span>'
    where = escape(describe_where(finding))
    place = "<br>".join(filter(None, (escape(file_name(finding.file)), where)))
    mark = f'<span class="number">{number}</span> <span class="word">{severity.label}</span>'
    cells = (
        f"<td>{mark}</td>",
        f"<td>{escape(describe_fully(report, finding))} {link}{why}</td>",
        f'<td class="where">{place}</td>',
        f'<td class="fix">{_FIXES[finding.fix or ""]}</td>',
        f"<td>{button}</td>",
    )
    return f'<tr class="{severity.label}">{"".join(cells)}</tr>'


def rules_html(report: Report) -> str:
    """What each rule that found something means, why it matters, and how to fix it."""
    used = sorted({finding.rule for finding in report.findings} & set(all_rules()))
    if not used:
        return ""
    parts = "\n".join(part for identity in used for part in _rule(identity))
    return f'<section class="rules"><h2>What the rules mean</h2>\n{parts}</section>'


def _rule(identity: str) -> Iterator[str]:
    rule = all_rules()[identity]
    yield f'<article id="rule-{rule.id}" class="{rule.severity.label}">'
    yield f"<h3>{rule.id} {escape(rule.name)}</h3>"
    by_command = f'<span class="soft">{inline(fix_in_words(rule))}</span>'
    yield f"<p>{inline(rule.title)}. {by_command}</p>"
    yield f"<p><strong>Why it matters.</strong> {inline(rule.why)}</p>"
    yield f"<p><strong>How to fix.</strong> {inline(rule.how)}</p>"
    yield "</article>"
