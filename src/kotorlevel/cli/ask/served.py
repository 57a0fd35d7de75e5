"""What the commands with a page of their own have in common: their options, and running it."""

import threading
from collections.abc import Callable
from typing import Any

import click

import kotorlevel as kl
from kotorlevel.cli.terminal.pipes import outlive_workers
from kotorlevel.core.text import printable

_browser_option: Callable[[Any], Any] = click.option(
    "--no-browser", is_flag=True, help="Print the address, but open no browser."
)
_port_option: Callable[[Any], Any] = click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="The port to listen at. Default: a free one.",
)


def browser_options(command: Callable[..., None]) -> Callable[..., None]:
    """``--no-browser`` and ``--port``."""
    decorated: Callable[..., None] = _browser_option(_port_option(command))
    return decorated


def run_server(server: kl.ViewServer | kl.SeveralServer, hint: str, browser: bool) -> None:
    """Say where the page is, open it, and serve it until Ctrl-C."""
    scene = server.scene
    with server, outlive_workers():  # and browsers that leave in the middle of an answer
        # What is to be edited is checked in the page.
        size = scene.size if server.edited else scene.summary
        click.echo(f"{printable(scene.document['name'])}: {size}", err=True)
        click.echo(server.address)
        click.echo(hint, err=True)
        if browser:
            threading.Thread(target=_open_browser, args=(server,), daemon=True).start()
        server.wait()
    click.echo("\nStopped; the page no longer answers.", err=True)


def _open_browser(server: kl.ViewServer | kl.SeveralServer) -> None:
    if not server.open_browser():
        click.echo("No browser could be opened: open the address above yourself.", err=True)
