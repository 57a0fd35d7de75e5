"""Doors in an area: which templates there are, a new one, others moved or taken out."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.area.edit.rooms import check_place
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.objects import Door, ObjectReader, Placeable
from kotorlevel.core.resource import TYPE_IDS, find_name_fault
from kotorlevel.core.types import Vector
from kotorlevel.formats.gff import Gff, GffType, LocalizedString, Struct, StructList
from kotorlevel.formats.lyt import DoorHook

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.formats.lyt.layout import Quaternion

DOORS = "Door List"
_DOOR_ID = 8
"""The number of the struct of every one of 301 doors in 30 GITs of both games."""
_COLOR = (("UseTweakColor", GffType.BYTE, 0), ("TweakColor", GffType.DWORD, 0xFFFFFF))
"""Fields that doors and placeables of the second game have beside."""
_MOST_TEMPLATES = 1000
_MOST_DOORS = 10_000
"""A lying area shall not grow without end; those of the games have some dozens."""


@dataclass(frozen=True)
class DoorTemplate:
    """A template (UTD) that doors can be made of.

    ``model`` is its model by ``genericdoors.2da``; ``width`` how wide the walkmesh of the closed
    door is, in metres, None where that is not at hand: ``reason`` says why.
    """

    name: str
    tag: str = ""
    model: str = ""
    width: float | None = None
    reason: str = ""


def list_door_templates(area: Area) -> list[DoorTemplate]:
    """The door templates at hand, by name: those of the level, and of its game if one was given.

    At most a thousand::

        for each in kl.list_door_templates(area):
            print(each.name, each.model, each.width)
    """
    if area.lookup is None:
        return []
    kind = TYPE_IDS["utd"]
    found = (r.name for r in area.lookup.resources() if r.type == kind)
    reader = ObjectReader(area.lookup, area.surfaces)
    names = sorted(islice(found, _MOST_TEMPLATES), key=str.lower)
    return [_template(reader, name) for name in names if find_name_fault(name) is None]


def _template(reader: ObjectReader, name: str) -> DoorTemplate:
    door = reader.door(0, _make_row(name, "", (0.0, 0.0, 0.0), 0.0))
    width = None
    closed = door.meshes[0]
    if closed is not None and len(closed.vertices) and np.isfinite(closed.vertices).all():
        width = float(np.ptp(closed.vertices[:, 0]))  # a leaf stands along x, FACTS 9
    return DoorTemplate(name.lower(), door.tag, door.model, width, door.reason)


def add_door(
    area: Area, template: str, place: Vector, bearing: float = 0.0, tag: str = ""
) -> tuple[Area, Door]:
    """The area with one more door of the GIT, and that door, the last one of its list.

    ``template`` names a UTD, ``bearing`` is in radians, counter-clockwise: the door stands along
    it, as the edges of its doorway do (see `find_doorways`). Without ``tag`` it gets that of the
    template, or its name. Raises `ValueError` where there is no GIT, and for what is no name or no
    place::

        area, door = kl.add_door(area, "dan13_door01", opening.place, opening.bearing)
    """
    git = _git_of(area)
    fault = find_name_fault(template)
    if fault is not None:
        raise ValueError(f"{template!r} is no name for a template: {fault}")
    check_place(place, "the place")
    if not math.isfinite(bearing):
        raise ValueError("the bearing is no finite number")
    rows = git.root.get(DOORS, ())
    if DOORS in git.root and not isinstance(rows, StructList):
        raise ValueError(f"{DOORS!r} of this GIT is no list: no door can be added to it")
    if len(rows) >= _MOST_DOORS:
        raise ValueError(f"there are {len(rows):,} doors already")
    reader = ObjectReader(area.lookup or Lookup(()), area.surfaces)
    row = _make_row(template, tag, place, math.remainder(bearing, math.tau))
    if not tag:
        found = reader.door(0, row)
        row = row.replaced(Tag=found.tag or template)
    for label, kind, value in _COLOR if _is_colored(git.root) else ():
        row = row.added(label, kind, value)
    items = [*rows, row]
    root = git.root
    root = (
        root.replaced({DOORS: items}) if DOORS in root else root.added(DOORS, GffType.LIST, items)
    )
    door = reader.door(len(rows), row)
    return replace(area, git=git.replaced(root), doors=(*area.doors, door)), door


def remove_object(area: Area, label: str, number: int) -> Area:
    """The area without entry ``number`` of the GIT's list ``label`` ("Door List", say).

    Those behind it move up. Raises `ValueError` where there is no such entry.
    """
    git = _git_of(area)
    rows = git.root.get(label)
    if not isinstance(rows, StructList):
        raise ValueError(f"there is no {label!r} in the GIT of this area")
    if not 0 <= number < len(rows):
        raise ValueError(f"there is no entry {number} in {label!r}: {len(rows):,} are")
    items = [row for index, row in enumerate(rows) if index != number]
    changes: dict[str, Any] = {"git": git.replaced(git.root.replaced({label: items}))}
    for name, things in ((DOORS, "doors"), ("Placeable List", "placeables")):
        if name == label:
            changes[things] = _without(getattr(area, things), number)
    return replace(area, **changes)


def _without(things: tuple[Door | Placeable, ...], number: int) -> tuple[Door | Placeable, ...]:
    kept = (each for each in things if each.index != number)
    return tuple(replace(each, index=each.index - (each.index > number)) for each in kept)


def move_door_hook(area: Area, number: int, place: Vector, bearing: float | None = None) -> Area:
    """The area with door hook ``number`` of the layout at ``place``, turned as said (radians).

    Raises `ValueError` where there is no such hook, or no place.
    """
    hooks = area.layout.door_hooks
    if not 0 <= number < len(hooks):
        raise ValueError(f"there is no door hook {number}: the layout has {len(hooks):,}")
    check_place(place, "the place")
    hook = replace(hooks[number], position=place)
    if bearing is not None:
        if not math.isfinite(bearing):
            raise ValueError("the bearing is no finite number")
        hook = replace(hook, orientation=as_orientation(bearing))
    return replace(area, layout=area.layout.replaced(number, hook))


def as_orientation(bearing: float) -> Quaternion:
    """A turn about +z in radians as layouts write it: w, x, y, z."""
    half = math.remainder(bearing, math.tau) / 2
    # Six digits, as in the games' files; and no negative zero.
    return round(math.cos(half), 6) + 0.0, 0.0, 0.0, round(math.sin(half), 6) + 0.0


def bearing_of(hook: DoorHook) -> float:
    """The turn of a door hook about +z, in radians."""
    w, x, y, z = hook.orientation
    return math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))


def _git_of(area: Area) -> Gff:
    if area.git is None:
        raise ValueError("this area has no GIT: nothing can be placed in it")
    return area.git


def _make_row(template: str, tag: str, place: Vector, bearing: float) -> Struct:
    """A door with the fields, types and order of all doors of the games."""
    return Struct(
        [
            ("TemplateResRef", GffType.RESREF, template),
            ("Tag", GffType.STRING, tag),
            ("LinkedToModule", GffType.RESREF, ""),
            ("LinkedTo", GffType.STRING, ""),
            ("LinkedToFlags", GffType.BYTE, 0),
            ("TransitionDestin", GffType.LOCALIZED, LocalizedString()),
            ("X", GffType.FLOAT, place[0]),
            ("Y", GffType.FLOAT, place[1]),
            ("Z", GffType.FLOAT, place[2]),
            ("Bearing", GffType.FLOAT, bearing),
        ],
        _DOOR_ID,
    )


def _is_colored(root: Struct) -> bool:
    """True for a GIT of the second game, as far as its doors and placeables tell."""
    lists = (root.get(label, ()) for label in (DOORS, "Placeable List"))
    return any(
        _COLOR[0][0] in row for rows in lists if isinstance(rows, StructList) for row in rows
    )
