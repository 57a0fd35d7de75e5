"""The Tab key: what shells are given to run, and what they are answered."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from kotorlevel.cli.main import COMMANDS
from kotorlevel.cli.terminal.completion import SHELLS
from support.command import run_inside
from support.corpus import ROOT


def answer(shell: str, words: str, typed: str) -> list[str]:
    environment = os.environ | {
        "PYTHONPATH": str(ROOT / "src"),
        "_KOTORLEVEL_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": typed,
    }
    command = [sys.executable, "-m", "kotorlevel"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout.strip("\n").splitlines()


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_is_given_a_script(shell: str) -> None:
    script = run_inside("completion", shell).stdout
    assert f"{shell}_complete" in script
    assert "_KOTORLEVEL_COMPLETE" in script
    program = shutil.which("pwsh" if shell == "powershell" else shell)
    if program and shell in ("bash", "zsh", "fish"):
        subprocess.run([program, "-n"], input=script, text=True, check=True)


def test_commands_in_powershell() -> None:
    assert answer("powershell", "kotorlevel\nch", "ch") == [f"check\t{COMMANDS['check']}"]
    found = answer("powershell", "kotorlevel", "")
    assert [line.split("\t")[0] for line in found] == list(COMMANDS)


def test_options_and_files_in_powershell() -> None:
    found = answer("powershell", "kotorlevel\ncheck\nmy mod\n--write", "--write")
    assert [line.split("\t")[0] for line in found] == ["--write-baseline"]
    assert answer("powershell", "kotorlevel\ncheck", "") == []  # files: the shell's own
    assert answer("powershell", "kotorlevel\nnothing\nx", "x") == []  # an unknown command: quiet


def test_commands_in_bash() -> None:
    assert answer("bash", "kotorlevel che", "1") == ["plain,check"]
