"""``kotorlevel extract``: files out of an archive or a game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

import kotorlevel as kl
from kotorlevel.cli.ask.options import module_option, override_option, parse_types, type_option
from kotorlevel.cli.show.info.files import LONGEST_LIST
from kotorlevel.cli.show.listing import show_unreadable
from kotorlevel.cli.terminal.progress import progress_bar
from kotorlevel.core.resource import same_name
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of

if TYPE_CHECKING:
    from kotorlevel.area.install.resources import Resource

_EXAMPLES = """
\b
Examples:
  kotorlevel extract tar_m10aa.mod -o my_mod                       everything
  kotorlevel extract tar_m10aa.mod m10aa.git "*.utd" -o my_mod     a file and a pattern
  kotorlevel extract swkotor m10aa_01a.wok -o my_mod               the copy that the game takes
  kotorlevel extract swkotor --module tar_m10aa --level -o my_mod  all files of a level

\b
Exit code: 0 done, 2 something could not be read or written.
"""


@click.command("extract", epilog=_EXAMPLES)
@click.argument("path", metavar="ARCHIVE|GAME", type=click.Path(path_type=Path))
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The folder for the files; made if it is missing.",
)
@module_option
@click.option("--level", is_flag=True, help="With --module: the files of its level, from anywhere.")
@type_option
@override_option
@click.option("--force", is_flag=True, help="Replace files that exist.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON (docs/schema/extract.schema.json)."
)
def command(
    path: Path,
    names: tuple[str, ...],
    output: Path,
    module: str | None,
    level: bool,
    types: tuple[str, ...],
    override: tuple[Path, ...],
    force: bool,
    as_json: bool,
) -> None:
    """Take files out of an archive or a game, and write them to a folder.

    NAME is a file name, a name without an ending for all types of it, or a pattern. Of a game the
    copy is taken that the game itself would take. Without NAME an archive is taken out whole, and
    of a game's module everything that its files name.
    """
    if level and (module is None or names):
        raise click.UsageError("--level goes with --module, and not with names")
    wanted = parse_types(types)
    with progress_bar("Extracting") as progress:
        done = kl.extract(
            path,
            names,
            output=output,
            types=wanted,
            module=module,
            level=level,
            override=override,
            force=force,
            progress=progress,
        )
    if as_json:
        import json

        click.echo(json.dumps({"kotorlevel": kl.__version__, **done.to_json()}, indent=2))
    else:
        _show(done)
    _show_faults(done)
    if done.errors or done.refused:
        raise click.exceptions.Exit(2)


def _show(done: kl.Extraction) -> None:
    written, with_place = done.files, done.place.what != "archive"
    names = [printable(each.path.name) for each in written]
    width = max(map(len, names), default=0)
    if len(written) <= LONGEST_LIST:
        for each, name in zip(written, names, strict=True):
            place = f"  from {printable(each.resource.place, 200)}" if with_place else ""
            click.echo(f"  {name:<{width}}  {count_of(each.size, 'byte'):>15}{place}")
    elif with_place:
        places = Counter(_holder(each.resource) for each in written)
        for place, number in places.most_common():
            click.echo(f"  {count_of(number, 'file'):>12} from {printable(place, 200)}")
    total = sum(each.size for each in written)
    folder = printable(str(done.output), 200)
    click.echo(f"wrote {count_of(len(written), 'file')} ({count_of(total, 'byte')}) to {folder}")


def _holder(resource: Resource) -> str:
    """The archive that a resource is in; of a file its folder."""
    place, slash, filename = resource.place.rpartition("/")
    return place if slash and same_name(filename, resource.filename) else resource.place


def _show_faults(done: kl.Extraction) -> None:
    for resource in done.repeated[:LONGEST_LIST]:
        name = printable(resource.filename)
        click.secho(f"{name}: there more than once; the first was taken", fg="yellow", err=True)
    if len(done.repeated) > LONGEST_LIST:
        more = len(done.repeated) - LONGEST_LIST
        click.secho(f"and {more:,} more that are there more than once", fg="yellow", err=True)
    if done.missing:
        names = ", ".join(map(printable, done.missing))
        click.secho(f"not there: {names}", fg="yellow", err=True)
    for resource in done.refused:
        text = f"'{printable(resource.filename)}' is no name for a file; not written"
        click.secho(text, fg="red", err=True)
    show_unreadable(done.errors)
