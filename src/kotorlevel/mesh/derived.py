"""All derived tables of a mesh together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.formats.bwm.tables import ADJACENCY, EDGES, LOOPS, NODES
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.derive import Game, derive_boundary, derive_planes, derive_tree

if TYPE_CHECKING:
    from kotorlevel.mesh.geometry import MeshGeometry


@dataclass(frozen=True, eq=False)
class Derived:
    """The tables that follow from the authored arrays, in the form they are stored in.

    ``crowded`` are the edges that more than two faces share; each of
    them leads to the last that runs against it, and a human should look at them.
    """

    normals: NDArray[np.float32]
    distances: NDArray[np.float32]
    nodes: NDArray[np.void]
    adjacency: NDArray[np.int32]
    edges: NDArray[np.void]
    loops: NDArray[np.uint32]
    crowded: NDArray[np.intp]

    def __post_init__(self) -> None:
        for rows in (*self.tables().values(), self.crowded):
            read_only(rows)

    def tables(self) -> dict[str, NDArray[Any]]:
        """The tables by the names they have in the file."""
        names = ("normals", "distances", "nodes", "adjacency", "edges", "loops")
        return {name: getattr(self, name) for name in names}


def derive_tables(
    shape: MeshGeometry, transitions: NDArray[np.int32], is_area: bool, game: Game
) -> Derived:
    """Every table of a mesh of this shape. A placeable or door has planes only."""
    normals, distances = derive_planes(shape.vertices, shape.faces, game)
    if not is_area:
        empty: dict[str, Any] = {
            table.name: np.empty(0, table.dtype) for table in (NODES, ADJACENCY, EDGES, LOOPS)
        }
        return Derived(normals, distances, **empty, crowded=np.empty(0, np.intp))
    boundary = derive_boundary(shape.adjacency.table, shape.faces)
    edges = np.empty(len(boundary.edges), EDGES.dtype)
    edges["edge"] = boundary.edges
    edges["transition"] = transitions.reshape(-1)[boundary.edges]
    return Derived(
        normals,
        distances,
        derive_tree(shape.vertices, shape.faces),
        shape.adjacency.table,
        edges,
        boundary.loops.astype(np.uint32),
        shape.adjacency.crowded,
    )
