"""What ``kotorlevel layout`` prints."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel import __version__
from kotorlevel.cli.ask.levels import quoted
from kotorlevel.cli.show.link import change_line, change_to_json, echo_some, place, room_name
from kotorlevel.cli.show.written import changes_to_json, show_changes
from kotorlevel.cli.terminal.errors import as_options
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, exact

if TYPE_CHECKING:
    from kotorlevel.area.area import Area, Room
    from kotorlevel.area.edit.kits.fit import RoomDoorway
    from kotorlevel.area.edit.kits.templates import Kit
    from kotorlevel.area.edit.merge.merge import AreaMerge
    from kotorlevel.area.edit.recover import LayoutRecovery
    from kotorlevel.area.edit.rooms import RoomEdit
    from kotorlevel.area.write import Written
    from kotorlevel.mesh.walkmesh import Walkmesh
    from kotorlevel.query.standing import RoomMove

_WIDEST_SNAP = 0.1
"""Metres up to which corners are moved rather than rooms, as `fix --unsafe` does."""


def show_rooms(area: Area, path: Path, *, as_json: bool) -> None:
    """The table of rooms."""
    if as_json:
        echo_json(area, path, {"action": "show", "dry_run": True})
        return
    click.echo(paint(f"{printable(area.name)}  {count_of(len(area.rooms), 'room')}", "file"))
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
        f"{room_name(area, target)} ({count_of(number, 'edge')})"
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


def show_doorways(
    area: Area, index: int, path: Path, *, as_json: bool, template: Walkmesh | None = None
) -> None:
    """The doorways of a room: where the floor ends without a wall, or a link is.

    With a ``template`` that is to be joined it is said where that fits.
    """
    from kotorlevel.area.edit.kits.fit import list_doorways

    found = list_doorways(area, index, template)
    if as_json:
        doorways = [_doorway_to_json(each) for each in found]
        more = {"room": index, "doorways": doorways}
        echo_json(area, path, {"action": "show", "dry_run": True}, more=more)
        return
    name = f"{printable(area.name)}  {room_name(area, index)}"
    click.echo(paint(f"{name}: {count_of(len(found), 'doorway')}", "file"))
    if area.rooms[index].mesh is None:
        click.echo("  no walkmesh here")
    lines = []
    for each in found:
        edges = each.doorway.edges
        rest = f" and {len(edges) - 1} more" if len(edges) > 1 else ""
        state = _doorway_state(area, each)
        if template is not None and each.is_free:
            state = "free, it fits" if each.fits else "free, but no doorway of the file is as wide"
        wide = f"{each.doorway.width:.2f} m wide, {state}  {place(each.doorway.middle)}"
        lines.append(f"edge {edges[0]}{rest}  {wide}")
    echo_some(lines)


def _doorway_state(area: Area, each: RoomDoorway) -> str:
    """``leads to hall``, ``leads nowhere, free``, ``leads nowhere, but meets yard``."""
    nowhere = each.leads_to == -1
    leads = "leads nowhere" if nowhere else f"leads to {room_name(area, each.leads_to)}"
    if each.is_free:
        return f"{leads}, free" if nowhere else f"{leads}, but meets nothing: free"
    if each.meets not in (-1, each.leads_to):
        return f"{leads}, but meets {room_name(area, each.meets)}: taken"
    return f"{leads}, taken"


def _doorway_to_json(each: RoomDoorway) -> dict[str, Any]:
    return {
        "edges": list(each.doorway.edges),
        "width": each.doorway.width,
        "at": list(each.doorway.middle),
        "leads_to": each.leads_to,
        "meets": each.meets,
        "free": each.is_free,
    }


# Edits


def show_edit(
    edit: RoomEdit | AreaMerge,
    files: Sequence[Written],
    path: Path,
    details: Mapping[str, Any],
    first: Sequence[str] = (),
    *,
    as_json: bool,
) -> None:
    """What an edit did beside itself, after the lines of ``first``, and what was written."""
    area = edit.area
    if as_json:
        echo_json(area, path, details, edit, files)
        return
    click.echo(paint(f"{printable(area.name)}  {count_of(len(area.rooms), 'room')} now", "file"))
    lines = list(first)
    if edit.renumbered:
        lines.append(f"{count_of(edit.renumbered, 'link')} renumbered")
    lines += [
        f"{room_name(area, room)}, edge {edge}: was {was}, now -1"
        for room, edge, was in edit.cleared
    ]
    echo_some([*lines, *(change_line(area, change) for change in edit.links)])
    for note in edit.notes:
        click.echo(f"  {paint('note', 'warning')}: {printable(as_options(note), 300)}")
    show_changes(files, dry_run=bool(details["dry_run"]))


def echo_json(
    area: Area,
    path: Path,
    details: Mapping[str, Any],
    edit: RoomEdit | AreaMerge | None = None,
    files: Sequence[Written] = (),
    more: Mapping[str, Any] | None = None,
) -> None:
    """The document of `docs/schema/layout.schema.json`."""
    cleared = edit.cleared if edit else ()
    document = {
        "kotorlevel": __version__,
        "path": path.as_posix(),
        "area": area.name,
        **details,
        "rooms": [_room_to_json(room) for room in area.rooms],
        "renumbered": edit.renumbered if edit else 0,
        "cleared": [{"room": room, "edge": edge, "was": was} for room, edge, was in cleared],
        "links": [change_to_json(change) for change in edit.links] if edit else [],
        "notes": [as_options(note) for note in edit.notes] if edit else [],
        "files": changes_to_json(files, dry_run=bool(details["dry_run"])),
        **(more or {}),
    }
    click.echo(json.dumps(document, indent=2))


def _room_to_json(room: Room) -> dict[str, Any]:
    return {
        "index": room.index,
        "name": room.name,
        "position": list(room.position),
        "faces": None if room.mesh is None else len(room.mesh.faces),
        "links": [{"room": target, "edges": number} for target, number in _links(room).items()],
    }


# Moved rooms


def move_lines(move: RoomMove) -> tuple[list[str], dict[str, Any]]:
    """What was moved, for people and for JSON."""
    name = printable(move.area.rooms[move.index].name)
    lines = [f"moved {name} by ({', '.join(map(exact, move.offset))})"]
    standing = move.standing
    if standing is None:
        return lines, {}
    parts = [f"{number:,} of {printable(name)}" for name, number in standing.lists.items()]
    points = len(standing.path_points)
    parts += [count_of(points, "path point")] if points else []
    parts += ["the entry"] if standing.has_entry and ("module", "ifo") in move.area.extra else []
    lines.append(f"moved along: {', '.join(parts) or 'nothing stands on it'}")
    lists, nowhere = dict(standing.lists), standing.nowhere
    return lines, {"objects": {"lists": lists, "path_points": points, "nowhere": nowhere}}


def mending_note(move: RoomMove, path: Path) -> str:
    """How to take back a move in place, or to close what it has opened."""
    area, room = quoted(path), quoted(move.area.rooms[move.index].name)
    back = ",".join(exact(-value) for value in move.offset)
    text = f"take it back: kotorlevel layout {area} move {room} --by {back} --in-place"
    apart = math.dist(move.offset, (0, 0, 0))
    if apart > _WIDEST_SNAP:
        return text
    snap = (int(apart * 1000) + 1) / 1000  # a little more than needed
    return f"{text}; or close the gaps: kotorlevel link {area} --snap {snap:g} --in-place"


# Recovered layouts


def recovery_lines(done: LayoutRecovery) -> list[str]:
    """Which rooms stand elsewhere now, and which cannot be placed."""
    lines = []
    for room in done.changed:
        before = f", was {_spot(room.before)}" if room.before is not None else ""
        lines.append(f"{printable(room.name)} stands at {_spot(room.position)}{before}")
    rest = "put at 0, 0, 0" if done.is_new else "left as it is"
    lines += [f"{printable(each.name)}: {each.reason}; {rest}" for each in done.unknown]
    agree = len(done.rooms) - len(done.changed) - len(done.unknown)
    return [*lines, f"{count_of(agree, 'room')} where the layout has them"] if agree else lines


def _spot(position: Sequence[float] | None) -> str:
    return f"({', '.join(map(exact, position or ()))})"


def recovery_to_json(done: LayoutRecovery) -> dict[str, Any]:
    """The same as plain values."""
    return {
        "new": done.is_new,
        "rooms": [
            {
                "index": room.index,
                "name": room.name,
                "before": None if room.before is None else list(room.before),
                "position": None if room.position is None else list(room.position),
                "spread": room.spread,
                "changed": room.is_changed,
                "reason": room.reason,
            }
            for room in done.rooms
        ],
    }


# New rooms


def kit_lines(kit: Kit) -> list[str]:
    """How a new room stands, and which of its doorways lead nowhere."""
    area = kit.edit.area
    name = room_name(area, kit.index)
    spot = ", ".join(f"{round(value, 3) + 0.0:g}" for value in kit.position)
    lines = []
    if kit.room >= 0:
        turn = f"turned by {round(kit.degrees, 3):g} degrees and moved by ({spot})"
        lines.append(
            f"{name}, {_edges(kit.edges)} on {room_name(area, kit.room)}, "
            f"{_edges(kit.room_edges)}: {turn}; corners were {kit.residual * 1000:.2f} mm off"
        )
    lines += [
        f"{name}, {_edges(edges)}: a doorway that leads nowhere yet  {place(at)}"
        for edges, at in kit.open_doorways
    ]
    return lines


def kit_to_json(kit: Kit) -> dict[str, Any]:
    """The same as plain values."""
    return {
        "room": kit.index,
        "position": list(kit.position),
        "degrees": kit.degrees,
        "flip": kit.flip,
        "edges": list(kit.edges),
        "other_room": kit.room,
        "other_edges": list(kit.room_edges),
        "residual": kit.residual,
        "open_doorways": [{"edges": list(e), "at": list(at)} for e, at in kit.open_doorways],
    }


def _edges(numbers: tuple[int, ...]) -> str:
    if len(numbers) == 1:
        return f"edge {numbers[0]}"
    if len(numbers) > 6:
        return f"{count_of(len(numbers), 'edge')} from {numbers[0]} on"
    return f"edges {', '.join(map(str, numbers))}"
