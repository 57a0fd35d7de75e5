"""The new visibility beside the old one, and writing it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.area.write import list_changes, write_area, write_area_in_place
from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.outputs import plan_targets
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.formats.vis import Visibility

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kotorlevel.area.area import Area
    from kotorlevel.area.write import Written
    from kotorlevel.query.visibility.build import VisibilityResult

Names = tuple[str, str]


@dataclass(frozen=True)
class BuildPlan:
    """What a build changes: pairs (a sees b) that are ``added``, each with why, and ``removed``."""

    pairs: int
    added: tuple[tuple[Names, str], ...]
    removed: tuple[Names, ...]
    is_changed: bool

    def to_json(self, written: Sequence[Written] | None) -> dict[str, Any]:
        """The plan as plain values, with the files that were written."""
        return {
            "pairs": self.pairs,
            "added": [{"room": a, "other": b, "text": why} for (a, b), why in self.added],
            "removed": [{"room": a, "other": b} for a, b in self.removed],
            "changed": self.is_changed,
            "written": None
            if written is None
            else [
                {
                    "path": each.path.as_posix(),
                    "backup": each.backup.as_posix() if each.backup else None,
                }
                for each in written
            ],
        }


def plan_build(area: Area, result: VisibilityResult) -> BuildPlan:
    """The difference between the present visibility and the computed one."""
    old, new = area.visibility or Visibility(), result.visibility
    before = {(name_key(a), name_key(b)) for a, b in old.pairs()}
    after = {(name_key(a), name_key(b)) for a, b in new.pairs()}
    why = {
        (name_key(area.rooms[a].name), name_key(area.rooms[b].name)): result.explain(a, b)
        for a, b in result.sights
    }
    added = [
        (pair, why.get(key, f"{pair[0]} sees {pair[1]}"))
        for pair in new.pairs()
        if (key := (name_key(pair[0]), name_key(pair[1]))) not in before
    ]
    removed = [pair for pair in old.pairs() if (name_key(pair[0]), name_key(pair[1])) not in after]
    is_changed = area.visibility is None or new is not area.visibility
    return BuildPlan(len(new.pairs()), tuple(added), tuple(removed), is_changed)


def write_build(
    area: Area, result: VisibilityResult, output: Path | None, force: bool
) -> list[Written]:
    """The files that were written: into the folder ``output``, or where the VIS was."""
    changed = area.with_visibility(result.visibility)
    if output is None:
        return write_area_in_place(changed)
    plan_targets(output, [each.filename.lower() for each in list_changes(changed)], force=force)
    return write_area(changed, output)


def show_build(plan: BuildPlan, written: Sequence[Written] | None, *, dry_run: bool) -> None:
    """The plan for people, and what became of it."""
    for _, why in plan.added:
        click.echo(f"{paint('+', 'good')} {printable(why, 2000)}")
    for a, b in plan.removed:
        click.echo(f"{paint('-', 'error')} {printable(a)} sees {printable(b)}")
    sums = f"{len(plan.added):,} added, {len(plan.removed):,} removed"
    click.echo(f"{count(plan.pairs, 'pair')}: {sums}.")
    if not plan.is_changed:
        click.echo("The VIS is as computed already; nothing to write.")
    elif dry_run:
        click.echo("Nothing was written.")
    for each in written or ():
        click.echo(paint(f"wrote {printable(str(each.path), 2000)}", "good"))
        if each.backup is not None:
            click.echo(f"the old file is {printable(str(each.backup), 2000)}")
