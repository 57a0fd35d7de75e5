"""Names that belong together and are spelt differently: in the layout, the visibility, of files."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from kotorlevel.core.resource import name_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kotorlevel.area.area import Area
    from kotorlevel.area.install.resources import Resource

LEAST_LIKE = 0.8
"""How alike two names must be to be one that is misspelt: one letter of five may differ."""


def list_unused(area: Area) -> list[Resource]:
    """The walkmeshes beside the layout, or in its archive, that are no room of it."""
    if area.lookup is None:
        return []
    known = {name_key(room.name) for room in area.rooms}
    home = area.files.get("lyt")
    found = {
        name_key(each.name): each
        for source in area.lookup.sources
        if source.what.startswith(("folder", "archive")) and home is not None
        for each in source.resources()
        if each.extension == "wok" and name_key(each.name) not in known and _is_beside(each, home)
    }
    return [*found.values()]


def _is_beside(resource: Resource, home: Resource) -> bool:
    """True for a file of the folder, or a resource of the archive, that the layout is in."""
    if resource.place == home.place:
        return True
    if resource.path is None or home.path is None:
        return False
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
