"""The models of an area's rooms: what the player sees of them. They are read when asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kotorlevel.area.install.resources import Resource
from kotorlevel.core.errors import FormatError
from kotorlevel.core.memory import recall
from kotorlevel.core.remember import remember
from kotorlevel.core.resource import TYPE_IDS

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
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
    resource = area.lookup.find(room.name, "mdl") or _find_new(area, room.name)
    if room.model is not None or resource is None:
        return RoomModel(index, room.model, resource)
    source = resource.source
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


def _find_new(area: Area, name: str) -> Resource | None:
    """The model of a new room, which is to be written with the area."""
    data = area.extra.get((name.lower(), "mdl"))
    return None if data is None else Resource(name, TYPE_IDS["mdl"], f"{name}.mdl", lambda: data)


def _read_file(area: Area, name: str, kind: str) -> bytes | None:
    """What is to be written with the area, as the model of a new room, or what its files have."""
    if (data := area.extra.get((name.lower(), kind))) is not None:
        return data
    found = area.lookup.find(name, kind) if area.lookup is not None else None
    return None if found is None else found.read()
