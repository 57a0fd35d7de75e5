"""What the ARE says of single rooms, by their names: how they sound, and whether it rains there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.area.area_file import read_area_file, with_area_file
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import same_name
from kotorlevel.formats.gff import Gff, Struct, StructList

if TYPE_CHECKING:
    from kotorlevel.area.area import Area

_ROOMS = "Rooms"


def rename_sound(area: Area, old: str, new: str) -> Area:
    """The area whose ARE has a room under another name, as its ``extra``; itself if it has none."""
    are = _read_are(area)
    if are is None or not any(_is_named(row, old) for row in are[_ROOMS]):
        return area
    rows = [row.replaced(RoomName=new) if _is_named(row, old) else row for row in are[_ROOMS]]
    return _with_rows(area, are, rows)


def remove_sound(area: Area, name: str) -> Area:
    """The area whose ARE knows nothing of a room, as its ``extra``; itself if it never did."""
    are = _read_are(area)
    if are is None or not any(_is_named(row, name) for row in are[_ROOMS]):
        return area
    return _with_rows(area, are, [row for row in are[_ROOMS] if not _is_named(row, name)])


def _with_rows(area: Area, are: Gff, rows: list[Struct]) -> Area:
    return with_area_file(area, are.with_value(_ROOMS, value=rows))


def _read_are(area: Area) -> Gff | None:
    """The ARE; None where there is none that can be read and has rooms."""
    try:
        are = read_area_file(area)
    except FormatError:  # which is told by who checks it
        return None
    return are if are is not None and isinstance(are.get(_ROOMS), StructList) else None


def _is_named(row: Struct, name: str) -> bool:
    own = row.get("RoomName")
    return isinstance(own, str) and same_name(own, name)
