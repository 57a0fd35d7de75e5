"""Which files of an area are there more than once with different content, and which copy counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kotorlevel.area.objects import DOOR_STATES
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kotorlevel.area.area import Area
    from kotorlevel.area.install.lookup import Lookup
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


def list_shadows(area: Area) -> Iterator[Shadow]:
    """The copies of the area's files that are not used and differ from the one that is."""
    if area.lookup is None:
        return
    for name, extension in _list_files(area):
        copies = _copies(area.lookup, name, extension)
        if len(copies) > 1 and (data := _read(copies[0][0])) is not None:
            for other in copies[1:]:
                if _differs(other[0], data):
                    yield _shadow(copies[0], other)


def _list_files(area: Area) -> list[tuple[str, str]]:
    """Name and extension of what an area is made of, once each."""
    files = [(area.name, extension) for extension in _AREA_FILES]
    files += [("module", "ifo"), *((table, "2da") for table in _TABLES)]
    files += [(room.name, "wok") for room in area.rooms if not room.is_empty_slot]
    for door in area.doors:
        files.append((door.template, "utd"))
        files += [(f"{door.model}{state}", "dwk") for state in range(DOOR_STATES) if door.model]
    for placeable in area.placeables:
        files += [(placeable.template, "utp"), (placeable.model, "pwk")]
    once = {(name_key(name), extension): (name, extension) for name, extension in files if name}
    return list(once.values())


_Copy = tuple["Resource", "ResourceSource"]


def _copies(lookup: Lookup, name: str, extension: str) -> list[_Copy]:
    """Every copy in the order of the lookup; an archive that cannot be read has none."""
    found = []
    for source in (*lookup.sources, *(source for source, _ in lookup.replaced)):
        try:
            found += [(resource, source) for resource in source.find_all(name, extension)]
        except FormatError:
            continue
    return found


def _read(resource: Resource) -> bytes | None:
    try:
        return resource.read()
    except FormatError:
        return None


def _differs(resource: Resource, data: bytes) -> bool:
    """True for other bytes; a copy that cannot be read is no copy."""
    if resource.size not in (-1, len(data)):
        return True
    other = _read(resource)
    return other is not None and other != data


def _shadow(first: _Copy, other: _Copy) -> Shadow:
    (winner, above), (loser, below) = first, other
    places = _holder(first), _holder(other), winner.place
    kind: Kind = "normal"
    if above is below:
        kind = "twice"
    elif below.what == "Override" and above.what == "archive":
        kind, places = "game", (below.place, above.place, loser.place)
    elif above.what in _FOLDERS and (below.what in _OWN_FOLDERS or _is_mod(below)):
        kind = "dead"
    return Shadow(kind, winner.filename, *places)


def _holder(copy: _Copy) -> str:
    """The archive or folder that holds a copy."""
    resource, source = copy
    return resource.place if source.what == "KEY" else source.place


def _is_mod(source: ResourceSource) -> bool:
    """True for a module that somebody has made: the game's own ones are RIMs."""
    return source.place.lower().endswith(".mod")
