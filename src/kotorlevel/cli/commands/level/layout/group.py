"""What the actions of ``kotorlevel layout`` share: the area before them, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.ask.edits import Target, refusing
from kotorlevel.cli.ask.levels import Given, area_argument, level_options, load_given_area, quoted
from kotorlevel.cli.ask.options import materials_option
from kotorlevel.cli.show.layout import show_edit

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.edit.rooms import RoomEdit

_EXAMPLES = """
\b
Examples:
  kotorlevel layout my_mod show
  kotorlevel layout my_mod show m55aa_02                   the edges that a room can be joined at
  kotorlevel layout swkotor --module tar_m10aa show
  kotorlevel layout my_mod add kit/hall.wok --name m55aa_05 --position 20,0,0 -o edited
  kotorlevel layout my_mod add kit/hall.wok --name m55aa_05 --join m55aa_02:57 -o edited
  kotorlevel layout my_mod remove m55aa_02 --in-place
  kotorlevel layout my_mod rename m55aa_02 m55aa_02b --in-place
  kotorlevel layout my_mod move m55aa_02 --by 0,0,0.5 --objects --dry-run
  kotorlevel layout my_mod reorder m55aa_03 m55aa_01 -o edited
  kotorlevel layout my_mod empty m55aa_02 -o edited
  kotorlevel layout my_mod merge other_mod --base original --link -o merged

\b
ROOM is a name or a number. Exit code: 0 done, 1 a merge has conflicts and nothing was written,
2 something could not be read or written.
"""


class _Actions(click.Group):
    """Takes its options, such as --game, also behind AREA, as all other commands do."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = {name for each in self.params if isinstance(each, click.Option) for name in each.opts}
        first: list[str] = []
        rest = list(args)
        number = 0
        while number < len(rest):
            name, equals, _ = rest[number].partition("=")
            if name in own:
                if not equals and number + 1 == len(rest):
                    raise click.BadOptionUsage(name, f"Option {name!r} requires an argument.", ctx)
                first += [rest.pop(number) for _ in range(1 if equals else 2) if number < len(rest)]
            else:
                number += 1
        is_merge = rest[:1] == ["merge"] and len(rest) > 1 and rest[1] not in self.commands
        if is_merge and rest[1] not in ctx.help_option_names:
            _check_merge(rest[1:], ctx)
            rest[:2] = rest[1], rest[0]
        _check_order(rest, self.commands, ctx)
        return super().parse_args(ctx, first + rest)


def _check_order(rest: list[str], actions: Collection[str], ctx: click.Context) -> None:
    """Refuse an action before AREA, and an AREA without one; both with what to type."""
    words = [word for word in rest if not word.startswith("-")]
    asks_for_help = any(word in ctx.help_option_names for word in rest)
    if not words or asks_for_help:
        return
    if len(words) == 1 and words[0] not in actions:
        area = quoted(words[0])
        raise click.UsageError(
            f"say what to do with {area}: kotorlevel layout {area} ACTION, which is one of "
            f"{', '.join(actions)}",
            ctx,
        )
    area = rest[1] if len(rest) > 1 else "AREA"
    if rest[0] in actions and area not in actions and not Path(rest[0]).exists():
        right = " ".join(map(quoted, ["kotorlevel", "layout", area, rest[0], *rest[2:]]))
        raise click.UsageError(f"AREA comes before the action: {right}", ctx)


def _check_merge(rest: list[str], ctx: click.Context) -> None:
    """Refuse what stands behind ``layout merge`` unless it begins with A and B."""
    if rest[0].startswith("-"):
        raise click.UsageError("write it as: kotorlevel layout A merge B [OPTIONS]", ctx)
    if len(rest) < 2 or rest[1].startswith("-"):
        text = "two versions of an area are needed, A and B; B is missing"
        raise click.UsageError(f"{text}: kotorlevel layout merge A B [OPTIONS]", ctx)


@click.group("layout", cls=_Actions, epilog=_EXAMPLES, subcommand_metavar="ACTION [ARGS]...")
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
class Subject:
    """The area that stands before the action."""

    path: Path
    given: Given
    materials_table: str | None = None

    def load(self, target: Target | None = None) -> Area:
        """The area; others wait while it is edited in place."""
        to_edit = target is not None and target.is_edit
        return load_given_area(self.path, self.given, self.materials_table, to_edit=to_edit)

    def load_other(self, path: Path) -> Area:
        """Another version of it, completed from the same game and module."""
        from kotorlevel.area.install.game import find_game

        game = self.given.find(self.path).game
        is_game = path.is_dir() and find_game(path) is not None
        folder = None if is_game or game is None else game.root
        given = replace(self.given, game=folder)
        return load_given_area(path, given, self.materials_table)


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
