"""Two models: their walkmeshes, and the nodes that are not the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.diff.meshes import MeshNames, list_mesh_changes
from kotorlevel.area.diff.values import Change
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key
from kotorlevel.mesh.convert.from_model import walkmesh_from_model
from kotorlevel.mesh.diff.compare import diff_meshes

if TYPE_CHECKING:
    from kotorlevel.formats.mdl import Model, ModelNode
    from kotorlevel.mesh.walkmesh import Walkmesh


def diff_models(a: Model, b: Model, file: str = "") -> list[Change]:
    """What changed from one model to another: its walkmesh in full, other nodes in short."""
    found: list[Change] = []
    mine, theirs = _walkmesh(a), _walkmesh(b)
    if mine is not None and theirs is not None:
        found += list_mesh_changes(diff_meshes(mine, theirs), MeshNames(file))
    elif mine is not theirs:
        kind = "walkmesh-removed" if theirs is None else "walkmesh-added"
        found.append(Change(kind, file))
    found += _nodes(a, b, file)
    return [each for each in found if each.kind != "form-changed"]


def _walkmesh(model: Model) -> Walkmesh | None:
    try:
        return walkmesh_from_model(model)
    except FormatError:
        return None


def _nodes(a: Model, b: Model, file: str) -> Iterator[Change]:
    here, there = _by_name(a), _by_name(b)
    for key, node in here.items():
        if key not in there:
            yield Change("node-removed", file, thing=node.name, old=node.kind)
    for key, node in there.items():
        if key not in here:
            yield Change("node-added", file, thing=node.name, new=node.kind)
        elif node.kind != "walkmesh":
            old, new = _facts(here[key]), _facts(node)
            said = [name for name in new if new[name] != old.get(name)]
            if said:
                yield Change(
                    "node-changed", file, thing=node.name,
                    old={name: old.get(name) for name in said},
                    new={name: new[name] for name in said},
                )  # fmt: skip


def _by_name(model: Model) -> dict[tuple[str, int], ModelNode]:
    """Nodes by name, and by how many of it stand before."""
    found: dict[tuple[str, int], ModelNode] = {}
    seen: Counter[str] = Counter()
    for node in model.nodes:
        key = name_key(node.name)
        found[key, seen[key]] = node
        seen[key] += 1
    return found


def _facts(node: ModelNode) -> dict[str, object]:
    """What is told about a node, short enough to read."""
    facts: dict[str, object] = {
        "kind": node.kind,
        "place": [round(float(value), 4) for value in node.place],
        "rotation": [round(float(value), 4) for value in node.rotation],
    }
    if node.mesh is not None:
        facts["vertices"] = len(node.mesh.vertices)
        facts["faces"] = len(node.mesh.faces)
        facts["texture"] = node.mesh.texture
        facts["drawn"] = node.mesh.is_drawn
        with np.errstate(invalid="ignore"):
            middle = node.mesh.vertices.mean(axis=0) if len(node.mesh.vertices) else np.zeros(3)
        facts["middle"] = [round(float(value), 3) for value in middle]
    return facts
