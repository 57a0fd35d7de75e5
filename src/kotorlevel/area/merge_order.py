"""In which order the rooms of a merged area stand: as on the side that changed it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.three_way import Side


def choose_lead(a: Area, b: Area, base: Area | None) -> tuple[Side, tuple[str, ...]]:
    """The side whose rooms come first, in its order, and a note where the other's is dropped.

    Only rooms count that all have: to add or remove some is no other order.
    """
    areas = [each for each in (a, b, base) if each is not None]
    shared = set.intersection(*(set(_names(each)) for each in areas))
    mine, theirs = ([name for name in _names(each) if name in shared] for each in (a, b))
    if mine == theirs:
        return "a", ()
    if base is None:
        return "a", ("the rooms of B are in another order: A's is kept",)
    old = [name for name in _names(base) if name in shared]
    if theirs == old:
        return "a", ()
    if mine == old:
        return "b", ()
    return "a", ("both sides put the rooms in another order: A's is kept",)


def _names(area: Area) -> list[str]:
    return [name_key(room.name) for room in area.rooms if not room.is_empty_slot]
