"""The rooms of a whole area, to be asked, and what stands in them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kotorlevel.area.area import Area, Room
from kotorlevel.area.install.level import Level
from kotorlevel.area.load import read_level
from kotorlevel.area.objects import Door, Placeable
from kotorlevel.core.errors import InputError
from kotorlevel.core.resource import name_key
from kotorlevel.core.words import count_of
from kotorlevel.mesh.io import note_on_text
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.query.rooms import Rooms, several_files, shown


def rooms_of_area(
    level: Level, surfaces: Materials | None, *, doors: bool, placeables: bool
) -> Rooms:
    """The rooms of a level, then its doors and placeables where they are wanted.

    Raises `InputError` where no room has a walkmesh, or nobody can tell which one it is.
    """
    area = read_level(level)
    where = area.files["lyt"].source
    _refuse_several(level, area)
    surfaces = surfaces or area.surfaces
    notes: list[str] = []
    meshes = [_mesh_of(room, surfaces, notes) for room in area.rooms]
    _refuse_none(where, area, meshes)
    notes = [*_lacking(where, area, meshes), *_spare(where, level, area), *notes]
    groups: dict[str, tuple[Door | Placeable, ...]] = {}
    groups |= {"door": area.doors} if doors else {}
    groups |= {"placeable": area.placeables} if placeables else {}
    standing = [each for group in groups.values() for each in group]
    placed = [each.placed() for each in standing]
    notes += _notes_on_things(where, area, groups)
    names = [room.name for room in area.rooms]
    names += [each.tag or each.template for each in standing]
    return Rooms(
        names=tuple(names),
        meshes=(*meshes, *(mesh and replace(mesh, surfaces=surfaces) for mesh in placed)),
        surfaces=surfaces,
        notes=tuple(notes),
        door_count=len(groups.get("door", ())),
        placeable_count=len(groups.get("placeable", ())),
    )


def _mesh_of(room: Room, surfaces: Materials, notes: list[str]) -> Walkmesh | None:
    """The walkmesh of a room with these surfaces; ``notes`` get why there is none."""
    if room.error is not None:
        notes.append(f"{room.error}: this room is left out")
    if room.mesh is None:
        return None
    if room.mesh.text and room.resource is not None:
        notes.append(note_on_text(room.resource.source))
    return replace(room.mesh, surfaces=surfaces)


def _refuse_several(level: Level, area: Area) -> None:
    """A room with several files, none of which is nearer than the others."""
    folders = [source for source in level.own if source.what.startswith("folder")]
    for room in area.rooms:
        for source in folders:
            if found := source.find_all(room.name, "wok"):
                if len(found) > 1:
                    raise several_files([each.source for each in found])
                break


def _refuse_none(where: str, area: Area, meshes: Sequence[Walkmesh | None]) -> None:
    if any(mesh is not None for mesh in meshes):
        return
    looked = shown(f"{room.name}.wok" for room in area.rooms if not room.is_empty_slot)
    none = f"none of its rooms has a walkmesh here; looked for {looked}"
    raise InputError(none if looked else "has no rooms", source=where)


def _lacking(where: str, area: Area, meshes: Sequence[Walkmesh | None]) -> list[str]:
    """That nothing is known of some rooms."""
    pairs = zip(area.rooms, meshes, strict=True)
    names = [room.name for room, mesh in pairs if mesh is None and not room.is_empty_slot]
    if not names:
        return []
    return [
        f"{where}: {len(names)} of {count_of(len(area.rooms), 'room')} without a walkmesh here, "
        f"so nothing is known there: {shown(names)}"
    ]


def _spare(where: str, level: Level, area: Area) -> list[str]:
    """That there are walkmeshes which are not in the layout."""
    known = {name_key(room.name) for room in area.rooms}
    names = {
        name_key(each.name): each.place.rpartition("/")[2]
        for source in level.own
        if source.what.startswith("folder")
        for each in source.resources()
        if each.extension == "wok" and name_key(each.name) not in known
    }
    return [f"{where}: not in the layout and left out: {shown(names.values())}"] if names else []


def _notes_on_things(
    where: str, area: Area, groups: Mapping[str, Sequence[Door | Placeable]]
) -> list[str]:
    """That doors or placeables that were asked for are not known, or not all of them."""
    if groups and area.git is None:
        return [f"{where}: no GIT here, so no doors or placeables are known; name the `module`"]
    notes = []
    for noun, group in groups.items():
        without = [each.tag or each.template for each in group if each.placed() is None]
        if without:
            notes.append(
                f"{where}: {len(without)} of {count_of(len(group), noun)} without a walkmesh, so "
                f"they stop nothing here: {shown(dict.fromkeys(without))}"
            )
    return notes
