"""``kotorlevel fix``: repair what can be repaired."""

import json
from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.ask.levels import Given, level_options, refuse_empty
from kotorlevel.cli.ask.options import (
    ignore_option,
    load_surfaces,
    materials_option,
    select_option,
)
from kotorlevel.cli.show.fix import fix_to_json, format_fix
from kotorlevel.cli.terminal.errors import explain
from kotorlevel.cli.terminal.progress import progress_bar

_EXAMPLES = """
\b
Examples:
  kotorlevel fix my_mod --dry-run        show what would be done
  kotorlevel fix my_mod                  repair in place; `undo` takes it back
  kotorlevel fix my_mod -o fixed         write the repaired files to another folder
  kotorlevel fix room.wok --select BWM   only what these rules find
  kotorlevel fix my_level.mod -o fixed   repair the level in a copy of the archive

\b
Exit code: 0 no error is left, 1 an error is left, 2 a file could not be read or written.
"""


@click.command("fix", epilog=_EXAMPLES)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", callback=refuse_empty)
@click.option("--dry-run", is_flag=True, help="Show what would be done; write nothing.")
@click.option("--unsafe", is_flag=True, help="Also fixes that may change more than the fault.")
@click.option("--clear", is_flag=True, help="Take out links that meet nothing in their room.")
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Write repaired files here, not in place.",
)
@select_option
@ignore_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/fix.schema.json).")
@click.option(
    "--config", type=click.Path(path_type=Path), help="Instead of the nearest kotorlevel.toml."
)
@materials_option
@level_options
def command(
    paths: tuple[str, ...],
    given: Given,
    dry_run: bool,
    unsafe: bool,
    clear: bool,
    output: Path | None,
    select: str | None,
    ignore: str | None,
    as_json: bool,
    config: Path | None,
    materials_table: str | None,
) -> None:
    """Repair level files: apply every safe fix, check again, and write what has changed.

    PATH is a file, an archive (MOD), or a folder for every level file below it; a layout (LYT)
    stands for itself, its visibility and the walkmeshes of its rooms. Where a layout is among the
    files, its area is repaired, too: links between rooms, sight through doorways, and path points
    (PTH); with --unsafe also gaps of up to 10 cm and rooms that are in the wrong place. --game,
    --module and --override tell where the rest of the area is; only files of PATH are changed.
    Without -o a repaired file takes the place of the old one; `kotorlevel undo PATH` brings that
    back. The files of an area are written all together, or, if one cannot be, not at all.
    """
    surfaces = load_surfaces(materials_table)
    options = kl.load_options(paths, config, select=select, ignore=ignore, surfaces=surfaces)
    with progress_bar("Repairing") as progress:
        done = kl.fix(
            paths,
            unsafe=unsafe,
            clear=clear,
            options=options,
            output=output,
            dry_run=dry_run,
            progress=progress,
            **given.named,
        )
    for each in done.errors:
        click.secho(f"cannot repair {explain(each)}", fg="red", err=True)
    if as_json:
        click.echo(json.dumps(fix_to_json(done, dry_run=dry_run), indent=2))
    else:
        shown = () if dry_run or output is not None else paths
        for line in format_fix(done, shown, dry_run=dry_run, unsafe=unsafe):
            click.echo(line)
    report = done.report
    code = 2 if done.errors or report.unreadable else int(bool(report.errors))
    raise click.exceptions.Exit(code)
