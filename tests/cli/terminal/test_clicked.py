"""Typed or clicked: the one-file program opens the start page, all else does not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kotorlevel.cli import main as front
from kotorlevel.cli.terminal import clicked
from support.command import run


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], ["start"]),
        (["HERE"], ["start", "HERE"]),
        (["check"], ["check"]),
        (["--version"], ["--version"]),
        (["HERE", "HERE"], ["HERE", "HERE"]),
        (["no such file"], ["no such file"]),
    ],
)
def test_what_a_click_means(
    words: list[str], expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = [word.replace("HERE", str(tmp_path)) for word in words]
    assert clicked.words_of_click(given) == given  # of a package, nothing is a click
    monkeypatch.setattr(clicked, "was_clicked", lambda: True)
    meant = [word.replace("HERE", str(tmp_path)) for word in expected]
    assert clicked.words_of_click(given) == meant


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="asks for a screen as Linux has it")
def test_without_screen_nobody_clicks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", None)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not clicked.was_clicked()
    monkeypatch.setenv("DISPLAY", ":0")
    assert clicked.was_clicked()


def test_alone_on_a_terminal_it_says_what_to_do_next(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["kotorlevel"])
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr(front, "end_quietly", lambda: None)
    with pytest.raises(SystemExit) as ended:
        front.main()
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert len(said.splitlines()) <= 8
    for line in said.splitlines()[2:5]:
        assert line.split()[1] in front.COMMANDS


def test_elsewhere_it_shows_the_help() -> None:
    done = run()
    assert "Commands:" in done.stdout + done.stderr
