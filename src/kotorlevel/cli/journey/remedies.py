"""What to do where ``kotorlevel path`` finds none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.core.text import printable
from kotorlevel.nav.causes.chain import rule_of_barrier

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kotorlevel.cli.journey.find import PathReport

_STANDS_AT = 0.05
"""Metres from a place that nobody needs to be told of."""


def list_remedies(report: PathReport, named: str) -> Iterator[str]:
    """What to do, each in a line of its own; ``named`` is AREA with its options."""
    path = report.path
    if path.status == "blocked-by-door":
        yield from _to_open(report)
    elif path.status.endswith("-blocked"):
        yield "give a place with more room about it, or a smaller --radius"
    elif report.thinner is not None:
        yield "for a point: --radius 0; for another body: --radius M"
    elif path.status.endswith("-off-floor"):
        yield from _off_floor(report, named)
    else:
        yield from _unreachable(report, named)


def _to_open(report: PathReport) -> Iterator[str]:
    """How to have the door open, and what else that changes."""
    if report.asked.all_closed:
        yield (
            "to open it leave out --doors closed; then all doors are open, and --closed NAME "
            "closes single ones, as --closed door:3"
        )
        return
    area, blocker = report.source.area, report.path.blocker
    if area is None or blocker is None:
        return
    from kotorlevel.nav.clip.obstacles import find_doors

    for name in report.asked.closed:
        meant = find_doors(area, [name])
        if blocker.number not in meant:
            continue
        typed = printable(name.replace("door ", "door:", 1) if name.startswith("door ") else name)
        text = f"to open it leave out --closed {typed}"
        if len(meant) > 1:
            text += (
                f"; then all {len(meant):,} doors of this name are open, and numbers close "
                "single ones, as --closed door:3"
            )
        yield text


def _off_floor(report: PathReport, named: str) -> Iterator[str]:
    path, lacking = report.path, report.source.lacking
    if path.nearest is not None and path.nearest.distance < _STANDS_AT:
        yield f"a face is there, but it is not joined to the floor: kotorlevel check {named}"
        return
    if lacking:
        yield f"it may be in {_rooms_not_here(lacking)}"
    place = report.start if path.status.startswith("start") else report.goal
    x, y, *_ = place.at
    yield f"what is there: kotorlevel query {named} face {x:g} {y:g}"


def _unreachable(report: PathReport, named: str) -> Iterator[str]:
    lacking = report.source.lacking
    if report.source.area is None:
        if not report.causes:
            yield "these parts of the room's floor are not joined: kotorlevel check names faults"
        return
    if lacking and not any(rule_of_barrier(cut) for cut in report.causes):
        yield f"a way may lead through {_rooms_not_here(lacking)}"
    start = ",".join(f"{value:.2f}" for value in report.start.at)
    yield f"all that is cut off, and what mends it: kotorlevel reach {named} --from {start}"


def _rooms_not_here(lacking: int) -> str:
    if lacking == 1:
        return "the room that is not here; add --game DIR or its .wok file"
    return f"one of the {lacking:,} rooms that are not here; add --game DIR or their .wok files"
