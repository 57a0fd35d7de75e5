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


@pytest.mark.parametrize(
    "words",
    [
        ("check", "mdo"),
        ("fix", "mdo"),
        ("undo", "mdo"),
        ("info", "mdo"),
        ("reach", "mdo"),
        ("ls", "mdo"),
        ("pack", "mdo", "-o", "x.mod"),
        ("rebuild", "mdo", "--in-place"),
        ("map", "mdo", "-o", "x.svg"),
        ("check", "mod", "--game", "mdo"),
    ],
    ids=" ".join,
)
def test_a_misspelt_path_gets_a_suggestion(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "mod").mkdir()
    result = run_inside(*words, cwd=tmp_path)
    assert result.code == 2
    assert "mdo: " in result.stderr
    assert result.stderr.count("Did you mean 'mod'?") == 1
    assert result.stdout == ""


def test_a_misspelt_ending_gets_a_suggestion_too(tmp_path: Path) -> None:
    (tmp_path / "hall.wok").write_bytes(b"")
    result = run_inside("query", "hall.wokk", "height", "1", "2", cwd=tmp_path)
    assert result.stderr == "kotorlevel: hall.wokk: no such file. Did you mean 'hall.wok'?\n"


def test_a_long_suggestion_is_not_cut_off(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 40)
    folder.mkdir()
    (folder / "hall.wok").write_bytes(b"")
    result = run_inside("info", folder / "hal.wok")
    assert f"Did you mean '{(folder / 'hall.wok').as_posix()}'?" in result.stderr


@pytest.mark.parametrize(
    ("words", "example"),
    [
        (("check",), "kotorlevel check my_mod"),
        (("map", "mod"), "kotorlevel map my_mod -o map.svg"),
        (("path", "mod"), "kotorlevel path my_mod 2,2 20,-3"),
    ],
)
def test_what_was_left_out_is_shown_by_an_example(words: tuple[str, ...], example: str) -> None:
    result = run_inside(*words)
    assert result.code == 2
    assert result.stderr.splitlines()[-1] == f"For example: {example}"


def test_a_wrong_option_needs_no_example() -> None:
    assert "For example" not in run_inside("check", "mod", "--jsn").stderr
