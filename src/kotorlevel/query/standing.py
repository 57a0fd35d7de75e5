"""What stands on the floor of a room, and moving a room together with it."""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from kotorlevel.area.area import Area
from kotorlevel.area.edit.entry import move_entry
from kotorlevel.area.edit.join import join_room, relink_room
from kotorlevel.area.edit.parted import Parted, find_parted
from kotorlevel.area.edit.rooms import RoomEdit, choose_room, shift_room
from kotorlevel.area.instances import Instance, list_instances, move_instances
from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable
from kotorlevel.core.types import Vector
from kotorlevel.core.words import count_of, short_list
from kotorlevel.query.followed import list_counts, list_followed
from kotorlevel.query.ground import Ground, ground_of


@dataclass(frozen=True)
class Standing:
    """What is on a room: things of the GIT, numbers of path points, and whether the entry is.

    ``nowhere`` is the number of things in the GIT that stand on no floor of any room.
    """

    instances: tuple[Instance, ...]
    path_points: tuple[int, ...]
    has_entry: bool
    nowhere: int

    @property
    def lists(self) -> Counter[str]:
        """How many things of each list of the GIT, and spawn points, stand on it."""
        return Counter(
            each.list_name if each.spawn_point < 0 else "spawn points" for each in self.instances
        )

    def list_notes(self, before: Area, after: Area) -> list[str]:
        """What stayed where it was when the room went."""
        stayed = f"{count_of(self.nowhere, 'thing')} of the GIT over no floor of any room stayed"
        entry = "the module's entry is on this room: module.ifo still has the old place"
        return [
            *([f"{stayed} where they are"] if self.nowhere else []),
            *([entry] if self.has_entry and before.entry == after.entry else []),
        ]


def find_standing(area: Area, room: int) -> Standing:
    """What stands on a room: where the floor nearest to its height is one of the room's.

    Path points have no height, so they are over the room that the game finds first.
    """
    ground = ground_of(area)
    instances = list_instances(area)
    places = np.array([instance.position for instance in instances]).reshape(-1, 3)
    under = ground.find_faces(places[:, :2], places[:, 2]).room.tolist()
    entry = area.entry
    floor = ground.find_face(*entry) if entry is not None and np.isfinite(entry).all() else None
    return Standing(
        tuple(each for each, index in zip(instances, under, strict=True) if index == room),
        _path_points_over(area, ground, room),
        floor is not None and floor.room == room,
        under.count(-1),
    )


def _path_points_over(area: Area, ground: Ground, room: int) -> tuple[int, ...]:
    if area.path_points is None:
        return ()
    points = area.path_points.points.astype(np.float64)
    usable = np.flatnonzero(np.isfinite(points).all(axis=1))
    rooms = ground.find_faces(points[usable]).room
    return tuple(usable[rooms == room].tolist())


def tell_left_behind(area: Area, room: int) -> tuple[str, ...]:
    """What would stand over no floor of its own any more if a room was taken out, in words."""
    standing = find_standing(area, room)
    parts = list_counts(standing.lists)
    if standing.path_points:
        parts.append(count_of(len(standing.path_points), "path point"))
    if standing.has_entry:
        parts.append("the entry of the player")
    return (f"what stood on its floor stays where it is: {short_list(parts)}",) if parts else ()


@dataclass(frozen=True)
class RoomMove:
    """A room that was moved by ``offset``: the edit of the area, and what came of it.

    ``parted`` are the doorways that meet no longer; ``standing`` is what moved along, None where
    that was not asked for. ``followed`` tells in words what went along and which links changed.
    """

    edit: RoomEdit
    index: int
    offset: Vector
    parted: tuple[Parted, ...] = ()
    standing: Standing | None = None
    followed: tuple[str, ...] = ()

    @property
    def area(self) -> Area:
        """The area with the room in its new place."""
        return self.edit.area

    @property
    def parted_notes(self) -> list[str]:
        """What became of each of the ``parted`` doorways; among the notes of the edit."""
        return _parted_notes(self.area, self.parted)


def _parted_notes(area: Area, parted: tuple[Parted, ...]) -> list[str]:
    return [
        f"its doorway to {printable(area.rooms[each.other].name)} {each.reason}" for each in parted
    ]


def move_room(
    area: Area,
    which: int | str,
    offset: Vector | None = None,
    *,
    to: Vector | None = None,
    objects: bool = False,
    relink: bool = False,
) -> RoomMove:
    """The area with a room moved by ``offset`` metres, or ``to`` a position in the layout.

    Its walkmesh and its door hooks go with it, and it is linked to all that it meets then; links
    that meet nothing any more stay, and are counted in a note. With ``relink`` they are taken out,
    on both sides. With ``objects``, what the GIT and the PTH put on its floor goes along, too, and
    the player's entry. Raises `KeyError` for no such room, `ValueError` for
    what cannot be moved, or no place.

        move = kl.move_room(kl.load_area("my_mod"), "m55aa_02", (0, 0, 0.5), objects=True)
        [each.reason for each in move.parted]          # ["now has a step of 50.0 cm"]
        kl.write_area(move.area, "edited")
    """
    if (offset is None) == (to is None):
        raise ValueError("give either how far a room is moved, or where to")
    room = choose_room(area, which)
    if to is not None:
        x, y, z = (a - b for a, b in zip(to, room.position, strict=True))
        offset = x, y, z
    assert offset is not None
    edit = shift_room(area, room.index, offset)
    parted = find_parted(area, room.index, offset)
    notes = _parted_notes(area, parted)
    standing = None
    if objects:
        standing = find_standing(area, room.index)
        if not any(offset[:2]):  # path points have no height
            standing = replace(standing, path_points=())
        along = _moved_along(edit.area, standing, offset)
        notes += standing.list_notes(area, along)
        edit = replace(edit, area=along)
    edit = replace(edit, notes=(*edit.notes, *notes))
    joined = relink_room(area, edit, room.index) if relink else join_room(edit, room.index)
    followed = list_followed(area, joined.area, room.index, standing, joined.links)
    return RoomMove(joined, room.index, offset, parted, standing, tuple(followed))


def _moved_along(area: Area, standing: Standing, offset: Vector) -> Area:
    """The area in which what stood on a room has moved along."""
    area = move_instances(area, standing.instances, offset)
    if area.path_points is not None and standing.path_points:
        points = area.path_points.points.astype("f8")
        points[list(standing.path_points)] += offset[:2]
        area = area.with_path_points(area.path_points.replaced(points))
    if standing.has_entry and area.entry is not None:
        x, y, z = (a + b for a, b in zip(area.entry, offset, strict=True))
        area = with_entry(area, (x, y, z))
    return area


def with_entry(area: Area, place: Vector, direction: tuple[float, float] | None = None) -> Area:
    """The area with its entry there; as it is where its module.ifo is not at hand."""
    try:
        return move_entry(area, place, direction)
    except FormatError:
        return area
