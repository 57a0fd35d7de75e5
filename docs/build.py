"""Make the documentation's site in build/site, from the plain files in docs/.

    python docs/build.py            set up what it needs (once), then build
    python docs/build.py --here     with this Python's packages: pip install -e ".[docs]"

The pages stay plain Markdown that GitHub shows as well. What only the site needs (its navigation,
README.md as index.md, pages from outside of docs/) is added to copies in build/site-source. A
warning of Sphinx, such as a link that leads nowhere, fails the build.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
SOURCE = ROOT / "build" / "site-source"
SITE = ROOT / "build" / "site"
VENV = ROOT / "build" / "docs-venv"

OUTSIDE = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
"""Pages of the project that are not in docs/, where GitHub looks for them."""

NAVIGATION = {
    "First steps": ("start.md", "troubleshooting.md"),
    "Guides": (
        "guides/mend-a-mod.md",
        "guides/edit-in-the-browser.md",
        "guides/add-a-room.md",
        "guides/new-module.md",
        "guides/blender.md",
        "guides/what-a-patch-changed.md",
        "ci.md",
        "git.md",
        "undo.md",
        "edits.md",
        "json.md",
    ),
    "Look up": (
        "commands-at-a-glance.md",
        "commands/README.md",
        "exit-codes.md",
        "rules/README.md",
        "formats/README.md",
        "api/README.md",
        "glossary.md",
        "migrating.md",
    ),
    "The project": (
        "figures.md",
        "queries.md",
        "fuzzing.md",
        "real-files.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
    ),
}
"""Heading of the sidebar → its pages. Pages that are not there are left out."""

FOLDERS = {
    "commands": ("*.md",),
    "rules": ("*.md",),
    "formats": ("*.md", "../facts.md"),
    "api": ("*.md",),
}
"""Folder whose README.md has the others below it → which."""

_LINK = re.compile(r"(\[[^\[\]]*\]|\])\(([^)\s]+)\)")


def stage() -> None:
    """Copy the pages to build/site-source as the site has them."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.copytree(DOCS, SOURCE, ignore=shutil.ignore_patterns("*.py", "__pycache__", "site"))
    for name in ("conf.py", "static"):
        there = DOCS / "site" / name
        (shutil.copytree if there.is_dir() else shutil.copyfile)(there, SOURCE / name)
    for name in OUTSIDE:
        shutil.copyfile(ROOT / name, SOURCE / name)
    shutil.copyfile(ROOT / "LICENSE", SOURCE / "LICENSE")
    for page in SOURCE.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        page.write_text(_as_site_page(text, page), encoding="utf-8")
    for page in list(SOURCE.rglob("README.md")):
        page.rename(page.with_name("index.md"))
    _add_navigation()


def _as_site_page(text: str, page: Path) -> str:
    """Links to README.md, and from and to pages outside of docs/, as they are in the site."""
    depth = len(page.relative_to(SOURCE).parts) - 1
    is_outside = depth == 0 and page.name in OUTSIDE

    def change(found: re.Match[str]) -> str:
        text, target = found.groups()
        if "://" in target or target.startswith("#"):
            return found[0]
        path, mark, anchor = target.partition("#")
        if is_outside:
            path = path.removeprefix("docs/")
        elif path.startswith("../" * (depth + 1)):
            path = path.removeprefix("../")
        if not (page.parent / path).exists():  # in the project, and no part of the site
            return text.strip("[]")
        path = re.sub(r"(^|/)README\.md$", r"\1index.md", path)
        return f"{text}({path}{mark}{anchor})"

    front = "---\ntocdepth: 2\n---\n\n" if page.parent.name == "api" else ""
    return front + _LINK.sub(change, text)


def _add_navigation() -> None:
    """Put the tables of contents, which Sphinx wants in the pages, into their copies."""
    tables = []
    for caption, names in NAVIGATION.items():
        there = [name.replace("README.md", "index.md") for name in names]
        there = [name for name in there if (SOURCE / name).is_file()]
        if there:
            tables.append(_table(there, f":caption: {caption}\n"))
    _append(SOURCE / "index.md", "\n\n".join(tables))
    for folder, patterns in FOLDERS.items():
        index = SOURCE / folder / "index.md"
        if index.is_file():
            pages = [p for each in patterns for p in sorted(_find(SOURCE / folder, each))]
            below = [os.path.relpath(p, index.parent) for p in pages if p.name != "index.md"]
            _append(index, _table([name.replace(os.sep, "/") for name in below]))


def _find(folder: Path, pattern: str) -> list[Path]:
    return [folder.parent / pattern[3:]] if pattern.startswith("../") else [*folder.glob(pattern)]


def _table(names: list[str], options: str = "") -> str:
    return f"```{{toctree}}\n:hidden:\n{options}\n" + "\n".join(names) + "\n```"


def _append(page: Path, text: str) -> None:
    page.write_text(page.read_text(encoding="utf-8").rstrip() + f"\n\n{text}\n", encoding="utf-8")


def build() -> int:
    """Stage and build; the exit code of Sphinx."""
    stage()
    shutil.rmtree(SITE, ignore_errors=True)
    doctrees = ROOT / "build" / "site-doctrees"
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q"]
    done = subprocess.run([*command, "-d", doctrees, SOURCE, SITE], check=False)
    if done.returncode == 0:
        (SITE / ".buildinfo").unlink(missing_ok=True)
        print(f"Made {SITE.relative_to(ROOT)}: open {SITE / 'index.html'} in a browser.")
    return done.returncode


def in_own_environment() -> int:
    """Install the extra `docs` into build/docs-venv, if it is not there, and build with that."""
    python = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = VENV / "set-up-for"
    wanted = (ROOT / "pyproject.toml").read_text(encoding="utf-8") + sys.version
    if not (stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted):
        print("Setting up build/docs-venv (once; about a minute) ...", flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        without_page = os.environ | {"KOTORLEVEL_SKIP_VIEWER": "1"}
        subprocess.run([*install, "-e", f"{ROOT}[docs]"], check=True, env=without_page)
        stamp.write_text(wanted, encoding="utf-8")
    return subprocess.run([python, __file__, "--here"], check=False).returncode


def main() -> int:
    """Build with the packages of this Python, or of an environment of its own."""
    if "--here" in sys.argv[1:]:
        return build()
    try:
        return in_own_environment()
    except subprocess.CalledProcessError as error:
        print(
            f"Could not set up what the site needs: {error}\nInstall it yourself, then build with "
            f'it:\n    python -m pip install -e ".[docs]"\n    python docs/build.py --here',
            file=sys.stderr,
        )
        return 1


if __name__ == "__main__":
    sys.exit(main())
