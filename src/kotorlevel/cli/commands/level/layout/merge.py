"""``kotorlevel layout A merge B``: two versions of one area in one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from kotorlevel.cli.ask.actions import Subject
from kotorlevel.cli.ask.edits import Target, refusing, target_options
from kotorlevel.cli.ask.levels import load_given_area
from kotorlevel.cli.commands.level.layout.group import json_option
from kotorlevel.cli.show.layout import merge_to_json, show_conflicts, show_merge

if TYPE_CHECKING:
    from kotorlevel.area.area import Area

_EXAMPLES = """
\b
Examples:
  kotorlevel layout my_mod merge other_mod --base original --dry-run
  kotorlevel layout my_mod merge other_mod --base original --prefer a --link -o merged
  kotorlevel layout my_mod merge other_mod -o merged
  kotorlevel layout merge my_mod other_mod -o merged          the same

\b
Exit code: 0 done, 1 there are conflicts and nothing was written, 2 something could not be read.
"""


@click.command("merge", epilog=_EXAMPLES)
@click.argument("other", metavar="B", type=click.Path(path_type=Path))
@click.option(
    "--base",
    metavar="C",
    type=click.Path(path_type=Path),
    help="What both were made from: then what only one side changed is taken.",
)
@click.option(
    "--prefer", type=click.Choice(["a", "b"]), help="Whose change counts where both changed."
)
@click.option("--link", is_flag=True, help="Link rooms of B to all that they meet.")
@target_options
@json_option
@click.pass_obj
@click.pass_context
def merge(
    ctx: click.Context,
    subject: Subject,
    other: Path,
    base: Path | None,
    prefer: Literal["a", "b"] | None,
    link: bool,
    target: Target,
    as_json: bool,
) -> None:
    """Merge another version of the area, B, into this one, A.

    Rooms are matched by name: those of A in their order, then those that only B has; or those of B
    first where only B changed the order. A room's position and walkmesh go together. All links are
    renumbered. Without --base nothing counts as removed, and what differs is a conflict. What is
    written are the files that differ from A's. GIT and PTH are not merged. A walkmesh that is
    there but cannot be read stops it.
    """
    from kotorlevel.area.edit.merge.merge import AreaMerge, merge_areas
    from kotorlevel.area.edit.merge.three_way import ConflictError

    a, b = subject.load(target), _load_other(subject, other)
    common = None if base is None else _load_other(subject, base)
    is_refused = False
    with refusing():
        try:
            merged = merge_areas(a, b, common, prefer, link=link)
        except ConflictError as error:
            merged, is_refused = AreaMerge(a, conflicts=error.conflicts), True
    details = {
        "action": "merge",
        "dry_run": target.dry_run,
        "merge": merge_to_json(merged, other, base),
    }
    if is_refused:
        show_conflicts(merged, subject.path, details, as_json=as_json)
        ctx.exit(1)
    show_merge(merged, target.write(merged.area), subject.path, details, as_json=as_json)


def _load_other(subject: Subject, path: Path) -> Area:
    """Another version of the area, completed from the same game and module."""
    from kotorlevel.area.install.game import find_game

    game = subject.given.find(subject.path).game
    is_game = path.is_dir() and find_game(path) is not None
    folder = None if is_game or game is None else game.root
    given = replace(subject.given, game=folder)
    return load_given_area(path, given, subject.materials_table)
