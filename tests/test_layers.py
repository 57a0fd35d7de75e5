"""Imports point down the layers only (DESIGN: cli, view → build, repair → … → core)."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import kotorlevel
from support.corpus import ROOT

PACKAGE = Path(kotorlevel.__file__).parent
LAYERS = [
    ("core",),
    ("formats",),
    ("mesh",),
    ("area",),
    ("query",),
    ("nav",),
    ("checks",),
    ("build", "repair"),
    ("cli", "view"),
]
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
PACKAGES = sorted({path.parent for path in PACKAGE.rglob("*.py")} - {PACKAGE})


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


@pytest.mark.parametrize("folder", PACKAGES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_imports_point_down(folder: Path) -> None:
    layer = layer_of(folder)
    for path in sorted(folder.glob("*.py")):
        upward = {name for name in imported_layers(path) if RANK[name] > RANK[layer]}
        assert not upward, f"{path}: {layer} must not import {sorted(upward)}"


def test_every_package_is_a_layer() -> None:
    packages = {p.name for p in PACKAGE.iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert packages <= set(RANK)


def test_the_test_sees_an_upward_import(tmp_path: Path) -> None:
    module = tmp_path / "bad.py"
    module.write_text("def f():\n    from kotorlevel.mesh.walkmesh import Walkmesh\n")
    assert imported_layers(module) == {"mesh"}


def test_architecture_names_every_package() -> None:
    """A row for each package that holds code, but parts of one that has a row; no row for none."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| `([a-z_/]+)` \|", text, re.MULTILINE))
    folders = {folder.relative_to(PACKAGE).as_posix() for folder in PACKAGES}
    assert rows <= folders
    unnamed = {
        each
        for each in folders - rows
        if each.count("/") < 2 or each.rpartition("/")[0] not in rows
    }
    assert not unnamed


def test_no_folder_is_crowded() -> None:
    """A family of files with a common beginning is a folder; rules are named by their ids."""
    for folder in PACKAGES:
        files = [path for path in folder.glob("*.py") if path.name != "__init__.py"]
        assert len(files) <= 20, f"{folder} has {len(files)} files"
        if "rules" in folder.parts:
            continue
        families = Counter(path.stem.partition("_")[0] for path in files if "_" in path.stem)
        crowded = [name for name, count in families.items() if count >= 3]
        assert not crowded, f"{folder}: {crowded}"
