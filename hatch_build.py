"""Packaging: builds the browser viewer into the package, where Node is there to do it.

An install never fails for want of Node: it warns and goes on, and `kotorlevel view` then says what
is missing. The sdist carries the built viewer, so that a wheel made from it needs no Node.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TIMEOUT = 180
"""Seconds for one command of npm."""


class ViewerBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before the files of a wheel, an editable install or an sdist are collected."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the viewer if it is absent or older than its sources."""
        del version, build_data
        problem = build_viewer(Path(self.root))
        if problem:
            self.app.display_warning(f"The browser viewer was not built: {problem}")


def build_viewer(root: Path) -> str:
    """Why the viewer in the package is not up to date; empty when it is."""
    sources = root / "viewer"
    bundle = root / "src" / "kotorlevel" / "view" / "bundle"
    if not (sources / "package-lock.json").is_file() or is_current(sources, bundle):
        return ""
    left = "The older one is kept." if (bundle / "viewer.js").is_file() else "`view` will not work."
    if os.environ.get("KOTORLEVEL_SKIP_VIEWER"):
        return f"KOTORLEVEL_SKIP_VIEWER is set. {left}"
    npm = shutil.which("npm")
    if not npm or not shutil.which("node"):
        return f"Node.js and npm are not installed (https://nodejs.org). {left}"
    for command in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
        problem = _run([npm, *command], sources)
        if problem:
            return f"{problem} {left}"
    return ""


def is_current(sources: Path, bundle: Path) -> bool:
    """Whether the bundle was made from these sources: viewer/build.mjs leaves their fingerprint."""
    try:
        stamp = (bundle / "stamp.txt").read_text("utf-8").strip()
        return (bundle / "viewer.js").is_file() and stamp == fingerprint(sources)
    except OSError:
        return False


def fingerprint(sources: Path) -> str:
    """The SHA-256 of everything the bundle is made of, as viewer/build.mjs computes it."""
    names = ["build.mjs", "index.html", "package-lock.json", "styles.css"]
    found = (path for path in (sources / "src").rglob("*") if path.is_file())
    names += [path.relative_to(sources).as_posix() for path in found]
    digest = hashlib.sha256()
    for name in sorted(names):
        text = (sources / name).read_bytes().replace(b"\r\n", b"\n")
        digest.update(name.encode() + b"\0" + text + b"\0")
    return digest.hexdigest()


def _run(command: list[str], folder: Path) -> str:
    """What went wrong; empty when nothing did."""
    name = f"`npm {' '.join(command[1:])}`"
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            timeout=TIMEOUT,
            capture_output=True,
            # What npm prints need not be in the encoding of this machine.
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"{name} failed: {error}."
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-3:]
        return f"{name} failed: {' / '.join(last)}."
    return ""
