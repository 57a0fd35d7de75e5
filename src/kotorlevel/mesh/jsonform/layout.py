"""Layouts (LYT) as documents: rooms, tracks, obstacles and door hooks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kotorlevel.formats.lyt import (
    DoorHook,
    Layout,
    LayoutObstacle,
    LayoutRoom,
    LayoutTrack,
    format_layout,
    parse_layout,
)
from kotorlevel.formats.lyt.layout import VANILLA_PREAMBLE
from kotorlevel.mesh.jsonform.stored import JsonFile, belongs, made, with_lines
from kotorlevel.mesh.jsonform.values import At, read_lines

NAME = "layout"
_PLACED = (LayoutRoom, LayoutTrack, LayoutObstacle)
_LINES = ("preamble", "section_comments", "epilogue", "others")
KEYS = ("rooms", "tracks", "obstacles", "door_hooks", *_LINES)


def encode(data: bytes, source: str = "") -> dict[str, Any]:
    """The document of a layout."""
    layout = parse_layout(data, source)
    plain = replace(layout, stored=None)
    return with_lines(_meaning(layout), data, lambda: format_layout(plain))


def decode(document: At) -> JsonFile:
    """The file of a document."""
    document.only(("format", "version", "stored", *KEYS))
    layout = _read(document)
    if belongs(document, _meaning(layout)):
        return made(NAME, document, read_lines(document.inner("stored")), is_same=True)
    return made(NAME, document, format_layout(layout), is_same=False)


def _meaning(layout: Layout) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for kind in (*_PLACED, DoorHook):
        entries = getattr(layout, kind.section)
        if entries or kind is LayoutRoom:
            found[kind.section] = [_entry(each) for each in entries]
    if layout.preamble != VANILLA_PREAMBLE:
        found["preamble"] = list(layout.preamble)
    if layout.section_comments:
        found["section_comments"] = [list(pair) for pair in layout.section_comments]
    if layout.epilogue:
        found["epilogue"] = list(layout.epilogue)
    if layout.others is not None:
        found["others"] = list(layout.others)
    return found


def _entry(entry: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"name": entry.name, "position": list(entry.position)}
    if isinstance(entry, DoorHook):
        found = {"room": entry.room, **found, "orientation": list(entry.orientation)}
        if entry.unknown:
            found["unknown"] = entry.unknown
        if entry.extra:
            found["extra"] = list(entry.extra)
    if entry.comments:
        found["comments"] = list(entry.comments)
    return found


def _read(document: At) -> Layout:
    sections: dict[str, Any] = {
        kind.section: tuple(
            _read_placed(kind, each) for each in document.inner(kind.section).items()
        )
        for kind in _PLACED
        if document.has(kind.section)
    }
    if document.has("door_hooks"):
        sections["door_hooks"] = tuple(map(_read_hook, document.inner("door_hooks").items()))
    for name in ("preamble", "epilogue", "others"):
        if document.has(name):
            sections[name] = document.inner(name).texts()
    if document.has("section_comments"):
        sections["section_comments"] = tuple(
            _read_pair(each) for each in document.inner("section_comments").items()
        )
    return Layout(**sections)


def _read_pair(at: At) -> tuple[str, str]:
    texts = at.texts()
    if len(texts) != 2:
        raise at.error("is not the word of a section and a line")
    return texts[0], texts[1]


def _read_comments(at: At) -> tuple[str, ...]:
    return at.inner("comments").texts() if at.has("comments") else ()


def _read_placed(kind: Any, at: At) -> Any:
    at.only(("name", "position", "comments"))
    return kind(at.need("name").text(), at.need("position").numbers(3), _read_comments(at))


def _read_hook(at: At) -> DoorHook:
    at.only(("room", "name", "position", "orientation", "unknown", "extra", "comments"))
    extra: tuple[float, ...] = ()
    if at.has("extra"):
        # Whole numbers stay whole: they are written without a point.
        items = list(at.inner("extra").items())
        extra = tuple(
            each.integer(-(10**18), 10**18) if type(each.value) is int else each.number()
            for each in items
        )
    turn = at.need("orientation").numbers(4)
    x, y, z = at.need("position").numbers(3)
    return DoorHook(
        room=at.need("room").text(),
        name=at.need("name").text(),
        position=(x, y, z),
        orientation=(turn[0], turn[1], turn[2], turn[3]),
        unknown=at.inner("unknown").integer(-(10**18), 10**18) if at.has("unknown") else 0,
        comments=_read_comments(at),
        extra=extra,
    )
