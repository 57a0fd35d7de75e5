"""What callers give a navigator, checked: each error names the argument and what it should be."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, SupportsFloat

import numpy as np

from kotorlevel.area.area import Area
from kotorlevel.core.errors import InputError
from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list
from kotorlevel.mesh.materials import Materials
from kotorlevel.query.inputs import check_number, check_point

if TYPE_CHECKING:
    from kotorlevel.mesh.walkmesh import Walkmesh
    from kotorlevel.nav.floor.locate import Place


def check_place(values: Sequence[float], name: str) -> Place:
    """x, y and z of a place, all finite; z is None where only two numbers are given."""
    if isinstance(values, (set, frozenset, Mapping)) or not hasattr(values, "__len__"):
        kind = type(values).__name__
        raise TypeError(f"{name} is a place, (x, y) or (x, y, z), not {kind}: {values!r}")
    if not isinstance(values, (str, bytes)) and len(values) == 2:
        x, y = values
        return check_number(x, f"x of {name}"), check_number(y, f"y of {name}"), None
    return check_point(values, name)


def check_radius(radius: object) -> float:
    """The radius of a body in metres, 0 or more."""
    if not isinstance(radius, SupportsFloat):
        raise TypeError(f"radius is a number of metres, not {radius!r}")
    number = float(radius)
    if not (math.isfinite(number) and number >= 0):
        raise ValueError(f"radius is {number}: it must be 0 or more metres")
    return number


def check_walkmeshes(area: Walkmesh | Area) -> None:
    """Raise `InputError` for an area of which no room has a walkmesh."""
    if not isinstance(area, Area) or any(room.mesh is not None for room in area.rooms):
        return
    names = short_list([printable(room.name) for room in area.rooms if not room.is_empty_slot])
    looked = f"; looked for {names} (.wok)" if names else ""
    raise InputError(f"{printable(area.name)}: none of its rooms has a walkmesh here{looked}")


Doors = str | Collection[str]
"""The names of doors (tag, template or "door 3"), or one of the words "all" and "none"."""


def find_open_doors(
    source: Walkmesh | Area, open_doors: Doors, closed_doors: Doors = ()
) -> str | tuple[str, ...]:
    """The doors that stand open: those of ``open_doors`` without the ``closed_doors``.

    "all" where they all do. Raises `InputError` for a name that no door has.
    """
    opened = _check_doors(open_doors, "open_doors")
    closed = _check_doors(closed_doors, "closed_doors")
    if not isinstance(source, Area):
        return "all"
    is_open = _find_doors(source, opened, "open_doors")
    left = is_open - _find_doors(source, closed, "closed_doors")
    if left == is_open:
        return opened
    return tuple(f"door {index}" for index in sorted(left)) or "none"


def _find_doors(area: Area, doors: str | tuple[str, ...], name: str) -> set[int]:
    from kotorlevel.nav.clip.obstacles import find_doors

    try:
        return find_doors(area, doors)
    except ValueError as error:
        raise InputError(str(error), argument=name) from None


def _check_doors(doors: Doors, name: str) -> str | tuple[str, ...]:
    """The names of doors, or one of the words "all" and "none"."""
    if isinstance(doors, str):
        return doors
    wanted = f'{name} is "all", "none" or the names of doors'
    if not isinstance(doors, Collection) or isinstance(doors, (bytes, Mapping)):
        raise TypeError(f"{wanted}, not {doors!r}")
    for each in doors:
        if not isinstance(each, str):
            raise TypeError(f"{wanted}; {each!r} is no name")
    return tuple(doors)


def check_costs(
    costs: Mapping[int, float] | Mapping[str, float] | None, surfaces: Materials
) -> dict[int, float]:
    """Material → cost of a metre; refuses what is not above 0, and names that no surface has."""
    if costs is None:
        return {}
    if not isinstance(costs, Mapping):
        raise TypeError(f"costs maps materials to costs, such as {{'water': 2.0}}; it is {costs!r}")
    checked: dict[int, float] = {}
    material: object  # callers may not have read the type
    for material, value in costs.items():
        if isinstance(material, str):
            try:
                material = surfaces.find(material).id
            except InputError as error:
                raise InputError(f"costs: {error}", argument="costs") from None
        if isinstance(material, bool) or not isinstance(material, (int, np.integer)):
            raise TypeError(f"costs has {material!r} for a material; materials are ids or names")
        cost = check_number(value, f"the cost of material {material}")
        if cost <= 0:
            raise ValueError(f"the cost of material {material} is {cost}: it must be above 0")
        checked[int(material)] = cost
    return checked
