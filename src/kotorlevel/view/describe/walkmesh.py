"""What is in a walkmesh, binary or text."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.table import plain
from kotorlevel.formats.bwm import Bwm
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.tree import find_tree_depth
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.view.describe import Description, Wanted, describe_problems

if TYPE_CHECKING:
    from kotorlevel.formats.ascii import AsciiModel

_KINDS = {".wok": "area", ".pwk": "placeable", ".dwk": "door"}


def describe_bwm(bwm: Bwm, name: str, wanted: Wanted) -> Description:
    """Kind, counts, surfaces, bounds, use hooks, boundary, transitions and tree, as stored."""
    surfaces = wanted.surfaces or Materials.default()
    problems = describe_problems(bwm.problems)
    return {"problems": problems, **_describe_tables(bwm, name, surfaces, wanted)}


def describe_mesh(mesh: Walkmesh, wanted: Wanted) -> Description:
    """The same of a mesh, as it would be written."""
    bwm = mesh.to_bwm()
    problems = describe_problems(bwm.problems)
    surfaces = wanted.surfaces or mesh.surfaces
    return {"problems": problems, **_describe_tables(bwm, "", surfaces, wanted)}


def describe_ascii(model: AsciiModel, name: str, wanted: Wanted) -> Description:
    """The dialect of a text, and each walkmesh in it as it is after sorting and welding."""
    from kotorlevel.formats.ascii import find_walkmesh_nodes
    from kotorlevel.mesh.convert.from_ascii import meshes_from_ascii

    # Most models are no rooms and have no walkmesh: nothing is wrong with them.
    meshes = meshes_from_ascii(model, wanted.surfaces) if find_walkmesh_nodes(model) else ()
    return {
        "problems": describe_problems(model.problems),
        "dialect": model.dialect,
        "meshes": [
            {
                "name": found.name,
                "state": found.state,
                "welded": found.welded,
                **_describe_tables(found.mesh.to_bwm(), name, found.mesh.surfaces, wanted),
            }
            for found in meshes
        ],
    }


def _describe_tables(bwm: Bwm, name: str, surfaces: Materials, wanted: Wanted) -> Description:
    """What the tables of a walkmesh hold; the file's ``name`` tells a door from a placeable."""
    description: Description = {
        "kind": _kind(bwm, name),
        "vertices": len(bwm.vertices),
        "faces": len(bwm.faces),
        "walkable_faces": int(surfaces.walkable(bwm.materials).sum()),
        "adjacency_domain": len(bwm.adjacency),
        "surfaces": describe_surfaces(bwm.materials, surfaces),
        "bounds": describe_bounds(bwm.vertices),
        "position": plain(bwm.header["position"].tolist()),
        "use_hooks": {
            "relative": plain(bwm.header["relative_hooks"].tolist()),
            "absolute": plain(bwm.header["absolute_hooks"].tolist()),
        },
        "boundary_edges": len(bwm.edges),
        "loops": np.diff(bwm.loops.astype(np.int64), prepend=0).tolist(),
        "transitions": _transitions(bwm.edges["transition"]),
        "tree": {"nodes": len(bwm.nodes), "depth": find_tree_depth(bwm.nodes)},
    }
    if wanted.tables:
        description["tables"] = bwm.dump()
    return description


def _kind(bwm: Bwm, name: str) -> str:
    """What the mesh is for; a placeable and a door differ by the file's name alone."""
    if bwm.kind == 1:
        return "area"
    path = PurePath(name)
    suffix = path.with_suffix("").suffix if path.suffix.lower() == ".ascii" else path.suffix
    kind = _KINDS.get(suffix.lower(), "")
    return kind if kind in ("placeable", "door") else "placeable or door"


def describe_surfaces(materials: NDArray[np.uint32], table: Materials) -> list[dict[str, Any]]:
    """Each material with its number of faces, the most used first."""
    ids, counts = np.unique(materials, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return [
        {"id": number, "label": table.label(number), "walkable": bool(walk), "faces": count}
        for number, walk, count in zip(
            ids[order].tolist(), table.walkable(ids[order]), counts[order].tolist(), strict=True
        )
    ]


def describe_bounds(vertices: NDArray[Any]) -> dict[str, Any] | None:
    """The box about all finite vertices; None where there is none."""
    finite = vertices[np.isfinite(vertices).all(axis=1)]
    if not len(finite):
        return None
    return {
        "min": finite.min(axis=0).tolist(),
        "max": finite.max(axis=0).tolist(),
        "not_finite": len(vertices) - len(finite),
    }


def _transitions(rooms: NDArray[np.int32]) -> list[dict[str, int]]:
    """Each room that boundary edges lead to, with the number of these edges."""
    ids, counts = np.unique(rooms[rooms != -1], return_counts=True)
    return [
        {"room": room, "edges": count}
        for room, count in zip(ids.tolist(), counts.tolist(), strict=True)
    ]
