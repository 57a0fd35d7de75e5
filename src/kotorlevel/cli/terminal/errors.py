"""What a command says when it cannot go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from kotorlevel.core.errors import FormatError, Need


class CommandError(click.ClickException):
    """Input or output that cannot be used; unlike a usage error it needs no usage line."""

    exit_code = 2


_HINTS: dict[Need, str] = {
    "game": "; add --game DIR",
    "no-game": "; leave --game out",
    "game-and-module": "; to take it from the game add --game DIR and --module NAME",
    "module": "; name the module with --module NAME",
    "module-for-area": "; for the whole area name its module with --module",
    "game-for-area": "; to check the area of this module, add --game DIR with the rest of it",
    "archives": "; --archives opens them",
    "write-baseline": "; --write-baseline writes it anew",
    "scan": " (--module NAME). To check all of them: kotorlevel scan {source}",
    "extract": ". Extract first: kotorlevel extract {source} -o DIR",
    "info": ". What is in it: kotorlevel info {source}",
    "rooms": "; --game DIR adds those of the game",
    "port": "; leave --port out to take a free one",
    "rules": ". See: kotorlevel rules",
    "list": " See all: kotorlevel ls GAME",
    "force": "; add --force to replace it",
    "overwrite": "; add --force to replace",
    "restore": "; to restore them all the same, add --force",
    "in-place": "; to replace it, use --in-place",
    "all-rooms": ": add --game DIR, or their .wok files; or --partial if they have no floor",
    "position": "; add --position X,Y,Z (0,0,0 leaves it as it is in the model) or --layout FILE",
    "into": "; add --into ROOM.mdl",
    "surface": " Or say what such faces are: --surface Metal",
}


_OPTION_OF = {
    "edge=N": "--edge N",
    "link=True": "--link",
    "relink(clear=True)": "kotorlevel link --clear",
    "relink(split=True)": "kotorlevel link --split",
    "relink()": "kotorlevel link",
    "remove_room()": "kotorlevel layout",
    "`doors` and `placeables`": "--doors and --placeables",
    "`module`": "--module",
    "`override`": "--override",
    "`engine_text`": "--engine-text",
    "`position`": "--position",
    "`layout`": "--layout",
    "`original`": "--original",
    "`relink`": "--relink",
    "`skip_unknown`": "--skip-unknown",
    "`write_walkmesh`": "`kotorlevel convert`",
}
"""What the library names in its texts → what that is on the command line."""


def as_options(text: str) -> str:
    """A text of the library, with options and commands in the place of arguments and functions."""
    for argument, option in _OPTION_OF.items():
        text = text.replace(argument, option)
    return text


def explain(error: FormatError) -> str:
    """What the library says, with the path, the options or the command that would help."""
    from kotorlevel.cli.ask.levels import quoted

    hint = _HINTS.get(getattr(error, "needs", ""), "")
    text = f"{as_options(str(error))}{hint.format(source=quoted(error.source))}"
    if isinstance(error, FileNotFoundError) and _SUGGESTED not in text:
        text = f"{text}. {_suggest_path(error.source)}".removesuffix(". ")
    return text


_SUGGESTED = "Did you mean"


def _suggest_path(source: str) -> str:
    from pathlib import Path

    from kotorlevel.area.install.target import is_missing, suggest_path

    path = Path(source)
    return suggest_path(path) if source and is_missing(path) else ""


def example_for(error: click.UsageError) -> str:
    """``For example: kotorlevel check my_mod`` where something was left out, else nothing."""
    epilog = (error.ctx and error.ctx.command.epilog) or ""
    lines = [line.strip() for line in epilog.splitlines()]
    first = next((line for line in lines if line.startswith("kotorlevel ")), "")
    if not first or not error.format_message().startswith("Missing"):
        return ""
    return f"For example: {first.partition('  ')[0]}"
