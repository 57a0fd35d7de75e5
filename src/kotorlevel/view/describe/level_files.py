"""What is in a layout, a visibility file, and a PTH."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.core.resource import EMPTY_NAME
from kotorlevel.core.table import plain
from kotorlevel.formats.gff import read_gff_tables
from kotorlevel.view.describe import Description, Wanted, describe_problems

if TYPE_CHECKING:
    from kotorlevel.formats.lyt import Layout, LayoutObstacle, LayoutRoom, LayoutTrack
    from kotorlevel.formats.pth import PathPoints
    from kotorlevel.formats.vis import Visibility


def describe_layout(layout: Layout, _: str, __: Wanted) -> Description:
    """Rooms with their numbers, tracks, obstacles, door hooks and what only tools read."""
    return {
        "problems": describe_problems(layout.problems),
        "rooms": _numbered(layout.rooms),
        "empty_rooms": sum(room.name == EMPTY_NAME for room in layout.rooms),
        "tracks": _numbered(layout.tracks),
        "obstacles": _numbered(layout.obstacles),
        "door_hooks": [
            {
                "index": index,
                "room": hook.room,
                "door": hook.name,
                "position": list(hook.position),
                "orientation": list(hook.orientation),
                "extra": list(hook.extra),
            }
            for index, hook in enumerate(layout.door_hooks)
        ],
        "others": list(layout.others or ()),
    }


def _numbered(
    entries: tuple[LayoutRoom, ...] | tuple[LayoutTrack, ...] | tuple[LayoutObstacle, ...],
) -> list[dict[str, Any]]:
    return [
        {"index": index, "name": entry.name, "position": list(entry.position)}
        for index, entry in enumerate(entries)
    ]


def describe_visibility(visibility: Visibility, _: str, __: Wanted) -> Description:
    """Who sees whom, and which pairs go one way only."""
    return {
        "problems": describe_problems(visibility.problems),
        "rooms": [{"name": entry.name, "sees": list(entry.sees)} for entry in visibility.entries],
        "pairs": len(visibility.pairs()),
        "one_way_pairs": [list(pair) for pair in visibility.one_way_pairs()],
    }


def describe_path_points(paths: PathPoints, _: str, wanted: Wanted) -> Description:
    """Points, connections as pairs of points, and those of them that lead one way only."""
    pairs = {(a, b) for a, b in paths.connections.tolist() if _exists(a, b, len(paths))}
    used = {point for pair in pairs for point in pair}
    description: Description = {
        "problems": describe_problems(paths.problems),
        "points": plain(paths.points.tolist()),
        "connections": paths.connections.tolist(),
        "one_way": [list(pair) for pair in sorted(pairs) if pair[::-1] not in pairs],
        "alone": [point for point in range(len(paths)) if point not in used],
        "bounds": _bounds(paths),
    }
    if wanted.tables:
        description["tables"] = read_gff_tables(paths.to_bytes()).dump()
    return description


def _exists(a: int, b: int, count: int) -> bool:
    return 0 <= a < count and 0 <= b < count and a != b


def _bounds(paths: PathPoints) -> Description | None:
    """The rectangle about all finite points; None where there is none."""
    finite = paths.points[np.isfinite(paths.points).all(axis=1)]
    if not len(finite):
        return None
    return {"min": finite.min(axis=0).tolist(), "max": finite.max(axis=0).tolist()}
