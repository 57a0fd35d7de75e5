"""``kotorlevel layout A merge B``: two versions of one area in one, as ``kotorlevel merge``."""

from __future__ import annotations

from pathlib import Path

import click

from kotorlevel.cli.ask.actions import Subject
from kotorlevel.cli.ask.edits import Target, target_options
from kotorlevel.cli.commands.level.layout.group import json_option
from kotorlevel.cli.commands.level.merge import Side, Sides, merge_options
from kotorlevel.cli.show.layout.merge import merge_to_json, show_conflicts, show_merge

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
@merge_options
@target_options
@json_option
@click.pass_obj
@click.pass_context
def merge(
    ctx: click.Context,
    subject: Subject,
    other: Path,
    base: Path | None,
    prefer: Side | None,
    link: bool,
    target: Target,
    as_json: bool,
) -> None:
    """Merge another version of the area, B, into this one, A.

    Rooms are matched by name, with --base also those that were renamed: those of A in their order,
    then those that only B has; or those of B first where only B changed the order. A room's
    position and walkmesh go together. All links are renumbered. Without --base nothing counts as
    removed, and what differs is a conflict. What is written are the files that differ from A's,
    also GIT, PTH, ARE, IFO and templates. A file that is there but cannot be read stops it.
    `kotorlevel merge` does the same, and draws conflicts on a map.
    """
    sides = Sides.load(subject, other, base, target)
    merged, is_merged = sides.merge(prefer, link=link)
    details = {
        "action": "merge",
        "dry_run": target.dry_run,
        "merge": merge_to_json(merged, other, base),
    }
    if not is_merged:
        show_conflicts(merged, subject.path, details, as_json=as_json)
        ctx.exit(1)
    show_merge(merged, target.write(merged.area), subject.path, details, as_json=as_json)
