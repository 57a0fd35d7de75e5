"""The front of the command line: help, versions, wrong commands."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

import kotorlevel
from kotorlevel.cli.main import COMMANDS, cli
from support.command import run, run_inside


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_each_command_has_an_example(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.name == name
    result = run_inside(name, "--help")
    assert result.code == 0
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert "Examples:" in lines
    assert any(line.startswith(f"kotorlevel {name}") for line in lines)
    assert "\\b" not in result.stdout


def test_help_lists_every_command() -> None:
    result = run("--help")
    assert result.code == 0
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    for name, text in COMMANDS.items():
        assert f"{name} {text}" in lines


def test_version() -> None:
    assert run("--version").stdout.strip() == f"kotorlevel, version {kotorlevel.__version__}"


def test_typo_gets_a_suggestion() -> None:
    result = run("inof")
    assert result.code == 2
    assert "Did you mean 'info'?" in result.stderr


def test_path_instead_of_a_command_gets_a_suggestion(tmp_path: Path) -> None:
    result = run(tmp_path)
    assert result.code == 2
    assert "Did you mean: kotorlevel info" in result.stderr


def test_help_loads_neither_numpy_nor_rich() -> None:
    """Start-up time: the help must not pay for what it does not use."""
    import subprocess
    import sys

    code = (
        "import sys, kotorlevel.cli.main\n"
        "loaded = {'numpy', 'rich', 'kotorlevel.cli.commands.files.info'} & set(sys.modules)\n"
        "assert not loaded, loaded\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
