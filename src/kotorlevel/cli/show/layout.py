"""What ``kotorlevel layout`` prints."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel import __version__
from kotorlevel.cli.ask.write_area import room_name, show_files
from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.show.link import change_line, change_to_json
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area, Room
    from kotorlevel.area.edit.rooms import RoomEdit
    from kotorlevel.cli.ask.write_area import File

_MOST = 40
"""Lines of a kind; JSON has all of them."""


def show_rooms(area: Area, path: Path, *, as_json: bool) -> None:
    """The table of rooms."""
    if as_json:
        details = {"action": "show", "dry_run": True}
        click.echo(json.dumps(edit_document(area, path, details), indent=2))
        return
    click.echo(paint(f"{printable(area.name)}  {count(len(area.rooms), 'room')}", "file"))
    rows = [_row(area, room) for room in area.rooms]
    titles = ("", "room", "position", "faces", "links to")
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    for row in (titles, *rows):
        cells = [
            f"{cell:>{width}}" if place in (0, 3) else f"{cell:<{width}}"
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo(f"  {'  '.join(cells)}".rstrip())


def _row(area: Area, room: Room) -> tuple[str, str, str, str, str]:
    position = ", ".join(f"{value:g}" for value in room.position)
    faces = f"{len(room.mesh.faces):,}" if room.mesh is not None else "-"
    leads = ", ".join(
        f"{room_name(area, target)} ({count(number, 'edge')})"
        for target, number in _links(room).items()
    )
    if room.mesh is None and not room.is_empty_slot:
        leads = "no walkmesh here" if room.error is None else "its walkmesh cannot be read"
    return str(room.index), printable(room.name), position, faces, leads


def _links(room: Room) -> dict[int, int]:
    """Room → how many edges lead to it, in the order of rooms."""
    import numpy as np

    if room.mesh is None:
        return {}
    targets, counts = np.unique(room.mesh.transitions, return_counts=True)
    pairs = zip(targets.tolist(), counts.tolist(), strict=True)
    return {target: number for target, number in pairs if target != -1}


def show_edit(
    edit: RoomEdit,
    files: Sequence[File],
    path: Path,
    details: Mapping[str, Any],
    first: Sequence[str] = (),
    *,
    as_json: bool,
) -> None:
    """What an edit did beside itself, after the lines of ``first``, and what was written."""
    area = edit.area
    if as_json:
        document = edit_document(area, path, details, edit, files)
        click.echo(json.dumps(document, indent=2))
        return
    click.echo(paint(f"{printable(area.name)}  {count(len(area.rooms), 'room')} now", "file"))
    lines = list(first)
    if edit.renumbered:
        lines.append(f"{count(edit.renumbered, 'link')} renumbered")
    lines += [
        f"{room_name(area, room)}, edge {edge}: was {was}, now -1"
        for room, edge, was in edit.cleared
    ]
    lines += [change_line(area, change) for change in edit.links]
    for line in lines[:_MOST]:
        click.echo(f"  {line}")
    if len(lines) > _MOST:
        click.echo(f"  and {len(lines) - _MOST:,} more; --json lists all")
    for note in edit.notes:
        click.echo(f"  {paint('note', 'warning')}: {printable(note, 300)}")
    show_files(list(files), dry_run=bool(details["dry_run"]))


def edit_document(
    area: Area,
    path: Path,
    details: Mapping[str, Any],
    edit: RoomEdit | None = None,
    files: Sequence[File] = (),
) -> dict[str, Any]:
    """The document of `docs/schema/layout.schema.json`."""
    return {
        "kotorlevel": __version__,
        "path": path.as_posix(),
        "area": area.name,
        **details,
        "rooms": [_room_to_json(room) for room in area.rooms],
        "renumbered": edit.renumbered if edit else 0,
        "cleared": [{"room": room, "edge": edge, "was": was} for room, edge, was in edit.cleared]
        if edit
        else [],
        "links": [change_to_json(change) for change in edit.links] if edit else [],
        "notes": list(edit.notes) if edit else [],
        "files": [file.to_json() for file in files],
    }


def _room_to_json(room: Room) -> dict[str, Any]:
    return {
        "index": room.index,
        "name": room.name,
        "position": list(room.position),
        "faces": None if room.mesh is None else len(room.mesh.faces),
        "links": [{"room": target, "edges": number} for target, number in _links(room).items()],
    }
