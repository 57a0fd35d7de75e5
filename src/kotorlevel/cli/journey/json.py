"""What ``kotorlevel path --json`` prints."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from kotorlevel import __version__
from kotorlevel.cli.show.causes import cut_to_json
from kotorlevel.nav.causes.chain import describe_barrier, rule_of_barrier

if TYPE_CHECKING:
    from kotorlevel.cli.journey.find import PathReport, Place
    from kotorlevel.nav.causes.cause import Cause
    from kotorlevel.nav.path import Path
    from kotorlevel.nav.pathpoints.game_plan import GamePlan


def to_json(report: PathReport, path: str, named: str) -> dict[str, Any]:
    """The document of `docs/schema/path.schema.json`; ``named`` is AREA for other commands."""
    asked = report.asked
    return {
        "kotorlevel": __version__,
        "path": path,
        "area": report.source.name,
        "from": _end_to_json(report.start),
        "to": _end_to_json(report.goal),
        "radius": asked.radius,
        "doors_closed": None if asked.all_closed else list(asked.closed),
        "placeables": asked.placeables,
        "costs": {str(material): cost for material, cost in (asked.costs or {}).items()},
        **_path_to_json(report, report.path),
        "doors": [
            {"index": door.index, "name": door.tag or door.template} for door in report.doors
        ],
        "steps": [
            {"from": step.room, "to": step.to, "at": list(step.at), "rise": step.rise}
            for step in report.steps
        ],
        "causes": [_cause_to_json(report, cut, named) for cut in report.causes],
        "thinner_length": None if report.thinner is None else report.thinner.length,
        "game": None if report.game is None else _game_to_json(report.game),
        "notes": list(report.notes),
    }


def _end_to_json(place: Place) -> dict[str, Any]:
    thing = place.thing
    return {
        "given": place.word,
        "kind": place.kind,
        "index": None if thing is None or thing.kind == "entry" else thing.index,
        "at": list(place.at),
        "away": place.away,
    }


def _path_to_json(report: PathReport, path: Path) -> dict[str, Any]:
    source = report.source
    return {
        "status": path.status,
        "reason": path.reason or None,
        "length": _number(path.length),
        "plan_length": _number(path.plan_length),
        "cost": _number(path.cost),
        "points": path.points.tolist(),
        "faces": [list(face) for face in path.faces],
        "rooms": [{"index": room, "name": source.rooms[room]} for room in path.rooms],
        "transitions": [
            {"from": crossed.room, "to": crossed.to, "at": list(crossed.place)}
            for crossed in path.transitions
        ],
        "nearest": None
        if path.nearest is None
        else {"at": list(path.nearest.point), "distance": path.nearest.distance},
        "blocker": None
        if path.blocker is None
        else {
            "kind": path.blocker.kind,
            "name": path.blocker.name or None,
            "index": path.blocker.number if path.blocker.number >= 0 else None,
            "room": path.blocker.room,
            "edge": path.blocker.edge if path.blocker.edge >= 0 else None,
            "at": list(path.blocker.place),
        },
    }


def _cause_to_json(report: PathReport, cut: Cause, named: str) -> dict[str, Any]:
    """A cut as `reach` has it, with the words of who walks from the start to the goal."""
    return {
        **cut_to_json(cut, report.source.rooms, named),
        "rule": rule_of_barrier(cut) or None,
        "text": describe_barrier(cut, report.source.rooms),
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
