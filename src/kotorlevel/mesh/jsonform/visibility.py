"""Visibility files (VIS) as documents: who sees whom."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kotorlevel.formats.vis import Visibility, VisRoom, format_visibility, parse_visibility
from kotorlevel.mesh.jsonform.stored import JsonFile, belongs, made, with_lines
from kotorlevel.mesh.jsonform.values import At, read_lines

NAME = "visibility"


def encode(data: bytes, source: str = "") -> dict[str, Any]:
    """The document of a visibility file."""
    visibility = parse_visibility(data, source)
    plain = replace(visibility, stored=None)
    return with_lines(_meaning(visibility), data, lambda: format_visibility(plain))


def decode(document: At) -> JsonFile:
    """The file of a document."""
    document.only(("format", "version", "rooms", "epilogue", "stored"))
    rooms = tuple(map(_read_room, document.need("rooms").items()))
    epilogue = document.inner("epilogue").texts() if document.has("epilogue") else ()
    visibility = Visibility(rooms, epilogue)
    if belongs(document, _meaning(visibility)):
        return made(NAME, document, read_lines(document.inner("stored")), is_same=True)
    return made(NAME, document, format_visibility(visibility), is_same=False)


def _meaning(visibility: Visibility) -> dict[str, Any]:
    found: dict[str, Any] = {"rooms": [_room(each) for each in visibility.entries]}
    if visibility.epilogue:
        found["epilogue"] = list(visibility.epilogue)
    return found


def _room(room: VisRoom) -> dict[str, Any]:
    comments = {"comments": list(room.comments)} if room.comments else {}
    return {"name": room.name, **comments, "sees": list(room.sees)}


def _read_room(at: At) -> VisRoom:
    at.only(("name", "comments", "sees"))
    comments = at.inner("comments").texts() if at.has("comments") else ()
    return VisRoom(at.need("name").text(), at.need("sees").texts(), comments)
