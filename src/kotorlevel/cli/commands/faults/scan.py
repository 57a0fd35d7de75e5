"""``kotorlevel scan``: check every module of a game."""

from __future__ import annotations

import json
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel.area.install.place import find_module, open_game
from kotorlevel.checks.config import Config, parse_fail_on
from kotorlevel.checks.scan import ModuleScan, join_scans, scan_modules
from kotorlevel.cli.ask.options import materials_option, override_option
from kotorlevel.cli.commands.faults.check import FAIL_ON, exit_code, load_settings, show_report
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.cli.terminal.pipes import outlive_workers
from kotorlevel.cli.terminal.progress import track
from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.area.install.game import Game
    from kotorlevel.area.install.place import Place

_EXAMPLES = """
\b
Examples:
  kotorlevel scan swkotor
  kotorlevel scan swkotor --override my_mod --select ARE,OBJ
  kotorlevel scan swkotor --module "tar_*" --details
  kotorlevel scan swkotor --json > scan.json

\b
Exit code: 0 nothing at or above --fail-on, 1 something, 2 a module or file could not be read.
One module in detail: kotorlevel check swkotor --module tar_m10aa
"""


@click.command("scan", epilog=_EXAMPLES)
@click.argument("path", metavar="GAME", type=click.Path(path_type=Path))
@click.option(
    "--module",
    "wanted",
    metavar="M",
    multiple=True,
    help="Only this module, or those that fit a pattern. May repeat.",
)
@override_option
@click.option("--details", is_flag=True, help="Every finding as well, as check shows it.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/scan.schema.json).")
@click.option("--select", metavar="IDS", help="Only these rules; beginnings count: BWM,MSH007.")
@click.option("--ignore", metavar="IDS", help="Not these rules.")
@click.option("--fail-on", type=FAIL_ON, help="From which severity to exit with 1. Default: error.")
@click.option(
    "--workers",
    type=click.IntRange(1),
    metavar="N",
    help="How many modules at a time. Default: one a processor.",
)
@materials_option
def command(
    path: Path,
    wanted: tuple[str, ...],
    override: tuple[Path, ...],
    details: bool,
    as_json: bool,
    select: str | None,
    ignore: str | None,
    fail_on: str | None,
    workers: int | None,
    materials_table: str | None,
) -> None:
    """Check every module of a game: its level files, and its area as a whole.

    GAME is the folder of an installation. What several modules share counts once in the sums.
    """
    place = open_game(path, None, override)
    game = place.game
    assert game is not None
    names = choose_modules(game, wanted)
    settings = load_settings((str(path),), None, select, ignore, None, materials_table)
    if fail_on is not None:
        settings = replace(settings, fail_on=parse_fail_on(fail_on))
    scans = _scan(game, names, settings, workers)
    report = join_scans(scans)
    if as_json:
        from kotorlevel.cli.show.scan import scans_to_json

        click.echo(json.dumps(scans_to_json(place, scans), indent=2))
    else:
        _show(place, scans, details=details)
    failed = any(scan.error for scan in scans)
    raise click.exceptions.Exit(2 if failed else exit_code(report, settings.fail_on))


def choose_modules(game: Game, wanted: Sequence[str]) -> list[str]:
    """The names of the modules that are meant, sorted; all of them where none is named.

    Raises `CommandError` for a name or pattern that means none, and where there are none.
    """
    names = [module.name for module in game.modules]
    if not names:
        raise CommandError(f"{game.root}: this game has no modules")
    if not wanted:
        return names
    chosen = set()
    for word in wanted:
        found = [name for name in names if fnmatchcase(name_key(name), name_key(word))]
        chosen.update(found or [find_module(game, word).name])
    return [name for name in names if name in chosen]


def _scan(
    game: Game, names: Sequence[str], settings: Config, workers: int | None
) -> list[ModuleScan]:
    """The scans in the order of ``names``, with a progress bar where a person watches."""
    scans = scan_modules(game, names, settings.options, workers)
    tracked = track(scans, len(names), "Checking modules", many=2)
    with outlive_workers():
        found = {scan.module: scan for scan in tracked}
    return [found[name] for name in names]


def _show(place: Place, scans: Sequence[ModuleScan], *, details: bool) -> None:
    from kotorlevel.cli.show.scan import format_scans

    if details:
        show_report(join_scans(scans), path="DIR")
        click.echo()
    for line in format_scans(place, scans):
        click.echo(line)
