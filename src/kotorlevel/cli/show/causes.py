"""What cuts a floor into parts, as the JSON of ``reach`` and ``path`` has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kotorlevel.nav.causes.cause import describe_cause, suggest_remedy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.nav.causes.cause import Cause


def cut_to_json(cut: Cause, names: Sequence[str], named: str) -> dict[str, Any]:
    """A cut; ``names`` are those of the rooms, ``named`` is AREA for other commands."""
    return {
        "kind": cut.kind,
        "at": list(cut.at),
        "rooms": list(cut.rooms),
        "edges": [[list(edge) for edge in side] for side in cut.edges],
        "size": cut.size,
        "length": cut.length,
        "surfaces": list(cut.surfaces),
        "blocker": None if cut.blocker is None else cut.blocker.name,
        "blocker_index": None if cut.blocker is None else cut.blocker.index,
        "rule": cut.rule or None,
        "text": describe_cause(cut, names),
        "remedy": suggest_remedy(cut, named) or None,
    }
