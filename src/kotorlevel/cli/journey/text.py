"""What ``kotorlevel path`` prints for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from kotorlevel.cli.journey.remedies import list_remedies
from kotorlevel.cli.journey.simplify import simplify
from kotorlevel.cli.journey.steps import RULE
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.cli.terminal.wrapped import as_fix, wrap
from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list
from kotorlevel.nav.causes.cause import short_length, suggest_remedy
from kotorlevel.nav.causes.chain import describe_barrier

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kotorlevel.area.objects import Door
    from kotorlevel.cli.journey.find import PathReport, Place
    from kotorlevel.cli.journey.steps import Step
    from kotorlevel.nav.pathpoints.game_plan import GamePlan

_MOST_TURNS = 12
"""Turns that are shown; --json and -o have all of them."""
_MOST_ROOMS = 12

_WORTH_TELLING = 0.1
"""Metres beside the line that is shown: around a corner a body walks many small turns."""

_STANDS_AT = 0.05
"""Metres from a thing that nobody needs to be told of."""


_MARGIN = " " * 12
_MOST_CAUSES = 4


class _Row(NamedTuple):
    """A text with what stands before it, and the role that colours it."""

    label: str
    text: str
    role: str = ""


def show_report(report: PathReport, named: str) -> None:
    """How long, through what, and where it turns; or why there is no path.

    ``named`` is AREA with its options, as other commands take it.
    """
    found = report.path.ok
    head = _first_line(report) if found else _no_path_line(report)
    for line in wrap(head, "", "  "):
        click.echo(paint(line, "file" if found else "warning"))
    rows = [*_through(report), *_turns(report)] if found else list(_why_not(report, named))
    if report.game is not None:
        rows += _game_rows(report, report.game)
    for row in rows:
        for line in wrap(row.text, f"  {row.label:<8}  ", _MARGIN):
            click.echo(paint(line, row.role) if row.role else line)


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


def _through(report: PathReport) -> Iterator[_Row]:
    names = room_names(report)
    more = len(names) - _MOST_ROOMS
    shown = " → ".join(names[:_MOST_ROOMS]) + (f" → and {more} more" if more > 0 else "")
    yield _Row("through" if len(names) > 1 else "in", shown)
    if report.doors:
        doors = short_list([door_name(door) for door in report.doors], _MOST_ROOMS)
        yield _Row("doors", doors)
    for number, step in enumerate(report.steps[:_MOST_TURNS]):
        yield _Row("" if number else "note", _step_text(report, step), "warning")
    if report.asked.costs:
        yield _Row("cost", f"{report.path.cost:,.1f} (metres in the plan times what they cost)")


def _step_text(report: PathReport, step: Step) -> str:
    here, there = (report.source.room_name(room) for room in (step.room, step.to))
    way = "up" if step.rise > 0 else "down"
    return (
        f"crosses a step of {short_length(abs(step.rise))} {way} from {here} to {there} at "
        f"{place_text(step.at[:2])} [{RULE}]; the game takes no notice of heights at a link, and "
        f"puts the player {way} there at once"
    )


def door_name(door: Door) -> str:
    """``gate (door:3)``."""
    name = printable(door.tag or door.template)
    return f"{name} (door:{door.index})" if name else f"door:{door.index}"


def _turns(report: PathReport) -> Iterator[_Row]:
    line = simplify(report.path.points, _WORTH_TELLING)
    between = line[1:-1].tolist()
    if not between:
        yield _Row("turns", "none: a straight line")
        return
    for number, point in enumerate(between[:_MOST_TURNS]):
        yield _Row("turns" if number == 0 else "", place_text(point))
    if len(between) > _MOST_TURNS:
        more = len(between) - _MOST_TURNS
        yield _Row("", f"and {more:,} more (--json or -o FILE.obj has all)")


def _game_rows(report: PathReport, plan: GamePlan) -> Iterator[_Row]:
    """What the game's own planner would do, beside the path."""
    reason = printable(plan.reason, 500)
    if plan.stage == "straight":
        yield _Row("the game", f"walks the same way: {reason}")
    elif plan.ok:
        route = " → ".join(map(str, plan.path_points[:_MOST_TURNS]))
        more = " → …" if len(plan.path_points) > _MOST_TURNS else ""
        yield _Row("the game", f"{metres(plan.length)} over path points {route}{more}: {reason}")
    else:
        yield _Row("the game", f"finds no way: {reason}", "warning")
        if report.source.area is not None and report.source.area.path_points is None:
            yield _Row("", "no PTH is known here; name the module with --module")


def _why_not(report: PathReport, named: str) -> Iterator[_Row]:
    """Why there is no path, how near one comes, and what to do."""
    if report.causes:
        yield from _cause_rows(report, named)
        yield from _nearest_rows(report)
    elif report.path.reason:
        yield _Row("why", printable(report.path.reason, 500))
    if report.thinner is not None:
        # Where an end is too close to a wall, nothing is known of the passages between.
        narrow = report.path.status == "unreachable"
        why = ": a passage on the way is too narrow" if narrow else ""
        length = metres(report.thinner.length)
        yield _Row("too wide", f"something without width gets there in {length}{why}")
    for text in list_remedies(report, named):
        yield _Row("", text, "dim")


def _cause_rows(report: PathReport, named: str) -> Iterator[_Row]:
    """What parts the goal from the start, in the order of the way, and what mends it."""
    shown = report.causes[:_MOST_CAUSES]
    for number, cut in enumerate(shown):
        text = describe_barrier(cut, report.source.rooms)
        yield _Row("and then" if number else "why", printable(text, 500))
        following = shown[number + 1 :]
        remedy = suggest_remedy(cut, named)
        if remedy and all(suggest_remedy(each, named) != remedy for each in following):
            yield _Row("", as_fix(remedy), "dim")
    if (more := len(report.causes) - len(shown)) > 0:
        yield _Row("", f"and {more:,} more on the way to the goal (--json has all)")


def _nearest_rows(report: PathReport) -> Iterator[_Row]:
    near, blocker = report.path.nearest, report.path.blocker
    if near is None:
        return
    room = f" in {report.source.room_name(blocker.room)}" if blocker is not None else ""
    yield _Row(
        "nearest",
        f"{place_text(near.point)}{room}: nearer to the goal one cannot come; "
        f"{metres(near.distance)} are left as the crow flies",
    )
