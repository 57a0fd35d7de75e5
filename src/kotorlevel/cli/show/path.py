"""What ``kotorlevel path`` prints, for people and as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from kotorlevel import __version__
from kotorlevel.checks.facts.area.causes import STEP_RULE, rule_on_the_way, suggest_remedy
from kotorlevel.cli.show.causes import cause_to_json, list_remedies
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.cli.terminal.wrapped import as_fix, wrap
from kotorlevel.core.text import printable
from kotorlevel.nav.causes.words import describe_cause, describe_stop
from kotorlevel.nav.journey.words import (
    describe_doors,
    describe_ends,
    describe_rooms,
    describe_step,
    describe_thinner,
    metres,
    place_text,
)

if TYPE_CHECKING:
    from kotorlevel.nav.causes.cause import Cause
    from kotorlevel.nav.journey.journey import Journey
    from kotorlevel.nav.journey.places import JourneyEnd
    from kotorlevel.nav.path import Path
    from kotorlevel.nav.pathpoints.game_plan import GamePlan

_MOST_TURNS = 12
"""Turns that are shown; --json and -o have all of them."""

_MOST_CAUSES = 4

_MARGIN = " " * 12


class Told(NamedTuple):
    """A journey, and how it was asked for: FROM and TO, doors, placeables and costs as typed.

    ``path`` is AREA, ``named`` the same with its options, as other commands take it; ``notes`` are
    what should be known.
    """

    journey: Journey
    path: str
    named: str
    places: tuple[str, str]
    all_closed: bool
    closed: tuple[str, ...]
    placeables: bool
    costs: dict[int, float]
    notes: tuple[str, ...]


class _Row(NamedTuple):
    """A text with what stands before it, and the role that colours it."""

    label: str
    text: str
    role: str = ""


def show_journey(told: Told) -> None:
    """How long, through what, and where it turns; or why there is no path."""
    journey = told.journey
    for line in wrap(describe_ends(journey), "", "  "):
        click.echo(paint(line, "file" if journey.ok else "warning"))
    rows = [*_through(told), *_turns(journey)] if journey.ok else [*_why_not(told)]
    if journey.game is not None:
        rows += _game_rows(told, journey.game)
    for row in rows:
        for line in wrap(row.text, f"  {row.label:<8}  ", _MARGIN):
            click.echo(paint(line, row.role) if row.role else line)


def _through(told: Told) -> Iterator[_Row]:
    journey = told.journey
    yield _Row("through" if len(journey.rooms) > 1 else "in", describe_rooms(journey))
    if journey.doors:
        yield _Row("doors", describe_doors(journey))
    for number, step in enumerate(journey.steps[:_MOST_TURNS]):
        text = describe_step(journey, step, STEP_RULE)
        yield _Row("" if number else "note", text, "warning")
    if told.costs:
        yield _Row("cost", f"{journey.path.cost:,.1f} (metres in the plan times what they cost)")


def _turns(journey: Journey) -> Iterator[_Row]:
    between = journey.path.simplified()[1:-1].tolist()
    if not between:
        yield _Row("turns", "none: a straight line")
        return
    for number, point in enumerate(between[:_MOST_TURNS]):
        yield _Row("turns" if number == 0 else "", place_text(point))
    if len(between) > _MOST_TURNS:
        more = len(between) - _MOST_TURNS
        yield _Row("", f"and {more:,} more (--json or -o FILE.obj has all)")


def _game_rows(told: Told, plan: GamePlan) -> Iterator[_Row]:
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
        if told.journey.area is not None and told.journey.area.path_points is None:
            yield _Row("", "no PTH is known here; name the module with --module")


def _why_not(told: Told) -> Iterator[_Row]:
    """Why there is no path, how near one comes, and what to do."""
    journey = told.journey
    if journey.causes:
        yield from _cause_rows(told)
        yield from _nearest_rows(journey)
    else:
        yield _Row("why", printable(describe_stop(journey.path), 500))
    if thinner := describe_thinner(journey):
        yield _Row("too wide", thinner)
    for text in list_remedies(told):
        yield _Row("", text, "dim")


def _cause_rows(told: Told) -> Iterator[_Row]:
    """What parts the goal from the start, in the order of the way, and what mends it."""
    causes, names = told.journey.causes, told.journey.room_names
    shown = causes[:_MOST_CAUSES]
    remedies = [suggest_remedy(cause, names, told.named) for cause in shown]
    for number, (cause, remedy) in enumerate(zip(shown, remedies, strict=True)):
        text = describe_cause(cause, names, rule_on_the_way)
        yield _Row("and then" if number else "why", printable(text, 500))
        if remedy and remedy not in remedies[number + 1 :]:
            yield _Row("", as_fix(remedy), "dim")
    if (more := len(causes) - len(shown)) > 0:
        yield _Row("", f"and {more:,} more on the way to the goal (--json has all)")


def _nearest_rows(journey: Journey) -> Iterator[_Row]:
    near, blocker = journey.path.nearest, journey.path.blocker
    if near is None:
        return
    room = f" in {journey.room_name(blocker.room)}" if blocker is not None else ""
    yield _Row(
        "nearest",
        f"{place_text(near.point)}{room}: nearer to the goal one cannot come; "
        f"{metres(near.distance)} are left as the crow flies",
    )


# JSON


def to_json(told: Told) -> dict[str, Any]:
    """The document of `docs/schema/path.schema.json`."""
    journey = told.journey
    return {
        "kotorlevel": __version__,
        "path": told.path,
        "area": journey.level,
        "from": _end_to_json(journey.start, told.places[0]),
        "to": _end_to_json(journey.goal, told.places[1]),
        "radius": journey.radius,
        "doors_closed": None if told.all_closed else list(told.closed),
        "placeables": told.placeables,
        "costs": {str(material): cost for material, cost in told.costs.items()},
        **_path_to_json(journey, journey.path),
        "doors": [
            {"index": door.index, "name": door.tag or door.template} for door in journey.doors
        ],
        "steps": [
            {"from": step.room, "to": step.to, "at": list(step.at), "rise": step.rise}
            for step in journey.steps
        ],
        "causes": [_cause_to_json(journey, cause, told.named) for cause in journey.causes],
        "thinner_length": None if journey.thinner is None else journey.thinner.length,
        "game": None if journey.game is None else _game_to_json(journey.game),
        "notes": list(told.notes),
    }


def _end_to_json(end: JourneyEnd, word: str) -> dict[str, Any]:
    thing = end.thing
    return {
        "given": word,
        "kind": end.kind,
        "index": None if thing is None or thing.kind == "entry" else thing.index,
        "at": list(end.at),
        "away": end.away,
    }


def _path_to_json(journey: Journey, path: Path) -> dict[str, Any]:
    near, blocker = path.nearest, path.blocker
    return {
        "status": path.status,
        "reason": describe_stop(path) or None,
        "length": _number(path.length),
        "plan_length": _number(path.plan_length),
        "cost": _number(path.cost),
        "points": path.points.tolist(),
        "faces": [list(face) for face in path.faces],
        "rooms": [{"index": room, "name": journey.room_names[room]} for room in path.rooms],
        "transitions": [
            {"from": crossed.room, "to": crossed.to, "at": list(crossed.place)}
            for crossed in path.transitions
        ],
        "nearest": near and {"at": list(near.point), "distance": near.distance},
        "blocker": blocker
        and {
            "kind": blocker.kind,
            "name": blocker.name or None,
            "index": blocker.number if blocker.number >= 0 else None,
            "room": blocker.room,
            "edge": blocker.edge if blocker.edge >= 0 else None,
            "at": list(blocker.place),
        },
    }


def _cause_to_json(journey: Journey, cause: Cause, named: str) -> dict[str, Any]:
    """A cause as `reach` has it, with the words of who walks from the start to the goal."""
    return {
        **cause_to_json(cause, journey.room_names, named),
        "rule": rule_on_the_way(cause) or None,
        "text": describe_cause(cause, journey.room_names, rule_on_the_way),
    }


def _game_to_json(plan: GamePlan) -> dict[str, Any]:
    return {
        "found": plan.ok,
        "stage": plan.stage,
        "reason": plan.reason or None,
        "path_points": list(plan.path_points),
        "points": plan.points.tolist(),
        "length": _number(plan.length),
    }


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None
