"""Every step of the guides works, and prints and draws what they show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.cli.in_process import InProcess
from support.corpus import ROOT
from support.guides import GUIDES, ByHand, Command, do, prints, read_steps
from support.view.served import small_bundle

__all__ = ["small_bundle"]

DOCS = ROOT / "docs"
PAGES = sorted(GUIDES.glob("*.md"))
TYPED = [
    page
    for page in sorted([ROOT / "README.md", *DOCS.rglob("*.md")])
    if "```console" in page.read_text(encoding="utf-8")
]
"""Pages with something to type and what is printed then."""


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).with_suffix("").as_posix()


@pytest.mark.usefixtures("small_bundle")
@pytest.mark.parametrize("page", TYPED, ids=page_name)
def test_every_step_does_what_the_page_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "reader"
    folder.mkdir()
    monkeypatch.chdir(folder)
    kotorlevel = InProcess(monkeypatch, capsys)
    for step in read_steps(page.read_text(encoding="utf-8")):
        if isinstance(step, ByHand):
            do(step)
        elif isinstance(step, Command):
            result = kotorlevel(*step.arguments)
            line = " ".join(("kotorlevel", *step.arguments))
            printed = result.stderr + result.stdout
            assert result.code == step.code, f"{line}\n{printed}"
            both = (printed, result.stdout + result.stderr)
            assert any(prints(step.output, each) for each in both), f"{line}\n{printed}"
        else:
            made = Path(step.made).read_text(encoding="utf-8")
            assert made == (page.parent / step.shown).read_text(encoding="utf-8"), step.shown


def test_a_wrong_line_is_noticed() -> None:
    printed = "wrote a.wok (10 bytes)\none\ntwo\n"
    assert prints("wrote a.wok (… bytes)\n…\ntwo\n", printed)
    assert prints("…\n", printed)
    assert not prints("wrote b.wok (… bytes)\n…\n", printed)
    assert not prints("wrote a.wok (10 bytes)\ntwo\n", printed)
    assert not prints("wrote a.wok (10 bytes)\n", printed)
    assert prints("wrote mod/a.wok\n", "wrote mod\\a.wok\n")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_and_pictures_are_there(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8"))
    for target in targets:
        assert "://" in target or (page.parent / target).exists(), target


def test_pictures_are_few_used_and_small() -> None:
    pictures = [*(GUIDES / "images").iterdir()]
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert [each.name for each in pictures if f"(images/{each.name})" not in text] == []
    assert sum(each.stat().st_size for each in pictures) < 1_000_000


def test_readme_links_every_guide() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for page in PAGES:
        assert f"(docs/guides/{page.name})" in readme
