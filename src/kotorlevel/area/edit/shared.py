"""`find_shared_vertices`: the corners of all rooms at one place, such as those of a doorway."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.edit.rooms import choose_room
from kotorlevel.mesh.edit.guards import numbers_of
from kotorlevel.mesh.edit.vertices import SAME_PLACE, find_at

if TYPE_CHECKING:
    from kotorlevel.area.area import Area


def find_shared_vertices(
    area: Area, room: int | str, vertex: int, tolerance: float = SAME_PLACE
) -> list[tuple[int, int]]:
    """The vertices of all rooms within ``tolerance`` metres of one: room's index and vertex.

    The one that is asked for and others of its room come first, then those of other rooms in their
    order: of linked neighbours, mostly. Who drags the corner of a doorway moves all of them::

        for index, number in kl.find_shared_vertices(area, "m55aa_02", 12):
            session.do(kl.edits.MoveVertices(index, (number,), (0, 0, 0.5)))

    Raises `KeyError` for a room that is not there, `ValueError` for a vertex that is not.
    """
    chosen = choose_room(area, room)
    if chosen.mesh is None:
        raise ValueError(f"{chosen.name} has no walkmesh here: it has no vertices")
    (number,) = numbers_of([vertex], len(chosen.mesh.vertices), "vertex").tolist()
    point = chosen.mesh.vertices[number].astype(np.float64)
    here = [v for v in find_at(chosen.mesh, point, tolerance, number).tolist() if v != number]
    found = [(chosen.index, number), *((chosen.index, v) for v in here)]
    for other in area.rooms:
        if other.mesh is not None and other.index != chosen.index:
            found += [(other.index, v) for v in find_at(other.mesh, point, tolerance).tolist()]
    return found
