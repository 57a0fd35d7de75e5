"""What releases are made of. The builds take minutes: only with --all."""

from __future__ import annotations

import importlib.util
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kotorlevel.view.html.page import find_bundle
from support.corpus import ROOT

PACKAGING = ROOT / "packaging"
heavy = pytest.mark.skipif(not os.environ.get("KOTORLEVEL_ALL"), reason="takes minutes: --all")


def needs(module: str) -> None:
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed")


def test_what_is_inside_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    make = runpy.run_path(str(PACKAGING / "sbom.py"))["make_sbom"]
    document = make()
    assert document == make()
    found = {each["name"]: each for each in document["components"]}
    assert set(found) == {"numpy", "click", "three"}
    assert re.fullmatch(r"[0-9a-f]{128}", found["three"]["hashes"][0]["content"])
    assert document["metadata"]["timestamp"] == "2023-11-14T22:13:20Z"
    references = {each["bom-ref"] for each in document["components"]}
    assert set(document["dependencies"][0]["dependsOn"]) == references
    assert {each["ref"] for each in document["dependencies"]} > references
    assert {"python", "pillow"} <= {each["name"] for each in make(installed=True)["components"]}


def test_every_npm_package_in_the_viewer_is_listed() -> None:
    """The viewer's sources name only those, or files of their own."""
    bundled = runpy.run_path(str(PACKAGING / "sbom.py"))["BUNDLED"]
    named = set()
    for path in (ROOT / "viewer" / "src").rglob("*.ts"):
        for name in re.findall(r'from "([^"]+)"', path.read_text("utf-8")):
            if not name.startswith("."):
                named.add(name.split("/")[0])
    assert named == set(bundled)


def test_workflows_call_what_is_there() -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    scripts = set(re.findall(r"packaging/\w+\.py", text))
    assert len(scripts) == 3
    assert all((ROOT / script).is_file() for script in scripts)


@heavy
def test_the_executable() -> None:
    needs("PyInstaller")
    find_bundle()
    subprocess.run([sys.executable, str(PACKAGING / "executable.py")], check=True)


@heavy
def test_packages_are_the_same_bytes_twice(tmp_path: Path) -> None:
    needs("build")
    if not shutil.which("git"):
        pytest.skip("there is no git")
    command = [sys.executable, str(PACKAGING / "reproduce.py"), "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert {path.suffix for path in tmp_path.iterdir()} == {".gz", ".whl"}
