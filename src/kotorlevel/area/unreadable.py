"""Walkmeshes that are there, but cannot be read: no edit may pass over their links."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kotorlevel.area.area import Room


def refuse_unreadable(rooms: Iterable[Room], where: str = "") -> None:
    """Raise `ValueError` for the first of the rooms whose walkmesh cannot be read.

    One that is not there is another thing: mods ship what they change. ``where`` names the area.
    """
    for room in rooms:
        if room.error is not None:
            start = f"{where}: " if where else ""
            file = room.resource.filename if room.resource is not None else f"{room.name}.wok"
            reason = ": ".join(part for part in (room.error.place, room.error.message) if part)
            text = f"{start}{file} cannot be read ({reason}), so its links cannot follow"
            raise ValueError(f"{text}: repair or replace it first, or remove that room")
