"""``kotorlevel edit``: a level in the browser, to be mended there."""

from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.ask.levels import Given, level_options, quoted
from kotorlevel.cli.ask.options import materials_option
from kotorlevel.cli.ask.served import browser_options, run_server
from kotorlevel.cli.ask.shown import load_asked, tell
from kotorlevel.cli.terminal.progress import progress_bar
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of

_EXAMPLES = """
\b
Examples:
  kotorlevel edit my_mod
  kotorlevel edit my_mod/m55aa_02.wok              its area, or this walkmesh alone
  kotorlevel edit m55aa.mod
  kotorlevel edit my_mod --kit my_rooms            with rooms to add, from a folder of walkmeshes
  kotorlevel edit my_mod --game swkotor --module m55aa      with what the mod leaves to the game

\b
Nothing is written before you press Save in the page. `kotorlevel undo my_mod` takes a save back;
edits that were not saved are offered the next time.

\b
Exit code: 0 stopped, 2 something could not be read or served, or is being edited already.
"""


@click.command("edit", epilog=_EXAMPLES)
@click.argument("path", metavar="AREA|FILE", type=click.Path(path_type=Path))
@click.option(
    "--kit",
    "kits",
    metavar="DIR",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="A folder of walkmeshes that can be added as rooms. May repeat.",
)
@browser_options
@materials_option
@level_options
def command(
    path: Path,
    given: Given,
    kits: tuple[Path, ...],
    no_browser: bool,
    port: int,
    materials_table: str | None,
) -> None:
    """Edit a level in the browser: paint, shape, link, move rooms, mend what check finds.

    AREA is a layout, a folder or an archive (MOD); FILE is the walkmesh of a room. The page is
    served to this computer only. Nothing is written before Save, which writes all changed files
    or none, and everything can be undone. Ctrl-C stops.
    """
    bundle = kl.find_bundle()
    with progress_bar(f"Reading {printable(str(path), 200)}"):
        shown, notes = load_asked(path, given, materials_table, False, (), 0.35)
    tell(notes)
    server = kl.serve(shown, port=port, browser=False, bundle=bundle, edit=True, kits=kits)
    run_server(server, "Nothing is written before you press Save. Ctrl-C stops.", not no_browser)
    session = server.edited.session if server.edited else None
    if session is not None and not session.is_saved:
        count = count_of(len(session.steps), "edit")
        text = f"{count} not saved: offered again by `kotorlevel edit {quoted(path)}`."
        click.echo(text, err=True)
