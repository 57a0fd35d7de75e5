"""Binary models → walkmeshes: a room's, all states of a door, a placeable's (FACTS 11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.ascii.hierarchy import (
    MESH_KIND,
    ROOM_KIND,
    choose_hooks,
    map_hooks,
    select_walkmeshes,
)
from kotorlevel.formats.mdl import Model, ModelNode
from kotorlevel.mesh.convert.nodes import NodeMesh, WalkmeshNode, mesh_from_node
from kotorlevel.mesh.convert.take_over import take_links, weld_like
from kotorlevel.mesh.derive import Game
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class RoomFromModel:
    """The walkmesh of a room out of its model, and what was done for it.

    ``welded`` vertices were joined, ``seams`` were kept apart, as in the older walkmesh or because
    a face would have lost its corner, and ``links`` of the ``old_links`` came over.
    """

    mesh: Walkmesh = field(repr=False)
    welded: int = 0
    seams: int = 0
    links: int = 0
    old_links: int = 0


def walkmesh_from_model(
    model: Model,
    position: Sequence[float] = (0.0, 0.0, 0.0),
    *,
    original: Walkmesh | None = None,
    surfaces: Materials | None = None,
    game: Game = "k1",
) -> Walkmesh:
    """The walkmesh of a room as its model has it, moved to the room's ``position`` in the layout.

    Faces that can be walked on come first, otherwise in the model's order; vertices are joined
    where they are at one place. A model has no links to other rooms. With ``original``, an older
    walkmesh of the room, these come from there, and so do seams: several vertices at one place
    that keep faces apart. Without it `relink` finds links in an area::

        model = kl.read_model("m55aa_02.mdl")
        mesh = kl.walkmesh_from_model(model, layout.find(kl.LayoutRoom, "m55aa_02").position)

    Raises `FormatError` for a model without a walkmesh.
    """
    return room_from_model(model, position, original, surfaces, game).mesh


def room_from_model(
    model: Model,
    position: Sequence[float] = (0.0, 0.0, 0.0),
    original: Walkmesh | None = None,
    surfaces: Materials | None = None,
    game: Game = "k1",
) -> RoomFromModel:
    """The same, with what was done for it."""
    node = model.walkmesh_node
    if node is None or node.mesh is None:
        text = "there is no walkmesh in this model: no node of the kind AABB"
        raise FormatError(text, source=model.source)
    place = np.asarray(position, np.float64)
    if place.shape != (3,) or not np.isfinite(place).all():
        raise ValueError(f"a room's position is three finite numbers, not {position!r}")
    if original is not None and surfaces is None:
        surfaces = original.surfaces
    found = _node(model, node, node.world_vertices() + place, is_room=True)
    if original is not None and not original.geometry.is_sound:
        original = None
    mesh = mesh_from_node(found, surfaces, game, welded=False).mesh
    count, links, old_links = len(mesh.vertices), 0, 0
    try:
        mesh, seams = weld_like(mesh, original)
        if original is not None:
            mesh, links, old_links = take_links(mesh, original)
    except ValueError as error:  # most vertices are within a millimetre of each other
        raise FormatError(str(error), source=model.source, section=node.name) from None
    return RoomFromModel(mesh, count - len(mesh.vertices), seams, links, old_links)


def objects_from_model(
    model: Model, surfaces: Materials | None = None, game: Game = "k1"
) -> list[NodeMesh]:
    """The walkmeshes of a door's states or of a placeable in a model, by the names of its nodes.

    Raises `FormatError` where there is none: most models of the games leave them to other files.
    """
    named = [_Named(node, model) for node in model.nodes]
    chosen = [i for i in select_walkmeshes(named, complete=True) if named[i].kind == MESH_KIND]
    if not chosen:
        text = "there is no walkmesh of a door or placeable in this model: no node '..._wg'"
        raise FormatError(text, source=model.source)
    hooks = map_hooks(named)
    meshes = []
    for index in chosen:
        node = model.nodes[index]
        vertices = node.world_vertices() - node.place
        places = [
            None if hook is None else hook.node.place for hook in choose_hooks(hooks, node.name)
        ]
        found = _node(model, node, vertices, is_room=False, hooks=places)
        meshes.append(mesh_from_node(found, surfaces, game, welded=True))
    return meshes


class _Named:
    """A node of a binary model under the words that text models have for it."""

    def __init__(self, node: ModelNode, model: Model) -> None:
        self.node, self.name = node, node.name
        self.kind = {"walkmesh": ROOM_KIND, "mesh": MESH_KIND}.get(node.kind, "dummy")
        self.parent = model.nodes[node.parent].name if node.parent >= 0 else None


def _node(
    model: Model,
    node: ModelNode,
    vertices: NDArray[np.float64],
    *,
    is_room: bool,
    hooks: Sequence[NDArray[np.float64] | None] = (),
) -> WalkmeshNode:
    assert node.mesh is not None
    return WalkmeshNode(
        name=node.name,
        is_room=is_room,
        vertices=vertices,
        faces=node.mesh.corners,
        materials=node.mesh.materials,
        position=node.place,
        hooks=hooks,
        problems=model.problems,
        source=model.source,
    )
