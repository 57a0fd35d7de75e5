"""What is shown where the console or the pipe knows few letters, as on Windows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kotorlevel
from kotorlevel.cli.terminal.letters import _SPELLED, HANDLER


def run_with(encoding: str, *words: str, folder: Path) -> str:
    """Both outputs of the command for a reader that knows ``encoding`` only."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "kotorlevel", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        check=False,
    )
    return (done.stdout + done.stderr).decode(encoding)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "cp850", "cp932"])
def test_our_signs_are_spelled_out(encoding: str, tmp_path: Path) -> None:
    text = run_with(encoding, "demo", folder=tmp_path)
    text += run_with(encoding, "link", "kotorlevel-demo/broken", "--dry-run", folder=tmp_path)
    assert re.search(r"station_hall (->|→) station_corridor (->|→) station_ramp", text)
    assert re.search(r"edge 37 (<->|↔) station_corridor", text)
    assert "\\u" not in text
    assert "\\x" not in text


def test_letters_of_files_are_shown_as_numbers() -> None:
    assert "☃ → x".encode("cp1252", HANDLER) == rb"\u2603 -> x"


def test_every_sign_in_our_texts_can_be_spelled() -> None:
    """Only what a file says may be shown as a number."""
    root = Path(kotorlevel.__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in root.rglob("*.py")]
    signs = {letter for text in texts for letter in text if ord(letter) > 127}
    # A superscript and a name in comments, and a letter that the picture's font is asked for.
    assert signs - _SPELLED.keys() <= {"¹", "ß", "ö"}
