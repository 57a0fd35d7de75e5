"""ASCII text → meshes: the right space, welded where the text is not, links in place (FACTS 6)."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.ascii import (
    AsciiModel,
    AsciiNode,
    find_use_hooks,
    find_walkmesh_nodes,
    is_room,
    node_transform,
)
from kotorlevel.mesh.convert.nodes import NodeMesh, WalkmeshNode, mesh_from_node
from kotorlevel.mesh.derive import Game
from kotorlevel.mesh.materials import Materials


def meshes_from_ascii(
    model: AsciiModel, surfaces: Materials | None = None, game: Game = "k1"
) -> Iterator[NodeMesh]:
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
) -> NodeMesh:
    room = is_room(model, node)
    matrix = node_transform(model, node)
    vertices, position = node.vertices @ matrix[:3, :3].T, matrix[:3, 3]
    if room:
        vertices, position = _room_vertices(model, node, matrix)
    found = WalkmeshNode(
        name=node.name,
        is_room=room,
        vertices=vertices,
        faces=node.faces,
        materials=node.materials,
        position=position,
        hooks=() if room else _use_hooks(model, node),
        transitions=_transitions(node),
        problems=model.problems,
        source=model.source,
        line=node.line or None,
    )
    return mesh_from_node(found, surfaces, game, welded=model.complete)


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


def _use_hooks(model: AsciiModel, node: AsciiNode) -> list[NDArray[np.float64] | None]:
    """Where the two use hooks are in the model; None where there is none."""
    return [
        None if hook is None else node_transform(model, hook)[:3, 3]
        for hook in find_use_hooks(model, node)
    ]


def _transitions(node: AsciiNode) -> NDArray[np.int32]:
    """(F, 3) the room across each side. Links that name no side were noted by the reader."""
    sides = np.full((len(node.faces), 3), -1, np.int32)
    edges, rooms = node.roomlinks.T
    valid = (edges >= 0) & (edges < sides.size) & (rooms >= -1) & (rooms < 2**31)
    sides.reshape(-1)[edges[valid]] = rooms[valid]
    return sides
