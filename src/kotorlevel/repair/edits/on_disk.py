"""What the files of a level have, by their names; and an area after some of them were written."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import replace
from typing import TypeVar

from kotorlevel.area.area import Area, Room
from kotorlevel.area.write import as_changed, list_changes
from kotorlevel.core.resource import name_key, same_name
from kotorlevel.repair.edits.opened import LevelToEdit, as_owned, with_contents

T = TypeVar("T")

Digests = dict[str, str]
"""Name of a file in small letters → what tells its content from any other."""


def files_of_rooms(area: Area) -> set[str]:
    """The names of the walkmeshes that an area has files of, also of those that nobody can read."""
    return {f"{room.name}.wok".lower() for room in area.rooms if room.resource is not None}


def contents_of(area: Area, level: LevelToEdit) -> dict[str, bytes]:
    """File → what is in it, for the files of an area that edits can change."""
    rooms = tuple(replace(room, resource=None) for room in area.rooms)
    bare = replace(area, files={}, lookup=None, rooms=rooms, extra={})
    plain = level.as_changed(bare) if level.is_alone else as_changed(bare)
    return {c.filename.lower(): c.data for c in list_changes(plain)} | further_of(area)


def further_names(area: Area) -> tuple[tuple[str, str], ...]:
    """Name and extension of files that edits change and an area has no part for."""
    return ("module", "ifo"), (area.name, "are")


def further_of(area: Area) -> dict[str, bytes]:
    """The same for those that an area has no part for: where one enters, the sound of rooms."""
    found = {}
    for name, kind in further_names(area):
        file = area.lookup.find(name, kind) if area.lookup is not None else None
        own = (each for key, each in area.extra.items() if _is_named(key, name, kind))
        data = next(own, None)
        if data is None and file is not None:
            data = file.read()
        if data is not None:
            found[f"{name}.{kind}".lower()] = data
    return found


def _is_named(key: tuple[str, str], name: str, kind: str) -> bool:
    return key[1] == kind and same_name(key[0], name)


def digests_of(area: Area, level: LevelToEdit) -> Digests:
    """What tells the contents of an area's files from others."""
    found = contents_of(area, level)
    return {name: hashlib.sha256(data).hexdigest() for name, data in found.items()}


def find_differences(one: Digests, other: Digests) -> list[str]:
    """The names of files that are not the same in both."""
    names = one.keys() | other.keys()
    return sorted(name for name in names if one.get(name) != other.get(name))


def pinned(area: Area, further: dict[str, bytes]) -> Area:
    """The area that finds its ``further`` files as they are here, whatever is written later.

    An edit after an undone one begins with them, and not with what that one has left.
    """
    if area.lookup is None or not further:
        return area
    return replace(area, lookup=with_contents(area.lookup, further))


def after_saving(
    area: Area, saved: Area, disk: Area, own: Collection[str], further: dict[str, bytes]
) -> Area:
    """An ``area``, of any step, that knows which of its parts the files have now.

    ``saved`` is the one that was written, ``disk`` what was read then.
    """
    meshes = {name_key(room.name): room.mesh for room in saved.rooms}

    def known(room: Room) -> Room:
        is_saved = room.mesh is meshes.get(name_key(room.name))
        return replace(room, loaded=room.mesh if is_saved else None)

    now = as_owned(area, disk, own)
    now = replace(now, rooms=tuple(map(known, now.rooms)))
    if disk.lookup is None:  # one walkmesh alone
        return now
    now = replace(
        now,
        loaded_layout=_same(area.layout, saved.layout),
        loaded_visibility=_same(area.visibility, saved.visibility),
        loaded_git=_same(area.git, saved.git),
        loaded_path_points=_same(area.path_points, saved.path_points),
    )
    return pinned(now, further)


def _same(part: T, saved: T) -> T | None:
    return part if part is saved else None
