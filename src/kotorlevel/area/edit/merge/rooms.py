"""The rooms of a merged area, in order: which line of which layout, with which walkmesh."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import Area, Room
from kotorlevel.area.edit.merge.meshes import MergedMesh, with_numbers
from kotorlevel.core.resource import EMPTY_NAME, name_key

if TYPE_CHECKING:
    from kotorlevel.area.edit.merge.places import Moves
    from kotorlevel.area.edit.merge.three_way import Side
    from kotorlevel.area.edit.rooms import RoomEdit
    from kotorlevel.formats.lyt import LayoutRoom


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


@dataclass(frozen=True, eq=False)
class Chosen:
    """A room of the merged area: its line of the layout, its mesh, and the rooms behind it.

    ``moves`` is how far the things in it go, where it was moved; ``slot`` the number of an empty
    slot on the side whose order it is.
    """

    place: LayoutRoom
    a: Room | None = None
    b: Room | None = None
    mesh: MergedMesh | None = None
    moves: Moves | None = None
    slot: int = -1


def rooms_by_name(area: Area, side: str) -> dict[str, Room]:
    """The rooms by name, without empty slots. Raises `ValueError` where one is listed twice."""
    found: dict[str, Room] = {}
    for room in area.rooms:
        if room.is_empty_slot:
            continue
        first = found.setdefault(name_key(room.name), room)
        if first is not room:
            text = (
                f"{side}: the layout lists {room.name!r} twice, as {first.index} and {room.index}"
            )
            raise ValueError(f"{text}; remove one first (remove_room())")
    return found


def is_slot(each: Chosen) -> bool:
    """True for a line that only keeps a number free."""
    return each.place.name == EMPTY_NAME


def make_room(number: int, each: Chosen, numbers: NDArray[np.int64] | None) -> Room:
    """The room; what A has in its place is what it was read from, so that changes are written."""
    name, position = each.place.name, each.place.position
    mesh = None
    if each.mesh is not None and numbers is not None:
        mesh = with_numbers(each.mesh.mesh, numbers)
    if each.a is not None:
        error = each.a.error if mesh is None else None
        return replace(each.a, index=number, name=name, position=position, mesh=mesh, error=error)
    return Room(number, name, position, mesh)


def count_changes(
    edit: RoomEdit, number: int, merged: MergedMesh, numbers: NDArray[np.int64]
) -> RoomEdit:
    """The edit with the transitions counted that are not what they were in their own file."""
    old = merged.mesh.transitions.reshape(-1)
    new, wanted = numbers.reshape(-1), merged.codes.reshape(-1)
    gone = np.flatnonzero((new == -1) & (old != -1) & (wanted != -1))
    kept = (new != old) & (new != -1) & (old != -1)
    cleared = [(number, edge, int(old[edge])) for edge in gone.tolist()]
    return replace(
        edit,
        renumbered=edit.renumbered + int(kept.sum()),
        cleared=(*edit.cleared, *cleared),
    )
