"""One fault that a rule found, and all of them together."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

Place = Literal[
    "", "face", "edge", "node", "vertex", "loop", "room", "door hook", "door", "placeable"
]
"""What the numbers of a finding count."""

FixKind = Literal["", "safe", "unsafe"]
"""Whether `fix` can repair a finding: not, always, or only when asked to take a risk."""


class Severity(IntEnum):
    """How bad a finding is; larger is worse."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    @property
    def label(self) -> str:
        """The word that reports use."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault in one file, or many equal ones together.

    A rule gives ``text`` (one line: what is wrong here, with figures), the place, and where they
    differ from the rule's own, ``severity`` and ``fix``; ``more`` where it only counts so many
    further faults of its kind. The places are ``numbers`` of a ``place``
    (for an edge 3 · face + side), a point ``at`` in metres, and in a file ``section``, ``offset``
    or ``line``. Who runs the rule fills in ``rule``, ``name`` and, unless the rule has named
    another one than it was given, ``file``.
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


@dataclass(frozen=True)
class Report:
    """The findings of a check, in a stable order, and the files that were looked at."""

    findings: tuple[Finding, ...]
    files: tuple[str, ...]

    def count(self, severity: Severity) -> int:
        """How many findings have exactly this severity."""
        return sum(finding.severity is severity for finding in self.findings)

    def at_least(self, severity: Severity) -> tuple[Finding, ...]:
        """The findings of this severity or a worse one."""
        return tuple(f for f in self.findings if severity_of(f) >= severity)

    def of_rule(self, rule: str) -> tuple[Finding, ...]:
        """The findings of one rule, by its id."""
        return tuple(finding for finding in self.findings if finding.rule == rule)


def severity_of(finding: Finding) -> Severity:
    """The severity of a finding that a rule run has completed."""
    assert finding.severity is not None
    return finding.severity
