"""What is seen and what is walked on of one area, at once for all rules that compare the two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.geometry import table_key
from kotorlevel.area.models import find_model
from kotorlevel.checks.facts.area.seen.grid import FloorGrid, build_grid, floor_boxes
from kotorlevel.checks.facts.area.seen.pairs import find_pairs
from kotorlevel.checks.facts.area.ways import find_ways
from kotorlevel.core.distinct import distinct
from kotorlevel.core.remember import remember
from kotorlevel.query.drawn import Drawn, collect_drawn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.area.area import Area
    from kotorlevel.checks.options import Options
    from kotorlevel.checks.subjects import AreaSubject
    from kotorlevel.core.types import Flags
    from kotorlevel.query.faces import JoinedFaces

_AROUND = 3.0
"""Metres around the floor in which something drawn can matter."""


@dataclass(frozen=True, eq=False)
class Scene:
    """The faces of all walkmeshes, the floor that is ``walked`` (F,), and what is drawn there.

    ``shown`` (R,) are the rooms that can be judged: their models are at hand and lie where their
    walkmeshes do. ``complete`` tells that no room lacks its model.
    """

    faces: JoinedFaces
    walked: Flags
    grid: FloorGrid
    drawn: Drawn
    shown: Flags
    complete: bool

    @property
    def judged(self) -> Flags:
        """(S,) the squares of the floor in rooms that can be judged."""
        judged: Flags = self.shown[self.grid.room]
        return judged


def find_scene(subject: AreaSubject, options: Options) -> Scene | None:
    """The scene of an area; None where no model of a room with a floor is at hand."""
    area = subject.area
    key = "scene", table_key(area, options.surfaces)
    return remember(area, key, lambda: _make(subject, options))


def _make(subject: AreaSubject, options: Options) -> Scene | None:
    from kotorlevel.query.ground import ground_of

    area = subject.area
    shown, complete = _list_shown(area)
    if not shown.any():
        return None
    faces = ground_of(area, options.surfaces).faces
    walked = find_walked(subject, options, faces)
    around = np.array([[-_AROUND], [_AROUND]])
    drawn = collect_drawn(area, floor_boxes(faces, walked) + around)
    grid = build_grid(faces, walked)
    return Scene(faces, walked, grid, drawn, shown, complete) if len(drawn) else None


def _list_shown(area: Area) -> tuple[Flags, bool]:
    """(R,) rooms with a floor and a model in one place, and whether every model is at hand."""
    pairs = find_pairs(area)
    models = [find_model(area, room.index).model for room in area.rooms]
    shown = np.zeros(len(area.rooms), bool)
    for room, model in zip(area.rooms, models, strict=True):
        pair = pairs.get(room.index)
        is_here = model is not None and room.mesh is not None and len(room.mesh.faces) > 0
        shown[room.index] = is_here and not (pair and pair.astray)
    slots = [room.is_empty_slot for room in area.rooms]
    return shown, all(model or slot for model, slot in zip(models, slots, strict=True))


def find_walked(subject: AreaSubject, options: Options, faces: JoinedFaces) -> Flags:
    """(F,) the faces that the player walks on: what he reaches from the entry.

    Many floors go on where nobody comes. Without an entry the largest island of every room.
    """
    ways = find_ways(subject, options)
    if ways is not None:
        floor, reached = ways.floor, ways.reached.cells
        return _are_in(faces, floor.room[reached], floor.face[reached])
    from kotorlevel.nav.floor.build import build_floor, find_components

    floor = build_floor(subject.area, options.surfaces)
    if not len(floor):
        return np.zeros(len(faces), bool)
    island = find_components(floor).astype(np.int64)
    part, inverse = np.unique(floor.room * (1 + island.max()) + island, return_inverse=True)
    sizes = np.bincount(inverse, floor.plan_area)
    room, number = np.divmod(part, 1 + island.max())
    best = [int(number[room == each][np.argmax(sizes[room == each])]) for each in distinct(room)]
    kept = np.isin(island, best)
    return _are_in(faces, floor.room[kept], floor.face[kept])


def _are_in(faces: JoinedFaces, room: NDArray[np.int32], face: NDArray[np.int32]) -> Flags:
    most = 1 + int(faces.number.max(initial=0))
    wanted = room.astype(np.int64) * most + face.astype(np.int64)
    found: Flags = np.isin(faces.room * most + faces.number, wanted) & faces.walkable
    return found
