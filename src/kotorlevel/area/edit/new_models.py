"""Models of new rooms, which are written with the area: they follow the names of their rooms."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kotorlevel.area.area import Area

_KINDS = ("mdl", "mdx")


def rename_new_model(area: Area, old: str, new: str) -> Area:
    """The area that writes the model of a new room under another name; itself if it has none."""
    kept, found = _without(area, old)
    if not found:
        return area
    return replace(area, extra={**kept, **{(new.lower(), kind): found[kind] for kind in found}})


def remove_new_model(area: Area, name: str) -> Area:
    """The area that writes no model of that name; itself if it has none."""
    kept, found = _without(area, name)
    return replace(area, extra=kept) if found else area


def _without(area: Area, name: str) -> tuple[dict[tuple[str, str], bytes], dict[str, bytes]]:
    keys = {(name.lower(), kind) for kind in _KINDS}
    kept = {key: data for key, data in area.extra.items() if key not in keys}
    return kept, {key[1]: data for key, data in area.extra.items() if key in keys}
