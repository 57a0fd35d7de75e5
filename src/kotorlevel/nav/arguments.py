"""What callers give a navigator, checked: each error names the argument and what it should be."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, SupportsFloat

import numpy as np

from kotorlevel.query.inputs import check_number, check_point

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def check_open_doors(open_doors: str | Collection[str]) -> str | tuple[str, ...]:
    """The names of doors, or one of the words "all" and "none"."""
    if isinstance(open_doors, str):
        return open_doors
    wanted = 'open_doors is "all", "none" or the names of doors'
    if not isinstance(open_doors, Collection) or isinstance(open_doors, (bytes, Mapping)):
        raise TypeError(f"{wanted}, not {open_doors!r}")
    for name in open_doors:
        if not isinstance(name, str):
            raise TypeError(f"{wanted}; {name!r} is no name")
    return tuple(open_doors)


def check_costs(costs: Mapping[int, float] | None) -> dict[int, float]:
    """Material → cost of a metre; refuses what is not above 0."""
    if costs is None:
        return {}
    if not isinstance(costs, Mapping):
        raise TypeError(f"costs maps material ids to costs, such as {{4: 2.0}}; it is {costs!r}")
    checked: dict[int, float] = {}
    material: object  # callers may not have read the type
    for material, value in costs.items():
        if isinstance(material, bool) or not isinstance(material, (int, np.integer)):
            raise TypeError(f"costs has {material!r} for a material; material ids are integers")
        cost = check_number(value, f"the cost of material {material}")
        if cost <= 0:
            raise ValueError(f"the cost of material {material} is {cost}: it must be above 0")
        checked[int(material)] = cost
    return checked
