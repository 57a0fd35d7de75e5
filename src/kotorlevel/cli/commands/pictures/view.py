"""``kotorlevel view``: a level in the browser, live or as one file to share."""

from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.ask.levels import Given, level_options
from kotorlevel.cli.ask.options import force_option, materials_option
from kotorlevel.cli.ask.outputs import write_output
from kotorlevel.cli.ask.served import browser_options, run_server
from kotorlevel.cli.ask.shown import (
    are_several,
    load_asked,
    load_asked_together,
    several_options,
    tell,
    way_options,
)
from kotorlevel.cli.terminal.progress import progress_bar
from kotorlevel.core.targets import choose_file
from kotorlevel.core.text import printable

_EXAMPLES = """
\b
Examples:
  kotorlevel view my_mod
  kotorlevel view m55aa_02.wok
  kotorlevel view swkotor --module tar_m10aa --path entry 20,-3
  kotorlevel view my_mod --export my_mod.html      one file, for a forum post or a bug report
  kotorlevel view tar_m02aa.mod tar_m02ac.mod      both in one page
  kotorlevel view my_mod --export my_mod.html --models      with the rooms as the player sees them

\b
Exit code: 0 stopped or written, 2 something could not be read, written or served.
"""

_ENDINGS = (".html", ".htm")


@click.command("view", epilog=_EXAMPLES)
@several_options
@click.option(
    "--export",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write one HTML file that needs no server and no network, instead of showing it.",
)
@click.option(
    "--models",
    is_flag=True,
    help="Put the models of the rooms into the file, too; the live page shows them anyway.",
)
@browser_options
@click.option("--no-findings", is_flag=True, help="Leave out what check finds.")
@way_options
@force_option
@materials_option
@level_options
def command(
    paths: tuple[Path, ...],
    one_space: bool,
    given: Given,
    export: Path | None,
    models: bool,
    no_browser: bool,
    port: int,
    no_findings: bool,
    ways: tuple[kl.Way, ...],
    radius: float,
    force: bool,
    materials_table: str | None,
) -> None:
    """Show a level in the browser: rooms, surfaces, links, findings; ask it for paths and sight.

    AREA is a layout, a folder, an archive, or the folder of a game with --module; FILE is one
    walkmesh. The page shows changes of the files by itself, a second or two after they are saved.
    Rooms are drawn with their models where these are at hand, and the button Edit lets it be
    edited. It is served to this computer only, and nothing leaves it. Ctrl-C stops.

    Several levels, or all modules that fit a pattern such as --module "tar_*", stand beside each
    other in one page. There they are only looked at, and loading the page again shows changes.
    """
    target = export and choose_file(export, _ENDINGS, "level.html", force=force)
    bundle = kl.find_bundle()
    path = paths[0]
    if are_several(paths, given, one_space=one_space):
        if models:
            raise click.UsageError("--models goes with one level")
        with progress_bar("Reading and checking") as progress:
            together = load_asked_together(
                paths, given, materials_table, not no_findings, ways, one_space, progress
            )
        tell(together.notes)
        _show_together(together, target, bundle, port, not no_browser)
        return
    with progress_bar(f"Reading and checking {printable(str(path), 200)}"):
        shown, notes = load_asked(path, given, materials_table, not no_findings, ways, radius)
    tell(notes)
    if target is not None:
        _export(target, shown, bundle, models)
        return
    server = kl.serve(shown, port=port, browser=False, bundle=bundle)
    run_server(server, "Changes of the files show by themselves. Ctrl-C stops.", not no_browser)


def _show_together(
    together: kl.Together, target: Path | None, bundle: kl.Bundle, port: int, browser: bool
) -> None:
    """Write the page of several levels, or serve it."""
    scene = together.scene
    if target is not None:
        write_output(target, kl.render_page(scene, bundle=bundle).encode(), scene.summary)
        return
    server = kl.serve(together, port=port, browser=False, bundle=bundle)
    run_server(server, "Load the page again to see changes. Ctrl-C stops.", browser)


def _export(target: Path, shown: kl.Shown, bundle: kl.Bundle, models: bool) -> None:
    """Write the page, and say how large it is with models and without, and with the game's map."""
    if shown.scene.document["gameMap"]["here"]:
        size = shown.scene.packed_size("gameMap")
        text = f"The game's map is in it, as a layer that is off at first: {size / 1e3:.0f} kB."
        click.echo(text, err=True)
    seen = shown.scene.document["models"]
    if not seen["here"]:
        if models:
            tell([f"--models: {seen['reason']}"])
        data = kl.render_page(shown, bundle=bundle).encode()
        write_output(target, data, shown.scene.summary)
        return
    pages = [kl.render_page(shown, bundle=bundle, models=each).encode() for each in (False, True)]
    plain, full = (f"{len(page) / 1e6:.1f} MB" for page in pages)
    if models:
        room = {room["index"]: room["name"] for room in shown.scene.document["rooms"]}
        tell([f"{room[each['room']]}.mdl: {each['text']}" for each in shown.models.failed])
        click.echo(f"With models the page has {full}, without {plain}.", err=True)
    write_output(target, pages[models], shown.scene.summary)
    if not models:
        click.echo(f"With the models of the rooms (--models) it would have {full}.", err=True)
