"""``kotorlevel which``: which copy of a resource the game takes, and what it shadows."""

from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.ask.options import module_option, override_option

_EXAMPLES = """
\b
Examples:
  kotorlevel which swkotor m10aa_01a.wok
  kotorlevel which swkotor m10aa_01a.wok --module tar_m10aa
  kotorlevel which swkotor m10aa                              all types of that name
  kotorlevel which swkotor m10aa.lyt --override my_mod        as if the mod were installed

\b
Exit code: 0 found, 1 not found, 2 something could not be read.
"""


@click.command("which", epilog=_EXAMPLES)
@click.argument("path", metavar="GAME", type=click.Path(path_type=Path))
@click.argument("resources", metavar="RESOURCE...", nargs=-1, required=True)
@module_option
@override_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/schema/which.schema.json).")
def command(
    path: Path,
    resources: tuple[str, ...],
    module: str | None,
    override: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Say which copy of a resource the game takes, and which copies it shadows.

    Copies are told in the order in which the game looks: Override, patch.erf, the files of the
    module, other archives, chitin.key. "My edit has no effect" is often a shadowed file.

    RESOURCE is a file name, or a name without an ending for all types of it. Without --module the
    copies in modules are told as well.
    """
    from kotorlevel.cli.show.copies import show_copies, show_not_found
    from kotorlevel.cli.show.listing import show_unreadable

    game = kl.Game.open(path, override)
    found = game.copies(*resources, module=module)
    if as_json:
        import json

        start = {"kotorlevel": kl.__version__, "path": path.as_posix(), "game": game.version}
        click.echo(json.dumps({**start, **found.to_json()}, indent=2))
    else:
        show_copies([each for each in found.resources if each.found])
    missing = [each for each in found.resources if not each.found]
    show_not_found(missing, found.module)
    show_unreadable(found.errors)
    raise click.exceptions.Exit(2 if found.errors else int(bool(missing)))
