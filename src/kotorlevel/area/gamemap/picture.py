"""The texture of an area's map: what it is called, and the one that is at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import LONGEST_NAME
from kotorlevel.formats.images import Image, parse_image

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.install.resources import Resource

PREFIX = "lbl_map"

LONGEST_AREA = LONGEST_NAME - len(PREFIX)
"""Letters: the name of an area with more has no room for its map's."""

_KINDS = ("tpc", "tga")
"""In the order in which the game prefers them at one place."""


def map_name(area: str) -> str:
    """What the texture of an area's map is called: ``lbl_mapm55aa``."""
    return f"{PREFIX}{area}".lower()


def find_map_file(area: Area) -> Resource | None:
    """The texture of the area's map as the game would find it; None where none is at hand."""
    if area.lookup is None:
        return None
    for source in area.lookup.sources:
        for kind in _KINDS:
            try:
                if found := source.find_all(map_name(area.name), kind):
                    return found[0]
            except FormatError:  # an archive that cannot be read: told elsewhere
                break
    return None


def find_map_picture(area: Area) -> Image | None:
    """The picture of the area's map; None where none is at hand.

    Raises `FormatError` where it cannot be read.
    """
    found = find_map_file(area)
    return None if found is None else parse_image(found.read(), found.source)
