"""The ARE of an area, which the area itself does not hold: read, and put back as a file of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kotorlevel.core.resource import same_name
from kotorlevel.formats.gff import Gff, parse_gff

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.install.resources import Resource


def read_area_file(area: Area) -> Gff | None:
    """The ARE as it would be written now; None where there is none. Raises `FormatError`."""
    data = next((each for key, each in area.extra.items() if _is_are(area, key)), None)
    source = f"{area.name}.are"
    if data is None:
        found = find_area_file(area)
        if found is None:
            return None
        data, source = found.read(), found.source
    return parse_gff(data, source)


def find_area_file(area: Area) -> Resource | None:
    """Where the ARE was found; None where there is none, or it is new."""
    return area.lookup.find(area.name, "are") if area.lookup is not None else None


def with_area_file(area: Area, are: Gff) -> Area:
    """The area with another ARE, as its ``extra``."""
    others = {key: each for key, each in area.extra.items() if not _is_are(area, key)}
    return replace(area, extra={**others, (area.name.lower(), "are"): are.to_bytes()})


def _is_are(area: Area, key: tuple[str, str]) -> bool:
    return key[1] == "are" and same_name(key[0], area.name)
