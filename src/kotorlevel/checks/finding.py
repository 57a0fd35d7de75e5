"""One fault that a rule found, and all of them together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from kotorlevel.core.errors import FormatError
from kotorlevel.core.words import count_of

if TYPE_CHECKING:
    from kotorlevel.checks.collect import CheckInputs
    from kotorlevel.checks.facts.area.ways import EntryReach

Place = Literal[
    "",
    "face",
    "edge",
    "node",
    "vertex",
    "loop",
    "room",
    "door hook",
    "door",
    "placeable",
    "creature",
    "waypoint",
    "encounter",
    "trigger",
    "store",
    "sound",
    "camera",
    "item",
]
"""What the numbers of a finding count."""

FindingKey = tuple[str, str, tuple[int, ...]]
"""Rule, file and places: by which a finding is known again."""

FixKind = Literal["", "safe", "unsafe"]
"""Whether `fix` can repair a finding: not, always, or only when asked to take a risk."""

UNREADABLE = "FIL001"
"""The rule that is always asked: of a file that cannot be read nothing else is known."""

_CAUSES = "CAU"
"""The family of rules that find causes of what others find."""


class Severity(IntEnum):
    """How bad a finding is; larger is worse."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    @property
    def label(self) -> str:
        """The word that reports use."""
        return self.name.lower()


@dataclass(frozen=True, slots=True, repr=False)
class Finding:
    """One fault in one file, or many equal ones together.

    A rule gives ``text`` (one line: what is wrong here, with figures), the place, and where they
    differ from the rule's own, ``severity`` and ``fix``; ``more`` where it only counts so many
    further faults of its kind. ``also_in`` are other files with the very same fault, where one
    finding tells it of all. A cause ``explains`` other findings. ``remedy`` is what to do here,
    where more is known than the rule can say.

    The places are ``numbers`` of a ``place`` (for an edge 3 · face + side), a point ``at`` in
    metres, and in a file ``section``, ``offset`` or ``line``. Who runs the rule fills in ``rule``,
    ``name`` and, unless the rule has named another one than it was given, ``file``.
    """

    text: str
    place: Place = ""
    numbers: tuple[int, ...] = ()
    at: tuple[float, float, float] | None = None
    section: str = ""
    offset: int | None = None
    line: int | None = None
    severity: Severity | None = None
    rule: str = ""
    name: str = ""
    file: str = ""
    fix: FixKind | None = None
    more: int = 0
    also_in: tuple[str, ...] = ()
    explains: tuple[FindingKey, ...] = ()
    remedy: str = ""

    @property
    def key(self) -> FindingKey:
        """By which it is known again: rule, file and places."""
        return self.rule, self.file, self.numbers

    @property
    def is_cause(self) -> bool:
        """True for what explains other findings, rather than being one of many."""
        return self.rule.startswith(_CAUSES)

    @property
    def files(self) -> tuple[str, ...]:
        """Every file that it is about, the one that it is told of first."""
        return self.file, *self.also_in

    @property
    def why(self) -> str:
        """Why it matters in the game; empty for a finding that no rule has made."""
        from kotorlevel.checks.rule import find_rule

        rule = find_rule(self.rule)
        return rule.why if rule else ""

    @property
    def how(self) -> str:
        """What to do: here, or else what the rule says; empty where no rule has made it."""
        from kotorlevel.checks.rule import find_rule

        rule = find_rule(self.rule)
        return self.remedy or (rule.how if rule else "")

    def __repr__(self) -> str:
        from kotorlevel.checks.reports.places import describe

        level = self.severity.label if self.severity else ""
        head = " ".join(word for word in (level, self.rule, self.file) if word)
        return f"<Finding: {f'{head}: ' if head else ''}{describe(self)}>"


@dataclass(frozen=True, repr=False)
class Report:
    """The findings of a check, always in the same order, and the files that were looked at.

    Causes come first; the others are sorted by file, the worst first, then by rule, place and
    text. ``missing`` are paths that do not exist (each is also a finding), ``notes`` tell what
    should be known about the check itself. ``reached`` says of each area that has an entry whether
    the player gets everywhere. ``inputs`` is what was checked, and with which options. ``known``
    are findings of a baseline, which are not among the others.

        report = kl.check("my_mod")
        for finding in report.errors:
            print(finding.file, finding.text, finding.how)
    """

    findings: tuple[Finding, ...]
    files: tuple[str, ...]
    notes: tuple[FormatError, ...] = ()
    missing: tuple[FormatError, ...] = ()
    inputs: CheckInputs | None = field(default=None, compare=False)
    reached: tuple[EntryReach, ...] = field(default=(), compare=False)
    known: tuple[Finding, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "findings", tuple(sorted(self.findings, key=_key)))
        object.__setattr__(self, "files", tuple(dict.fromkeys(self.files)))

    def __len__(self) -> int:
        return len(self.findings)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __repr__(self) -> str:
        words = ", ".join(self.counts) or "no faults"
        return f"<Report: {words} in {count_of(len(self.named_files), 'file')}>"

    def _repr_html_(self) -> str:
        from kotorlevel.checks.reports.html import report_to_html

        return report_to_html(self)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that break something in the game."""
        return self._of(Severity.ERROR)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The findings that may break something."""
        return self._of(Severity.WARNING)

    @property
    def infos(self) -> tuple[Finding, ...]:
        """The findings that are good to know."""
        return self._of(Severity.INFO)

    @property
    def causes(self) -> tuple[Finding, ...]:
        """The findings that explain others."""
        return tuple(finding for finding in self.findings if finding.is_cause)

    @property
    def told(self) -> tuple[Finding, ...]:
        """The findings that no cause explains, and the causes."""
        return tuple(finding for finding in self.findings if self.cause_of(finding) is None)

    def cause_of(self, finding: Finding) -> Finding | None:
        """The cause that explains a finding; None where none does."""
        return None if finding.is_cause else self._causes_by_key.get(finding.key)

    def explained_by(self, cause: Finding) -> tuple[Finding, ...]:
        """The findings that a cause of this report explains."""
        return tuple(f for f in self.findings if self.cause_of(f) is cause)

    @cached_property
    def _causes_by_key(self) -> dict[FindingKey, Finding]:
        return {key: cause for cause in reversed(self.causes) for key in cause.explains}

    @property
    def unreadable(self) -> tuple[Finding, ...]:
        """The findings on files that could not be read: nothing else is known of them."""
        return self.of_rule(UNREADABLE)

    @property
    def counts(self) -> list[str]:
        """``["2 errors", "1 warning"]``: how many there are of each severity, the worst first."""
        return count_severities(self.findings)

    @property
    def named_files(self) -> list[str]:
        """Every file that was looked at or that a finding names, once, by name."""
        return sorted({*self.files, *(finding.file for finding in self.findings)})

    def count(self, severity: Severity) -> int:
        """How many findings have exactly this severity."""
        return len(self._of(severity))

    def at_least(self, severity: Severity) -> tuple[Finding, ...]:
        """The findings of this severity or a worse one."""
        return tuple(f for f in self.findings if severity_of(f) >= severity)

    def of_rule(self, rule: str) -> tuple[Finding, ...]:
        """The findings of one rule, by its id."""
        return tuple(finding for finding in self.findings if finding.rule == rule)

    def _of(self, severity: Severity) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.severity is severity)


def count_severities(findings: Iterable[Finding]) -> list[str]:
    """``["2 errors", "1 warning"]``: how many there are of each severity, the worst first."""
    numbers = Counter(finding.severity for finding in findings)
    order = (severity for severity in reversed(Severity) if numbers[severity])
    return [count_of(numbers[severity], severity.label) for severity in order]


def severity_of(finding: Finding) -> Severity:
    """The severity of a finding that a rule run has completed."""
    assert finding.severity is not None
    return finding.severity


# The order: the same findings give the same report, in whatever order they came.

_NUMBERS = re.compile(r"([0-9]+)")


def _key(finding: Finding) -> tuple[object, ...]:
    return (
        not finding.is_cause,
        finding.file,
        -(finding.severity or 0),
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


def _natural(text: str) -> list[tuple[int, str]]:
    """A text as people sort it: ``Points[2]`` before ``Points[10]``."""
    texts = (part.lstrip("0") if n % 2 else part for n, part in enumerate(_NUMBERS.split(text)))
    # Of numbers the shorter one is the smaller one; no `int`, which refuses very long ones.
    return [(len(part) if n % 2 else 0, part) for n, part in enumerate(texts)]
