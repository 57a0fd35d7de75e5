"""Long lines for people."""

from __future__ import annotations

import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.cli.terminal.wrapped import as_fix, line_width, wrap

WORDS = st.lists(st.text("abc(),.1", min_size=1, max_size=12), min_size=1, max_size=30)


@given(WORDS, st.integers(20, 60))
def test_nothing_is_lost_and_no_line_is_too_long(words: list[str], width: int) -> None:
    text = " ".join(words)
    lines = wrap(text, "  why  ", " " * 7, width)
    assert lines[0].startswith("  why  ")
    assert all(line.startswith(" " * 7) for line in lines[1:])
    assert " ".join(line[7:] for line in lines) == text
    for line in lines:
        # What is longer is a place, or a single word.
        assert len(line) <= width or not set(line[7:].replace(", ", "").split(" ")[1:])


def test_places_and_numbers_of_doors_stay_in_one_piece() -> None:
    text = "ptar_secdoor (door:11) at (184.4, -88.1, 2.2)"
    for width in range(12, 46):
        for line in wrap(text, width=width):
            assert line in text
            assert line.count("(") == line.count(")")
            assert "ptar_secdoor" not in line or "(door:11)" in line


def test_a_command_stays_in_one_piece() -> None:
    command = "kotorlevel reach area --from 1,2"
    assert wrap(f"what is cut off: {command}", "  ", "    ", 60) == [
        f"  what is cut off: {command}"
    ]
    assert wrap(f"what is cut off: {command}", "  ", "    ", 30) == [
        "  what is cut off:",
        f"    {command}",
    ]
    assert wrap(f"fix: {command}", "  ", "    ", 20) == [f"  fix: {command}"]
    assert wrap(command, "  ", "    ", 20) == [f"  {command}"]


def test_a_remedy() -> None:
    assert as_fix("kotorlevel fix x") == "fix: kotorlevel fix x"
    assert as_fix("if so: kotorlevel fix x") == "if so, fix: kotorlevel fix x"
    assert as_fix("move the crate") == "move the crate"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("columns", "width"), [(60, 60), (110, 110), (250, 120), (5, 40)])
def test_the_width_is_that_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, columns: int, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", io.StringIO())
        assert line_width() == 100  # a file
        patch.setattr(sys, "stdout", Terminal())
        assert line_width() == width
