"""Names that belong together and are spelt differently: in the layout, the visibility, of files."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key
from kotorlevel.formats.lyt import parse_layout

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kotorlevel.area.area import Area
    from kotorlevel.area.install.resources import Resource

LEAST_LIKE = 0.8
"""How alike two names must be to be one that is misspelt: one letter of five may differ."""


def list_unused(area: Area) -> list[Resource]:
    """The walkmeshes beside the layout, or in its archive, that are no room of any layout there."""
    home = area.files.get("lyt")
    if area.lookup is None or home is None:
        return []
    beside = [
        each
        for source in area.lookup.sources
        if source.what.startswith(("folder", "archive"))
        for each in source.resources()
        if each.extension in ("wok", "lyt") and _is_beside(each, home)
    ]
    known = {name_key(room.name) for room in area.rooms}
    known |= {name_key(room.resource.name) for room in area.rooms if room.resource}
    for layout in (each for each in beside if each.extension == "lyt" and each != home):
        known |= _rooms_of(layout)
    woks = {name_key(each.name): each for each in beside if each.extension == "wok"}
    return [each for name, each in woks.items() if name not in known]


def _rooms_of(layout: Resource) -> set[str]:
    """The rooms of another layout; none where it cannot be read, which is told elsewhere."""
    try:
        return {name_key(room.name) for room in parse_layout(layout.read(), layout.source).rooms}
    except FormatError:
        return set()


def _is_beside(resource: Resource, home: Resource) -> bool:
    """True for a file of the folder, or a resource of the archive, that the layout is in."""
    if resource.place == home.place:
        return True
    if resource.path is None or home.path is None:
        return resource.place.rpartition("/")[0] == home.place.rpartition("/")[0]
    return resource.path.parent == home.path.parent and resource.path != home.path


def find_alike(name: str, others: Iterable[str]) -> str | None:
    """The one of ``others`` that ``name`` is a misspelling of; None where none or several are."""
    key = name_key(name)
    alike = sorted(
        (
            (SequenceMatcher(None, key, name_key(other)).ratio(), other)
            for other in others
            if abs(len(other) - len(name)) <= 2
        ),
        reverse=True,
    )
    if not alike or alike[0][0] < LEAST_LIKE:
        return None
    if len(alike) > 1 and alike[1][0] == alike[0][0]:
        return None
    return alike[0][1]
