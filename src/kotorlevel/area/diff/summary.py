"""Many changes in one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kotorlevel.area.diff.words import square_metres
from kotorlevel.core.words import count_of, join_words

if TYPE_CHECKING:
    from kotorlevel.area.diff.values import Change, Diff

_COUNTED = {
    "room-removed": "room removed",
    "room-added": "room added",
    "room-renamed": "room renamed",
    "room-moved": "room moved",
    "room-reordered": "room taken to another number",
    "mesh-moved": "walkmesh moved",
    "faces-removed": "face removed",
    "faces-added": "face added",
    "faces-turned": "face turned over",
    "vertices-moved": "vertex moved",
    "faces-painted": "face painted",
    "link-removed": "link removed",
    "link-added": "link added",
    "link-changed": "link changed",
    "table-broken": "stored table broken",
    "table-mended": "stored table mended",
    "entry-moved": "entry moved",
    "file-removed": "file removed",
    "file-added": "file added",
}
_PLURALS = {"entry": "entries", "vertex": "vertices", "walkmesh": "walkmeshes"}


def _counted(number: int, words: str) -> str:
    noun, _, rest = words.partition(" ")
    if noun == "stored":
        noun, _, rest = "stored table", "", words.removeprefix("stored table ")
    many = _PLURALS.get(noun, noun + "s")
    return f"{number:,} {noun if number == 1 else many} {rest}"


_GROUPED = {
    "hook": "door hook",
    "track": "track",
    "obstacle": "obstacle",
    "sight": "pair of visibility",
    "object": "placed object",
    "point": "path point",
    "connection": "connection of path points",
    "field": "field",
    "struct": "field",
    "cell": "cell",
    "row": "row",
    "column": "column",
    "node": "node of a model",
    "slot": "empty slot",
}
_MANY = {
    "pair of visibility": "pairs of visibility",
    "connection of path points": "connections of path points",
    "node of a model": "nodes of models",
}


def summarise(changes: Iterable[Change]) -> list[str]:
    """``3 faces painted (12.5 m²)``, ``2 links added`` and so on: what changed, in numbers."""
    counts: dict[str, int] = {}
    areas: dict[str, float] = {}
    grouped: dict[str, int] = {}
    for change in changes:
        noun = change.kind.partition("-")[0]
        if change.kind in _COUNTED:
            number = (change.count or 1) if noun in ("faces", "vertices", "link") else 1
            counts[change.kind] = counts.get(change.kind, 0) + number
            areas[change.kind] = areas.get(change.kind, 0.0) + (change.area or 0.0)
        elif noun in _GROUPED:
            grouped[_GROUPED[noun]] = grouped.get(_GROUPED[noun], 0) + 1
    parts = []
    for kind, words in _COUNTED.items():
        if kind in counts:
            size = f" ({square_metres(areas[kind])})" if kind.startswith("faces") else ""
            parts.append(_counted(counts[kind], words) + size)
    for noun, number in grouped.items():
        many = _MANY.get(noun, noun + "s")
        parts.append(f"{number:,} {noun if number == 1 else many} changed")
    return parts


def headline(diff: Diff) -> str:
    """All of a diff in one sentence, without a full stop."""
    if diff.same:
        return "no difference"
    parts = summarise(diff.changes)
    if parts:
        return join_words(parts)
    kinds = {change.kind for change in diff.changes}
    if kinds == {"mesh-renumbered"}:
        return "renumbered only: the same faces, surfaces and links"
    if kinds <= _HARMLESS.keys():
        return "nothing that is noticed in the game: " + join_words(
            [_HARMLESS[kind] for kind in _HARMLESS if kind in kinds]
        )
    files = {change.file for change in diff.changes}
    return f"{count_of(len(files), 'file')} changed"


_HARMLESS = {
    "mesh-renumbered": "faces or vertices renumbered",
    "links-renumbered": "links in other numbers of rooms",
    "vertices-rounded": "numbers rounded",
    "table-changed": "stored tables written anew",
    "form-changed": "the same said in another form",
}
