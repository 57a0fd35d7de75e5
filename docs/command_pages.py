"""The pages on commands (docs/commands) and the man page, made from the commands' own help."""

from __future__ import annotations

import inspect
import re

import click

from kotorlevel import __version__
from kotorlevel.cli.main import COMMANDS, cli

_NOTE = "<!-- Made by docs/generate.py from the commands; edit those instead. -->"
_SHARED = {"--help"}


def make_command_pages() -> dict[str, str]:
    """Path below docs/ → text: a page a command, their list, and the man page."""
    root = click.Context(cli, info_name="kotorlevel", max_content_width=100)
    found = {name: _load(root, name) for name in COMMANDS}
    pages = {f"commands/{name}.md": _page(root, name, each) for name, each in found.items()}
    pages["commands/README.md"] = _index()
    pages["man/kotorlevel.1"] = _man_page(root, found)
    return pages


def _load(root: click.Context, name: str) -> click.Command:
    command = cli.get_command(root, name)
    assert command is not None
    return command


def _index() -> str:
    rows = "\n".join(f"| [`{name}`]({name}.md) | {line} |" for name, line in COMMANDS.items())
    table = f"| command | what it does |\n|---|---|\n{rows}"
    intro = "In the terminal: `kotorlevel COMMAND --help`."
    return f"# Commands\n\n{_NOTE}\n\n{intro}\n\n{table}\n"


def _page(root: click.Context, name: str, command: click.Command) -> str:
    ctx = click.Context(command, info_name=name, parent=root)
    parts = [f"# kotorlevel {name}", _NOTE, _usage_block(ctx), _prose(command.help or "")]
    parts += _option_table(ctx)
    if isinstance(command, click.Group):
        for action in command.list_commands(ctx):
            parts += _action(ctx, command, action)
    parts += _examples(command.epilog or "")
    return "\n\n".join(filter(None, parts)) + "\n"


def _action(ctx: click.Context, group: click.Group, name: str) -> list[str]:
    """An action of a command that has several, as `layout` has."""
    command = group.get_command(ctx, name)
    assert command is not None
    inner = click.Context(command, info_name=name, parent=ctx)
    parts = [f"## {name}", _usage_block(inner), _prose(command.help or "")]
    return [*parts, *_option_table(inner), *_examples(command.epilog or "", 3)]


def _usage_block(ctx: click.Context) -> str:
    pieces = ctx.command.collect_usage_pieces(ctx)
    return f"```\n{' '.join([ctx.command_path, *pieces])}\n```"


def _option_table(ctx: click.Context) -> list[str]:
    rows = [f"| `{_cell(names)}` | {_prose_cell(text)} |" for names, text in _options(ctx)]
    return ["\n".join(["| option | meaning |", "|---|---|", *rows])] if rows else []


def _options(ctx: click.Context) -> list[tuple[str, str]]:
    # Arguments are explained in the text above.
    options = [each for each in ctx.command.get_params(ctx) if isinstance(each, click.Option)]
    records = [each.get_help_record(ctx) for each in options]
    told = [record for record in records if record is not None]
    return [(names, text) for names, text in told if not _SHARED & set(re.split("[, ]+", names))]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _prose_cell(text: str) -> str:
    return _cell(" ".join(text.split())).replace("<", "&lt;")


def _prose(text: str) -> str:
    """Help as Markdown: paragraphs, and blocks that keep their lines."""
    parts = []
    for block in re.split(r"\n\s*\n", inspect.cleandoc(text).replace("\f", "")):
        if block.startswith("\b"):
            parts.append("```\n" + block.removeprefix("\b").strip("\n") + "\n```")
        else:
            parts.append(" ".join(block.split()).replace("<", "&lt;"))
    return "\n\n".join(parts)


def _examples(epilog: str, level: int = 2) -> list[str]:
    """What stands below the options: blocks with a heading such as ``Examples:``."""
    parts = []
    for block in re.split(r"\n\s*\n", epilog.strip("\n")):
        lines = block.removeprefix("\b").strip("\n").splitlines()
        if not lines:
            continue
        title = lines[0].strip()
        if title.endswith(":") and len(lines) > 1:
            text = inspect.cleandoc("\n".join(lines[1:]))
            parts.append(f"{'#' * level} {title.rstrip(':')}\n\n```\n{text}\n```")
        else:
            parts.append(" ".join(" ".join(lines).split()).replace("<", "&lt;"))
    return parts


# The man page


def _man_page(root: click.Context, commands: dict[str, click.Command]) -> str:
    lines = [
        '.\\" Made by docs/generate.py from the commands; edit those instead.',
        f'.TH KOTORLEVEL 1 "" "kotorlevel {__version__}" "User Commands"',
        ".SH NAME",
        r"kotorlevel \- check, repair, walk and see levels of Knights of the Old Republic I and II",
        ".SH SYNOPSIS",
        ".B kotorlevel",
        r"[\-\-help] [\-\-version] COMMAND [ARGUMENTS]",
        ".SH DESCRIPTION",
        *_roff_prose(cli.help or ""),
        ".SH COMMANDS",
    ]
    for name, command in commands.items():
        ctx = click.Context(command, info_name=name, parent=root)
        usage = " ".join([name, *command.collect_usage_pieces(ctx)])
        lines += [f".SS {_roff(usage)}", *_roff_prose(command.help or "")]
        for names, text in _options(ctx):
            lines += [".TP", f".B {_roff(names)}", _roff(" ".join(text.split()))]
    lines += [".SH EXAMPLES", *_roff_prose(cli.epilog or "")]
    lines += [
        ".SH EXIT STATUS",
        "0 where all is well, 1 where check or a test found something, 2 where input could not be",
        "read or the usage was wrong.",
        ".SH FILES",
        ".TP",
        ".B .kotorlevel",
        "beside a level: what was there before each edit, for undo.",
        ".TP",
        ".B kotorlevel.toml",
        "options of check, in the folder of a mod or above it.",
    ]
    return "\n".join(lines) + "\n"


def _roff_prose(text: str) -> list[str]:
    lines: list[str] = []
    for block in re.split(r"\n\s*\n", inspect.cleandoc(text.strip("\n")).replace("\f", "")):
        if block.startswith("\b"):
            inner = block.removeprefix("\b").strip("\n").splitlines()
            lines += [".PP", ".nf", *map(_roff, inner), ".fi"]
        else:
            lines += [".PP", _roff(" ".join(block.split()))]
    return lines[1:] if lines[:1] == [".PP"] else lines


def _roff(text: str) -> str:
    """Text that is no request, with its backslashes and hyphens as they are."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped[:1] in (".", "'") else escaped
