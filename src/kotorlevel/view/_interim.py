"""Until `check` takes games and `Navigator` makes journeys."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def find_path(level: Any, navigator: Any, way: Any, radius: float) -> tuple[Any, str]:
    from kotorlevel.area.area import Area
    from kotorlevel.cli.journey.find import find_path, find_place
    from kotorlevel.cli.journey.source import Source
    from kotorlevel.nav.causes.chain import explain_apart

    source = level.source
    surfaces = level.surfaces
    if isinstance(source, Area):
        rooms = tuple(room.name for room in source.rooms)
        walked = Source(source, source.name, rooms, surfaces or source.surfaces, source)
    else:
        walked = Source(source, level.name, (level.name,), surfaces or source.surfaces)
    ends = [
        find_place(walked, w if isinstance(w, str) else ",".join(map(str, w)))
        for w in (way.start, way.goal)
    ]
    start, goal, path = find_path(navigator, ends, radius)
    return path, explain_apart(source, navigator, start.at, goal.at, path) or path.reason
