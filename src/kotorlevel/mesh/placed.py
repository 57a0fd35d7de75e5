"""Where the walkmesh of a placeable or door stands: in its model, and in an area."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.formats.bwm.tables import AREA_KIND, DOOR_STATES
from kotorlevel.mesh.arrays import read_only

if TYPE_CHECKING:
    from kotorlevel.mesh.walkmesh import Walkmesh


def door_state(name: str) -> str | None:
    """The door state that a DWK's name stands for, or None: ``dor_lhr01_0.dwk`` is closed.

    Node names of a text (``…_DWK_wg_open1``) are understood as well.
    """
    stem = PurePath(name).name.lower()
    for state in DOOR_STATES:
        if stem.endswith(f"_wg_{state}"):
            return state
    if not stem.endswith((".dwk", ".dwk.ascii")):
        return None
    digit = stem.removesuffix(".ascii").removesuffix(".dwk")[-1:]
    return DOOR_STATES[int(digit)] if digit in {"0", "1", "2"} else None


def is_door_file(name: str) -> bool | None:
    """Whether a file is a door's walkmesh or a placeable's, by its name; None if it is neither."""
    name = name.lower().removesuffix(".ascii")
    return name.endswith(".dwk") if name.endswith((".dwk", ".pwk")) else None


def model_vertices(mesh: Walkmesh) -> NDArray[np.float64]:
    """(V, 3) the vertices in the space of the object's model; a room's are in area space."""
    vertices = mesh.vertices.astype(np.float64)
    return vertices if mesh.is_area else vertices + mesh.position.astype(np.float64)


def placed_vertices(mesh: Walkmesh, place: Sequence[float], bearing: float) -> NDArray[np.float64]:
    """(V, 3) the vertices of an object at ``place`` (x, y, z), turned by ``bearing`` (radians)."""
    return _placed(model_vertices(mesh), place, bearing)


def use_hook_origin(mesh: Walkmesh, is_door: bool | None = None) -> NDArray[np.float64]:
    """(3,) where in the object's model its relative use hooks are counted from.

    Those of a door count from its position, as its vertices do; those of a placeable are in the
    model already (FACTS 1). Where nobody knows which of the two it is, a door is told by its
    absolute use hooks: no placeable of the games has any.
    """
    if is_door is None:
        sums = (mesh.absolute_hooks == mesh.relative_hooks + mesh.position).all(axis=1)
        is_door = bool(mesh.absolute_hooks.any() or (sums & mesh.relative_hooks.any(axis=1)).any())
    return mesh.position.astype(np.float64) if is_door else np.zeros(3)


def model_use_hooks(
    mesh: Walkmesh, is_door: bool | None = None
) -> tuple[NDArray[np.float64] | None, ...]:
    """The two use hooks in the space of the object's model, each None where it is not set."""
    origin = use_hook_origin(mesh, is_door)
    return tuple(hook + origin if hook.any() else None for hook in mesh.relative_hooks)


def local_use_hooks(
    mesh: Walkmesh, is_door: bool | None = None
) -> tuple[NDArray[np.float64] | None, ...]:
    """The two use hooks in the space of the mesh's own vertices, each None where it is not set."""
    hooks = model_use_hooks(mesh, is_door)
    return tuple(None if hook is None else hook - mesh.position for hook in hooks)


def placed_use_hooks(
    mesh: Walkmesh, place: Sequence[float], bearing: float, is_door: bool | None = None
) -> tuple[NDArray[np.float64] | None, ...]:
    """The two use hooks of an object at ``place``, turned by ``bearing`` (radians)."""
    return tuple(
        None if hook is None else _placed(hook[None], place, bearing)[0]
        for hook in model_use_hooks(mesh, is_door)
    )


def place_mesh(
    mesh: Walkmesh, place: Sequence[float], bearing: float, is_door: bool | None = None
) -> Walkmesh:
    """The walkmesh of an object, standing in its area: vertices and use hooks are in its space."""
    with np.errstate(over="ignore", invalid="ignore"):  # too far away: then it is nowhere
        vertices = placed_vertices(mesh, place, bearing).astype(np.float32)
        hooks = np.zeros((2, 3), np.float32)
        for row, hook in enumerate(placed_use_hooks(mesh, place, bearing, is_door)):
            if hook is not None:
                hooks[row] = hook
    return replace(
        mesh,
        vertices=read_only(vertices),
        position=read_only(np.zeros(3, np.float32)),
        relative_hooks=read_only(hooks),
        absolute_hooks=read_only(hooks),
    )


def bake(
    mesh: Walkmesh, place: Sequence[float], bearing: float = 0.0, is_door: bool | None = None
) -> Walkmesh:
    """A room's walkmesh of an object that stands somewhere; see `Walkmesh.baked`."""
    if mesh.is_area:
        raise ValueError("this is the walkmesh of a room: it is in area space already")
    placed = place_mesh(mesh, place, bearing, is_door)
    none = read_only(np.zeros((2, 3), np.float32))
    room = replace(placed, kind=AREA_KIND, relative_hooks=none)
    return room.regrouped(mesh.walkable)


def _placed(
    points: NDArray[np.float64], place: Sequence[float], bearing: float
) -> NDArray[np.float64]:
    """Points turned about the vertical, then moved."""
    offset = np.asarray(place, np.float64)
    if offset.shape != (3,) or not np.isfinite(offset).all() or not math.isfinite(bearing):
        raise ValueError(f"an object stands at three finite numbers and a bearing, not {place!r}")
    cos, sin = math.cos(bearing), math.sin(bearing)
    turned: NDArray[np.float64] = points @ np.array([(cos, sin, 0), (-sin, cos, 0), (0, 0, 1)])
    return turned + offset
