"""``kotorlevel diff``: what changed between two versions."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

import kotorlevel as kl
from kotorlevel.cli.ask.levels import Given, level_options, refuse_empty
from kotorlevel.cli.ask.options import force_option, load_surfaces, materials_option
from kotorlevel.cli.ask.outputs import write_output
from kotorlevel.cli.show.diff import print_diff, print_stat
from kotorlevel.cli.terminal.progress import progress_bar
from kotorlevel.core.targets import choose_file

_EXAMPLES = """
\b
Examples:
  kotorlevel diff before.wok after.wok
  kotorlevel diff old_mod new_mod
  kotorlevel diff tar_m10aa.mod my_mod          an archive and a folder
  kotorlevel diff my_mod --game swkotor --module tar_m10aa
                                                what a mod makes of a level of the game
  kotorlevel diff old_mod new_mod --map changes.svg --html changes.html
  kotorlevel diff old_mod new_mod --markdown > comment.md
  git config diff.kotorlevel.command "kotorlevel diff --git"
                                                `git diff` in these terms (docs/git.md)

Exit code: 0 if nothing differs, 1 if something does, 2 if something cannot be read.
"""


@click.command("diff", epilog=_EXAMPLES)
@click.argument("paths", nargs=-1, required=True, metavar="A B", callback=refuse_empty)
@click.option("--json", "form", flag_value="json", help="JSON (docs/schema/diff.schema.json).")
@click.option("--markdown", "form", flag_value="markdown", help="Markdown, for a pull request.")
@click.option("--stat", "form", flag_value="stat", help="One line for every file that changed.")
@click.option("-q", "--quiet", "form", flag_value="quiet", help="Nothing but the exit code.")
@click.option("--map", "map_path", metavar="FILE", help="Draw the changes: FILE.svg or FILE.png.")
@click.option(
    "--html", "html_path", metavar="FILE", help="Write a page with before and after in 3-D."
)
@click.option("--git", "is_git", is_flag=True, help="Be called by git: seven arguments, exit 0.")
@force_option
@materials_option
@level_options
def command(
    paths: tuple[str, ...],
    form: str | None,
    map_path: str | None,
    html_path: str | None,
    is_git: bool,
    force: bool,
    materials_table: str | None,
    given: Given,
) -> None:
    """Say what changed from A to B, in the level's own terms.

    A and B are files of any known format, folders, archives, or the folder of a game. Faces are
    matched by where they are, rooms by name or by walkmesh, placed things by tag, template and
    place: what only has other numbers is said to be that. With --game and only one path, the level
    of the game is compared with what the path makes of it.
    """
    if is_git:
        from kotorlevel.cli.show.git_diff import print_git_diff

        print_git_diff(paths, load_surfaces(materials_table))
        return
    if len(paths) > 2:
        raise click.UsageError(f"two versions are compared, not {len(paths)}")
    if len(paths) == 1 and given.game is None:
        raise click.UsageError("give a second version B, or --game DIR to compare with the game")
    map_file = html_file = None
    if map_path is not None:
        map_file = choose_file(Path(map_path), (".svg", ".png"), "changes.svg", force=force)
    if html_path is not None:
        html_file = choose_file(Path(html_path), (".html", ".htm"), "changes.html", force=force)
    found = kl.diff(*paths, **given.named, surfaces=load_surfaces(materials_table))
    if form == "json":
        click.echo(json.dumps(found.to_json(), indent=2))
    elif form == "markdown":
        click.echo(found.to_markdown(), nl=False)
    elif form == "stat":
        print_stat(found)
    elif form is None:
        print_diff(found, numbered=bool(map_file or html_file))
    _draw(found, map_file, html_file)
    sys.stdout.flush()
    click.get_current_context().exit(0 if found.same else 1)


def _draw(found: kl.Diff, map_path: Path | None, html_path: Path | None) -> None:
    """Write the pictures that were asked for."""
    if map_path is not None:
        with progress_bar("Drawing"):
            is_png = map_path.suffix.lower() == ".png"
            drawn = kl.draw_changes(found, format="png" if is_png else "svg")
        data = drawn if isinstance(drawn, bytes) else drawn.encode()
        write_output(map_path, data, "the map of what changed", err=True)
    if html_path is not None:
        with progress_bar("Drawing"):
            page = kl.render_changes(found)
        write_output(html_path, page.encode(), "before and after", err=True)
