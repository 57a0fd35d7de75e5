"""Until `check` takes games and `Navigator` makes journeys."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def load_options(path: Path) -> Any:
    from kotorlevel.checks.config import find_config, read_config
    from kotorlevel.checks.options import Options

    found = find_config(path)
    return read_config(found).options if found else Options()


def check(
    source: Any,
    options: Any,
    *,
    game: Any,
    module: Any,
    override: Any,
    name: str,
    area: Any,
    workers: int,
) -> Any:
    from kotorlevel.area.install.target import find_target_level
    from kotorlevel.checks.run import check as plain
    from kotorlevel.cli.ask.levels import Given
    from kotorlevel.cli.ask.shown_findings import find_faults

    if not isinstance(source, (str, Path)):
        return plain(source, options, name)
    given = Given(game, module, tuple(override))
    level = find_target_level(given.find(source)) if area is not None else None
    return find_faults(Path(source), given, options, level, area)


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
