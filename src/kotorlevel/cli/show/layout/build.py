"""What a module was made of, what was written, and what to do next."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel import __version__
from kotorlevel.cli.ask.levels import quoted
from kotorlevel.cli.show.written import changes_to_json
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, exact, exact_place, join_words

if TYPE_CHECKING:
    from kotorlevel.area.write import Written
    from kotorlevel.build.module import BuiltModule
    from kotorlevel.build.rooms import PlacedRoom
    from kotorlevel.checks.finding import Finding

_MOST = 40
"""Rooms that are listed."""
_MOST_FINDINGS = 8


def show_module(
    module: BuiltModule, written: Sequence[Written], folder: Path, *, dry_run: bool
) -> None:
    """What it is made of, which files were written, what check says, and what comes next."""
    plan = module.plan
    parts = [count_of(len(plan.rooms), "room"), count_of(len(plan.doors), "door")]
    click.echo(f"{printable(plan.name)}  {', '.join(parts)}; entry at {exact_place(module.entry)}")
    width = max(len(each.room.name) for each in module.placed)
    for each in module.placed[:_MOST]:
        click.echo(f"  {printable(each.room.name):<{width}}  {_stands(each)}")
    if len(module.placed) > _MOST:
        click.echo(f"  and {len(module.placed) - _MOST:,} more")
    for note in module.notes:
        click.secho(f"note: {printable(note, 2000)}", fg="yellow")
    _show_files(module, written, folder, dry_run=dry_run)
    _show_report(module, folder)
    if not dry_run:
        mod = quoted(folder / f"{plan.name}.mod".lower())
        click.echo(f"To play it: copy {mod} to the folder modules of the game,")
        click.echo(f"  and type in its console: warp {printable(plan.name)}")


def _stands(each: PlacedRoom) -> str:
    """How a room came to stand where it does."""
    ways = []
    if each.degrees % 360:
        ways.append(f"turned by {exact(each.degrees)} degrees")
    if any(round(value, 4) for value in each.position):
        ways.append(f"moved by {exact_place(each.position)}")
    how = join_words(ways) or "as it stands"
    return f"joined to {printable(each.room.join)}: {how}" if each.room.join else how


def _show_files(
    module: BuiltModule, written: Sequence[Written], folder: Path, *, dry_run: bool
) -> None:
    """A line for what lies in the folder itself, and one for each folder in it."""
    if not written:
        click.echo("Nothing has changed since it was built: nothing to write.")
        return
    verbs = ("would write", "would remove") if dry_run else ("wrote", "removed")
    inside: dict[tuple[str, Path], int] = {}
    for each in written:
        kept = each.path.parent.name != "module" or each.path.name in module.files
        verb = verbs[0] if kept else verbs[1]
        if each.path.parent == folder:
            click.secho(f"{verb} {printable(str(each.path), 2000)}", fg="green")
        else:
            key = verb, each.path.parent
            inside[key] = inside.get(key, 0) + 1
    for (verb, home), count in inside.items():
        click.secho(f"{verb} {printable(str(home), 2000)}: {count_of(count, 'file')}", fg="green")
    if any(each.backup for each in written):
        click.echo(f"Take it back: kotorlevel undo {quoted(folder)}")


def _show_report(module: BuiltModule, folder: Path) -> None:
    """How many findings there are, and those that matter."""
    report = module.report
    worse = [*report.errors, *report.warnings]
    for finding in worse[:_MOST_FINDINGS]:
        click.echo(f"  {_finding_line(finding)}")
    if not report.findings:
        click.echo("check: no faults.")
        return
    more = "" if worse else "; none that matters in the game"
    click.echo(f"check: {join_words(report.counts)}{more}.")
    if worse:
        click.echo(f"  All of it: kotorlevel check {quoted(folder / 'module')}")


def _finding_line(finding: Finding) -> str:
    label = finding.severity.label if finding.severity else "info"
    text = f"{finding.rule}  {printable(finding.file)}: {printable(finding.text, 300)}"
    return f"{paint(f'{label:<7}', label)}  {text}"


def module_to_json(
    module: BuiltModule, written: Sequence[Written], folder: Path, *, dry_run: bool
) -> str:
    """As in ``build.schema.json``."""
    plan, report = module.plan, module.report
    document: dict[str, Any] = {
        "kotorlevel": __version__,
        "module": plan.name,
        "area": plan.area_name,
        "game": plan.game,
        "folder": folder.as_posix(),
        "dry_run": dry_run,
        "rooms": [
            {
                "name": each.room.name,
                "walkmesh": each.path.as_posix(),
                "join": each.room.join or None,
                "position": list(each.position),
                "degrees": each.degrees,
            }
            for each in module.placed
        ],
        "doors": [
            {
                "template": door.template,
                "tag": door.tag,
                "position": list(door.position),
                "bearing": door.bearing,
            }
            for door in module.area.doors
        ],
        "entry": list(module.entry),
        "notes": list(module.notes),
        "files": changes_to_json(written, dry_run=dry_run),
        "resources": [{"name": name, "size": len(data)} for name, data in module.files.items()],
        "errors": len(report.errors),
        "warnings": len(report.warnings),
        "findings": [
            {"rule": each.rule, "file": each.file, "text": each.text,
             "severity": each.severity.label if each.severity else "info"}
            for each in report.findings
        ],
    }  # fmt: skip
    return json.dumps(document, indent=2)
