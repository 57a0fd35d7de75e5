"""Everything that a GIT places, by its lists, before anybody looks at the floor."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.instances import GIT_LISTS, find_place
from kotorlevel.core.types import Vector
from kotorlevel.formats.gff import StructList
from kotorlevel.nav.objects.values import SurveyedObject

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.core.types import Floats
    from kotorlevel.formats.gff import Struct

MOST_POINTS = 1_000
"""Points of one outline that are looked at, evenly along it; those of the games have 3 to 27."""

_POINTS = (("PointX", "PointY", "PointZ"), ("X", "Y", "Z"))
"""The fields of a point of a trigger's outline, and of an encounter's."""


def collect_objects(area: Area) -> Iterator[SurveyedObject]:
    """Everything in the lists of the GIT, spawn points after their encounter."""
    if area.git is None:
        return
    names = {("Door List", each.index): each.tag for each in area.doors} | {
        ("Placeable List", each.index): each.tag for each in area.placeables
    }
    for label in GIT_LISTS:
        rows = area.git.root.get(label)
        for number, row in enumerate(rows if isinstance(rows, StructList) else ()):
            place = find_place(row)
            yield SurveyedObject(
                label,
                number,
                place,
                tag=_text(row, "Tag") or names.get((label, number), ""),
                template=_text(row, "TemplateResRef") or _text(row, "ResRef"),
                bearing=_bearing(row),
                outline=_outline(row, place),
            )
            for index, point in enumerate(_list(row, "SpawnPointList")):
                bearing = _number(point, "Orientation")
                yield SurveyedObject(label, number, find_place(point), index, bearing=bearing)


def _outline(row: Struct, place: Vector | None) -> Floats:
    """(n, 3) the outline of a trigger or an encounter; points that are nowhere are left out."""
    points = _list(row, "Geometry")
    points = points[:: math.ceil(len(points) / MOST_POINTS) or 1]
    if place is None or not points:
        return np.empty((0, 3))
    fields = next((each for each in _POINTS if each[0] in points[0]), _POINTS[0])
    corners = np.array([[_number(point, label) for label in fields] for point in points], float)
    with np.errstate(over="ignore", invalid="ignore"):
        corners += place
    found: Floats = corners[np.isfinite(corners).all(axis=1)]
    return found


def _bearing(row: Struct) -> float | None:
    """Radians about +z: an angle for doors and placeables, the axis that others look along."""
    if "Bearing" in row:
        return _number(row, "Bearing")
    x, y = _number(row, "XOrientation"), _number(row, "YOrientation")
    return None if x is None or y is None or not (x or y) else math.atan2(y, x)


def _list(row: Struct, label: str) -> Sequence[Struct]:
    value = row.get(label)
    return list(value) if isinstance(value, StructList) else ()


def _number(row: Struct, label: str) -> float | None:
    value = row.get(label)
    return float(value) if isinstance(value, (int, float)) and math.isfinite(value) else None


def _text(row: Struct, label: str) -> str:
    value = row.get(label, "")
    return value if isinstance(value, str) else ""
