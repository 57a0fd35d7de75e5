"""What ``kotorlevel reach`` prints."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import click

from kotorlevel import __version__
from kotorlevel.check.short_list import short_list
from kotorlevel.cli.info_text import count
from kotorlevel.cli.paint import paint
from kotorlevel.core.text import printable
from kotorlevel.nav.cut import describe_cut, suggest_remedy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kotorlevel.cli.reach_report import ReachReport
    from kotorlevel.nav.cut import Cut
    from kotorlevel.nav.cuts import CutOff
    from kotorlevel.nav.door_reach import DoorReach
    from kotorlevel.nav.islands import Island
    from kotorlevel.nav.one_way import Trap

_MOST = 40
"""Parts that are shown; JSON has all of them."""

_WHOLE = 0.999
"""The share of a room that is all of it."""

_STARTS = {
    "entry": "the entry",
    "given": "",
    "largest": "the largest part of the floor, at",
}


def show_report(report: ReachReport, named: str) -> None:
    """What is reached, then each part that is not; ``named`` is AREA for other commands."""
    click.echo(paint(_first_line(report), "file"))
    lines = [line for part in report.cut_off[:_MOST] for line in _cut_lines(report, part, named)]
    if len(report.cut_off) > _MOST:
        rest = count(len(report.cut_off) - _MOST, "more part")
        lines.append(f"{rest} cut off; --json lists all.")
    if report.specks:
        specks = count(len(report.specks), "speck")
        size = square_metres(sum(report.specks))
        lines.append(f"{specks} cut off besides, {size} together (see --min-area).")
    lines += [line for trap in report.traps[:_MOST] for line in _trap_lines(report, trap, named)]
    lines += _door_lines(report)
    for line in lines:
        click.echo(line)
    if not report.cut_off and not report.specks:
        click.echo(paint("Nothing is cut off.", "good"))


def _first_line(report: ReachReport) -> str:
    rooms = sum(area > 0 for area in report.reached_areas.values())
    where = f"{_STARTS[report.start.kind]} {place(report.start.at)}".strip()
    whole = square_metres(report.whole_area)
    return (
        f"From {where}: {rooms} of {count(len(report.room_areas), 'room')}, "
        f"{square_metres(report.reached.area).removesuffix(' m²')} of {whole}."
    )


def place(at: Sequence[float]) -> str:
    """``(18.0, 2.0, 0.0)``."""
    return f"({', '.join(f'{value + 0.0:.1f}' for value in at)})"


def square_metres(area: float) -> str:
    """``48 m²``; of small ones more digits."""
    if area >= 10:
        return f"{area:,.0f} m²"
    return f"{area:.1f} m²" if area >= 0.1 else f"{area:.2g} m²"


def _names(report: ReachReport) -> list[str]:
    return [room.name for room in report.area.rooms]


def describe_island(report: ReachReport, island: Island) -> str:
    """``storage (48 m²)``, ``a part of hall (12 of 48 m²)``, or several of these."""
    names = _names(report)
    words = []
    for room, area, share in island.rooms:
        name = printable(names[room])
        if share >= _WHOLE:
            words.append(f"{name} ({square_metres(area)})")
        else:
            whole = square_metres(report.room_areas[room])
            size = square_metres(area).removesuffix(" m²")
            words.append(f"a part of {name} ({size} of {whole})")
    return short_list(words)


def _cut_lines(report: ReachReport, part: CutOff, named: str) -> Iterator[str]:
    head = paint("Perhaps cut off:" if part.uncertain else "Cut off:", "warning")
    text = f"{head} {describe_island(report, part.island)}, {place(part.island.point)}."
    if not part.ways:
        yield f"{text} No way in was found: other floors are too far away, or too many."
        return
    first = part.ways[0]
    behind = ""
    if part.behind is not None:
        behind = ", which is cut off itself"
    yield f"{text} Nearest way in: {describe_cut(first, _names(report))}{behind}."
    if remedy := suggest_remedy(first, named):
        yield _remedy_line(remedy)


def _remedy_line(remedy: str) -> str:
    text = f"fix: {remedy}" if remedy.startswith("kotorlevel ") else remedy
    return f"         {paint(text, 'dim')}"


def _trap_lines(report: ReachReport, trap: Trap, named: str) -> Iterator[str]:
    head = paint("One way:", "warning")
    text = f"{head} no way leads back from {describe_island(report, trap.island)}"
    if not trap.links:
        yield f"{text}."
        return
    cut = trap.links[0]
    names = [printable(_names(report)[room]) for room in cut.rooms]
    edges = [str(edge) for _, edge in cut.edges[0]]
    which = f"edge {short_list(edges, 3)} of {names[0]} lacks" if edges else "it lacks"
    x, y, _ = cut.at
    yield (
        f"{text}. The link at ({x:.1f}, {y:.1f}) leads from {names[1]} to {names[0]} only: "
        f"{which} the way back [{cut.rule}]."
    )
    yield _remedy_line(suggest_remedy(cut, named))


def _door_lines(report: ReachReport) -> Iterator[str]:
    if not report.doors:
        return
    reached = sum(each.is_reached for each in report.doors)
    yield f"Doors: {reached} of {len(report.doors)} can be walked to."
    for is_cut, why in ((True, "Cut off"), (False, "No floor is known before")):
        names = [
            f"{door_name(each)} {place(each.door.position)}"
            for each in report.doors
            if not each.is_reached and each.has_floor is is_cut
        ]
        if names:
            yield f"       {why}: {short_list(names)}."


def door_name(each: DoorReach) -> str:
    """What people call a door."""
    door = each.door
    return printable(door.tag or door.template) or f"door {door.index}"


def to_json(report: ReachReport, path: str, named: str) -> dict[str, Any]:
    """The document of `docs/schema/reach.schema.json`."""
    start = report.start
    return {
        "kotorlevel": __version__,
        "path": path,
        "area": report.area.name,
        "start": {"kind": start.kind, "at": list(start.at)},
        "doors_closed": None if report.closed is None else list(report.closed),
        "reached": report.reached.area,
        "whole": report.whole_area,
        "rooms": [
            {
                "index": room.index,
                "name": room.name,
                "floor": report.room_areas.get(room.index, 0.0) if room.mesh else None,
                "reached": report.reached_areas.get(room.index, 0.0),
            }
            for room in report.area.rooms
        ],
        "cut_off": [_cut_off_to_json(report, part, named) for part in report.cut_off],
        "specks": {"count": len(report.specks), "area": sum(report.specks)},
        "one_way": [
            _island_to_json(trap.island)
            | {"links": [_cut_to_json(report, cut, named) for cut in trap.links]}
            for trap in report.traps
        ],
        "doors": [_door_to_json(each) for each in report.doors],
        "notes": list(report.notes),
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


def _cut_off_to_json(report: ReachReport, part: CutOff, named: str) -> dict[str, Any]:
    return {
        **_island_to_json(part.island),
        "uncertain": part.uncertain,
        "behind": part.behind,
        "ways": [_cut_to_json(report, cut, named) for cut in part.ways],
    }


def _cut_to_json(report: ReachReport, cut: Cut, named: str) -> dict[str, Any]:
    return {
        "kind": cut.kind,
        "at": list(cut.at),
        "rooms": list(cut.rooms),
        "edges": [[list(edge) for edge in side] for side in cut.edges],
        "size": cut.size,
        "length": cut.length,
        "surfaces": list(cut.surfaces),
        "blocker": None if cut.blocker is None else cut.blocker.name,
        "rule": cut.rule or None,
        "text": describe_cut(cut, _names(report)),
        "remedy": suggest_remedy(cut, named) or None,
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
