"""Imports point down the layers only (DESIGN: cli, view → repair → … → core)."""

from __future__ import annotations

import ast
import fnmatch
import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

import kotorlevel
from corpus import ROOT

PACKAGE = Path(kotorlevel.__file__).parent
LAYERS = [
    ("core",),
    ("formats",),
    ("mesh",),
    ("area",),
    ("query",),
    ("nav",),
    ("checks",),
    ("repair",),
    ("cli", "view"),
]
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE)


def imported_layers(path: Path) -> set[str]:
    """The layers that a module imports, also inside functions and for type checking."""
    layers = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        layers |= {
            parts[1]
            for name in names
            if (parts := name.split("."))[0] == "kotorlevel" and len(parts) > 1
        }
    return layers & set(RANK)


def layer_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0]


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_imports_point_down(path: Path) -> None:
    layer = layer_of(path)
    upward = {name for name in imported_layers(path) if RANK[name] > RANK[layer]}
    assert not upward, f"{layer} must not import {sorted(upward)}"


def test_every_package_is_a_layer() -> None:
    packages = {p.name for p in PACKAGE.iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert packages <= set(RANK)


def test_the_test_sees_an_upward_import(tmp_path: Path) -> None:
    module = tmp_path / "bad.py"
    module.write_text("def f():\n    from kotorlevel.mesh.walkmesh import Walkmesh\n")
    assert imported_layers(module) == {"mesh"}


@pytest.mark.parametrize("layer", RANK)
def test_architecture_names_what_is_there(layer: str) -> None:
    """Every module of a layer is in its row, and every pattern there fits one."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if line.startswith(f"| `{layer}` |"))
    named = {word.rstrip("/") for word in re.findall(r"`([^`]+)`", row)}
    folder = PACKAGE / layer
    modules = {path.stem for path in folder.glob("[!_]*.py")}
    packages = {path.parent.name for path in folder.glob("*/__init__.py")}
    missing = {
        name for name in modules | packages if not any(fnmatchcase(name, word) for word in named)
    }
    assert not missing
    assert [word for word in named if "*" in word and not fnmatch.filter(modules, word)] == []
