"""What the map shows on the floor: doors, and where one leaves the area, as lines."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.gamemap.fields import FARTHEST
from kotorlevel.area.instances import find_place
from kotorlevel.formats.gff import Struct, StructList

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.objects import Door
    from kotorlevel.core.types import Floats

_USUAL = 3.0
"""Metres: how wide a door is taken to be of which no walkmesh is at hand."""


def door_lines(area: Area) -> tuple[Floats, Floats]:
    """The doors in the area, and the doors and triggers that lead out of it, each (n, 2, 2)."""
    inner = [_leaf(door) for door in area.doors if not door.linked_module]
    outer = [_leaf(door) for door in area.doors if door.linked_module]
    return _lines(inner), _lines([*outer, *_exits(area)])


def _lines(found: list[Floats | None]) -> Floats:
    lines = [line for line in found if line is not None and (np.abs(line) < FARTHEST).all()]
    return np.array(lines, np.float64).reshape(-1, 2, 2)


def _leaf(door: Door) -> Floats | None:
    """Where a door stands when it is closed."""
    along = np.array([math.cos(door.bearing), math.sin(door.bearing)])
    middle = np.array(door.position[:2], np.float64)
    mesh = door.placed(0)
    if mesh is None or not len(mesh.vertices):
        return np.stack([middle - along * _USUAL / 2, middle + along * _USUAL / 2])
    reach = (mesh.vertices[:, :2] - middle) @ along
    return np.stack([middle + along * reach.min(), middle + along * reach.max()])


def _exits(area: Area) -> list[Floats | None]:
    """A line across each trigger that leads to another module, along its longest side."""
    rows = area.git.get("TriggerList") if area.git is not None else None
    if not isinstance(rows, StructList):
        return []
    return [_across(row) for row in rows if row.get("LinkedToModule")]


def _across(trigger: Struct) -> Floats | None:
    place, shape = find_place(trigger), trigger.get("Geometry")
    if place is None or not isinstance(shape, StructList) or len(shape) < 2:
        return None
    labels = ("PointX", "PointY")
    try:
        points = np.array([[float(row.get(each, 0.0)) for each in labels] for row in shape])
    except (TypeError, ValueError):
        return None
    points += np.array(place[:2])
    sides = np.roll(points, -1, axis=0) - points
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    longest = sides[lengths.argmax()] / 2
    middle = points.mean(axis=0)
    return np.stack([middle - longest, middle + longest])
