"""The command line asks the library by its public names, and knows nothing else of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import kotorlevel as kl

CLI = Path(kl.__file__).parent / "cli"
MODULES = sorted(path.relative_to(CLI).as_posix() for path in CLI.rglob("*.py"))
PUBLIC = {
    (f"kotorlevel.{module}", name)
    for module, names in vars(kl)["_HOMES"].items()
    for name in names.split()
}

SHARED = (
    "kotorlevel.area.diff.report",  # a diff as text
    "kotorlevel.area.diff.summary",
    "kotorlevel.area.install.target",  # what a path means
    "kotorlevel.area.sample",  # what the demo shows
    "kotorlevel.checks.facts.area.causes",  # which rule tells a cause
    "kotorlevel.checks.reports",  # reports as text and for programs
    "kotorlevel.core",  # words, letters, names, numbers, safe writes
    "kotorlevel.formats.detect",
    "kotorlevel.nav.causes.words",
    "kotorlevel.nav.doors.words",
    "kotorlevel.nav.journey.words",
    "kotorlevel.nav.reach.words",
    "kotorlevel.query.questions",
    "kotorlevel.view.describe",
)
"""Modules and packages for whoever shows something: words, letters, names and numbers."""

EXCEPTIONS: set[str] = {
    "ask/walked.py",
    "commands/level/pth.py",
    "commands/walk/query.py",
    "show/answers.py",
    "show/causes.py",
    "show/query.py",
}
"""Modules that still know more. To be emptied; nothing may be added."""


def imports(source: str) -> Iterator[tuple[str, str]]:
    """Module and name of everything that is imported, also in functions and for type checkers."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)


def forbidden(source: str) -> list[str]:
    """The imports that are neither public, nor shared, nor of the command line itself."""
    return [
        f"{module}: {name}"
        for module, name in imports(source)
        if module.split(".")[0] == "kotorlevel"
        and not is_public(module, name)
        and not is_below(module, ("kotorlevel.cli", *SHARED))
        and not is_below(f"{module}.{name}", ("kotorlevel.cli", *SHARED))
    ]


def is_public(module: str, name: str) -> bool:
    if module in ("kotorlevel", "kotorlevel.errors"):
        return not name or name in kl.__all__ or module == "kotorlevel.errors"
    return (module, name) in PUBLIC


def is_below(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == each or module.startswith(f"{each}.") for each in packages)


@pytest.mark.parametrize("module", MODULES)
def test_only_public_names_are_imported(module: str) -> None:
    found = forbidden((CLI / module).read_text(encoding="utf-8"))
    if module in EXCEPTIONS:
        assert found, f"{module} needs no exception any more: take it off the list"
    else:
        assert not found, f"{module} must not import {found}"


def test_exceptions_are_there() -> None:
    assert set(MODULES) >= EXCEPTIONS


@pytest.mark.parametrize(
    ("source", "is_allowed"),
    [
        ("import kotorlevel as kl", True),
        ("from kotorlevel import __version__, check", True),
        ("from kotorlevel.area.area import Area", True),
        ("from kotorlevel.cli.terminal.paint import paint", True),
        ("from kotorlevel.core import words", True),
        ("from kotorlevel.checks.reports.text import format_report", True),
        ("from kotorlevel.errors import FormatError", True),
        ("import json", True),
        ("from kotorlevel import nothing", False),
        ("from kotorlevel.area.area import AreaProblem", False),
        ("from kotorlevel.checks import reports_of_mine", False),
        ("import kotorlevel.mesh.derive", False),
        ("def f():\n    from kotorlevel.mesh.derive import adjacency", False),
        ("if TYPE_CHECKING:\n    from kotorlevel.repair.files import Repairing", False),
    ],
)
def test_the_test_can_tell(source: str, is_allowed: bool) -> None:
    assert (forbidden(source) == []) is is_allowed
