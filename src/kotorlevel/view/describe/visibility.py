"""What is in a visibility file."""

from __future__ import annotations

from kotorlevel.formats.vis import parse_visibility
from kotorlevel.view.describe import Description, Wanted, describe_problems


def describe_visibility(data: bytes, name: str, _: Wanted) -> Description:
    """Who sees whom, and which pairs go one way only."""
    visibility = parse_visibility(data, name)
    return {
        "problems": describe_problems(visibility.problems),
        "rooms": [{"name": entry.name, "sees": list(entry.sees)} for entry in visibility.entries],
        "pairs": len(visibility.pairs()),
        "one_way_pairs": [list(pair) for pair in visibility.one_way_pairs()],
    }
