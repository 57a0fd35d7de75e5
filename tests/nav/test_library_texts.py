"""Texts of the library that name no command, no option and no rule: those are of other layers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import kotorlevel
from support.nav.broken_areas import FOR_COMMANDS

PACKAGE = Path(kotorlevel.__file__).parent
MODULES = [*sorted((PACKAGE / "nav").rglob("*.py")), PACKAGE / "area" / "named.py"]


def texts_of(source: str) -> Iterator[str]:
    """The strings of a module but for docstrings, also of names."""
    tree = ast.parse(source)
    told = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_text_is_for_the_command_line(path: Path) -> None:
    found = [text for text in texts_of(path.read_text("utf-8")) if FOR_COMMANDS.search(text)]
    assert not found


def test_the_test_sees_such_texts() -> None:
    source = '"""A `kotorlevel check`."""\nx = f"run kotorlevel link {y}"\nz = "[ARE005]"\n'
    assert [bool(FOR_COMMANDS.search(text)) for text in texts_of(source)] == [True, True]
