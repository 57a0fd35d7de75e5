"""What ``kotorlevel reach`` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kotorlevel.cli.journey.text import door_name
from kotorlevel.cli.show.info.files import count
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.cli.terminal.wrapped import as_fix, wrap
from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list
from kotorlevel.nav.causes.cause import describe_cause, room_name, suggest_remedy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kotorlevel.cli.show.reach_report import ReachReport
    from kotorlevel.nav.causes.find import CutOff
    from kotorlevel.nav.reach.islands import Island
    from kotorlevel.nav.reach.traps import Trap

_MOST = 40
"""Parts that are shown; JSON has all of them."""

_WHOLE = 0.999
"""The share of a room that is all of it."""

_MARGIN = " " * 9

_STARTS = {
    "entry": "the entry",
    "given": "",
    "largest": "the largest part of the floor, at",
}


def show_report(report: ReachReport, named: str) -> None:
    """What is reached, then each part that is not; ``named`` is AREA for other commands."""
    for line in wrap(_first_line(report), "", "  "):
        click.echo(paint(line, "file"))
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
    head = "Perhaps cut off:" if part.uncertain else "Cut off:"
    text = f"{describe_island(report, part.island)}, {place(part.island.point)}."
    if not part.ways:
        text += " No way in was found: other floors are too far away, or too many."
        yield from _headed(head, text)
        return
    first = part.ways[0]
    text += f" Nearest way in: {describe_cause(first, _names(report))}."
    if part.behind is not None:
        text += (
            f" The floor of {room_name(_names(report), first.rooms[0])} there is cut off itself."
        )
    if part.uncertain and first.kind != "absent":
        text += _why_perhaps(part)
    yield from _headed(head, text)
    yield from _remedy_lines(suggest_remedy(first, named))


def _why_perhaps(part: CutOff) -> str:
    """Why it is not sure that a part is cut off, though something stands at the nearest way in."""
    rooms = next((cut.detail for cut in part.ways if cut.kind == "absent"), "rooms")
    return (
        f" Perhaps another way leads through {rooms}: the walkmesh is not here, so nobody can tell."
    )


def _headed(head: str, text: str) -> Iterator[str]:
    """The lines of a text behind a coloured word."""
    first, *more = wrap(f"{head} {text}", "", _MARGIN)
    yield paint(head, "warning") + first.removeprefix(head)
    yield from more


def _remedy_lines(remedy: str) -> Iterator[str]:
    if remedy:
        yield from (paint(line, "dim") for line in wrap(as_fix(remedy), _MARGIN, _MARGIN))


def _trap_lines(report: ReachReport, trap: Trap, named: str) -> Iterator[str]:
    text = f"no way leads back from {describe_island(report, trap.island)}"
    if not trap.links:
        yield from _headed("One way:", f"{text}.")
        return
    cut = trap.links[0]
    names = [printable(_names(report)[room]) for room in cut.rooms]
    edges = [str(edge) for _, edge in cut.edges[0]]
    which = f"edge {short_list(edges, 3)} of {names[0]} lacks" if edges else "it lacks"
    x, y, _ = cut.at
    yield from _headed(
        "One way:",
        f"{text}. The link at ({x:.1f}, {y:.1f}) leads from {names[1]} to {names[0]} only: "
        f"{which} the way back [{cut.rule}].",
    )
    yield from _remedy_lines(suggest_remedy(cut, named))


def _door_lines(report: ReachReport) -> Iterator[str]:
    if not report.doors:
        return
    reached = sum(each.is_reached for each in report.doors)
    yield f"Doors: {reached} of {len(report.doors)} can be walked to."
    for is_cut, why in ((True, "Cut off"), (False, "No floor is known before")):
        names = [
            f"{door_name(each.door)} at {place(each.door.position)}"
            for each in report.doors
            if not each.is_reached and each.has_floor is is_cut
        ]
        if names:
            yield from wrap(f"{why}: {short_list(names)}.", " " * 7, _MARGIN)
