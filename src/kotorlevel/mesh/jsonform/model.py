"""Models (MDL with MDX) as documents: nodes to read, the walkmesh to edit, the rest as bytes."""

from __future__ import annotations

from typing import Any

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.mdl import Model, ModelNode, parse_model
from kotorlevel.mesh.convert.into_model import put_walkmesh
from kotorlevel.mesh.jsonform.numbers import plain_floats, read_floats, read_integers
from kotorlevel.mesh.jsonform.stored import AS_STORED, JsonFile
from kotorlevel.mesh.jsonform.values import At, plain_bytes
from kotorlevel.mesh.walkmesh import Walkmesh

NAME = "model"
_KEYS = ("name", "game", "supermodel", "animations", "nodes")


def encode(data: bytes, source: str = "", mdx: bytes | None = None) -> dict[str, Any]:
    """The document of a model; ``mdx`` is its second file."""
    model = parse_model(data, source, mdx)
    found = _meaning(model)
    node = model.walkmesh_node
    if node is not None and node.mesh is not None:
        found["walkmesh"] = _walkmesh(node)
    found["stored"] = {"mdl": plain_bytes(data)}
    if mdx is not None:
        found["stored"]["mdx"] = plain_bytes(mdx)
    return found


def _meaning(model: Model) -> dict[str, Any]:
    return {
        "name": model.name,
        "game": model.game,
        "supermodel": model.supermodel,
        "animations": list(model.animations),
        "nodes": [_node(node, model) for node in model.nodes],
    }


def _node(node: ModelNode, model: Model) -> dict[str, Any]:
    found: dict[str, Any] = {"name": node.name, "kind": node.kind}
    if node.parent >= 0:
        found["parent"] = model.nodes[node.parent].name
    found["position"] = plain_floats(node.position)
    found["rotation"] = plain_floats(node.rotation)
    if node.mesh is not None:
        found["vertices"] = len(node.mesh.vertices)
        found["faces"] = len(node.mesh.faces)
        found["texture"] = node.mesh.texture
    return found


def _walkmesh(node: ModelNode) -> dict[str, Any]:
    assert node.mesh is not None
    rows = np.c_[node.mesh.corners.astype(np.uint32), node.mesh.materials]
    return {"vertices": plain_floats(node.mesh.vertices), "faces": rows.tolist()}


def decode(document: At) -> JsonFile:
    """The files of a document: as they were, or with an edited walkmesh in them.

    Nothing else of a model can be edited so: what is not as it was is an error.
    """
    document.only(("format", "version", "walkmesh", "stored", *_KEYS))
    stored = document.need("stored")
    stored.only(("mdl", "mdx"))
    data = stored.need("mdl").from_base64()
    mdx = stored.inner("mdx").from_base64() if stored.has("mdx") else None
    model = parse_model(data, document.source, mdx)
    _refuse_edits(document, _meaning(model))
    node = model.walkmesh_node
    if node is None or node.mesh is None:
        if document.has("walkmesh"):
            raise document.inner("walkmesh").error("this model has no node for a walkmesh")
        return JsonFile(NAME, data, (AS_STORED,), True, mdx=mdx)
    at = document.need("walkmesh")
    at.only(("vertices", "faces"))
    vertices = read_floats(at.need("vertices"), (-1, 3))
    rows = read_integers(at.need("faces"), (-1, 4), "<u4")
    same = (
        vertices.tobytes() == np.ascontiguousarray(node.mesh.vertices).tobytes()
        and np.array_equal(rows[:, :3], node.mesh.corners)
        and np.array_equal(rows[:, 3], node.mesh.materials)
    )
    if same:
        return JsonFile(NAME, data, (AS_STORED,), True, mdx=mdx)
    new = _put(model, node, vertices, rows, at)
    return JsonFile(NAME, new.data, ("edited: the walkmesh in it written anew",), mdx=new.mdx)


def _refuse_edits(document: At, meaning: dict[str, Any]) -> None:
    for key, value in meaning.items():
        if document.need(key).value != value:
            text = (
                "was edited: of a model only the walkmesh can be; change it in a modelling program"
            )
            raise document.inner(key).error(text)


def _put(model: Model, node: ModelNode, vertices: Any, rows: Any, at: At) -> Model:
    try:
        placed = vertices.astype(np.float64) @ node.matrix[:3, :3].T + node.place
        outside = np.flatnonzero((rows[:, :3] >= len(vertices)).any(axis=1))
        if len(outside):
            row = int(outside[0])
            text = f"a corner is none of the {len(vertices):,} vertices"
            raise at.inner("faces")[row].error(text)
        mesh = Walkmesh.from_arrays(placed, rows[:, :3], rows[:, 3])
        return put_walkmesh(model, mesh)
    except FormatError as error:
        error.section = error.section if error.section.startswith(at.path) else at.path
        raise
