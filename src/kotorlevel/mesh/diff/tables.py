"""Stored tables beside those that follow from the mesh: exact, sound, or wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.mesh.derive import derive_planes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.formats.bwm import Bwm
    from kotorlevel.mesh.walkmesh import Walkmesh

TableState = Literal["exact", "sound", "wrong", "none"]
"""As the games' tool would write it; another that does the same; one that does not; not stored."""

TABLES = ("normals", "distances", "nodes", "adjacency", "edges", "loops")
_TILTED = 0.01
_OFF = 0.01
_LEAST_AREA = 1e-4


@dataclass(frozen=True)
class TableDifference:
    """A stored table that is not the same, or not as sound, in both meshes."""

    name: str
    a: TableState
    b: TableState

    @property
    def is_broken(self) -> bool:
        """True where it was right in A and is wrong in B."""
        return self.b == "wrong" and self.a != "wrong"

    @property
    def is_mended(self) -> bool:
        """True where it was wrong in A and is right in B."""
        return self.a == "wrong" and self.b in ("exact", "sound")


def compare_tables(a: Walkmesh, b: Walkmesh, *, authored_same: bool) -> tuple[TableDifference, ...]:
    """The tables that were broken or mended; where all else is the same, also those that differ.

    A placeable's or door's mesh has none that matter: the games' own are junk.
    """
    if not (a.is_area and b.is_area):
        return ()
    of_a, of_b = table_states(a), table_states(b)
    found = [TableDifference(name, of_a[name], of_b[name]) for name in TABLES]
    return tuple(
        each
        for each in found
        if each.is_broken or each.is_mended or (authored_same and _differ(a, b, each.name))
    )


def _differ(a: Walkmesh, b: Walkmesh, name: str) -> bool:
    if a.stored is None or b.stored is None:
        return False
    mine, theirs = getattr(a.stored, name), getattr(b.stored, name)
    if name == "edges":  # where they lead to is told as links
        mine, theirs = mine["edge"], theirs["edge"]
    return bool(mine.tobytes() != theirs.tobytes())


def table_states(mesh: Walkmesh) -> dict[str, TableState]:
    """How good each stored table of a room's mesh is; "none" for a mesh that has none stored."""
    stored = mesh.stored
    if stored is None:
        return dict.fromkeys(TABLES, "none")
    try:
        derived = mesh.derived.tables()
    except FormatError:  # a mesh that is no mesh: nothing in it is right
        return dict.fromkeys(TABLES, "wrong")
    found: dict[str, TableState] = {}
    for name in TABLES:
        if _same(getattr(stored, name), derived[name]):
            found[name] = "exact"
        else:
            found[name] = "sound" if _SOUND[name](mesh, stored) else "wrong"
    return found


def _same(stored: NDArray[Any], derived: NDArray[Any]) -> bool:
    return stored.shape == derived.shape and stored.tobytes() == derived.tobytes()


def _planes_are_sound(mesh: Walkmesh, stored: Bwm) -> bool:
    """Normals as the corners have them, whatever the rounding; slivers may point anywhere."""
    wide = mesh.geometry.areas > _LEAST_AREA
    normals, _ = derive_planes(mesh.vertices, mesh.faces)
    with np.errstate(invalid="ignore", over="ignore"):
        off = np.abs(stored.normals[wide].astype(np.float64) - normals[wide])
    return bool((off < _TILTED).all())


def _distances_are_sound(mesh: Walkmesh, stored: Bwm) -> bool:
    wide = mesh.geometry.areas > _LEAST_AREA
    normals, _ = derive_planes(mesh.vertices, mesh.faces)
    corner = mesh.geometry.corners[:, 0]
    with np.errstate(invalid="ignore", over="ignore"):
        off = (normals.astype(np.float64) * corner).sum(axis=1) + stored.distances
    room = _OFF * np.maximum(1, np.abs(corner).max(axis=1))
    return bool((np.abs(off) < room)[wide].all())


def _tree_is_sound(mesh: Walkmesh, stored: Bwm) -> bool:
    """Every face in one leaf whose box holds it, and every node but the root below one other."""
    nodes = stored.nodes
    leaves = nodes["face"] >= 0
    if not np.array_equal(np.sort(nodes["face"][leaves]), np.arange(len(mesh.faces))):
        return False
    children = np.concatenate([nodes["left"][~leaves], nodes["right"][~leaves]])
    if not np.array_equal(np.sort(children), np.arange(1, len(nodes))):
        return False
    parents = np.tile(np.flatnonzero(~leaves), 2)
    if not (children > parents).all():  # else it could run in circles
        return False
    corners = mesh.geometry.corners[nodes["face"][leaves]]
    low, high = nodes["box_min"][leaves], nodes["box_max"][leaves]
    with np.errstate(invalid="ignore"):
        inside = (low - _OFF <= corners.min(axis=1)) & (corners.max(axis=1) <= high + _OFF)
    return bool(inside.all())


def _adjacency_is_sound(mesh: Walkmesh, stored: Bwm) -> bool:
    """Neighbours know each other, and none is missing that the corners tell."""
    table = stored.adjacency.reshape(-1).astype(np.int64)
    if (table < -1).any() or (table >= len(table)).any():
        return False
    rows = np.flatnonzero(table >= 0)
    mutual = np.array_equal(table[table[rows]], rows)
    return mutual and np.array_equal(
        table < 0, mesh.geometry.adjacency.table.reshape(-1)[: len(table)] < 0
    )


def _edges_are_sound(_: Walkmesh, stored: Bwm) -> bool:
    return np.array_equal(
        np.sort(stored.edges["edge"]), np.flatnonzero(stored.adjacency.reshape(-1) == -1)
    )


def _loops_are_sound(_: Walkmesh, stored: Bwm) -> bool:
    ends = stored.loops.astype(np.int64)
    if not len(ends):
        return not len(stored.edges)
    return bool((np.diff(ends) > 0).all()) and int(ends[-1]) == len(stored.edges)


_SOUND = {
    "normals": _planes_are_sound,
    "distances": _distances_are_sound,
    "nodes": _tree_is_sound,
    "adjacency": _adjacency_is_sound,
    "edges": _edges_are_sound,
    "loops": _loops_are_sound,
}
