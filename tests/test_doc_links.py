"""Every link of the documentation leads to a file or heading that is there; no site is needed."""

from __future__ import annotations

import re
import runpy
from functools import cache
from pathlib import Path

import pytest

import kotorlevel as kl
from support.corpus import ROOT

DOCS = ROOT / "docs"
BUILD = runpy.run_path(str(DOCS / "build.py"))
OUTSIDE = [ROOT / name for name in ("README.md", *BUILD["OUTSIDE"])]
PAGES = [*OUTSIDE, *sorted(DOCS.rglob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^ *(```+).*?^ *\1`*$", re.M | re.S)


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@cache
def prose(page: Path) -> str:
    """The text without blocks and pieces of code, in which nothing is a link."""
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text(encoding="utf-8")))


@cache
def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and MyST make them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    found: dict[str, int] = {}
    names = set()
    for heading in re.findall(r"^#{1,6} +(.+?) *$", text, re.M):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-")
        names.add(f"{slug}-{found[slug]}" if slug in found else slug)
        found[slug] = found.get(slug, 0) + 1
    return names


def broken(page: Path, target: str) -> str:
    """Why a link of a page leads nowhere; empty where it does not."""
    path, _, anchor = target.partition("#")
    there = (page.parent / path).resolve() if path else page
    if not there.exists():
        return f"{target}: no such file"
    if not there.is_relative_to(ROOT):
        return f"{target}: outside of the project"
    if anchor and there.suffix == ".md" and anchor not in anchors(there):
        return f"{target}: no such heading"
    return ""


@pytest.mark.parametrize("folder", ["", "api", "commands", "formats", "guides", "rules"])
def test_links_lead_somewhere(folder: str) -> None:
    pages = [page for page in PAGES if page.parent == DOCS / folder]
    pages += OUTSIDE if not folder else []
    faults = [
        f"{page_name(page)}: {why}"
        for page in pages
        for target in LINK.findall(prose(page))
        if "://" not in target and (why := broken(page, target))
    ]
    assert not faults


def test_a_wrong_link_is_noticed() -> None:
    page = DOCS / "start.md"
    assert broken(page, "guides/blender.md") == ""
    assert broken(page, "troubleshooting.md#my-change-has-no-effect-in-the-game") == ""
    assert "no such file" in broken(page, "guides/blunder.md")
    assert "no such heading" in broken(page, "troubleshooting.md#my-change")
    assert "no such heading" in broken(page, "#nothing")


def test_every_page_is_in_the_navigation() -> None:
    """A page that nobody lists is found by nobody, and Sphinx refuses it."""
    listed = {name for names in BUILD["NAVIGATION"].values() for name in names}
    folders = set(BUILD["FOLDERS"])
    for page in PAGES:
        name = page.relative_to(DOCS if page.is_relative_to(DOCS) else ROOT).as_posix()
        also = {"README.md", "facts.md"}
        assert name in listed | also or name.partition("/")[0] in folders, name


def test_every_public_name_has_its_place_in_the_reference() -> None:
    """And every public attribute of a class: those of the source are all that it can show."""
    text = "\n".join(page.read_text(encoding="utf-8") for page in (DOCS / "api").glob("*.md"))
    modules = set(vars(kl)["_MODULES"])
    missing = [
        name
        for name in sorted(set(kl.__all__) - modules - {"__version__"})
        if f"\n## `{name}`\n" not in text
    ]
    for module in modules:
        public = set(getattr(kl, module).__all__) - set(kl.__all__)
        missing += [n for n in sorted(public) if f"\n## `{module}.{n}`\n" not in text]
    assert not missing


def test_every_public_attribute_has_its_place_in_the_reference() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in (DOCS / "api").glob("*.md"))
    sections = dict(re.findall(r"^## `([\w.]+)`\n(.*?)(?=^## |\Z)", text, re.M | re.S))
    missing = []
    for name in kl.__all__:
        thing = getattr(kl, name)
        if isinstance(thing, type):
            own = [kind for kind in thing.__mro__ if kind.__module__.startswith("kotorlevel")]
            names = {each for kind in own for each in vars(kind) if not each.startswith("_")}
            shown = set(re.findall(r"^\| `(\w+)` \|", sections[name], re.M))
            shown |= set(re.findall(rf"^### `{name}\.(\w+)`", sections[name], re.M))
            missing += [f"{name}.{each}" for each in sorted(names - shown)]
    assert not missing


def test_site_builds_without_a_warning() -> None:
    """Only with ``--all`` and the extra `docs`: it takes half a minute."""
    import os
    import subprocess
    import sys

    if not os.environ.get("KOTORLEVEL_ALL"):
        pytest.skip("with --all only")
    pytest.importorskip("furo", reason='pip install -e ".[docs]"')
    pytest.importorskip("myst_parser", reason='pip install -e ".[docs]"')
    command = [sys.executable, str(DOCS / "build.py"), "--here"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    site = ROOT / "build" / "site"
    text = (site / "index.html").read_text(encoding="utf-8")
    assert "Start here" in text
    loaded = re.findall(r"<(?:script|link|img)[^>]+(?:src|href)=\"(https?:[^\"]+)", text)
    assert not loaded, "nothing may come from the network"
