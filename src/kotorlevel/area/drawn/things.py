"""Doors and placeables that were moved in a drawing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.drawn.naming import find_named
from kotorlevel.area.drawn.standing import bearing_of_frame, frame_of
from kotorlevel.area.instances import place_instance
from kotorlevel.core.text import printable
from kotorlevel.core.words import exact_place

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.objects import Door, Placeable
    from kotorlevel.core.types import Floats, Vector
    from kotorlevel.formats.drawing import Shape

NOTICED = 0.0005
"""Metres, or radians: what is moved by less is where it was. Programs round what they write."""


def move_things(area: Area, shapes: Sequence[Shape]) -> tuple[Area, list[str]]:
    """The area with doors and placeables where the frames of their shapes are, and what moved."""
    remarks = []
    for shape in shapes:
        named = find_named(shape.name)
        things: Sequence[Door | Placeable] = ()
        if named is not None and named.kind == "door":
            things = area.doors
        elif named is not None and named.kind == "placeable":
            things = area.placeables
        thing = next((each for each in things if named and each.index == named.number), None)
        frame = np.eye(4) if shape.frame is None else shape.frame
        if named is None or thing is None or _is_there(frame, thing):
            continue
        x, y, z = (float(value) for value in frame[:3, 3])
        remark = f"{named.kind} {printable(thing.tag or str(thing.index))} moved to"
        area = move_thing(area, named.kind, thing, (x, y, z), bearing_of_frame(frame))
        remarks.append(f"{remark} {exact_place((x, y, z))}")
    return area, remarks


def move_thing(
    area: Area, kind: str, thing: Door | Placeable, place: Vector, bearing: float
) -> Area:
    """The area with a door or placeable at ``place``; it keeps what differs by rounding only."""
    was = thing.position
    there = tuple(now if abs(now - then) > NOTICED else then
                  for now, then in zip(place, was, strict=True))  # fmt: skip
    turned = abs(math.remainder(bearing - thing.bearing, math.tau)) > NOTICED
    x, y, z = there
    label = "Door List" if kind == "door" else "Placeable List"
    return place_instance(area, label, thing.index, (x, y, z), bearing if turned else thing.bearing)


def _is_there(frame: Floats, thing: Door | Placeable) -> bool:
    """Whether an object is where it was; also where a program has applied its transform."""
    was = frame_of(thing.position, thing.bearing)
    return bool(np.abs(frame - was).max() <= NOTICED or np.array_equal(frame, np.eye(4)))
