"""The game's own map of a level, to be laid under it: its pixels, and where its corners are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.area.gamemap.fields import HEIGHT, WIDTH, find_map_fields
from kotorlevel.area.gamemap.picture import find_map_picture, map_name
from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.area.area import Area

_CORNERS = ((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT))
_FARTHEST = 1e7


@dataclass(frozen=True, eq=False)
class SceneGameMap:
    """What a scene has of the game's map: ``document``, and its pixels among the arrays."""

    document: dict[str, Any]
    arrays: dict[str, NDArray[Any]]


def find_scene_game_map(area: Area | None) -> SceneGameMap:
    """The map of the area by the fields of its ARE, where picture and fields are at hand."""
    if area is None:
        return _none("A single walkmesh has no map.")
    try:
        fields = find_map_fields(area)
        if fields is None or fields.is_absent:
            return _none("No ARE with the fields of a map is at hand.")
        image = find_map_picture(area)
    except FormatError as error:
        return _none(f"The game's map cannot be read: {printable(str(error), 200)}")
    if image is None:
        return _none(f"Its picture, {printable(map_name(area.name))}, is not at hand.")
    if fields.fault:
        return _none(f"The fields of the map place nothing: {fields.fault}")
    corners = fields.to_world(_CORNERS)
    if not (np.abs(corners) < _FARTHEST).all():
        return _none("The fields of the map put it beyond all places.")
    pixels = image.resized(512, HEIGHT).pixels[:, :WIDTH, :3]
    document = {"here": True, "reason": "", "corners": (corners.round(3) + 0.0).tolist()}
    return SceneGameMap(document, {"gameMap": np.ascontiguousarray(pixels).reshape(-1)})


def _none(reason: str) -> SceneGameMap:
    return SceneGameMap({"here": False, "reason": reason, "corners": []}, {})
