"""What ``kotorlevel vis`` prints; every function returns the same for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.checks.reports.advice import Advice
from kotorlevel.checks.reports.json import finding_to_json
from kotorlevel.checks.reports.text import format_report
from kotorlevel.cli.show.written import show_written, written_to_json
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, some_of

if TYPE_CHECKING:
    from kotorlevel.area.area import Area, Room
    from kotorlevel.area.write import Written
    from kotorlevel.checks.audits import VisibilityAudit
    from kotorlevel.formats.vis import Visibility
    from kotorlevel.query.visibility.build import VisibilityResult

_WIDEST = 24
"""Rooms for which a table still fits; more are listed."""

_LISTED = {
    True: "The VIS lists it.",
    False: "The VIS does not list it.",
    None: "There is no VIS.",
}
_BOTH, _ONE_WAY, _NOT, _SELF = "x", ">", ".", "-"


def _listed_rooms(area: Area) -> list[Room]:
    """The rooms of the layout, each name once, without empty slots."""
    firsts: dict[str, Room] = {}
    for room in area.rooms:
        if not room.is_empty_slot:
            firsts.setdefault(name_key(room.name), room)
    return list(firsts.values())


def show_rooms(area: Area, *, as_json: bool) -> dict[str, Any]:
    """A table of who sees whom, what is one-way, and names that are no rooms."""
    if not as_json:
        _tell_rooms(area)
    return _rooms_to_json(area)


def _tell_rooms(area: Area) -> None:
    rooms = _listed_rooms(area)
    head = f"{paint(printable(area.name), 'file')}  {count_of(len(rooms), 'room')}"
    if area.visibility is None:
        click.echo(f"{head}, no visibility")
        click.echo("There is no VIS. Make one: kotorlevel vis AREA build -o DIR")
        return
    one_way = area.visibility.one_way_pairs()
    pairs = len(area.visibility.pairs())
    click.echo(f"{head}, {count_of(pairs, 'pair')} listed, {len(one_way):,} of them one way")
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
        click.echo(
            paint(
                f"Not in the layout: {some_of(strange)}",
                "warning",
            )
        )


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
    if not visibility.lists(a, b):
        return _NOT
    return _BOTH if visibility.lists(b, a) else _ONE_WAY


def _show_list(rooms: list[Room], visibility: Visibility) -> None:
    for room in rooms:
        seen = visibility.seen_from(room.name) if room.name in visibility else ()
        names = ", ".join(map(printable, seen)) or "nothing"
        click.echo(f"{paint(printable(room.name), 'file')} ({len(seen)}): {names}")


def _strange_names(area: Area) -> list[str]:
    """Names in the visibility that are no rooms of the layout."""
    known = {name_key(room.name) for room in _listed_rooms(area)}
    names = area.visibility.rooms if area.visibility else ()
    return [name for name in names if name_key(name) not in known]


def _rooms_to_json(area: Area) -> dict[str, Any]:
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
            for room in _listed_rooms(area)
        ],
        "one_way": [list(pair) for pair in visibility.one_way_pairs()] if visibility else [],
        "unknown": _strange_names(area),
    }


def show_explanations(
    area: Area, seen: VisibilityResult, rooms: Sequence[int], *, as_json: bool
) -> dict[str, Any]:
    """Why two rooms see each other, or not, and whether the VIS says so."""
    a, b = rooms
    told = []
    for x, y in [(a, b), (b, a)] if a != b else [(a, b)]:
        room, other = area.rooms[x].name, area.rooms[y].name
        listed = None if area.visibility is None else area.visibility.lists(room, other)
        text = printable(seen.explain(x, y), 2000)
        told.append({"room": room, "other": other, "text": text, "listed": listed})
        if not as_json:
            click.echo(f"{text}. {_LISTED[listed]}")
    return {"explanations": told}


def show_audit(audit: VisibilityAudit, path: str, *, as_json: bool) -> dict[str, Any]:
    """What is wrong with a visibility; ``path`` is what to fix."""
    if not as_json:
        _tell_audit(audit, path)
    pairs = [{"room": a, "other": b, "text": text} for (a, b), text in audit.unlisted or ()]
    return {
        "has_visibility": audit.has_visibility,
        "findings": [finding_to_json(each) for each in audit.report],
        "unlisted": None if audit.unlisted is None else pairs,
    }


def _tell_audit(audit: VisibilityAudit, path: str) -> None:
    if not audit.has_visibility:
        click.echo(
            f"There is no VIS that can be read. Make one: kotorlevel vis {path} build -o DIR"
        )
    elif audit.report.findings or not audit.unlisted:
        for line in format_report(audit.report, paint, Advice(path, {"": path})):
            click.echo(line)
    if audit.unlisted is None:
        return
    if not audit.unlisted:
        click.echo("All pairs that can be seen are listed.")
        return
    click.echo()
    verb = "is" if len(audit.unlisted) == 1 else "are"
    text = f"{count_of(len(audit.unlisted), 'pair')} can be seen, but {verb} not listed:"
    click.echo(paint(text, "warning"))
    for _, why in audit.unlisted:
        click.echo(f"  {printable(why, 2000)}")
    click.echo(f"List them: kotorlevel vis {path} build -o DIR")


def show_build(
    seen: VisibilityResult, written: Sequence[Written] | None, *, as_json: bool
) -> dict[str, Any]:
    """What a new visibility changes, and what was written; None for nothing, as it was asked."""
    if not as_json:
        _tell_build(seen, written)
    return {
        "pairs": len(seen.visibility.pairs()),
        "added": [{"room": a, "other": b, "text": why} for (a, b), why in seen.added],
        "removed": [{"room": a, "other": b} for a, b in seen.removed],
        "changed": seen.is_changed,
        "written": None if written is None else written_to_json(written),
    }


def _tell_build(seen: VisibilityResult, written: Sequence[Written] | None) -> None:
    for _, why in seen.added:
        click.echo(f"{paint('+', 'good')} {printable(why, 2000)}")
    for a, b in seen.removed:
        click.echo(f"{paint('-', 'error')} {printable(a)} sees {printable(b)}")
    sums = f"{len(seen.added):,} added, {len(seen.removed):,} removed"
    click.echo(f"{count_of(len(seen.visibility.pairs()), 'pair')}: {sums}.")
    if not seen.is_changed:
        click.echo("The VIS is as computed already; nothing to write.")
    elif written is None:
        click.echo("Nothing was written.")
    show_written(written or ())
