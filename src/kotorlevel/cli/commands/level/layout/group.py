"""What the actions of ``kotorlevel layout`` share: the area before them, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.ask.actions import AreaActions, Subject
from kotorlevel.cli.ask.edits import Target, refusing
from kotorlevel.cli.ask.levels import Given, area_argument, level_options
from kotorlevel.cli.ask.options import materials_option
from kotorlevel.cli.show.layout.rooms import show_edit

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.edit.rooms import RoomEdit

_EXAMPLES = """
\b
Examples:
  kotorlevel layout my_mod show
  kotorlevel layout my_mod show m55aa_02                   the edges that a room can be joined at
  kotorlevel layout swkotor --module tar_m10aa show
  kotorlevel layout my_mod new --name m55aa                an area without rooms
  kotorlevel layout my_mod add kit/hall.wok --name m55aa_05 --position 20,0,0 -o edited
  kotorlevel layout my_mod add kit/hall.wok --name m55aa_05 --join m55aa_02:57 -o edited
  kotorlevel layout my_mod remove m55aa_02 --in-place
  kotorlevel layout my_mod rename m55aa_02 m55aa_02b --in-place
  kotorlevel layout my_mod move m55aa_02 --by 0,0,0.5 --objects --dry-run
  kotorlevel layout my_mod reorder m55aa_03 m55aa_01 -o edited
  kotorlevel layout my_mod empty m55aa_02 -o edited
  kotorlevel layout my_mod merge other_mod --base original --link -o merged
  kotorlevel layout my_mod recover --dry-run               positions from models and walkmeshes

\b
ROOM is a name or a number. Exit code: 0 done, 1 a merge has conflicts and nothing was written,
2 something could not be read or written.
"""


@click.group("layout", cls=AreaActions, epilog=_EXAMPLES, subcommand_metavar="[ACTION] [ARGS]...")
@area_argument
@materials_option
@level_options
@click.pass_context
def command(ctx: click.Context, path: Path, given: Given, materials_table: str | None) -> None:
    """Show or edit the rooms of an area.

    AREA is a layout, a folder, an archive, or the folder of a game with --module. The links of
    all walkmeshes are room numbers: they are renumbered, links to rooms that are gone are taken
    out, and the visibility follows. Nothing is written unless everything could be computed: a
    walkmesh that is there but cannot be read stops every edit that would renumber its links.
    """
    ctx.obj = Subject(path, given, materials_table)


@dataclass(frozen=True)
class Outcome:
    """What an action did: the edit, lines of text for people, and fields for JSON."""

    edit: RoomEdit
    lines: Sequence[str] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)


json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON (docs/schema/layout.schema.json)."
)
room_argument = click.argument("room", metavar="ROOM")


def run(
    subject: Subject,
    action: str,
    edit: Callable[[Area], Outcome],
    target: Target,
    *,
    as_json: bool,
) -> None:
    """Edit the area, write it, and say what followed."""
    area = subject.load(target)
    with refusing():
        done = edit(area)
    files = target.write(done.edit.area)
    details = {"action": action, "dry_run": target.dry_run, **done.fields}
    show_edit(done.edit, files, subject.path, details, done.lines, as_json=as_json)
