"""`turn_room`: a room turned about its place, together with what stands on its floor."""

from dataclasses import dataclass, replace

import numpy as np

from kotorlevel.area.area import Area
from kotorlevel.area.edit.join import relink_room
from kotorlevel.area.edit.rooms import RoomEdit, choose_room
from kotorlevel.area.edit.turn import Turn, turn_instances, turn_room_alone
from kotorlevel.mesh.transforms import cos_and_sin
from kotorlevel.query.followed import list_followed
from kotorlevel.query.standing import Standing, find_standing, with_entry


@dataclass(frozen=True)
class RoomTurn:
    """A room that was turned by ``degrees``: the edit of the area, and what came of it.

    ``standing`` is what turned along, None where that was not asked for. ``followed`` tells in
    words what went along and which links changed.
    """

    edit: RoomEdit
    index: int
    degrees: float
    standing: Standing | None = None
    followed: tuple[str, ...] = ()

    @property
    def area(self) -> Area:
        """The area with the room turned."""
        return self.edit.area


def turn_room(
    area: Area,
    which: int | str,
    degrees: float,
    *,
    objects: bool = False,
    relink: bool = False,
) -> RoomTurn:
    """The area with a room turned about its place in the layout, counter-clockwise.

    Its walkmesh and its door hooks turn; with ``objects`` also what the GIT and the PTH put on its
    floor, and the player's entry. Links stay as they are, unless ``relink``: then they are made
    anew where it meets others, and taken out where it does not. The game never turns the model of
    a room: it has to be made anew. Raises `KeyError` for no such room, `ValueError` for what cannot
    be turned::

        turn = kl.turn_room(kl.load_area("my_mod"), "m55aa_02", 90, objects=True, relink=True)
        print(turn.followed)
    """
    room = choose_room(area, which)
    edit, turn = turn_room_alone(area, room.index, degrees)
    standing = None
    if objects:
        standing = find_standing(area, room.index)
        along = _turned_along(edit.area, standing, turn)
        notes = (*edit.notes, *standing.list_notes(area, along))
        edit = replace(edit, area=along, notes=notes)
    if relink:
        edit = relink_room(area, edit, room.index)
    followed = list_followed(area, edit.area, room.index, standing, edit.links)
    return RoomTurn(edit, room.index, degrees, standing, tuple(followed))


def _turned_along(area: Area, standing: Standing, turn: Turn) -> Area:
    """The area in which what stood on a room has turned with it."""
    area = turn_instances(area, standing.instances, turn)
    if area.path_points is not None and standing.path_points:
        points = area.path_points.points.astype(np.float64)
        chosen = list(standing.path_points)
        cos, sin = cos_and_sin(turn.degrees)
        about = np.array(turn.about)
        points[chosen] = (points[chosen] - about) @ np.array([(cos, sin), (-sin, cos)]) + about
        area = area.with_path_points(area.path_points.replaced(points))
    if standing.has_entry and area.entry is not None and area.module is not None:
        direction = turn.way(*area.module.direction)
        area = with_entry(area, turn.point(area.entry), direction)
    return area
