"""What ``kotorlevel pth`` prints; every function returns the same for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.checks.reports.advice import Advice
from kotorlevel.checks.reports.json import finding_to_json, point_to_json
from kotorlevel.checks.reports.text import format_report
from kotorlevel.cli.show.written import show_written, written_to_json
from kotorlevel.cli.terminal.paint import paint
from kotorlevel.core.table import plain
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.write import Written
    from kotorlevel.checks.audits import PathPointsAudit
    from kotorlevel.formats.pth import PathPoints
    from kotorlevel.nav.pathpoints.survey import Unseen
    from kotorlevel.repair.fixes.path_points import PathPointsRepair

_MOST = 200
"""Points that are shown; JSON has all of them."""
_LEAST_UNSEEN = 1.0
"""Square metres; less is between the samples."""
_NONE = "There is no PTH here. Often it is in the module: add --module FILE."


def show_points(area: Area, *, as_json: bool) -> dict[str, Any]:
    """A line for each point: where it stands, and what it is connected with."""
    from kotorlevel.nav.pathpoints.stand import list_point_rooms

    paths = area.path_points
    if paths is None:
        if not as_json:
            click.echo(_NONE)
        return {"has_path_points": False, "points": []}
    rooms = list_point_rooms(area)
    ends = [paths.neighbours(number).tolist() for number in range(len(paths))]
    if not as_json:
        click.echo(f"{paint(printable(area.name), 'file')}  {_counts(paths)}")
        digits = len(str(len(paths)))
        for number, room in enumerate(rooms[:_MOST]):
            x, y = paths.points[number].tolist()
            leads = ", ".join(map(str, ends[number])) or "nothing"
            name = "on no floor that is here" if room is None else printable(area.rooms[room].name)
            click.echo(f"{number:>{digits}}  {f'({x:.2f}, {y:.2f})':<20}  {name}  → {leads}")
        if len(rooms) > _MOST:
            click.echo(f"{count_of(len(rooms) - _MOST, 'more point')}; --json lists all.")
    places = plain(paths.points.tolist())
    rows = zip(places, rooms, ends, strict=True)
    points = [{"at": at, "room": room, "connected_to": leads} for at, room, leads in rows]
    return {"has_path_points": True, "points": points}


def _counts(points: PathPoints) -> str:
    return f"{count_of(len(points), 'point')}, {count_of(len(points.destinations), 'connection')}"


# What is wrong


def show_audit(audit: PathPointsAudit, area: Area, named: str, *, as_json: bool) -> dict[str, Any]:
    """What is wrong with path points; ``named`` is AREA for other commands."""
    if not as_json:
        _tell_audit(audit, area, named)
    survey = audit.survey
    unknown = survey.unknown_connections if survey else ()
    return {
        "has_path_points": survey is not None,
        "points": survey.points if survey else 0,
        "connections": survey.connections if survey else 0,
        "findings": [finding_to_json(each) for each in audit.report],
        "unknown_points": list(survey.unknown_points) if survey else [],
        "unknown_connections": [list(pair) for pair in unknown],
        "unseen": _unseen_to_json(survey.unseen, area) if survey and survey.unseen else None,
    }


def _unseen_to_json(unseen: Unseen, area: Area) -> dict[str, Any]:
    return {
        "area": unseen.area,
        "share": unseen.share,
        "at": point_to_json(unseen.at),
        "rooms": [
            {"index": room, "name": area.rooms[room].name, "area": size}
            for room, size in unseen.rooms
        ],
    }


def _tell_audit(audit: PathPointsAudit, area: Area, named: str) -> None:
    survey = audit.survey
    if survey is None:
        click.echo(_NONE)
        click.echo(f"Make one: kotorlevel pth {named} build -o FILE")
        return
    for line in format_report(audit.report, paint, Advice(named, {"": named})):
        click.echo(line)
    points = count_of(survey.points, "point")
    click.echo(f"{points}, {count_of(survey.connections, 'connection')} looked at.")
    if survey.unknown_points or survey.unknown_connections:
        lost = count_of(len(survey.unknown_points), "point")
        links = count_of(len(survey.unknown_connections), "connection")
        text = f"Not known: {lost} and {links} in rooms that are not here; add --game DIR."
        click.echo(paint(text, "warning"))
    if survey.unseen is not None:
        click.echo(_unseen_line(survey.unseen, area))


def _unseen_line(unseen: Unseen, area: Area) -> str:
    if unseen.area < _LEAST_UNSEEN or unseen.at is None:
        return paint("Every place of the floor sees a point.", "good")
    x, y, _ = unseen.at
    rooms = ", ".join(
        f"{printable(area.rooms[room].name)} {size:,.1f} m²" for room, size in unseen.rooms[:5]
    )
    text = f"From {unseen.area:,.1f} m² of the floor ({unseen.share:.1%}) no point is in sight"
    return paint(f"{text}, most of it about ({x:.1f}, {y:.1f}): {rooms}.", "info")


# What was changed


def show_repair(
    repair: PathPointsRepair, written: Sequence[Written] | None, *, as_json: bool
) -> dict[str, Any]:
    """The steps of a repair, and what was written; None for nothing, as it was asked."""
    if not as_json:
        for step in repair.steps:
            click.echo(f"{step.text} [{', '.join(step.rules)}]")
        if not repair.changed:
            click.echo("Nothing to fix.")
    steps = [{"text": step.text, "rules": list(step.rules)} for step in repair.steps]
    silent = as_json or not repair.changed
    return show_new(repair.before, repair.after, written, as_json=silent) | {"steps": steps}


def show_new(
    before: PathPoints | None,
    after: PathPoints,
    written: Sequence[Written] | None,
    *,
    as_json: bool,
) -> dict[str, Any]:
    """How many points there are now, and where they were written."""
    if not as_json:
        old = f"; before: {_counts(before)}" if before is not None else ""
        click.echo(f"{_counts(after)}{old}.")
        if written is None:
            click.echo("Nothing was written (--dry-run).")
        elif not written:
            click.echo("Nothing to write: the file is as it should be.")
        show_written(written or ())
    return {
        "steps": [],
        "before": None if before is None else _sizes(before),
        "after": _sizes(after),
        "points": plain(after.points.tolist()),
        "connections": after.connections.tolist(),
        "written": None if written is None else written_to_json(written),
    }


def _sizes(points: PathPoints) -> dict[str, int]:
    return {"points": len(points), "connections": len(points.destinations)}
