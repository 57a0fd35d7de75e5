"""The rooms of a plan as an area: placed or joined, in the plan's order, and linked."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.edit.kits.fit import list_doorways
from kotorlevel.area.edit.kits.templates import add_template, find_origins, join_template
from kotorlevel.area.edit.rooms import new_area, reorder_rooms
from kotorlevel.area.links.relink import relink
from kotorlevel.build.plan.check import order_rooms
from kotorlevel.build.plan.values import LevelPlan, PlannedRoom
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key
from kotorlevel.core.source import load_source
from kotorlevel.core.types import Vector
from kotorlevel.core.words import exact_place
from kotorlevel.mesh.io import read_walkmesh

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.edit.kits.templates import Kit
    from kotorlevel.mesh.walkmesh import Walkmesh


@dataclass(frozen=True, eq=False)
class PlacedRoom:
    """A room of the plan in the area: its file, and how far it was turned and moved there."""

    room: PlannedRoom
    path: Path
    data: bytes = field(repr=False)
    template: Walkmesh = field(repr=False)
    position: Vector
    degrees: float


def place_rooms(plan: LevelPlan) -> tuple[Area, list[PlacedRoom]]:
    """The area with all rooms of a plan, and how each of them stands; both in the plan's order.

    Raises `FormatError`, with the line of the plan, for what cannot be read or does not fit.
    """
    placing = _Placing(plan)
    order = order_rooms(plan)
    for number in order:
        placing.add(number)
    back = [order.index(number) for number in range(len(order))]
    area = reorder_rooms(placing.area, back).area
    return _finished(plan, area), [placing.placed[number] for number in range(len(order))]


def _finished(plan: LevelPlan, area: Area) -> Area:
    """The area with all that meets linked, and every table made anew.

    Where a doorway has its corners at other places than the one it was joined to, both get them.
    """
    joined = {name_key(name) for room in plan.rooms if room.join for name in (room.name, room.join)}
    between = [room.index for room in area.rooms if name_key(room.name) in joined]
    if between:
        area, _ = relink(area, split=True, between=between)
    area, _ = relink(area)
    meshes = {
        room.index: room.mesh.rebuilt(game=plan.game)
        for room in area.rooms
        if room.mesh is not None
    }
    return area.with_meshes({**meshes})


class _Placing:
    """An area that grows room by room."""

    def __init__(self, plan: LevelPlan) -> None:
        self.plan = plan
        self.area: Area = new_area(plan.area_name)
        self.placed: dict[int, PlacedRoom] = {}
        self._numbers = {name_key(room.name): n for n, room in enumerate(plan.rooms)}

    def add(self, number: int) -> None:
        room = self.plan.rooms[number]
        path = self.plan.folder / room.walkmesh
        try:
            data, _ = load_source(path)
            template = read_walkmesh(data)
        except FormatError as error:
            where = f" ({error.place})" if error.place else ""
            text = f"{path}: {error.message}{where}"
            raise self.plan.error(text, "room", number, "walkmesh") from None
        key = "join" if room.join else "position"
        try:
            kit = self._stand(room, template)
        except FormatError as error:
            text = f"{path}: {': '.join(filter(None, (error.place, error.message)))}"
            raise self.plan.error(text, "room", number, "walkmesh") from None
        except (ValueError, LookupError) as error:
            text = str(error.args[0]).replace("edge=N", "edge = N")  # as a plan says it
            raise self.plan.error(text, "room", number, key) from None
        self.area = kit.edit.area
        self.placed[number] = PlacedRoom(room, path, data, template, kit.position, kit.degrees)

    def _stand(self, room: PlannedRoom, template: Walkmesh) -> Kit:
        if not room.join:
            return add_template(self.area, room.name, template, room.position, room.turn)
        other = self.placed[self._numbers[name_key(room.join)]]
        edge = (
            self._find_edge(room, template) if room.at is None else self._edge_now(other, room.at)
        )
        return join_template(self.area, room.name, template, room.join, edge, edge=room.edge)

    def _find_edge(self, room: PlannedRoom, template: Walkmesh) -> int:
        """The only doorway of the other room where this one fits."""
        doorways = list_doorways(self.area, room.join, template)
        fitting = [each for each in doorways if each.is_free and each.fits]
        if len(fitting) == 1:
            return fitting[0].doorway.edges[0]
        if fitting:
            text = f"it fits several doorways of {room.join}; say which one, at = EDGE:"
        else:
            text = f"no free doorway of {room.join} is as wide as one of it; those are free:"
        origin = self._origins(self.placed[self._numbers[name_key(room.join)]])
        listed = [
            f"{int(origin[each.doorway.edges[0]])} ({each.doorway.width:.3f} m) "
            f"at {exact_place(each.doorway.middle)}"
            for each in (fitting or doorways)
            if each.is_free
        ]
        raise ValueError(f"{text} {'; '.join(listed) or 'none'}")

    def _edge_now(self, other: PlacedRoom, edge: int) -> int:
        """The number in the area of an edge of a file: faces may be in another order there."""
        found = np.flatnonzero(self._origins(other) == edge)
        if not len(found):
            count = other.template.transitions.size
            raise ValueError(f"{other.room.name} has no edge {edge}, only {count:,}")
        return int(found[0])

    def _origins(self, other: PlacedRoom) -> NDArray[np.int32]:
        return find_origins(other.template, other.position, other.degrees)
