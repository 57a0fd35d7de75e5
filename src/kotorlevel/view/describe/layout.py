"""What is in a layout."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kotorlevel.core.resource import EMPTY_NAME
from kotorlevel.formats.lyt import parse_layout
from kotorlevel.view.describe import Description, Wanted, describe_problems

if TYPE_CHECKING:
    from kotorlevel.formats.lyt.layout import LayoutObstacle, LayoutRoom, LayoutTrack


def describe_layout(data: bytes, name: str, _: Wanted) -> Description:
    """Rooms with their numbers, tracks, obstacles and door hooks."""
    layout = parse_layout(data, name)
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
            }
            for index, hook in enumerate(layout.door_hooks)
        ],
    }


def _numbered(
    entries: tuple[LayoutRoom, ...] | tuple[LayoutTrack, ...] | tuple[LayoutObstacle, ...],
) -> list[dict[str, Any]]:
    return [
        {"index": index, "name": entry.name, "position": list(entry.position)}
        for index, entry in enumerate(entries)
    ]
