"""Rooms that one can walk between, and whether they see each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotorlevel.area.links.portals import Portals
from kotorlevel.core.resource import same_name

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.links.seams import Seams


class Unseen(NamedTuple):
    """Two linked rooms, by index: whether the ``first`` sees the ``second``, and the reverse.

    ``at`` is the middle of a doorway between them.
    """

    first: int
    second: int
    there: bool
    back: bool
    at: tuple[float, float, float]


def find_unseen(area: Area) -> list[Unseen]:
    """The linked rooms that do not see each other both ways; none without a visibility.

    A link that leads to another room than its edge meets is wrong itself: nobody sees through it.
    """
    if area.visibility is None:
        return []
    found = []
    for (a, b), at in _without_wrong(area.geometry.portals, area.geometry.seams).links().items():
        one, other = area.rooms[a].name, area.rooms[b].name
        there, back = (area.visibility.lists(*pair) for pair in ((one, other), (other, one)))
        if not (there and back) and not same_name(one, other):
            found.append(Unseen(a, b, there, back, at))
    return found


def _without_wrong(portals: Portals, seams: Seams) -> Portals:
    """The portals but those edges that meet one room and lead to another.

    Nor those that meet nothing, where the other room is here and does not lead back: they may be
    of a walkmesh that belongs elsewhere.
    """
    boundary = portals.boundary
    partner, here = seams.partner[portals.rows], boundary.room[portals.rows]
    meets = np.where(partner >= 0, boundary.room[np.maximum(partner, 0)], portals.other)
    is_known = np.isin(portals.other, boundary.room)
    told = {
        *zip(here[portals.stored].tolist(), portals.other[portals.stored].tolist(), strict=True)
    }
    back = [pair in told for pair in zip(portals.other.tolist(), here.tolist(), strict=True)]
    right = (meets == portals.other) & ((partner >= 0) | ~is_known | np.array(back, bool))
    kept = portals.rows[right], portals.other[right], portals.stored[right]
    return Portals(boundary, *kept)
