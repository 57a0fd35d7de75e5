"""What a rule about causes looks at, and what it proposes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kotorlevel.area.area import Area
from kotorlevel.checks.finding import Finding, Severity, severity_of
from kotorlevel.checks.subjects import AreaSubject, TablesSubject


@dataclass(frozen=True)
class Proposal:
    """A cause as a ``finding``, and the ``area`` without it; None where nobody can tell.

    ``sure`` tells that it holds even if other findings come to light by undoing it.
    """

    finding: Finding
    area: Area | None = None
    sure: bool = False


@dataclass(frozen=True, eq=False)
class SuspectTables:
    """The stored tables of a walkmesh in which rules have found something: ``findings``."""

    subject: TablesSubject
    findings: Sequence[Finding]


@dataclass(frozen=True, eq=False)
class Suspect:
    """An area in which rules have found something; ``findings`` are those of the area's rules."""

    subject: AreaSubject
    findings: Sequence[Finding]

    @property
    def area(self) -> Area:
        """The area itself."""
        return self.subject.area

    def has(self, *rules: str) -> bool:
        """True when one of these rules has found more than an info."""
        return any(f.rule in rules and severity_of(f) > Severity.INFO for f in self.findings)
