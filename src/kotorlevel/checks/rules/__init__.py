"""The rules, a folder a family. A file there is all that a new rule needs.

What every rule needs is named here: ``from kotorlevel.checks.rules import Findings, rule, …``.
"""

from collections.abc import Iterator

from kotorlevel.checks.finding import Finding, FixKind, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import rule
from kotorlevel.checks.subjects import (
    AreaSubject,
    FileSubject,
    LayoutSubject,
    MeshSubject,
    TablesSubject,
    VisibilitySubject,
)

Findings = Iterator[Finding]
"""What a rule yields."""

__all__ = [
    "AreaSubject",
    "FileSubject",
    "Finding",
    "Findings",
    "FixKind",
    "LayoutSubject",
    "MeshSubject",
    "Options",
    "Severity",
    "TablesSubject",
    "VisibilitySubject",
    "rule",
]
