"""What ``kotorlevel path`` prints for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kotorlevel.check.short_list import short_list
from kotorlevel.cli.paint import paint
from kotorlevel.cli.path_simplify import simplify
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kotorlevel.area.objects import Door
    from kotorlevel.cli.path_find import PathReport, Place
    from kotorlevel.nav.engine_like import GamePlan

_MOST_TURNS = 12
"""Turns that are shown; --json and -o have all of them."""
_MOST_ROOMS = 12

_WORTH_TELLING = 0.1
"""Metres beside the line that is shown: around a corner a body walks many small turns."""

_STANDS_AT = 0.05
"""Metres from a thing that nobody needs to be told of."""


def show_report(report: PathReport, named: str) -> None:
    """How long, through what, and where it turns; or why there is no path.

    ``named`` is AREA with its options, as other commands take it.
    """
    if report.path.ok:
        click.echo(paint(_first_line(report), "file"))
        lines = [*_through(report), *_turns(report)]
    else:
        click.echo(paint(_no_path_line(report), "warning"))
        lines = [*_why_not(report), *_what_to_do(report, named)]
    if report.game is not None:
        lines += _game_lines(report, report.game)
    for line in lines:
        click.echo(line)


def place_text(at: Sequence[float]) -> str:
    """``(18.0, 2.0, 0.0)``."""
    return f"({', '.join(f'{value + 0.0:.2f}' for value in at)})"


def metres(length: float) -> str:
    """``23.4 m``; of short ones more digits."""
    return f"{length:,.1f} m" if length >= 10 else f"{length:.2f} m"


def _end_text(place: Place) -> str:
    """``door gate (24.00, 4.00, 1.50)``, or ``(23.30, 4.00, 1.50), 0.70 m from door gate,``."""
    text = place_text(place.at)
    if place.thing is None:
        return text
    if place.away > _STANDS_AT:
        return f"{text}, {metres(place.away)} from {place.thing.label},"
    return f"{place.thing.label} {text}"


def _ends_text(report: PathReport) -> str:
    radius = report.asked.radius
    body = f"a body of {radius:g} m radius" if radius > 0 else "a point"
    return f"from {_end_text(report.start)} to {_end_text(report.goal)} for {body}"


def _first_line(report: PathReport) -> str:
    return f"{metres(report.path.length)} {_ends_text(report)}."


def _no_path_line(report: PathReport) -> str:
    return f"No path {_ends_text(report)}."


def room_names(report: PathReport) -> list[str]:
    """The rooms of the path in order."""
    return [report.source.room_name(room) for room in report.path.rooms]


def _through(report: PathReport) -> Iterator[str]:
    names = room_names(report)
    more = len(names) - _MOST_ROOMS
    shown = " → ".join(names[:_MOST_ROOMS]) + (f" → and {more} more" if more > 0 else "")
    yield f"  through   {shown}" if len(names) > 1 else f"  in        {shown}"
    if report.doors:
        yield f"  doors     {short_list([door_name(door) for door in report.doors], _MOST_ROOMS)}"
    if report.asked.costs:
        yield f"  cost      {report.path.cost:,.1f} (metres in the plan times what they cost)"


def door_name(door: Door) -> str:
    """``gate (door:3)``."""
    name = printable(door.tag or door.template)
    return f"{name} (door:{door.index})" if name else f"door:{door.index}"


def _turns(report: PathReport) -> Iterator[str]:
    line = simplify(report.path.points, _WORTH_TELLING)
    between = line[1:-1].tolist()
    if not between:
        yield "  turns     none: a straight line"
        return
    for number, point in enumerate(between[:_MOST_TURNS]):
        yield f"  {'turns' if number == 0 else '':<8}  {place_text(point)}"
    if len(between) > _MOST_TURNS:
        yield f"            and {len(between) - _MOST_TURNS:,} more (--json or -o FILE.obj has all)"


def _why_not(report: PathReport) -> Iterator[str]:
    if report.path.reason:
        yield f"  why       {printable(report.path.reason, 500)}"
    if report.thinner is not None:
        # Where an end is too close to a wall, nothing is known of the passages between.
        narrow = report.path.status == "unreachable"
        why = ": a passage on the way is too narrow" if narrow else ""
        length = metres(report.thinner.length)
        yield f"  too wide  something without width gets there in {length}{why}"


def _game_lines(report: PathReport, plan: GamePlan) -> Iterator[str]:
    """What the game's own planner would do, beside the path."""
    reason = printable(plan.reason, 500)
    if plan.stage == "straight":
        yield f"  the game  walks the same way: {reason}"
    elif plan.ok:
        route = " → ".join(map(str, plan.path_points[:_MOST_TURNS]))
        more = " → …" if len(plan.path_points) > _MOST_TURNS else ""
        yield f"  the game  {metres(plan.length)} over path points {route}{more}: {reason}"
    else:
        yield f"  the game  {paint('finds no way', 'warning')}: {reason}"
        if report.source.area is not None and report.source.area.path_points is None:
            yield "            no PTH is known here; name the module with --module"


def _what_to_do(report: PathReport, named: str) -> Iterator[str]:
    for text in _remedies(report, named):
        yield f"            {paint(text, 'dim')}"


def _remedies(report: PathReport, named: str) -> Iterator[str]:
    path, lacking = report.path, report.source.lacking
    if path.status == "blocked-by-door":
        option = "--doors closed" if report.asked.all_closed else "its --closed"
        yield f"with this door open: leave out {option}"
        return
    if path.status.endswith("-blocked"):
        yield "give a place with more room about it, or a smaller --radius"
        return
    if report.thinner is not None:
        yield "for a point: --radius 0; for another body: --radius M"
        return
    if path.status.endswith("-off-floor"):
        if path.nearest is not None and path.nearest.distance < _STANDS_AT:
            yield f"a face is there, but it is not joined to the floor: kotorlevel check {named}"
            return
        if lacking:
            yield f"it may be in {_rooms_not_here(lacking)}"
        place = report.start if path.status.startswith("start") else report.goal
        x, y, *_ = place.at
        yield f"what is there: kotorlevel query {named} face {x:g} {y:g}"
        return
    if report.source.area is None:
        yield "these parts of the room's floor are not joined: kotorlevel check names faults"
        return
    if lacking:
        yield f"a way may lead through {_rooms_not_here(lacking)}"
    start = ",".join(f"{value:.2f}" for value in report.start.at)
    yield f"what is cut off, and what mends it: kotorlevel reach {named} --from {start}"


def _rooms_not_here(lacking: int) -> str:
    if lacking == 1:
        return "the room that is not here; add --game DIR or its .wok file"
    return f"one of the {lacking:,} rooms that are not here; add --game DIR or their .wok files"
