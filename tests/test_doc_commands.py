"""Every command line that the documentation shows has a command and options that there are."""

from __future__ import annotations

import re
import shlex
from functools import cache
from pathlib import Path

import click
import pytest

from kotorlevel.cli.main import COMMANDS, cli
from support.corpus import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGES += sorted((ROOT / "docs" / "guides").glob("*.md"))
LINE = re.compile(
    r"^ *(?:\$ |py -m |\.venv/bin/)?kotorlevel ([a-z].*)$|`kotorlevel ([^`\n]+)`", re.M
)


@cache
def options_of(name: str) -> frozenset[str]:
    """The options of a command, and of its actions."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None, name
    commands = [command]
    if isinstance(command, click.Group):
        context = click.Context(command)
        actions = [command.get_command(context, each) for each in command.list_commands(context)]
        commands += [action for action in actions if action is not None]
    return frozenset(
        o for each in commands for p in each.params for o in (*p.opts, *p.secondary_opts)
    )


def typed_lines(page: Path) -> list[str]:
    found = LINE.findall(page.read_text(encoding="utf-8"))
    # In a list of commands their meaning stands behind them, parted by spaces.
    return [re.split(r" {2,}", block or inline)[0] for block, inline in found]


def wrong_words(line: str) -> list[str]:
    """The command, or the options, that are not there."""
    name, *words = shlex.split(line.replace("'", ""), posix=False)
    if name not in COMMANDS:
        return [] if name.isupper() or name.startswith("-") else [name]
    options = [word.partition("=")[0] for word in words if re.match(r"--[a-z]|-[a-z]$", word)]
    return [each for each in options if each not in options_of(name) | {"--help", "-h"}]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_and_options_are_there(page: Path) -> None:
    assert [(line, wrong) for line in typed_lines(page) if (wrong := wrong_words(line))] == []


def test_a_wrong_option_is_noticed() -> None:
    assert wrong_words("check my_mod --html a.html -q") == []
    assert wrong_words("layout my_mod add kit/hall.wok --join m55aa_02:87 -o new") == []
    assert wrong_words("check my_mod --htm a.html") == ["--htm"]
    assert wrong_words("chek my_mod") == ["chek"]
