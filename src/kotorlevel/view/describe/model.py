"""What is in a model: its nodes, what is drawn, and its walkmesh."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.formats.mdl.tables import FACES, TREE
from kotorlevel.mesh.materials import Materials
from kotorlevel.view.describe import Description, Wanted, describe_problems
from kotorlevel.view.describe.walkmesh import describe_bounds, describe_surfaces

if TYPE_CHECKING:
    from kotorlevel.formats.mdl import Model, ModelMesh, ModelNode


def describe_model(model: Model, _: str, wanted: Wanted) -> Description:
    """Its nodes by name and place, its textures, and the walkmesh in it."""
    drawn = [node for node in model.nodes if node.mesh is not None and node.mesh.is_drawn]
    textures: Counter[str] = Counter()
    for node in drawn:
        if node.mesh is not None:
            textures[node.mesh.texture] += len(node.mesh.faces)
    places = [node.world_vertices() for node in drawn]
    return {
        "problems": describe_problems(model.problems),
        "name": model.name,
        "game": model.game,
        "supermodel": model.supermodel,
        "mdx_size": None if model.mdx is None else len(model.mdx),
        "animations": list(model.animations),
        "drawn_faces": sum(textures.values()),
        "textures": [{"name": name, "faces": faces} for name, faces in textures.most_common()],
        "bounds": describe_bounds(np.concatenate(places) if places else np.empty((0, 3))),
        "walkmesh": _describe_walkmesh(model.walkmesh_node, wanted),
        "nodes": [_describe_node(node, wanted) for node in model.nodes],
    }


def _describe_node(node: ModelNode, wanted: Wanted) -> Description:
    return {
        "name": node.name,
        "kind": node.kind,
        "parent": node.parent,
        "place": node.place.tolist(),
        "mesh": None if node.mesh is None else _describe_mesh(node.mesh, wanted),
    }


def _describe_mesh(mesh: ModelMesh, wanted: Wanted) -> Description:
    description: Description = {
        "vertices": len(mesh.vertices),
        "faces": len(mesh.faces),
        "texture": mesh.texture,
        "lightmap": mesh.lightmap,
        "is_drawn": mesh.is_drawn,
        "casts_shadow": mesh.casts_shadow,
    }
    if wanted.tables:
        description["tables"] = {
            "vertices": mesh.vertices.tolist(),
            "faces": FACES.dump(mesh.faces),
            "tree": TREE.dump(mesh.tree),
        }
    return description


def _describe_walkmesh(node: ModelNode | None, wanted: Wanted) -> Description | None:
    if node is None or node.mesh is None:
        return None
    table = wanted.surfaces or Materials.default()
    mesh = node.mesh
    return {
        "node": node.name,
        "position": node.position.tolist(),
        "vertices": len(mesh.vertices),
        "faces": len(mesh.faces),
        "walkable_faces": int(table.walkable(mesh.materials).sum()),
        "surfaces": describe_surfaces(mesh.materials, table),
        "boxes": len(mesh.tree),
    }
