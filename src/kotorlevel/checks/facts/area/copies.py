"""Which files of an area are there more than once with different content, and which copy counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kotorlevel.area.area import Area
from kotorlevel.area.objects import list_object_files
from kotorlevel.core.errors import FormatError
from kotorlevel.core.remember import remember
from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from kotorlevel.area.install.lookup import Copy
    from kotorlevel.area.install.resources import Resource
    from kotorlevel.area.install.sources import ResourceSource

Kind = Literal["normal", "dead", "game", "twice"]

_AREA_FILES = ("lyt", "vis", "are", "git", "pth")
_TABLES = ("surfacemat", "genericdoors", "placeables")
_FOLDERS = ("folder", "mod folder", "Override")
_OWN_FOLDERS = ("folder", "mod folder")


@dataclass(frozen=True)
class Shadow:
    """A copy of ``filename`` that another one, with other bytes, keeps from being used.

    ``winner`` and ``loser`` name the archives or folders, ``taken`` the copy that counts. ``kind``:
    ``normal`` for what the game itself has; ``dead`` for a copy that somebody made and a folder
    wins over; ``game`` where the game decides otherwise than the order of the sources: Override
    wins over every archive (FACTS 9); ``twice`` for two copies in one
    folder or archive.
    """

    kind: Kind
    filename: str
    winner: str
    loser: str
    taken: str


def list_shadows(area: Area) -> tuple[Shadow, ...]:
    """The copies of the area's files that are not used and differ from the one that is."""
    return remember(area, "shadows", lambda: tuple(_find_shadows(area)))


def _find_shadows(area: Area) -> Iterator[Shadow]:
    if area.lookup is None:
        return
    for name, extension in _list_files(area):
        copies = area.lookup.copies(name, extension, readable=True)
        if len(copies) > 1 and (data := _read(copies[0].resource)) is not None:
            for other in copies[1:]:
                if not _is_same_file(other.resource, copies[0].resource) and _differs(
                    other.resource, data
                ):
                    yield _shadow(copies[0], other)


def _list_files(area: Area) -> list[tuple[str, str]]:
    """Name and extension of what an area is made of, once each."""
    files = [(area.name, extension) for extension in _AREA_FILES]
    files += [("module", "ifo"), *((table, "2da") for table in _TABLES)]
    files += [(room.name, "wok") for room in area.rooms if not room.is_empty_slot]
    files += list_object_files(area.doors, area.placeables)
    once = {(name_key(name), extension): (name, extension) for name, extension in files if name}
    return list(once.values())


def _read(resource: Resource) -> bytes | None:
    try:
        return resource.read()
    except FormatError:
        return None


def _is_same_file(one: Resource, other: Resource) -> bool:
    """True for one file found twice: in a folder, and in that folder with all below it."""
    return one.path is not None and (one.path, one.filename) == (other.path, other.filename)


def _differs(resource: Resource, data: bytes) -> bool:
    """True for other bytes; a copy that cannot be read is no copy."""
    if resource.size not in (-1, len(data)):
        return True
    other = _read(resource)
    return other is not None and other != data


def _shadow(first: Copy, other: Copy) -> Shadow:
    above, below = first.source, other.source
    places = _holder(first), _holder(other), first.resource.place
    kind: Kind = "normal"
    if above is below or above.place == below.place:  # the folder itself, and all below it
        kind = "twice"
    elif below.what == "Override" and above.what == "archive":
        kind, places = "game", (below.place, above.place, other.resource.place)
    elif above.what in _FOLDERS and (below.what in _OWN_FOLDERS or _is_mod(below)):
        kind = "dead"
    return Shadow(kind, first.resource.filename, *places)


def _holder(copy: Copy) -> str:
    """The archive or folder that holds a copy."""
    return copy.resource.place if copy.source.what == "KEY" else copy.source.place


def _is_mod(source: ResourceSource) -> bool:
    """True for a module that somebody has made: the game's own ones are RIMs."""
    return source.place.lower().endswith(".mod")
