"""The models of an area's rooms: what the player sees of them. They are read when asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kotorlevel.core.errors import FormatError
from kotorlevel.core.memory import recall
from kotorlevel.core.remember import remember

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.area.install.resources import Resource
    from kotorlevel.formats.mdl import Model


@dataclass(frozen=True, eq=False)
class RoomModel:
    """The model of room ``index``; None where there is none, or none that can be read (``error``).

    ``resource`` is its MDL as it was found.
    """

    index: int
    model: Model | None = None
    resource: Resource | None = None
    error: FormatError | None = None


def find_model(area: Area, index: int) -> RoomModel:
    """The model of a room, as the game would find it; it is read once.

    kl.find_model(area, 3).model
    """
    return remember(area, ("model", index), lambda: _read(area, index))


def _read(area: Area, index: int) -> RoomModel:
    room = area.room(index)
    if area.lookup is None or room.is_empty_slot:
        return RoomModel(index)
    resource = area.lookup.find(room.name, "mdl")
    if room.model is not None:
        return RoomModel(index, room.model, resource)
    source = resource.source if resource is not None else f"{room.name}.mdl"
    try:
        data, beside = _read_file(area, room.name, "mdl"), _read_file(area, room.name, "mdx")
        if data is None:
            return RoomModel(index)
        from kotorlevel.formats.mdl import parse_model  # most levels that are read have no models

        # The files may have changed since they were read for the area before an edit.
        key = "model", source, data, beside
        model = recall(key, (), lambda: parse_model(data, source, beside))
        return RoomModel(index, model, resource)
    except FormatError as error:
        return RoomModel(index, None, resource, error)


def _read_file(area: Area, name: str, kind: str) -> bytes | None:
    """What is to be written with the area, as the model of a new room, or what its files have."""
    if (data := area.extra.get((name.lower(), kind))) is not None:
        return data
    found = area.lookup.find(name, kind) if area.lookup is not None else None
    return None if found is None else found.read()
