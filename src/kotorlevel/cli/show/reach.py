"""What ``kotorlevel reach`` prints, for people and as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from kotorlevel import __version__
from kotorlevel.checks.facts.area.causes import rule_of, suggest_remedy
from kotorlevel.cli.show.causes import cause_to_json
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.cli.terminal.wrapped import as_fix, wrap
from kotorlevel.core.words import count_of
from kotorlevel.nav.reach.words import (
    describe_doors,
    describe_part,
    describe_specks,
    describe_trap,
    describe_whole,
    room_names,
)

if TYPE_CHECKING:
    from kotorlevel.area.area import Room
    from kotorlevel.nav.causes.cause import Cause
    from kotorlevel.nav.reach.doors import DoorReach
    from kotorlevel.nav.reach.islands import Island
    from kotorlevel.nav.reach.report import Reach

_MOST = 40
"""Parts that are shown; JSON has all of them."""

_MARGIN = " " * 9


def list_notes(reach: Reach) -> list[str]:
    """What should be known, and the options that would help."""
    if not reach.start.note:
        return list(reach.notes)
    module = "" if reach.area.entry else "name the module with --module, "
    return [*reach.notes, f"{reach.start.note} ({module}or give a place with --from)"]


def show_reach(reach: Reach, named: str) -> None:
    """What is reached, then each part that is not; ``named`` is AREA for other commands."""
    for line in wrap(describe_whole(reach), "", "  "):
        click.echo(paint(line, "file"))
    for line in _list_lines(reach, named):
        click.echo(line)
    if not reach.cut_off and not reach.specks:
        click.echo(paint("Nothing is cut off.", "good"))


def _list_lines(reach: Reach, named: str) -> Iterator[str]:
    for part in reach.cut_off[:_MOST]:
        yield from _headed(*describe_part(reach, part, rule_of))
        yield from _remedy_lines(reach, part.cause, named)
    if len(reach.cut_off) > _MOST:
        yield f"{count_of(len(reach.cut_off) - _MOST, 'more part')} cut off; --json lists all."
    if specks := describe_specks(reach):
        yield f"{specks} (see --min-area)."
    for trap in reach.traps[:_MOST]:
        yield from _headed(*describe_trap(reach, trap, rule_of))
        yield from _remedy_lines(reach, next(iter(trap.links), None), named)
    for number, text in enumerate(describe_doors(reach)):
        yield from wrap(text, " " * 7, _MARGIN) if number else [text]


def _headed(head: str, text: str) -> Iterator[str]:
    """The lines of a text behind a coloured word."""
    first, *more = wrap(f"{head} {text}", "", _MARGIN)
    yield paint(head, "warning") + first.removeprefix(head)
    yield from more


def _remedy_lines(reach: Reach, cause: Cause | None, named: str) -> Iterator[str]:
    if cause and (remedy := suggest_remedy(cause, room_names(reach), named)):
        yield from (paint(line, "dim") for line in wrap(as_fix(remedy), _MARGIN, _MARGIN))


def to_json(
    reach: Reach, path: str, named: str, closed: tuple[str, ...] | None, notes: list[str]
) -> dict[str, Any]:
    """The document of `docs/schema/reach.schema.json`; ``closed`` is None where all doors are."""
    names = room_names(reach)

    def causes(several: tuple[Cause, ...]) -> list[dict[str, Any]]:
        return [cause_to_json(cause, names, named) for cause in several]

    return {
        "kotorlevel": __version__,
        "path": path,
        "area": reach.area.name,
        "start": {"kind": reach.start.kind, "at": list(reach.start.at)},
        "doors_closed": None if closed is None else list(closed),
        "reached": reach.reached.area,
        "whole": reach.whole_area,
        "rooms": [_room_to_json(reach, room) for room in reach.area.rooms],
        "cut_off": [
            {
                **_island_to_json(part.island),
                "uncertain": part.uncertain,
                "behind": part.behind,
                "ways": causes(part.ways),
            }
            for part in reach.cut_off
        ],
        "specks": {"count": len(reach.specks), "area": sum(reach.specks)},
        "one_way": [
            {**_island_to_json(trap.island), "links": causes(trap.links)} for trap in reach.traps
        ],
        "doors": [_door_to_json(each) for each in reach.doors],
        "notes": notes,
    }


def _room_to_json(reach: Reach, room: Room) -> dict[str, Any]:
    return {
        "index": room.index,
        "name": room.name,
        "floor": reach.room_areas.get(room.index, 0.0) if room.mesh else None,
        "reached": reach.reached_areas.get(room.index, 0.0),
    }


def _island_to_json(island: Island) -> dict[str, Any]:
    return {
        "area": island.area,
        "plan_area": island.plan_area,
        "rooms": [{"room": r, "area": area, "share": share} for r, area, share in island.rooms],
        "low": list(island.low),
        "high": list(island.high),
        "at": list(island.point),
    }


def _door_to_json(each: DoorReach) -> dict[str, Any]:
    return {
        "index": each.door.index,
        "name": each.door.tag or each.door.template,
        "at": list(each.door.position),
        "reached": each.is_reached,
        "distance": each.distance if math.isfinite(each.distance) else None,
        "has_floor": each.has_floor,
    }
