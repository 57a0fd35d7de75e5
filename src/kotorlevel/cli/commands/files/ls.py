"""``kotorlevel ls``: what is in an archive, a game, a module or a folder."""

from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.ask.options import module_option, override_option, parse_types, type_option

_EXAMPLES = """
\b
Examples:
  kotorlevel ls tar_m10aa.mod                          all resources of an archive
  kotorlevel ls tar_m10aa.mod --type wok --type lyt    only these types
  kotorlevel ls C:\\Games\\swkotor                       the modules of a game
  kotorlevel ls swkotor --module tar_m10aa             what is in a module, and what shadows it
  kotorlevel ls swkotor --module tar_m10aa --level     its walkmeshes, layout, GIT and the rest
  kotorlevel ls swkotor --type lyt                     everything of a type in the whole game

\b
Exit code: 0 done, 2 something could not be read.
"""


@click.command("ls", epilog=_EXAMPLES)
@click.argument("path", metavar="ARCHIVE|GAME|FOLDER", type=click.Path(path_type=Path))
@module_option
@click.option("--level", is_flag=True, help="With --module: the files of its level, from anywhere.")
@click.option("--all", "everything", is_flag=True, help="Everything that the game would find.")
@type_option
@override_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/ls.schema.json).")
def command(
    path: Path,
    module: str | None,
    level: bool,
    everything: bool,
    types: tuple[str, ...],
    override: tuple[Path, ...],
    as_json: bool,
) -> None:
    """List what is in an archive, a game, a module of a game, or a folder.

    Archives are ERF, MOD, SAV, HAK, RIM, BIF and chitin.key, whatever they are called. A GAME is
    the folder of an installation: without --module its modules are listed.
    """
    from kotorlevel.cli.show.listing import show_listing, show_unreadable

    if level and (module is None or everything):
        raise click.UsageError("--level goes with --module, and not with --all")
    listing = kl.list_resources(
        path,
        module=module,
        types=parse_types(types),
        level=level,
        everything=everything,
        override=override,
    )
    if as_json:
        import json

        click.echo(json.dumps({"kotorlevel": kl.__version__, **listing.to_json()}, indent=2))
    else:
        show_listing(listing)
    show_unreadable(listing.errors)
    if listing.errors:
        raise click.exceptions.Exit(2)
