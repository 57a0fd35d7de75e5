"""GITs made in code: a thing is its list and its fields, a list is as long as it is needed.

make_git(creature("guard", (1, 2, 0)), waypoint("WP_guard_01", (3, 1, 0)))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kotorlevel.formats.gff import Gff, GffType, LocalizedString, Struct

Point = tuple[float, float, float]
Row = tuple[str, Struct]

_FLOAT = GffType.FLOAT


def make_git(*rows: Row) -> Gff:
    """A GIT of these things in that order; each list has a field of its own kind besides."""
    lists: dict[str, list[Struct]] = {}
    for label, row in rows:
        lists.setdefault(label, []).append(row)
    fields: list[tuple[str, GffType, Any]] = [("UseTemplates", GffType.BYTE, 1)]
    fields += [(label, GffType.LIST, found) for label, found in lists.items()]
    return Gff("GIT ", Struct(fields))


def creature(template: str, at: Point, **more: Any) -> Row:
    return "Creature List", _thing("TemplateResRef", template, at, **more)


def store(template: str, at: Point) -> Row:
    return "StoreList", _thing("ResRef", template, at)


def sound(template: str, at: Point) -> Row:
    return "SoundList", _thing("TemplateResRef", template, at)


def waypoint(tag: str, at: Point, note: str = "") -> Row:
    row = _thing("TemplateResRef", "t_point", at)
    text = LocalizedString(-1, ((0, note),))
    return "WaypointList", Struct(
        [*_fields(row), ("Tag", GffType.STRING, tag), ("MapNote", GffType.LOCALIZED, text)], 5
    )


def camera(number: int, at: Point) -> Row:
    fields = [
        ("CameraID", GffType.INT, number),
        ("Position", GffType.VECTOR, at),
        ("Height", _FLOAT, 1.5),
    ]
    return "CameraList", Struct(fields, 14)


def trigger(
    tag: str, at: Point, outline: Sequence[tuple[float, float]], module: str = "", to: str = ""
) -> Row:
    """A trigger whose outline is relative to its place, as in the games."""
    points = [
        Struct([("PointX", _FLOAT, x), ("PointY", _FLOAT, y), ("PointZ", _FLOAT, 0.0)], 3)
        for x, y in outline
    ]
    row = _thing("TemplateResRef", "t_trigger", at)
    fields = [
        ("Geometry", GffType.LIST, points),
        ("Tag", GffType.STRING, tag),
        ("LinkedToModule", GffType.RESREF, module),
        ("LinkedTo", GffType.STRING, to),
        ("LinkedToFlags", GffType.BYTE, 2 if to else 0),
    ]
    return "TriggerList", Struct([*_fields(row), *fields], 1)


def encounter(
    template: str, at: Point, outline: Sequence[tuple[float, float]], spawns: Sequence[Point]
) -> Row:
    corners = [
        Struct([("X", _FLOAT, x), ("Y", _FLOAT, y), ("Z", _FLOAT, 0.0)], 1) for x, y in outline
    ]
    points = [
        Struct(
            [("X", _FLOAT, x), ("Y", _FLOAT, y), ("Z", _FLOAT, z), ("Orientation", _FLOAT, 0.5)], 2
        )
        for x, y, z in spawns
    ]
    row = _thing("TemplateResRef", template, at)
    lists = [("Geometry", GffType.LIST, corners), ("SpawnPointList", GffType.LIST, points)]
    return "Encounter List", Struct([*_fields(row), *lists], 7)


def door(tag: str, at: Point, module: str = "", to: str = "") -> Row:
    x, y, z = at
    fields = [
        ("TemplateResRef", GffType.RESREF, "t_door"),
        ("Tag", GffType.STRING, tag),
        ("LinkedToModule", GffType.RESREF, module),
        ("LinkedTo", GffType.STRING, to),
        ("X", _FLOAT, x),
        ("Y", _FLOAT, y),
        ("Z", _FLOAT, z),
        ("Bearing", _FLOAT, 0.0),
    ]
    return "Door List", Struct(fields, 8)


def _thing(label: str, name: str, at: Point, **more: Any) -> Struct:
    x, y, z = at
    fields = {
        label: (GffType.RESREF, name),
        "XPosition": (_FLOAT, x),
        "YPosition": (_FLOAT, y),
        "ZPosition": (_FLOAT, z),
        "XOrientation": (_FLOAT, 0.0),
        "YOrientation": (_FLOAT, 1.0),
        **more,
    }
    return Struct([(name, *value) for name, value in fields.items() if value is not None], 4)


def _fields(row: Struct) -> list[tuple[str, GffType, Any]]:
    return [(label, row.type_of(label), row[label]) for label in row]
