"""What ``kotorlevel link`` prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel import __version__
from kotorlevel.cli.show.written import changes_to_json
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, short_list

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.links.near_misses import NearMiss
    from kotorlevel.area.links.relink import LinkChange, LinkReport
    from kotorlevel.area.write import Written

_MOST = 40
"""Lines of a kind; JSON has all of them."""


def show_report(area: Area, report: LinkReport) -> None:
    """The changes, then what could not be linked and why."""
    rooms = count_of(len(area.rooms), "room")
    seams = count_of(report.seams, "seam")
    click.echo(paint(f"{printable(area.name)}  {rooms}, {seams}", "file"))
    echo_some(_shape_lines(area, report))
    echo_some([change_line(area, change) for change in report.changes])
    left = list(_left_lines(area, report))
    if left:
        click.echo("Not linked:")
        echo_some(left)
    loose = [_miss_line(area, miss) for miss in report.near_misses if miss.linked]
    if loose:
        click.echo("Linked, though they do not quite meet:")
        echo_some(loose)
    number = len(report.changes)
    click.echo(f"{count_of(number, 'edge')} changed." if number else "No link had to change.")


def show_by_hand(area: Area, report: LinkReport) -> None:
    """The changes of a link by hand, and what is to be known about it."""
    click.echo(paint(f"{printable(area.name)}  {count_of(len(area.rooms), 'room')}", "file"))
    echo_some([change_line(area, change) for change in report.changes])
    for note in report.notes:
        click.echo(f"  {paint('note', 'warning')}: {printable(note, 300)}")
    if not report.changes:
        click.echo("No link had to change.")


def room_name(area: Area, index: int) -> str:
    """The name of a room, or what else the number is."""
    if not 0 <= index < len(area.rooms):
        return f"no room ({index})"
    return printable(area.rooms[index].name)


def change_line(area: Area, change: LinkChange) -> str:
    """``hall, edge 57 ↔ yard, edge 3: was -1, now 1  at (…)``."""
    text = f"{room_name(area, change.room)}, edge {change.edge}"
    if change.now != -1:
        text += f" ↔ {room_name(area, change.other_room)}, edge {change.other_edge}"
    return f"{text}: was {change.was}, now {change.now}  {place(change.at)}"


def place(at: Sequence[float]) -> str:
    """``at (10.00, 4.25, 0.00)``."""
    return paint(f"at ({', '.join(f'{value:.2f}' for value in at)})", "dim")


def echo_some(lines: Sequence[str]) -> None:
    """The lines, if there are not too many of them."""
    for line in lines[:_MOST]:
        click.echo(f"  {line}")
    if len(lines) > _MOST:
        click.echo(f"  and {len(lines) - _MOST:,} more; --json lists all")


def _shape_lines(area: Area, report: LinkReport) -> list[str]:
    """What was done to the shapes before linking."""
    lines = [
        f"{room_name(area, m.room)}: moved a corner by "
        f"{100 * sum((a - b) ** 2 for a, b in zip(m.start, m.end, strict=True)) ** 0.5:.1f} cm  "
        f"{place(m.start)}"
        for m in report.moved
    ]
    lines += [
        f"{room_name(area, s.room)}: split edge {s.edge}  {place(s.at)}" for s in report.splits
    ]
    lines += [
        f"{room_name(area, a[0])}, edge {a[1]} and {room_name(area, b[0])}, edge {b[1]} "
        f"were not snapped: {reason}"
        for a, b, reason in report.not_snapped
    ]
    return lines


def _left_lines(area: Area, report: LinkReport) -> Iterator[str]:
    told: dict[tuple[str, str], int] = {}  # a room that is listed twice is told once
    for index, reason in report.unusable:
        told.setdefault((name_key(area.rooms[index].name), reason), index)
    for (_, reason), index in told.items():
        yield f"{room_name(area, index)}: {printable(reason, 300)}"
    for miss in report.near_misses:
        if not miss.linked:
            yield _miss_line(area, miss)
    for (room, edge), (other, other_edge) in report.walled:
        yield (
            f"{room_name(area, room)}, edge {edge} and {room_name(area, other)}, "
            f"edge {other_edge}: a wall stands there (--through-walls)  "
            f"{_place_of(area, room, edge)}"
        )
    for room, edge in report.crowded:
        yield (
            f"{room_name(area, room)}, edge {edge}: more than two edges meet there, and nobody can "
            f"tell which are meant  {_place_of(area, room, edge)}"
        )
    for room, edge in report.nowhere:
        mesh = area.rooms[room].mesh
        leads = -1 if mesh is None else int(mesh.transitions.reshape(-1)[edge])
        yield (
            f"{room_name(area, room)}, edge {edge}: leads to {leads}, {room_name(area, leads)}, "
            f"and meets nothing there (--clear)  {_place_of(area, room, edge)}"
        )
    if report.absent:
        names = short_list([room_name(area, index) for index in report.absent])
        yield f"{count_of(len(report.absent), 'room')} without a walkmesh here: {names}"
    if not report.complete:
        yield "there are so many edges at one place that not all could be compared"


def _place_of(area: Area, room: int, edge: int) -> str:
    """Where the middle of an edge is."""
    mesh = area.rooms[room].mesh
    assert mesh is not None  # it has edges
    face, side = divmod(edge, 3)
    ends = mesh.vertices[mesh.faces[face][[side, (side + 1) % 3]]].astype(float)
    return place(ends.mean(axis=0).tolist())


def _miss_line(area: Area, miss: NearMiss) -> str:
    hints = []
    if miss.kind in ("door", "door hook"):
        hints.append("extend one of the floors to the other")
    if miss.kind == "part":
        hints.append("--split")
    elif miss.kind != "direction" and miss.apart <= 0.5:
        hints.append(f"--snap {_rounded_up(miss.apart):g}")
    hint = f" ({', or '.join(hints)})" if hints else ""
    return (
        f"{room_name(area, miss.room)}, edge {miss.edge} and {room_name(area, miss.other_room)}, "
        f"edge {miss.other_edge}: {miss.reason}{hint}  {place(miss.at)}"
    )


def _rounded_up(metres: float) -> float:
    """A limit for ``--snap`` that is a little more than needed."""
    return (int(metres * 1000) + 1) / 1000


def to_json(
    area: Area, report: LinkReport, path: Path, files: Sequence[Written], *, dry_run: bool
) -> dict[str, Any]:
    """The document of `docs/schema/link.schema.json`."""
    return {
        "kotorlevel": __version__,
        "path": path.as_posix(),
        "area": area.name,
        "dry_run": dry_run,
        "rooms": [room.name for room in area.rooms],
        "seams": report.seams,
        "changes": [change_to_json(change) for change in report.changes],
        "near_misses": [
            {**asdict(m), "at": list(m.at), "reason": m.reason} for m in report.near_misses
        ],
        "walled": [[list(edge) for edge in pair] for pair in report.walled],
        "crowded": [list(edge) for edge in report.crowded],
        "nowhere": [list(edge) for edge in report.nowhere],
        "unusable": [{"room": room, "reason": reason} for room, reason in report.unusable],
        "absent": list(report.absent),
        "complete": report.complete,
        "moved": [{"room": m.room, "from": list(m.start), "to": list(m.end)} for m in report.moved],
        "not_snapped": [
            {"edges": [list(a), list(b)], "reason": reason} for a, b, reason in report.not_snapped
        ],
        "splits": [{"room": s.room, "edge": s.edge, "at": list(s.at)} for s in report.splits],
        "notes": list(report.notes),
        "files": changes_to_json(files, dry_run=dry_run),
    }


def change_to_json(change: LinkChange) -> dict[str, Any]:
    """A change as in the schemas of `link` and `layout`."""
    return {**asdict(change), "at": list(change.at)}
