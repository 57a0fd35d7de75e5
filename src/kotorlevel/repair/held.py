"""Repairing an area that is a value: its files as they are in memory."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from kotorlevel.area.area import Area, Room
from kotorlevel.area.install.game import Game
from kotorlevel.area.install.level import Level
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.resources import Resource
from kotorlevel.area.install.sources import ResourceSource
from kotorlevel.area.load import read_level
from kotorlevel.area.write import list_changes
from kotorlevel.checks.files import area_files
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import find_type, name_key
from kotorlevel.repair.area import SwappedSource, overlaid

_REPAIRED = tuple(map(find_type, ("lyt", "vis", "pth", "git", "are", "wok")))
"""What can be repaired; other parts of the area, such as the IFO, are read along."""


@dataclass(frozen=True)
class HeldFile:
    """A file of the area: what stands for its path, what reports call it, and its bytes."""

    path: Path
    name: str
    data: bytes


class HeldArea:
    """An area whose files are in memory, as `RepairableArea` takes a layout.

    With ``own`` only resources of these places are to be repaired.
    """

    def __init__(self, area: Area, own: Collection[str] | None = None) -> None:
        self.area = area
        self._own = own
        self.path = _path_of(area.name, "lyt")
        self._held = {_key(each): each for each in _list_resources(area)}

    @property
    def files(self) -> Iterator[HeldFile]:
        """The files that can be repaired."""
        for resource in self._held.values():
            is_own = self._own is None or resource.place in self._own
            if is_own and resource.type in _REPAIRED and resource.path is not None:
                yield HeldFile(resource.path, resource.source, resource.read())

    def find_level(self, game: Game | None = None) -> Level:
        """The level of the area: files in memory are where they were read from, new ones first."""
        del game  # what the area was read with is in its own lookup
        lookup = self.area.lookup or Lookup(())
        known = tuple(SwappedSource(each, self._swap) for each in lookup.sources)
        new = _NewFiles([each for each in self._held.values() if not self._is_in(each, known)])
        sources: tuple[ResourceSource, ...] = (new, *known) if new.held else known
        found = Lookup(sources, lookup.replaced)
        return Level(self.area.name, found, sources[:1], self.area.module)

    def _swap(self, resource: Resource) -> Resource:
        return self._held.get(_key(resource), resource)

    @staticmethod
    def _is_in(resource: Resource, sources: Iterable[ResourceSource]) -> bool:
        copies = (source.find_all(resource.name, resource.type) for source in sources)
        return any(resource in found for found in copies)

    def with_files(self, contents: Mapping[Path, bytes]) -> Area:
        """The area with other contents in some files; what they hold counts as edited."""
        if not contents:
            return self.area
        full = {path.resolve(): data for path, data in contents.items()}
        old, new = self.area, read_level(overlaid(self.find_level(), full), self.area.surfaces)
        names = {"lyt": "layout", "vis": "visibility", "pth": "path_points"}
        parts: dict[str, Any] = {
            name: getattr(new, name)
            for kind, name in names.items()
            if _path_of(old.name, kind) in contents
        }
        if _path_of(old.name, "git") in contents:
            parts |= {"git": new.git, "doors": new.doors, "placeables": new.placeables}
        if (path := _path_of(old.name, "are")) in contents:
            parts["extra"] = {**old.extra, (old.name.lower(), "are"): contents[path]}
        return replace(old, rooms=tuple(self._as_edited(r, contents) for r in new.rooms), **parts)

    def _as_edited(self, room: Room, contents: Mapping[Path, bytes]) -> Room:
        """A room as read from memory, as an edit of the room that it was."""
        old = self.area.find_room(room.name)
        if old is None:
            return room
        mesh = room.mesh if _path_of(room.name, "wok") in contents else old.mesh
        return replace(old, index=room.index, position=room.position, mesh=mesh)


def _path_of(name: str, kind: str) -> Path:
    return Path(name_key(f"{name}.{kind}"))


def _key(resource: Resource) -> tuple[str, str]:
    return resource.place, name_key(resource.filename)


class _NewFiles:
    """A source of resources that are in memory, and were never in a file."""

    place = what = "memory"

    def __init__(self, held: list[Resource]) -> None:
        self.held = held

    def find_all(self, name: str, kind: str | int) -> list[Resource]:
        """The resource of that name and type: one, or none."""
        wanted = name_key(name), find_type(kind)
        return [each for each in self.held if (name_key(each.name), each.type) == wanted]

    def resources(self) -> Iterator[Resource]:
        """All of them."""
        return iter(self.held)


def _list_resources(area: Area) -> Iterator[Resource]:
    """The files of the area as they would be written, each with its name as its path."""
    changes = {name_key(change.filename): change for change in list_changes(area)}
    beside = (area.files.get(kind) for kind in ("pth", "git", "are"))
    for resource in (*area_files(area), *filter(None, beside)):
        if name_key(resource.filename) not in changes:
            try:
                data = resource.read()
            except FormatError:  # then there is nothing in it to be repaired
                continue
            yield _hold(resource.name, resource.type, resource.place, data)
    for change in changes.values():
        place = change.old.place if change.old is not None else change.filename
        yield _hold(change.name, change.type, place, change.data)


def _hold(name: str, kind: int, place: str, data: bytes) -> Resource:
    resource = Resource(name, kind, place, partial(bytes, data), len(data))
    return replace(
        resource, path=_path_of(name, resource.extension) if resource.safe_filename else None
    )
