"""Meshes → ASCII text, for the engine or for the modding tools (FACTS 6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.errors import FormatError
from kotorlevel.core.types import Vector
from kotorlevel.formats.ascii import (
    AsciiNode,
    build_door_model,
    build_placeable_model,
    build_room_model,
    format_ascii_engine,
    format_ascii_model,
)
from kotorlevel.formats.bwm.tables import DOOR_STATES

if TYPE_CHECKING:
    from kotorlevel.mesh.walkmesh import Walkmesh


def room_to_ascii(mesh: Walkmesh, name: str) -> bytes:
    """A room as model text (``.wok.ascii``): area-space vertices, links as ``roomlinks``."""
    _require(mesh, area=True)
    return format_ascii_model(build_room_model(name, _node(mesh)))


def room_to_engine_ascii(mesh: Walkmesh, name: str = "") -> bytes:
    """A room as the engine's own text, with its box tree.

    Vertices are written where they stand, so the node is at the origin. Engine text has no room
    links: raises `FormatError` for a mesh with transitions, which would be lost.
    """
    _require(mesh, area=True)
    if (mesh.transitions != -1).any():
        raise FormatError("engine text cannot hold room links; clear them or write model text")
    node = AsciiNode(
        "aabb",
        name,
        vertices=mesh.vertices.astype(np.float64),
        faces=mesh.faces.astype(np.int64),
        materials=mesh.materials.astype(np.int64),
        tree=_bare_tree(mesh),
    )
    return format_ascii_engine(node)


def _bare_tree(mesh: Walkmesh) -> NDArray[np.float64]:
    """(2F - 1, 7) the box tree with the bounds of the faces themselves, and the faces.

    The engine grows every box of a text by 0.01. Rounding keeps order, so its inner boxes are
    then the unions of its leaves.
    """
    nodes = mesh.derived.nodes
    leaf = nodes["face"] >= 0
    corners = mesh.vertices[mesh.faces[nodes["face"][leaf]]].astype(np.float64)
    low, high = np.empty((len(nodes), 3)), np.empty((len(nodes), 3))
    low[leaf], high[leaf] = corners.min(axis=1), corners.max(axis=1)
    levels, level = [], np.arange(min(len(nodes), 1))
    while len(level := level[~leaf[level]]):
        levels.append(level)
        level = np.concatenate([nodes["left"][level], nodes["right"][level]])
    for level in reversed(levels):
        left, right = nodes["left"][level], nodes["right"][level]
        low[level] = np.minimum(low[left], low[right])
        high[level] = np.maximum(high[left], high[right])
    return np.column_stack([low, high, nodes["face"]])


def placeable_to_ascii(mesh: Walkmesh, name: str) -> bytes:
    """A placeable as model text (``.pwk.ascii``)."""
    _require(mesh, area=False)
    return format_ascii_model(build_placeable_model(name, _node(mesh), _hooks(mesh)))


def door_to_ascii(meshes: Mapping[str, Walkmesh], name: str) -> bytes:
    """A door's states (``closed``, ``open1``, ``open2``) as one model text (``.dwk.ascii``)."""
    for mesh in meshes.values():
        _require(mesh, area=False)
    states = [state for state in DOOR_STATES if state in meshes]
    if len(states) < len(meshes) or not states:
        raise FormatError(f"door states are {', '.join(DOOR_STATES)}, not {', '.join(meshes)}")
    nodes = {state: _node(meshes[state]) for state in states}
    hooks = {state: _hooks(meshes[state]) for state in states}
    return format_ascii_model(build_door_model(name, nodes, hooks))


def _node(mesh: Walkmesh) -> AsciiNode:
    x, y, z = mesh.position.tolist()
    linked = np.flatnonzero(mesh.transitions.reshape(-1) != -1)
    return AsciiNode(
        "aabb",
        position=(x, y, z),
        vertices=mesh.vertices.astype(np.float64),
        faces=mesh.faces.astype(np.int64),
        materials=mesh.materials.astype(np.int64),
        roomlinks=np.column_stack([linked, mesh.transitions.reshape(-1)[linked]]),
    )


def _hooks(mesh: Walkmesh) -> list[Vector]:
    """The use hooks that are set, as the header has them."""
    first, second = mesh.relative_hooks.tolist()
    if any(second):
        return [tuple(first), tuple(second)]
    return [tuple(first)] if any(first) else []


def _require(mesh: Walkmesh, *, area: bool) -> None:
    if mesh.is_area != area:
        kind = "a room's" if mesh.is_area else "a placeable's or door's"
        raise FormatError(f"this is {kind} walkmesh")
