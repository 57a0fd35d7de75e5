"""Derived tables, computed from the authored arrays alone by the rules of the games' own tool."""

from kotorlevel.mesh.derive.adjacency import Adjacency, derive_adjacency
from kotorlevel.mesh.derive.boundary import Boundary, derive_boundary
from kotorlevel.mesh.derive.order import walkable_first
from kotorlevel.mesh.derive.planes import Game, derive_planes
from kotorlevel.mesh.derive.tree import derive_tree

__all__ = [
    "Adjacency",
    "Boundary",
    "Game",
    "derive_adjacency",
    "derive_boundary",
    "derive_planes",
    "derive_tree",
    "walkable_first",
]
