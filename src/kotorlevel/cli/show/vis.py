"""Who sees whom, for people (a table) and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.core.words import some_of

if TYPE_CHECKING:
    from kotorlevel.area.area import Area, Room
    from kotorlevel.formats.vis import Visibility

_WIDEST = 24
"""Rooms for which a table still fits; more are listed."""

_BOTH, _ONE_WAY, _NOT, _SELF = "x", ">", ".", "-"


def listed_rooms(area: Area) -> list[Room]:
    """The rooms of the layout, each name once, without empty slots."""
    firsts: dict[str, Room] = {}
    for room in area.rooms:
        if not room.is_empty_slot:
            firsts.setdefault(name_key(room.name), room)
    return list(firsts.values())


def sees(visibility: Visibility, a: str, b: str) -> bool:
    """Whether a visibility lists ``b`` under ``a``, names that it lacks included."""
    return a in visibility and b in visibility and visibility.sees(a, b)


def show_rooms(area: Area) -> None:
    """A table of who sees whom, what is one-way, and names that are no rooms."""
    rooms = listed_rooms(area)
    head = f"{paint(printable(area.name), 'file')}  {count(len(rooms), 'room')}"
    if area.visibility is None:
        click.echo(f"{head}, no visibility")
        click.echo("There is no VIS. Make one: kotorlevel vis AREA build -o DIR")
        return
    one_way = area.visibility.one_way_pairs()
    pairs = len(area.visibility.pairs())
    click.echo(f"{head}, {count(pairs, 'pair')} listed, {len(one_way):,} of them one way")
    click.echo()
    (_show_table if len(rooms) <= _WIDEST else _show_list)(rooms, area.visibility)
    if one_way:
        click.echo()
        click.echo("One way only:")
        for a, b in one_way:
            click.echo(f"  {printable(a)} sees {printable(b)}")
    strange = _strange_names(area)
    if strange:
        click.echo()
        click.echo(paint(f"Not in the layout: {some_of(strange)}", "warning"))


def _show_table(rooms: list[Room], visibility: Visibility) -> None:
    digits = max((len(str(room.index)) for room in rooms), default=1)
    width = max((len(printable(room.name)) for room in rooms), default=0)
    margin = " " * (digits + width + 4)
    click.echo(f"{margin}{'  '.join(f'{room.index:>{digits}}' for room in rooms)}".rstrip())
    for room in rooms:
        marks = [_mark(visibility, room.name, other.name) for other in rooms]
        cells = "  ".join(f"{mark:>{digits}}" for mark in marks)
        note = "" if room.name in visibility else "  no entry"
        mesh = "" if room.mesh is not None else "  no walkmesh"
        name = f"{printable(room.name):<{width}}"
        tail = paint(note + mesh, "dim") if note or mesh else ""
        click.echo(f"{room.index:>{digits}}  {name}  {cells}{tail}")
    click.echo()
    legend = f"{_BOTH} see each other   {_ONE_WAY} row sees column, not back   {_NOT} does not see"
    click.echo(paint(legend, "dim"))


def _mark(visibility: Visibility, a: str, b: str) -> str:
    if name_key(a) == name_key(b):
        return _SELF
    if not sees(visibility, a, b):
        return _NOT
    return _BOTH if sees(visibility, b, a) else _ONE_WAY


def _show_list(rooms: list[Room], visibility: Visibility) -> None:
    for room in rooms:
        seen = visibility.seen_from(room.name) if room.name in visibility else ()
        names = ", ".join(map(printable, seen)) or "nothing"
        click.echo(f"{paint(printable(room.name), 'file')} ({len(seen)}): {names}")


def _strange_names(area: Area) -> list[str]:
    """Names in the visibility that are no rooms of the layout."""
    known = {name_key(room.name) for room in listed_rooms(area)}
    names = area.visibility.rooms if area.visibility else ()
    return [name for name in names if name_key(name) not in known]


def rooms_to_json(area: Area) -> dict[str, Any]:
    """The rooms, what each sees, the one-way pairs and the names that are no rooms."""
    visibility = area.visibility
    return {
        "has_visibility": visibility is not None,
        "rooms": [
            {
                "index": room.index,
                "name": room.name,
                "walkmesh": room.mesh is not None,
                "sees": None
                if visibility is None
                or name_key(room.name) not in map(name_key, visibility.parents)
                else list(visibility.seen_from(room.name)),
            }
            for room in listed_rooms(area)
        ],
        "one_way": [list(pair) for pair in visibility.one_way_pairs()] if visibility else [],
        "unknown": _strange_names(area),
    }
