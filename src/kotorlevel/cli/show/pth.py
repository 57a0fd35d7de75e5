"""The path points of an area, listed: where each stands, and what it is connected with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.nav.floor.floor import Floor
    from kotorlevel.nav.pathpoints.stand import Stand

_MOST = 200
"""Points that are shown; JSON has all of them."""


def show_points(area: Area) -> None:
    """A line for each point."""
    paths = area.path_points
    if paths is None:
        click.echo("There is no PTH here. Often it is in the module: add --module FILE.")
        return
    title = f"{count(len(paths), 'point')}, {count(len(paths.destinations), 'connection')}"
    click.echo(f"{paint(printable(area.name), 'file')}  {title}")
    floor, stands = _stands(area)
    digits = len(str(len(paths)))
    for number, stand in enumerate(stands[:_MOST]):
        x, y = paths.points[number].tolist()
        ends = ", ".join(map(str, paths.neighbours(number).tolist())) or "nothing"
        room = _room(floor, stand)
        where = printable(area.rooms[room].name) if room is not None else "on no floor that is here"
        click.echo(f"{number:>{digits}}  {f'({x:.2f}, {y:.2f})':<20}  {where}  → {ends}")
    if len(stands) > _MOST:
        click.echo(f"{count(len(stands) - _MOST, 'more point')}; --json lists all.")


def points_to_json(area: Area) -> dict[str, Any]:
    """The same as plain values."""
    from kotorlevel.core.table import plain

    paths = area.path_points
    if paths is None:
        return {"has_path_points": False, "points": []}
    floor, stands = _stands(area)
    return {
        "has_path_points": True,
        "points": [
            {
                "at": plain(paths.points[number].tolist()),
                "room": _room(floor, stand),
                "connected_to": paths.neighbours(number).tolist(),
            }
            for number, stand in enumerate(stands)
        ],
    }


def _stands(area: Area) -> tuple[Floor, list[Stand]]:
    from kotorlevel.nav.floor.build import build_floor
    from kotorlevel.nav.pathpoints.stand import find_stands

    assert area.path_points is not None
    floor = build_floor(area)
    return floor, find_stands(floor, area.path_points)


def _room(floor: Floor, stand: Stand) -> int | None:
    """The index of the room that a point stands in; None where no floor is."""
    return int(floor.room[stand.spots[0].cell]) if stand.spots else None
