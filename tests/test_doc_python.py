"""The Python that the documentation shows runs; examples of docstrings name what there is."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path

import pytest

import kotorlevel as kl
from support.corpus import ROOT

DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
REFERENCE = sorted((DOCS / "api").glob("*.md"))
NEEDS_MORE = {"formats/gff.md"}
"""Pages whose code is about files that cannot be made here in a line; it is compiled only."""
RUN = [
    page
    for page in sorted(DOCS.rglob("*.md"))
    if page not in REFERENCE and BLOCK.search(page.read_text(encoding="utf-8"))
]


def page_name(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


def blocks(page: Path) -> list[str]:
    return BLOCK.findall(page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", RUN, ids=page_name)
def test_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder with a sound level `my_mod`, a room of it, and what `demo` makes."""
    monkeypatch.chdir(tmp_path)
    for folder, files in (
        ("my_mod", kl.make_station()),
        ("kotorlevel-demo/broken", kl.make_broken_station()),
    ):
        Path(folder).mkdir(parents=True)
        for name, data in files.items():
            Path(folder, name).write_bytes(data)
    shutil.copyfile("my_mod/station_hall.wok", "m55aa_02.wok")
    names: dict[str, object] = {"kl": kl}
    for code in blocks(page):
        compiled = compile(code, page_name(page), "exec")
        if page_name(page) not in NEEDS_MORE:
            exec(compiled, names)


@pytest.mark.parametrize("page", REFERENCE, ids=page_name)
def test_examples_name_what_there_is(page: Path) -> None:
    """Signatures are no programs; whatever is one must know the names and arguments it uses."""
    for code in blocks(page):
        try:
            tree = ast.parse(code)
        except SyntaxError:
            assert re.match(r"[\w.]+\(", code), code
            continue
        for node in ast.walk(tree):
            if is_public(node):
                assert hasattr(kl, node.attr), code  # type: ignore[attr-defined]
            if isinstance(node, ast.Call) and is_public(node.func):
                assert not unknown_arguments(node), code


def is_public(node: ast.AST) -> bool:
    """Whether it is ``kl.NAME``."""
    if not isinstance(node, ast.Attribute):
        return False
    return isinstance(node.value, ast.Name) and node.value.id == "kl"


def unknown_arguments(call: ast.Call) -> set[str]:
    """Keywords that the function does not take."""
    function = getattr(kl, call.func.attr)  # type: ignore[attr-defined]
    code = getattr(function, "__code__", None)
    if code is None or code.co_flags & 8:  # a class, or one that takes any keyword
        return set()
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return {each.arg for each in call.keywords if each.arg} - set(names)


def test_a_wrong_argument_is_noticed() -> None:
    (statement,) = ast.parse("kl.check('a', spelling=1, name='b')").body
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Call)
    assert unknown_arguments(statement.value) == {"spelling"}
