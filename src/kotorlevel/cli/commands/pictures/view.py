"""``kotorlevel view``: a level in the browser, live or as one file to share."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.ask.levels import Given, level_options
from kotorlevel.cli.ask.options import force_option, materials_option
from kotorlevel.cli.ask.scenes import Asked, describe_scene, make_shown, tell
from kotorlevel.cli.ask.shown_ways import Way, way_options
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.cli.terminal.pipes import outlive_workers
from kotorlevel.cli.terminal.progress import working
from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.view.html.page import Bundle
    from kotorlevel.view.live.live import Shown
    from kotorlevel.view.live.server import ViewServer

_EXAMPLES = """
\b
Examples:
  kotorlevel view my_mod
  kotorlevel view m55aa_02.wok
  kotorlevel view swkotor --module tar_m10aa --path entry 20,-3
  kotorlevel view my_mod --export my_mod.html      one file, for a forum post or a bug report

\b
Exit code: 0 stopped or written, 2 something could not be read, written or served.
"""

_ENDINGS = (".html", ".htm")


@click.command("view", epilog=_EXAMPLES)
@click.argument("path", metavar="AREA|FILE", type=click.Path(path_type=Path))
@click.option(
    "--export",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write one HTML file that needs no server and no network, instead of showing it.",
)
@click.option("--no-browser", is_flag=True, help="Print the address, but open no browser.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="The port to listen at. Default: a free one.",
)
@click.option("--no-findings", is_flag=True, help="Leave out what check finds.")
@way_options
@force_option
@materials_option
@level_options
def command(
    path: Path,
    given: Given,
    export: Path | None,
    no_browser: bool,
    port: int,
    no_findings: bool,
    ways: tuple[Way, ...],
    radius: float,
    force: bool,
    materials_table: str | None,
) -> None:
    """Show a level in the browser: rooms, surfaces, links, findings; ask it for paths and sight.

    AREA is a layout, a folder, an archive, or the folder of a game with --module; FILE is one
    walkmesh. The page shows changes of the files by itself, a second or two after they are saved.
    It is served to this computer only, and nothing leaves it. Ctrl-C stops.
    """
    from kotorlevel.view.html.page import find_bundle

    target = _choose_target(export, force=force)
    bundle = find_bundle()
    asked = Asked(path, given, materials_table, not no_findings, ways, radius)
    with working(f"Reading and checking {printable(str(path), 200)}"):
        shown, notes = make_shown(asked)
    tell(notes)
    if target is not None:
        _export(shown, target, bundle)
    else:
        _serve(asked, shown, port, bundle, no_browser=no_browser)


def _choose_target(export: Path | None, *, force: bool) -> Path | None:
    """Target to write; all that can be wrong with it is said before anything is read."""
    if export is None:
        return None
    from kotorlevel.core.outputs import choose_output

    if export.is_dir():
        raise CommandError(f"{export}: is a folder; name a file in it, as {export / 'level.html'}")
    return choose_output(export, export, _ENDINGS, force=force)


def _export(shown: Shown, target: Path, bundle: Bundle) -> None:
    from kotorlevel.core.atomic import write_atomic
    from kotorlevel.view.html.page import render_page

    scene = shown.scene
    title = printable(scene.document["name"]) or "KotorLevel"
    data = render_page(scene.to_json(), scene.buffer, title=title, bundle=bundle).encode()
    write_atomic(target, data)
    where = printable(str(target), 2000)
    click.echo(f"wrote {where}: {describe_scene(scene)} ({len(data):,} bytes)")


def _serve(asked: Asked, first: Shown, port: int, bundle: Bundle, *, no_browser: bool) -> None:
    from kotorlevel.view.live.live import Live
    from kotorlevel.view.live.server import ViewServer

    live = Live(lambda: load_again(asked), first)
    try:
        server = ViewServer(live, port, bundle)
    except OSError as error:
        raise CommandError(
            f"cannot listen at port {port}: {error.strerror or error}; leave --port out to take "
            "a free one"
        ) from None
    name = printable(first.scene.document["name"])
    click.echo(f"{name}: {describe_scene(first.scene)}", err=True)
    click.echo(server.address)
    click.echo("Changes of the files show by themselves. Ctrl-C stops.", err=True)
    if not no_browser:
        threading.Thread(target=_open_browser, args=(server.address,), daemon=True).start()
    _serve_until_stopped(server)


def _serve_until_stopped(server: ViewServer) -> None:
    try:
        with outlive_workers():  # and browsers that leave in the middle of an answer
            server.serve_forever(poll_interval=0.25)
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()
    click.echo("\nStopped; the page no longer answers.", err=True)


def load_again(asked: Asked) -> Shown:
    """The level anew; what is wrong with it goes to the page, not to the terminal."""
    try:
        return make_shown(asked)[0]
    except click.ClickException as error:
        raise FormatError(error.format_message()) from None


def _open_browser(address: str) -> None:
    """Open the page; some browsers come back only when they are closed."""
    import webbrowser

    try:
        is_open = webbrowser.open(address)
    except (webbrowser.Error, OSError):
        is_open = False
    if not is_open:
        click.echo("No browser could be opened: open the address above yourself.", err=True)
