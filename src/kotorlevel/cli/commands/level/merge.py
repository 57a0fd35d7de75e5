"""``kotorlevel layout A merge B``: two versions of one area in one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from kotorlevel.cli.ask.layout import Subject, json_option
from kotorlevel.cli.ask.write_area import target_options, write
from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.show.layout import edit_document, show_edit
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.area.area import Area
    from kotorlevel.area.edit.merge.merge import AreaMerge
    from kotorlevel.area.edit.merge.three_way import Conflict
    from kotorlevel.cli.ask.write_area import Target

_MOST = 40
"""Conflicts, and names in a line; JSON has all of them."""

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
    from kotorlevel.area.edit.merge.merge import merge_areas
    from kotorlevel.area.edit.merge.three_way import ConflictError

    a, b = subject.load(), subject.load_other(other)
    common = None if base is None else subject.load_other(base)
    details = {"action": "merge", "dry_run": target.dry_run}
    inputs = {"other": other.as_posix(), "base": None if base is None else base.as_posix()}
    try:
        merged = merge_areas(a, b, common, prefer, link=link)
    except ConflictError as error:
        fields = {**details, "merge": {**inputs, **_no_rooms(), **_conflicts(error.conflicts)}}
        _refuse(a, subject.path, error.conflicts, fields, as_json=as_json)
        ctx.exit(1)
    except ValueError as error:
        raise CommandError(str(error)) from None
    fields = {**details, "merge": {**inputs, **_rooms(merged), **_conflicts(merged.conflicts)}}
    _show(merged, subject.path, target, fields, as_json=as_json)


def _show(
    merged: AreaMerge, path: Path, target: Target, fields: dict[str, Any], *, as_json: bool
) -> None:
    from kotorlevel.area.edit.rooms import RoomEdit

    edit = RoomEdit(merged.area, merged.renumbered, merged.cleared, merged.links, merged.notes)
    files = write(merged.area, target)
    lines = [
        f"{count(len(names), 'room')} {where}: {_some(names)}"
        for where, names in (
            ("of both", merged.from_both),
            ("of A alone", merged.from_a),
            ("of B alone", merged.from_b),
            ("removed", merged.removed),
        )
        if names
    ]
    lines += _conflict_lines(merged.conflicts)
    show_edit(edit, files, path, fields, lines, as_json=as_json)


def _refuse(
    area: Area, path: Path, conflicts: Sequence[Conflict], fields: dict[str, Any], *, as_json: bool
) -> None:
    """List what has to be settled; nothing is written."""
    if as_json:
        click.echo(json.dumps(edit_document(area, path, fields), indent=2))
    else:
        title = f"{printable(area.name)}  {count(len(conflicts), 'conflict')}"
        click.echo(paint(title, "file"))
        lines = _conflict_lines(conflicts)
        for line in lines[:_MOST]:
            click.echo(f"  {line}")
        if len(lines) > _MOST:
            click.echo(f"  and {len(lines) - _MOST:,} more; --json lists all")
    hint = "say whose change counts with --prefer a or --prefer b"
    if fields["merge"]["base"] is None:
        hint = f"name what both were made from with --base, or {hint}"
    click.echo(f"Nothing was written: {hint}.", err=True)


def _conflict_lines(conflicts: Sequence[Conflict]) -> list[str]:
    lines = []
    for each in conflicts:
        where = f"{printable(each.room)}, {each.kind}" if each.room else each.kind
        taken = f"; taken from {each.taken.upper()}" if each.taken else ""
        lines.append(f"{where}: A {printable(each.a, 200)}; B {printable(each.b, 200)}{taken}")
    return lines


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(map(printable, names[:_MOST]))
    more = len(names) - _MOST
    return f"{shown} and {more:,} more" if more > 0 else shown


def _rooms(merged: AreaMerge) -> dict[str, list[str]]:
    return {
        "from_a": list(merged.from_a),
        "from_b": list(merged.from_b),
        "from_both": list(merged.from_both),
        "removed": list(merged.removed),
    }


def _no_rooms() -> dict[str, list[str]]:
    return {name: [] for name in ("from_a", "from_b", "from_both", "removed")}


def _conflicts(conflicts: Sequence[Conflict]) -> dict[str, Any]:
    return {
        "conflicts": [
            {
                "kind": each.kind,
                "room": each.room,
                "a": each.a,
                "b": each.b,
                "taken": each.taken or None,
            }
            for each in conflicts
        ]
    }
