"""ASCII text → meshes: the right space, welded where the text is not, links in place (FACTS 6)."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.errors import FormatError, Problem
from kotorlevel.formats.ascii import (
    AsciiModel,
    AsciiNode,
    find_use_hooks,
    find_walkmesh_nodes,
    is_room,
    node_transform,
)
from kotorlevel.formats.bwm.tables import AREA_KIND, OBJECT_KIND
from kotorlevel.mesh.derive import Game
from kotorlevel.mesh.edit.weld import weld
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.placed import door_state
from kotorlevel.mesh.walkmesh import Walkmesh


@dataclass(frozen=True)
class AsciiMesh:
    """A mesh out of a text: ``name`` is its node's, ``state`` a door's (None for others).

    ``welded`` says how many vertices were joined; ``problems`` what was wrong in the text.
    """

    mesh: Walkmesh
    name: str
    state: str | None
    welded: int
    problems: tuple[Problem, ...]


def meshes_from_ascii(
    model: AsciiModel, surfaces: Materials | None = None, game: Game = "k1"
) -> Iterator[AsciiMesh]:
    """Every walkmesh in the text, in its order: one for a room or a placeable, three for a door.

    A whole model repeats a vertex for each texture corner, so its walkmesh is welded where
    positions are equal; a walkmesh alone keeps its vertices. Raises `FormatError` where there is
    no walkmesh, or where one has a corner too far out for the game's numbers.
    """
    nodes = find_walkmesh_nodes(model)
    if not nodes:
        text = "no walkmesh in this text: no 'node aabb' and no '..._wg'"
        raise FormatError(text, source=model.source)
    return (_mesh_from_node(model, node, surfaces, game) for node in nodes)


def _mesh_from_node(
    model: AsciiModel, node: AsciiNode, surfaces: Materials | None, game: Game
) -> AsciiMesh:
    room = is_room(model, node)
    matrix = node_transform(model, node)
    position = matrix[:3, 3]
    state = None if room else door_state(node.name)
    if room:
        vertices, position = _room_vertices(model, node, matrix)
        hooks = np.zeros((2, 3))
    else:
        vertices = node.vertices @ matrix[:3, :3].T
        # A door's hooks are relative to its mesh, and where they are in the model is stored as
        # well; a placeable's are in the space of the model (FACTS 1).
        hooks = _use_hooks(model, node, np.zeros(3) if state is None else position)
    is_set = hooks.any(axis=1, keepdims=True) & (state is not None)
    absolute = np.where(is_set, hooks + position, 0.0)
    mesh = Walkmesh.from_arrays(
        vertices,
        node.faces,
        node.materials,
        _transitions(node),
        kind=AREA_KIND if room else OBJECT_KIND,
        position=position,
        relative_hooks=hooks,
        absolute_hooks=absolute,
        surfaces=surfaces,
        game=game,
    )
    if not all(np.isfinite(part).all() for part in (mesh.vertices, mesh.position, absolute)):
        text = "a corner or use hook is too far out for the game's 32-bit numbers"
        raise FormatError(text, source=model.source, section=node.name, line=node.line or None)
    if not model.complete:
        return AsciiMesh(mesh, node.name, state, 0, model.problems)
    mesh, report = weld(mesh)
    lost = tuple(
        Problem(f"face {face} of the sorted mesh lost its area when vertices were joined", "faces")
        for face in report.collapsed.tolist()
    )
    return AsciiMesh(mesh, node.name, state, len(report.joined), model.problems + lost)


def _room_vertices(
    model: AsciiModel, node: AsciiNode, matrix: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A room's vertices in area space, and the position for the header.

    They are local in a whole model and in engine text, and in area space already, whatever
    position the node has, in a walkmesh alone and in PyKotor's text.
    """
    if model.complete or model.dialect == "engine":
        layout = np.array(model.layout_position or (0.0, 0.0, 0.0))
        return node.vertices @ matrix[:3, :3].T + matrix[:3, 3] + layout, matrix[:3, 3]
    return node.vertices, np.array(node.position)


def _use_hooks(
    model: AsciiModel, node: AsciiNode, origin: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(2, 3) the use hooks, seen from ``origin`` in the model; zero where there is none."""
    hooks = np.zeros((2, 3))
    for number, hook in enumerate(find_use_hooks(model, node)):
        if hook is not None:
            hooks[number] = node_transform(model, hook)[:3, 3] - origin
    return hooks


def _transitions(node: AsciiNode) -> NDArray[np.int32]:
    """(F, 3) the room across each side. Links that name no side were noted by the reader."""
    sides = np.full((len(node.faces), 3), -1, np.int32)
    edges, rooms = node.roomlinks.T
    valid = (edges >= 0) & (edges < sides.size) & (rooms >= -1) & (rooms < 2**31)
    sides.reshape(-1)[edges[valid]] = rooms[valid]
    return sides
