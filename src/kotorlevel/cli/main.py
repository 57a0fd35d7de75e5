"""``kotorlevel``: the commands, and what happens when one goes wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

import click

from kotorlevel import __version__
from kotorlevel.cli.terminal import letters
from kotorlevel.cli.terminal.clicked import words_of_click
from kotorlevel.cli.terminal.errors import example_for, explain
from kotorlevel.cli.terminal.paint import wants_color
from kotorlevel.cli.terminal.pipes import end_quietly
from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

VARIABLE = "_KOTORLEVEL_COMPLETE"
"""By this a shell asks what could come next."""

COMMANDS = {
    "start": "Choose a level in the browser; check, view and edit it there.",
    "demo": "Try it: a small sample area, broken, checked and repaired.",
    "check": "Find faults in levels, and what they do in the game.",
    "fix": "Repair them.",
    "undo": "Take back the last repair or edit of a level, or list them.",
    "rules": "Explain the rules of check.",
    "scan": "Check every module of a game.",
    "info": "Show what is in level files, areas, archives and GFFs.",
    "query": "Ask what is at a place: floor height, face, ray, line of sight.",
    "path": "Find the way from one place to another, or why there is none.",
    "reach": "Say where one can walk to, what is cut off, and why.",
    "pth": "Show, check, repair or make the path points of an area.",
    "map": "Draw a level from above, as SVG or PNG.",
    "view": "Show a level in the browser, or write it as one HTML file.",
    "edit": "Edit a level in the browser: paint, shape, link, mend, save.",
    "vis": "Show, check or compute which rooms are drawn from which.",
    "doors": "List doors, how they fit their doorways, and which would.",
    "link": "Link the rooms of an area wherever their floors meet.",
    "unlink": "Take the link of an edge out, on both sides.",
    "layout": "Show and edit the rooms of an area; links and visibility follow.",
    "new": "Make a playable module from rooms, and the plan of it.",
    "build": "Make the module that a plan (level.toml) describes.",
    "merge": "Merge two versions of an area, or of one file for git.",
    "apply": "Do a list of edits, as Python or the page have written it.",
    "paint": "Give faces of a room another surface.",
    "rebuild": "Compute all derived tables of walkmeshes anew.",
    "convert": "Convert files: Blender (OBJ, GLB), ASCII, models, JSON, CSV.",
    "watch": "Bring a drawing into its level whenever Blender saves it.",
    "diff": "Say what changed between two versions, in the level's own terms.",
    "ls": "List what is in an archive, a game or a module.",
    "extract": "Take files out of an archive or a game.",
    "pack": "Make an archive of a folder.",
    "which": "Say which copy of a file the game takes, and why.",
    "help": "Say what a word means: AABB, perimeter, roomlink ...",
    "completion": "Let the Tab key complete commands: bash, zsh, fish, PowerShell.",
}
"""Command → its line in the help. Only the command that is used is loaded."""

_GROUPS = {
    "faults": "check fix undo rules scan demo help completion",
    "files": "info diff convert watch rebuild ls extract pack which",
    "level": "doors link unlink layout new build merge apply paint vis pth",
    "walk": "query path reach",
    "pictures": "start map view edit",
}
"""Folder of `kotorlevel.cli.commands` → the commands in it."""

_EXAMPLES = """
\b
Examples:
  kotorlevel start                   the start page, in the browser
  kotorlevel demo                    make sample files, check and repair them
  kotorlevel check my_mod            what is wrong in a folder, and where
  kotorlevel fix my_mod --dry-run    what would be repaired
  kotorlevel undo my_mod             take back the last repair or edit
  kotorlevel info m55aa_02.wok       faces, surfaces, links to other rooms
  kotorlevel info swkotor --module tar_m10aa
                                     a level of the game: rooms, links, doors, what shadows what
  kotorlevel query my_mod height 12.4 -3
  kotorlevel reach my_mod            what can be walked to, and what is cut off by what
  kotorlevel path my_mod 2,2 20,3
  kotorlevel view my_mod             see it in the browser
  kotorlevel edit my_mod             mend it there
  kotorlevel link my_mod --dry-run
  kotorlevel layout my_mod show
  kotorlevel new m55aa --kit my_kit  a module that the game can start, from rooms
  kotorlevel build m55aa             the same again, after its level.toml was changed
  kotorlevel merge my_mod other_mod --base original -o both
  kotorlevel diff old_mod my_mod     what changed, in the level's own terms
  kotorlevel rebuild bad.wok -o good.wok
  kotorlevel convert room.wok room.obj    for Blender, and back
  kotorlevel ls tar_m10aa.mod        what is in an archive, or in a game's folder
  kotorlevel which swkotor m10aa_01a.wok
"""

_WELCOME = """\
KotorLevel checks, repairs and shows levels of Knights of the Old Republic I and II.

  kotorlevel start           choose a level in the browser; check, view and edit it there
  kotorlevel demo            see what it does, without a game: a small station, broken and mended
  kotorlevel check my_mod    what is wrong in a folder, a .mod or a file, and what fixes it

All commands: kotorlevel --help. One of them: kotorlevel check --help.\
"""
"""What is said to who types `kotorlevel` alone."""

_LONGEST_MESSAGE = 2000


class _Commands(click.Group):
    """A group whose commands live in ``cli/commands`` and are imported when they are run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        folder = next(each for each, names in _GROUPS.items() if cmd_name in names.split())
        module = import_module(f"kotorlevel.cli.commands.{folder}.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        # Without loading them all.
        found = [
            CompletionItem(name, help=line)
            for name, line in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if ctx.resilient_parsing:  # the Tab key: nothing is run
            return super().resolve_command(ctx, args)
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(_unknown_command(args[0]))
        from kotorlevel.core.journal.naming import edit_named

        words = [f'"{word}"' if " " in word else word for word in args]
        ctx.with_resource(edit_named(f"kotorlevel {' '.join(words)}"))
        _settle(args[1:])
        return super().resolve_command(ctx, args)


def _settle(words: Sequence[str]) -> None:
    """Finish or take back edits that were cut off, and say so."""
    from kotorlevel.core.journal.undo import recover

    try:
        for done in recover(*_find_places(words)):
            how = "finished" if done.is_finished else "taken back"
            text = f"an edit of {done.edit.home} was cut off, and is {how} now: {done.edit.what}"
            click.secho(printable(text, _LONGEST_MESSAGE), fg="yellow", err=True)
            for path in done.left_alone:
                text = f"{path}: changed by something else since then, left as it is"
                click.secho(printable(text, _LONGEST_MESSAGE), fg="yellow", err=True)
    except (FormatError, OSError) as error:
        located = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else error
        text = f"if an edit was cut off here, it cannot be finished: {located}"
        click.secho(printable(text, _LONGEST_MESSAGE), fg="red", err=True)


def _find_places(words: Sequence[str]) -> list[str]:
    """The paths among what was typed, and the journals beside files that are still to be made."""
    from kotorlevel.core.journal.journal import JOURNAL

    places = []
    for word in words:
        name = word.partition("=")[2] if word.startswith("-") else word
        beside = os.path.join(os.path.dirname(name), JOURNAL)  # noqa: PTH118, PTH120
        places += [each for each in (name, beside) if each and os.path.exists(each)]  # noqa: PTH110
    return places


def _unknown_command(name: str) -> str:
    """What to say to a command that does not exist; a file name is a likely mistake."""
    from difflib import get_close_matches

    if os.path.exists(name):  # noqa: PTH110
        return f"There is no command {name!r}. Did you mean: kotorlevel info {name}"
    close = get_close_matches(name, COMMANDS, n=1)
    hint = f"Did you mean {close[0]!r}?" if close else f"There are: {', '.join(COMMANDS)}."
    return f"There is no command {name!r}. {hint}"


@click.group(
    cls=_Commands,
    epilog=_EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "--version", prog_name="kotorlevel")
def cli() -> None:
    """Check and repair the level files of Knights of the Old Republic I and II.

    Walkmeshes (WOK, PWK, DWK), layouts (LYT), visibility (VIS) and 2DA tables.
    """


def main() -> NoReturn:
    """Run the command line; exit with 2 where the input cannot be read or the usage is wrong."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by who started us
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=letters.HANDLER)
    end_quietly()
    if os.environ.get(VARIABLE, "").startswith("powershell"):
        from kotorlevel.cli.terminal.completion import prepare_completion

        prepare_completion()
    words = words_of_click(sys.argv[1:])
    if not words and sys.stdout.isatty() and VARIABLE not in os.environ:
        click.echo(_WELCOME)
        sys.exit(0)
    try:
        # the exit code where a command set one
        code = cli.main(words, complete_var=VARIABLE, standalone_mode=False, color=wants_color())
        sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except click.Abort:
        _stop("stopped", 130)
    except click.UsageError as error:
        error.show()
        if example := example_for(error):
            click.echo(example, err=True)
        sys.exit(2)
    except click.ClickException as error:
        _stop(error.format_message(), 2)
    except FormatError as error:
        _stop(explain(error), 2)
    except OSError as error:
        _stop(f"{error.filename or ''}: {error.strerror or error}".lstrip(": "), 2)


def _stop(message: str, code: int) -> NoReturn:
    click.echo(f"kotorlevel: {printable(message, _LONGEST_MESSAGE)}", err=True)
    sys.exit(code)
