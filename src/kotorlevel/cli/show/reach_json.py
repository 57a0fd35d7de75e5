"""What ``kotorlevel reach --json`` prints."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from kotorlevel import __version__
from kotorlevel.cli.show.causes import cut_to_json

if TYPE_CHECKING:
    from kotorlevel.cli.show.reach_report import ReachReport
    from kotorlevel.nav.causes.find import CutOff
    from kotorlevel.nav.reach.doors import DoorReach
    from kotorlevel.nav.reach.islands import Island


def to_json(report: ReachReport, path: str, named: str) -> dict[str, Any]:
    """The document of `docs/schema/reach.schema.json`."""
    start = report.start
    names = [room.name for room in report.area.rooms]
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
        "cut_off": [_cut_off_to_json(part, names, named) for part in report.cut_off],
        "specks": {"count": len(report.specks), "area": sum(report.specks)},
        "one_way": [
            _island_to_json(trap.island)
            | {"links": [cut_to_json(cut, names, named) for cut in trap.links]}
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


def _cut_off_to_json(part: CutOff, names: list[str], named: str) -> dict[str, Any]:
    return {
        **_island_to_json(part.island),
        "uncertain": part.uncertain,
        "behind": part.behind,
        "ways": [cut_to_json(cut, names, named) for cut in part.ways],
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
