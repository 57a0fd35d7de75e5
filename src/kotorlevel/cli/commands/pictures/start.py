"""``kotorlevel start``: the start page in the browser, where levels are chosen and opened."""

import threading
from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.ask.served import browser_options
from kotorlevel.cli.terminal.pipes import outlive_workers

_EXAMPLES = """
\b
Examples:
  kotorlevel start
  kotorlevel start my_mod            with this level chosen
  kotorlevel start swkotor           choose one of a game's modules

\b
Exit code: 0 ended, 2 it could not be served.
"""


@click.command("start", epilog=_EXAMPLES)
@click.argument("path", metavar="[AREA|FILE|GAME]", required=False, type=click.Path(path_type=Path))
@browser_options
def command(path: Path | None, no_browser: bool, port: int) -> None:
    """Open the start page in the browser: choose a level, then check, view or edit it there.

    The page is served to this computer only. It ends when Quit is pressed, some time after its
    pages were closed, or by Ctrl-C.
    """
    with kl.start(path, port=port, browser=False) as server, outlive_workers():
        click.echo(server.address)
        click.echo("The page is in your browser. Quit there, or Ctrl-C here, ends it.", err=True)
        if not no_browser:
            threading.Thread(target=_open_browser, args=(server,), daemon=True).start()
        server.wait()


def _open_browser(server: kl.StartServer) -> None:
    if not server.open_browser():
        click.echo("No browser could be opened: open the address above yourself.", err=True)
