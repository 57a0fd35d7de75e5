"""A report for people: what to do first, then the rest by severity, and whether one gets around."""

import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kotorlevel.checks.finding import Finding, Report, Severity, count_severities, severity_of
from kotorlevel.checks.reports.advice import Advice, count_explained
from kotorlevel.checks.reports.places import describe_what, describe_where
from kotorlevel.checks.rule import find_rule
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, join_words, short_list

Role = Literal["error", "warning", "info", "file", "dim", "good"]
Paint = Callable[[str, Role], str]

WIDTH = 100
_WHY_COLUMN = 9
_TEXT_COLUMN = 17
_LONGEST_TEXT = 2000
_MOST_PLACES = 12
"""Places of one rule that are shown unless all are asked for."""
_MOST_AREAS = 5
_UNREADABLE = "FIL001"

_ROLES: dict[Severity, Role] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "info",
}
_WORDS = {Severity.ERROR: "error", Severity.WARNING: "warn", Severity.INFO: "info"}
_HEADS = {
    Severity.ERROR: "Do this first",
    Severity.WARNING: "Then look at this",
    Severity.INFO: "Good to know",
}


def plain(text: str, role: Role) -> str:
    """``text`` without colour."""
    del role
    return text


@dataclass(frozen=True)
class Shown:
    """What of a report is shown: from which severity on, and at most so many findings.

    What causes explain is only counted unless ``everything`` is asked for, and so are all places
    of a rule but the first. ``more`` says how to see the rest.
    """

    least: Severity = Severity.INFO
    everything: bool = False
    most: int | None = None
    more: str = ""
    width: int = WIDTH


def format_report(
    report: Report,
    paint: Paint = plain,
    advice: Advice | None = None,
    shown: Shown | None = None,
) -> list[str]:
    """The lines of the report.

    ``paint`` colours a text by its role, ``advice`` knows the paths for commands. What is not
    shown is counted at the end, and the summary counts all.
    """
    return [*_Text(report, paint, advice or Advice(path="PATH"), shown or Shown()).lines()]


class _Text:
    """The lines of one report."""

    def __init__(self, report: Report, paint: Paint, advice: Advice, shown: Shown) -> None:
        self.report, self.paint, self.advice, self.shown = report, paint, advice, shown

    def lines(self) -> Iterator[str]:
        told = self.report.findings if self.shown.everything else self.report.told
        wanted = [each for each in told if each.is_cause or severity_of(each) >= self.shown.least]
        ranked = sorted(wanted, key=_rank)
        chosen = ranked[: self.shown.most]
        for severity, head in _HEADS.items():
            groups = _group([each for each in chosen if _part(each) is severity], self.advice)
            if groups:
                yield self.paint(head, "file")
                for group in groups:
                    yield from self._rule_lines(group)
                yield ""
        if len(ranked) > len(chosen):
            yield from (f"{count_of(len(ranked) - len(chosen), 'more finding')}, not shown.", "")
        chosen_ids = {id(each) for each in wanted}
        yield from self._folded([each for each in told if id(each) not in chosen_ids])
        yield from self._reached()
        yield from self._alone()
        yield self._summary()

    # One rule

    def _rule_lines(self, findings: Sequence[Finding]) -> Iterator[str]:
        """What one rule found; equal findings in one line, why and what to do once."""
        first = findings[0]
        severity = severity_of(first)
        word = self.paint(f"{_WORDS[severity]:<5}", _ROLES[severity])
        body = [*self._places(findings)]
        yield f"  {word}  {first.rule:<6}  {body[0]}"
        yield from (" " * _TEXT_COLUMN + line for line in body[1:])
        yield from (self.paint(line, "dim") for line in self._why(first))
        # Where each place says what to do, the rule need not say it again.
        if not all(each.remedy for each in findings):
            yield from self._what_to_do(self.advice.what_to_do(first))
        if (explained := count_explained(self.report, *findings)) and not self.shown.everything:
            own = (each for cause in findings for each in self.report.explained_by(cause))
            text = f"It {explained} ({short_list(sorted({f.rule for f in own}))}){self._more()}."
            yield from self._wrapped(text, _WHY_COLUMN, _WHY_COLUMN)

    def _places(self, findings: Sequence[Finding]) -> Iterator[str]:
        """The text of a finding and where it is; or the rule's title, and a line for each place."""
        equal: dict[tuple[object, ...], list[Finding]] = {}
        for each in findings:
            key = each.file, each.text, each.place, each.section, each.remedy
            equal.setdefault(key, []).append(each)
        if len(equal) == 1:
            yield from self._single(findings)
            return
        if findings[0].is_cause:  # the same happened to several files
            yield from self._fold(self._what(findings[0]), "", "  ")
            yield from self._fold(short_list([self._file(each) for each in findings]), "", "  ")
            return
        times = sum(finding.more or 1 for finding in findings)
        yield from self._fold(f"{_title(findings[0])} ({times:,} times)", "", "  ")
        places = list(equal.values())
        most = len(places) if self.shown.everything else _MOST_PLACES
        for same in places[:most] if len(places) > most + 1 else places:
            yield from self._place(same)
        if len(places) > most + 1:
            yield f"and {count_of(len(places) - most, 'more place')}{self._more()}"

    def _single(self, findings: Sequence[Finding]) -> Iterator[str]:
        first = findings[0]
        yield from self._fold(self._what(first), "", "  ")
        where = ", ".join(filter(None, (self._file(first), self._where(findings))))
        yield from self._fold(where, "", "  ")
        yield from self._remedy(first)

    def _place(self, same: Sequence[Finding]) -> Iterator[str]:
        first = same[0]
        text = f"{self._file(first)}: {self._what(first)}"
        where = self._where(same)
        lines = [*self._fold(text, "", "  ")]
        if where and len(lines[-1]) + 2 + len(where) <= self.shown.width - _TEXT_COLUMN:
            lines[-1] += f"  {where}"
        elif where:
            lines += self._fold(where, "  ", "  ")
        yield from lines
        yield from self._remedy(first)

    def _what(self, finding: Finding) -> str:
        return printable(self.advice.fill(describe_what(finding), finding), _LONGEST_TEXT)

    def _file(self, finding: Finding) -> str:
        return printable(finding.file, _LONGEST_TEXT) or "(without a name)"

    def _where(self, findings: Sequence[Finding]) -> str:
        where = printable(describe_where(*findings), _LONGEST_TEXT)
        return where or (f"{len(findings):,} times" if len(findings) > 1 else "")

    def _remedy(self, finding: Finding) -> Iterator[str]:
        """What to do at this place, where that is known."""
        if finding.remedy:
            text = printable(self.advice.fill(finding.remedy, finding), _LONGEST_TEXT)
            yield from self._fold(f"→ {text}", "  ", "    ")

    def _why(self, finding: Finding) -> Iterator[str]:
        rule = find_rule(finding.rule)
        if rule:
            yield from self._wrapped(rule.why_in_short, _WHY_COLUMN, _WHY_COLUMN)

    def _what_to_do(self, text: str) -> Iterator[str]:
        if text.startswith("kotorlevel "):  # in one piece, so that it can be copied
            yield f"{' ' * _WHY_COLUMN}fix: {text}"
        elif text:
            yield from self._wrapped(f"What to do: {text}", _WHY_COLUMN, _WHY_COLUMN)

    # The end

    def _folded(self, hidden: Sequence[Finding]) -> Iterator[str]:
        """One line on all that is below the severity that is shown."""
        if hidden:
            rules = Counter(finding.rule for finding in hidden).most_common()
            names = [f"{number:,} × {rule}" if number > 1 else rule for rule, number in rules]
            counts = join_words(count_severities(hidden))
            text = f"{counts}, not shown: {short_list(names)}{self._more()}."
            yield from self._wrapped(text, 0, 2)

    def _reached(self) -> Iterator[str]:
        """Whether the player gets everywhere."""
        areas = sorted(self.report.reached, key=lambda each: (-each.cut_off, each.area))
        for each in areas[:_MOST_AREAS]:
            role: Role = "warning" if each.by_fault else "dim"
            text = each.describe(is_broken=bool(self.report.errors))
            yield from (self.paint(line, role) for line in self._wrapped(text, 0, 2))
        if rest := areas[_MOST_AREAS:]:
            bad = count_of(sum(bool(each.cut_off) for each in rest), "area")
            yield f"{count_of(len(rest), 'more area')}, {bad} with rooms that cannot be reached."

    def _alone(self) -> Iterator[str]:
        """Which walkmeshes were not seen in their area."""
        inputs = self.report.inputs
        if inputs is not None and inputs.alone:
            names = short_list([printable(path.name) for path in inputs.alone])
            text = (
                f"Links and neighbours were not checked: no layout (LYT) beside {names} names it."
            )
            yield from self._wrapped(text, 0, 2)

    def _summary(self) -> str:
        report = self.report
        files = len(report.named_files)
        if not report.findings:
            new = "new " if report.known else ""
            return f"No {new}faults found in {count_of(files, 'file')}."
        told = report.told
        faulty = len({file for finding in told for file in finding.files})
        found = f"{join_words(count_severities(told))} in {faulty:,} of {count_of(files, 'file')}"
        explained = len(report) - len(told)
        causes = "the cause explains" if len(report.causes) == 1 else "the causes explain"
        because = f"; {causes} {explained:,} more" if explained else ""
        # What is not worth showing is not worth repairing, either.
        worth = [each for each in told if each.is_cause or severity_of(each) >= self.shown.least]
        return f"{found}{because}{self._fixes(worth)}."

    def _fixes(self, findings: Iterable[Finding]) -> str:
        """How many findings can be fixed, and by which command."""
        counts = Counter(each.fix for each in findings if self.advice.can_fix(each))
        safe, unsafe, path = counts["safe"], counts["unsafe"], self.advice.path
        if not path or not safe + unsafe:
            return ""
        if safe and unsafe:
            needs = f"{unsafe:,} {'needs' if unsafe == 1 else 'need'} --unsafe"
            return f"; {safe:,} can be fixed by `kotorlevel fix {path}`, {needs}"
        flag = "" if safe else " --unsafe"
        return f"; {safe or unsafe:,} can be fixed by `kotorlevel fix {path}{flag}`"

    # Lines

    def _more(self) -> str:
        return f"; {self.shown.more}" if self.shown.more else ""

    def _fold(self, text: str, first: str, margin: str) -> list[str]:
        """Lines that stand in the column of texts."""
        return _wrap(text, self.shown.width - _TEXT_COLUMN, first, margin)

    def _wrapped(self, text: str, first: int, margin: int) -> list[str]:
        return _wrap(text, self.shown.width, " " * first, " " * margin)


def _part(finding: Finding) -> Severity:
    """Where in the report a finding stands: causes are always first."""
    return Severity.ERROR if finding.is_cause else severity_of(finding)


def _rank(finding: Finding) -> tuple[object, ...]:
    """Causes, then files that cannot be read, then the worst; what belongs to one rule together."""
    order = 0 if finding.is_cause else 1 if finding.rule == _UNREADABLE else 2
    return -_part(finding), order, -severity_of(finding), finding.rule


def _group(findings: Sequence[Finding], advice: Advice) -> list[list[Finding]]:
    """Those of one rule with one severity and one way to repair them; causes by what they say."""
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for each in findings:
        key = each.rule, severity_of(each), each.fix if advice.can_fix(each) else ""
        groups.setdefault((*key, each.text if each.is_cause else ""), []).append(each)
    return list(groups.values())


def _title(finding: Finding) -> str:
    rule = find_rule(finding.rule)
    return rule.title if rule else finding.name


_TOGETHER = re.compile(r"`[^`]*`|\([-0-9., a-z]*\)|→ ")
"""What is not taken apart: commands, so that they can be copied, and places."""
_JOINED = "\0"
"""Stands for a space inside of them meanwhile; no text for people contains it."""


def _wrap(text: str, width: int, first: str, margin: str) -> list[str]:
    lines = textwrap.wrap(
        _TOGETHER.sub(lambda found: found[0].replace(" ", _JOINED), text),
        width,
        initial_indent=first,
        subsequent_indent=margin,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_JOINED, " ") for line in lines] or [first]
