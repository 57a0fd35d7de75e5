"""What the commands that show a level are asked for: the level, and ways across it."""

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

import kotorlevel as kl
from kotorlevel.cli.ask.levels import Given, quoted, refuse_empty
from kotorlevel.cli.ask.options import load_surfaces
from kotorlevel.cli.ask.walking import (
    as_place,
    naming_options,
    parse_coordinates,
    radius_option,
)
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.text import printable


def _parse_ways(
    ctx: click.Context, param: click.Parameter, value: Sequence[tuple[str, str]]
) -> tuple[kl.Way, ...]:
    """The ways; numbers that are none are refused at once, names when the level is known."""
    del ctx, param
    for word in itertools.chain.from_iterable(value):
        try:
            parse_coordinates(word)
        except click.UsageError as error:
            quoted = 'in PowerShell in quotes: "2,-3.5"'
            raise click.BadParameter(f"{error.message} ({quoted})") from None
    return tuple(_way(start.strip(), goal.strip()) for start, goal in value)


def _way(start: str, goal: str) -> kl.Way:
    """The way, called by what was typed."""
    name = f"{printable(start)} to {printable(goal)}"
    return kl.Way(as_place(start), as_place(goal), name)


_path_option: Callable[[Any], Any] = click.option(
    "--path",
    "ways",
    nargs=2,
    multiple=True,
    metavar="FROM TO",
    callback=_parse_ways,
    help="Show the way between two places: X,Y or X,Y,Z, entry, room:NAME, door:N, or a tag, as "
    "`path` takes them. May repeat.",
)
_radius_option = radius_option(
    "For --path: metres that the body reaches to each side; 0 for a point."
)


def way_options(command: Callable[..., None]) -> Callable[..., None]:
    """``--path`` and ``--radius``; the command gets ``ways`` and ``radius``."""
    decorated: Callable[..., None] = _path_option(_radius_option(command))
    return decorated


_one_space_option: Callable[[Any], Any] = click.option(
    "--one-space",
    is_flag=True,
    help="Several levels as they lie in their own coordinates, not beside each other.",
)


def several_options(command: Callable[..., None]) -> Callable[..., None]:
    """The levels as ``paths``, and ``--one-space``."""
    argument: Callable[[Any], Any] = click.argument(
        "paths",
        metavar="AREA|FILE...",
        nargs=-1,
        required=True,
        callback=lambda _ctx, _param, paths: tuple(map(Path, refuse_empty(None, None, paths))),
    )
    decorated: Callable[..., None] = argument(_one_space_option(command))
    return decorated


def load_asked(
    path: Path,
    given: Given,
    materials_table: str | None,
    findings: bool,
    ways: tuple[kl.Way, ...],
    radius: float,
) -> tuple[kl.Shown, list[str]]:
    """The level that a command is to show, and what should be known about it.

    Raises `CommandError` or `FormatError`.
    """
    load_surfaces(materials_table)  # says what is wrong with the option
    asked: kl.LevelOptions = {"surfaces": materials_table, "paths": ways, "radius": radius}
    try:
        with naming_options():
            shown = kl.load_shown(path, findings=findings, **asked, **given.named)
    except kl.errors.InputError as error:
        if error.needs != "check":
            raise
        lists = f"`kotorlevel check {quoted(path)}` lists all that is wrong"
        raise CommandError(f"{error}; {lists}") from None
    found = shown.scene.document["paths"]
    nowhere = [f"--path {way['name']}: {way['reason']}" for way in found if way["status"] != "ok"]
    return shown, [*shown.notes, *nowhere]


def are_several(paths: Sequence[Path], given: Given, *, one_space: bool = False) -> bool:
    """Whether several levels are meant: by their number, or by a pattern of modules."""
    several = len(paths) > 1 or kl.is_several(paths[0], {"module": given.module})
    if one_space and not several:
        raise click.UsageError("--one-space goes with several levels")
    return several


def load_asked_together(
    paths: Sequence[Path],
    given: Given,
    materials_table: str | None,
    findings: bool,
    ways: tuple[kl.Way, ...],
    one_space: bool,
    progress: Callable[[int, int], None],
) -> kl.Together:
    """The levels that a command is to show together.

    Raises `CommandError` or `FormatError`.
    """
    if ways:
        raise click.UsageError("--path goes with one level")
    load_surfaces(materials_table)  # says what is wrong with the option
    with naming_options():
        return kl.load_together(
            paths,
            one_space=one_space,
            findings=findings,
            progress=progress,
            surfaces=materials_table,
            **given.named,
        )


def tell(notes: Sequence[str]) -> None:
    """Say what should be known."""
    for note in notes:
        click.secho(printable(note, 2000), fg="yellow", err=True)
