"""Words of other tools lead to ours: in the library, in `rules`, in `help` and on the pages."""

from __future__ import annotations

import pytest

import kotorlevel as kl
from support.cli.in_process import InProcess
from support.corpus import ROOT

WORDS = {"AABB": "box tree", "perimeter": "loop", "roomlink": "link", "world_coords": "kind"}


@pytest.mark.parametrize(("word", "ours"), WORDS.items())
def test_a_word_of_others(word: str, ours: str, kotorlevel: InProcess) -> None:
    assert ours in [term.word for term in kl.look_up(word)]
    assert kl.look_up(word.upper()) == kl.look_up(word) == kl.look_up(f"{word.rstrip('s')}s")
    shown = kotorlevel("help", word)
    assert shown.code == 0
    assert f"{ours}: " in shown.stdout
    assert kl.rules(word)[0].id in shown.stdout
    pages = (ROOT / "docs" / "formats").glob("*.md")
    assert any(word.lower() in page.read_text(encoding="utf-8").lower() for page in pages)


def test_a_word_that_nobody_knows(kotorlevel: InProcess) -> None:
    assert kl.look_up("perimiter") == kl.look_up("") == kl.look_up(" ") == ()
    shown = kotorlevel("help", "perimiter")
    assert (shown.code, shown.stdout) == (2, "")
    assert "did you mean 'perimeter'?" in shown.stderr
    with pytest.raises(kl.errors.InputError):
        kl.rules("perimiter")


def test_help_alone_is_the_help(kotorlevel: InProcess) -> None:
    assert kotorlevel("help").stdout == kotorlevel("--help").stdout


def test_every_term_is_found_by_its_own_word() -> None:
    for term in kl.TERMS:
        assert term in kl.look_up(term.word)
