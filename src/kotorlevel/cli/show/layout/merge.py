"""What a merge prints, as ``kotorlevel merge`` and as an action of ``layout``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel import __version__
from kotorlevel.cli.show.layout.rooms import echo_json, show_edit
from kotorlevel.cli.show.link import change_to_json, echo_some, place
from kotorlevel.cli.show.written import changes_to_json
from kotorlevel.cli.terminal.errors import as_options
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, some_of

if TYPE_CHECKING:
    from kotorlevel.area.edit.merge.merge import AreaMerge
    from kotorlevel.area.edit.merge.single import FileMerge
    from kotorlevel.area.edit.merge.three_way import Conflict
    from kotorlevel.area.write import Written

_MOST_NAMES = 40
"""Names in a line; JSON has all of them."""
_LONGEST = 200


def show_merge(
    merged: AreaMerge,
    files: Sequence[Written],
    path: Path,
    details: Mapping[str, Any],
    *,
    as_json: bool,
) -> None:
    """Where the rooms of a merged area come from, and what was written."""
    kinds = {
        "of both": merged.from_both,
        "of A alone": merged.from_a,
        "of B alone": merged.from_b,
        "removed": merged.removed,
    }
    lines = [
        f"{count_of(len(names), 'room')} {where}: {some_of(names, _MOST_NAMES)}"
        for where, names in kinds.items()
        if names
    ]
    lines += [f"{printable(old)} is {printable(new)} now" for old, new in merged.renamed]
    lines += conflict_lines(merged.conflicts)
    show_edit(merged, files, path, details, lines, as_json=as_json)


def show_conflicts(
    merged: AreaMerge, path: Path, details: Mapping[str, Any], *, as_json: bool
) -> None:
    """What has to be settled before areas can be merged; nothing is written."""
    if as_json:
        echo_json(merged.area, path, details)
    else:
        list_conflicts(merged.area.name, merged.conflicts)
    tell_refused(has_base=details["merge"]["base"] is not None)


def list_conflicts(name: str, conflicts: Sequence[Conflict]) -> None:
    """The conflicts with their numbers, which are those of the map."""
    number = count_of(len(conflicts), "conflict")
    click.echo(paint(f"{printable(name)}  {number}", "file"))
    echo_some(conflict_lines(conflicts))


def tell_refused(*, has_base: bool) -> None:
    """What to do about conflicts."""
    hint = "say whose change counts with --prefer a or --prefer b"
    if not has_base:
        hint = f"name what both were made from with --base, or {hint}"
    click.echo(f"Nothing was written: {hint}.", err=True)


def conflict_lines(conflicts: Sequence[Conflict]) -> list[str]:
    """``1  m55aa_02, position: A at (1, 2, 0); B at (3, 2, 0); taken from A``, one a line."""
    lines = []
    for number, each in enumerate(conflicts, 1):
        reason = f" ({each.reason})" if each.reason else ""
        taken = f"; taken from {each.taken.upper()}" if each.taken else ""
        a, b = printable(each.a, _LONGEST), printable(each.b, _LONGEST)
        at = each.at_a or each.at_b
        where = "" if at is None or "at (" in a + b else f"  {place(at)}"
        lines.append(f"{number}  {printable(each.title)}: A {a}; B {b}{reason}{taken}{where}")
    return lines


def show_file_merge(merged: FileMerge, name: str) -> None:
    """What is worth knowing about one merged file, on stderr: version control prints it."""
    for note in merged.notes:
        text = printable(as_options(note), 300)
        click.echo(f"{printable(name)}: {paint('note', 'warning')}: {text}", err=True)
    for line in conflict_lines(merged.conflicts):
        click.echo(f"{printable(name)}: {line}", err=True)


def merge_to_json(merged: AreaMerge, other: Path, base: Path | None) -> dict[str, Any]:
    """The two versions, where the rooms come from, and what both changed."""
    return {
        "other": other.as_posix(),
        "base": None if base is None else base.as_posix(),
        "from_a": list(merged.from_a),
        "from_b": list(merged.from_b),
        "from_both": list(merged.from_both),
        "removed": list(merged.removed),
        "renamed": [{"old": old, "new": new} for old, new in merged.renamed],
        "conflicts": [
            {
                "number": number,
                "kind": each.kind,
                "room": each.room,
                "name": each.name,
                "a": each.a,
                "b": each.b,
                "at_a": None if each.at_a is None else list(each.at_a),
                "at_b": None if each.at_b is None else list(each.at_b),
                "reason": each.reason,
                "taken": each.taken or None,
            }
            for number, each in enumerate(merged.conflicts, 1)
        ],
    }


def echo_document(
    merged: AreaMerge,
    files: Sequence[Written],
    paths: tuple[Path, Path, Path | None],
    *,
    dry_run: bool,
    is_merged: bool,
    picture: Path | None,
) -> None:
    """The document of `docs/schema/merge.schema.json`."""
    a, b, base = paths
    details = merge_to_json(merged, b, base)
    del details["other"], details["base"]
    document = {
        "kotorlevel": __version__,
        "a": a.as_posix(),
        "b": b.as_posix(),
        "base": None if base is None else base.as_posix(),
        "area": merged.area.name,
        "dry_run": dry_run,
        "merged": is_merged,
        **details,
        "renumbered": merged.renumbered,
        "cleared": [{"room": room, "edge": edge, "was": was} for room, edge, was in merged.cleared],
        "links": [change_to_json(change) for change in merged.links],
        "notes": [as_options(note) for note in merged.notes],
        "files": changes_to_json(files, dry_run=dry_run),
        "map": None if picture is None else picture.as_posix(),
    }
    click.echo(json.dumps(document, indent=2))
