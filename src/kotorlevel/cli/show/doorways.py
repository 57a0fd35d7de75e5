"""``kotorlevel layout AREA show ROOM``: the edges at which rooms can be joined."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.ask.write_area import room_name
from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.show.layout import edit_document
from kotorlevel.cli.show.link import place
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.edit.kits.doorways import Doorway

_MOST = 40


def show_doorways(area: Area, index: int, path: Path, *, as_json: bool) -> None:
    """The doorways of a room: where the floor ends without a wall, or a link is."""
    from kotorlevel.area.edit.kits.doorways import open_doorways

    room = area.rooms[index]
    found = [] if room.mesh is None else open_doorways(room.mesh)
    if as_json:
        details = {"action": "show", "dry_run": True}
        doorways = [_to_json(area, index, each) for each in found]
        document = {**edit_document(area, path, details), "room": index, "doorways": doorways}
        click.echo(json.dumps(document, indent=2))
        return
    title = f"{printable(area.name)}  {room_name(area, index)}: {count(len(found), 'doorway')}"
    click.echo(paint(title, "file"))
    if room.mesh is None:
        click.echo("  no walkmesh here")
    for each in found[:_MOST]:
        target = _target(area, index, each)
        leads = "leads nowhere" if target == -1 else f"leads to {room_name(area, target)}"
        more = f" and {len(each.edges) - 1} more" if len(each.edges) > 1 else ""
        click.echo(
            f"  edge {each.edges[0]}{more}  {each.width:.2f} m wide, {leads}  {place(each.middle)}"
        )
    if len(found) > _MOST:
        click.echo(f"  and {len(found) - _MOST:,} more; --json lists all")


def _target(area: Area, index: int, doorway: Doorway) -> int:
    mesh = area.rooms[index].mesh
    assert mesh is not None
    return int(mesh.transitions.reshape(-1)[doorway.edges[0]])


def _to_json(area: Area, index: int, doorway: Doorway) -> dict[str, Any]:
    return {
        "edges": list(doorway.edges),
        "width": doorway.width,
        "at": list(doorway.middle),
        "leads_to": _target(area, index, doorway),
    }
