"""`find_model_floor`: how high the floor is that the player sees, out of a room's model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from kotorlevel.area.edit.rooms import choose_room
from kotorlevel.area.models import find_model
from kotorlevel.core.remember import remember
from kotorlevel.mesh.arrays import cross_sides
from kotorlevel.query.drawn import FARTHEST, engine_of, is_solid, list_drawn

if TYPE_CHECKING:
    from kotorlevel.area.area import Area, Room
    from kotorlevel.core.types import Flags, Floats
    from kotorlevel.formats.mdl import Model
    from kotorlevel.query.engine.run import Engine

_RIM = 0.005
"""Metres beside a triangle that still count as on it: corners of walkmeshes are rounded, and those
at the end of a floor would fall on what is below."""

_SAME_FLOOR = 0.05
"""Metres between heights that are of one floor, where one stands on it and beside it."""

_LEVEL = 1e-3
"""A triangle whose unit normal has less z than this stands upright."""

_TURNS = np.arange(8) * (np.pi / 4)
_BESIDE = np.stack([np.cos(_TURNS), np.sin(_TURNS), np.zeros(8)], axis=1) * _RIM
_PROBES = np.concatenate([np.zeros((1, 3)), _BESIDE])


@dataclass(frozen=True, eq=False)
class _Shown:
    """The triangles of a model that look up, their normals (T, 3), and which are solid (T,)."""

    engine: Engine
    normals: Floats
    solid: Flags


def find_model_floor(area: Area, room: int | str, points: ArrayLike, within: float = 2.0) -> Floats:
    """(n,) the height of the floor that a room's model shows above or below each of ``points``.

    ``points`` are (n, 3) in metres. Of several drawn triangles that look up, the one nearest in
    height counts, if it is no more than ``within`` metres away: NaN where there is none. Of a floor
    and what is see-through right on it, the floor; plants and cloth are none. A point up to 5 mm
    beside a triangle is on it::

        heights = kl.find_model_floor(area, "m55aa_02", mesh.vertices)

    Raises `KeyError` for a room that is not there, and `ValueError` where it has no model that can
    be read, for points that are not finite, and for a distance that is none.
    """
    if not 0 < within < np.inf:
        raise ValueError(f"{within} is not a distance in which a floor could be")
    places = np.asarray(points, np.float64)
    if places.size == 0:
        places = places.reshape(0, 3)
    if places.ndim != 2 or places.shape[1] != 3 or not np.isfinite(places).all():
        raise ValueError("points are rows of three finite numbers")
    shown = _find_shown(area, choose_room(area, room))
    if not len(shown.solid):
        return np.full(len(places), np.nan)
    every, solid = (
        _find_heights(shown, allowed, places, within)
        for allowed in (np.ones(len(shown.solid), bool), shown.solid)
    )
    # Stains, puddles and light lie a little above the floor that one walks on.
    with np.errstate(invalid="ignore"):
        further = np.abs(solid - places[:, 2]) - np.abs(every - places[:, 2])
        return np.where(further <= _SAME_FLOOR, solid, every)


def _find_heights(shown: _Shown, allowed: Flags, places: Floats, within: float) -> Floats:
    """(n,) the nearest height of ``allowed`` triangles, NaN for none."""
    count = len(places)
    if not count or not allowed.any():
        return np.full(count, np.nan)
    probes = (places[None] + _PROBES[:, None]).reshape(-1, 3)
    face = shown.engine.find_floors(allowed, probes)[0].reshape(len(_PROBES), count)
    # As high as the plane of the triangle is at the point itself: beside it a slope is elsewhere.
    corner = shown.engine.faces.corners[face, 0].astype(np.float64)
    normal = shown.normals[face]
    x, y, _ = np.moveaxis(corner - places, -1, 0)
    height = corner[..., 2] + (x * normal[..., 0] + y * normal[..., 1]) / normal[..., 2]
    apart = np.where(face >= 0, np.abs(height - places[:, 2]), np.inf)
    apart[apart > within] = np.inf
    best = apart.argmin(axis=0)
    rows = np.arange(count)
    # Beside it there may be the same floor, a little nearer: where one stands is what counts.
    best[apart[0] <= apart[best, rows] + _SAME_FLOOR] = 0
    return np.where(np.isfinite(apart[best, rows]), height[best, rows], np.nan)


def _find_shown(area: Area, room: Room) -> _Shown:
    found = find_model(area, room.index)
    if found.error is not None:
        raise ValueError(f"the model of {room.name} cannot be read: {found.error}")
    model = found.model
    if model is None:
        raise ValueError(
            f"{room.name} has no model here that would show a floor: put {room.name}.mdl and "
            f"{room.name}.mdx beside the walkmesh, or name the game's folder"
        )
    return remember(model, ("shown floor", room.position), lambda: _collect(model, room))


def _collect(model: Model, room: Room) -> _Shown:
    parts, solid = [np.empty((0, 3, 3))], [np.empty(0, bool)]
    for node, points in list_drawn(model, room.position):
        if node.mesh is None or node.kind != "mesh":  # what dangles, or moves with bones
            continue
        corners = points[node.mesh.corners.astype(np.int64)]
        parts.append(corners)
        solid.append(np.full(len(corners), is_solid(node)))
    every = np.concatenate(parts)
    near = (np.abs(every) < FARTHEST).all(axis=(1, 2))
    # As the engine has them, so that plane and triangle are one.
    triangles = every[near].astype(np.float32)
    crosses = cross_sides(triangles.astype(np.float64))
    size = np.linalg.norm(crosses, axis=1)
    normals = crosses / np.where(size > 0, size, 1.0)[:, None]
    up = normals[:, 2] >= _LEVEL
    engine = engine_of(triangles[up], normals[up, 2])
    return _Shown(engine, normals[up], np.concatenate(solid)[near][up])
