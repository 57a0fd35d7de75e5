"""What the ARE says of single rooms, by their names: how they sound, and whether it rains there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import same_name
from kotorlevel.formats.gff import Gff, Struct, StructList, parse_gff

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
    data = are.with_value(_ROOMS, value=rows).to_bytes()
    others = {key: each for key, each in area.extra.items() if not _is_are(area, key)}
    return replace(area, extra={**others, (area.name.lower(), "are"): data})


def _read_are(area: Area) -> Gff | None:
    """The ARE; None where there is none that can be read and has rooms."""
    data = next((each for key, each in area.extra.items() if _is_are(area, key)), None)
    found = area.lookup.find(area.name, "are") if area.lookup is not None else None
    try:
        if data is None and found is not None:
            data = found.read()
        are = None if data is None else parse_gff(data, f"{area.name}.are")
    except FormatError:  # which is told by who checks it
        return None
    return are if are is not None and isinstance(are.get(_ROOMS), StructList) else None


def _is_are(area: Area, key: tuple[str, str]) -> bool:
    return key[1] == "are" and same_name(key[0], area.name)


def _is_named(row: Struct, name: str) -> bool:
    own = row.get("RoomName")
    return isinstance(own, str) and same_name(own, name)
