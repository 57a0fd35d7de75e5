"""Fixes for binary walkmeshes.

Where stored tables are wrong, only these are replaced. Where the mesh is edited, a table keeps its
stored rows as long as nothing has changed that they are computed from.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.facts.mesh.former import turned_back
from kotorlevel.checks.finding import Finding
from kotorlevel.checks.options import Options
from kotorlevel.formats.bwm import Bwm, parse_bwm
from kotorlevel.formats.bwm.tables import EDGES, OBJECT_KIND
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.derive import derive_boundary
from kotorlevel.mesh.derived import Derived
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.repair.fixes.mesh_edits import (
    drop_faces,
    paint_ceilings,
    put_walkable_first,
    split_edges,
    turn_up,
    weld_edges,
)
from kotorlevel.repair.fixes.tables import rewritten
from kotorlevel.repair.step import Apply, Fix

Findings = Sequence[Finding]
Edit = Callable[[Walkmesh, Sequence[int], Options], Walkmesh]
Choose = Callable[[Walkmesh, list[int]], list[int]]

_AREA_TABLES = ("nodes", "adjacency", "edges", "loops")


def _read(data: bytes, options: Options) -> tuple[Bwm, Walkmesh]:
    """The stored tables, and the mesh that they belong to: the one that was checked."""
    mesh = Walkmesh.from_bytes(data, surfaces=options.surfaces)
    assert mesh.stored is not None
    return mesh.stored, mesh


# Bytes and header


def _cut_trailing(data: bytes, findings: Findings, _: Options) -> bytes:
    return data[: findings[0].offset]


def _pack(data: bytes, _: Findings, __: Options) -> bytes:
    return rewritten(parse_bwm(data), {}, pack=True)


def _drop_area_tables(data: bytes, findings: Findings, _: Options) -> bytes:
    bwm = parse_bwm(data)
    if bwm.kind != OBJECT_KIND or not findings[0].file.lower().endswith((".pwk", ".dwk")):
        return data  # more likely a room whose kind is wrong: its links must not be lost
    return rewritten(bwm, {name: getattr(bwm, name)[:0] for name in _AREA_TABLES})


def _set_absolute_hooks(data: bytes, findings: Findings, _: Options) -> bytes:
    """The absolute use hooks that should be where a finding is; others keep their bytes."""
    bwm = parse_bwm(data)
    places = {finding.at for finding in findings}
    with np.errstate(all="ignore"):
        expected = bwm.header["relative_hooks"].astype(np.float64) + bwm.header["position"]
        hooks = bwm.header["absolute_hooks"].copy()
        for row, place in enumerate(map(tuple, expected.tolist())):
            if place in places:
                hooks[row] = place
    return rewritten(bwm, {}, {"absolute_hooks": hooks})


# Stored tables


def _derived(mesh: Walkmesh) -> Derived:
    """All tables of the mesh; its header vectors do not matter to them."""
    hooks = read_only(np.zeros((2, 3), np.float32))
    return replace(mesh, position=hooks[0], relative_hooks=hooks, absolute_hooks=hooks).derived


def _rebuild_tree(data: bytes, _: Findings, options: Options) -> bytes:
    bwm, mesh = _read(data, options)
    return rewritten(bwm, {"nodes": _derived(mesh).nodes})


def _recompute_planes(data: bytes, findings: Findings, options: Options) -> bytes:
    """The planes of the named faces alone: others may be rounded as another tool does."""
    bwm, mesh = _read(data, options)
    derived = _derived(mesh)
    faces = _numbers(findings)
    normals, distances = bwm.normals.copy(), bwm.distances.copy()
    normals[faces], distances[faces] = derived.normals[faces], derived.distances[faces]
    return rewritten(bwm, {"normals": normals, "distances": distances})


def _recompute_boundary(data: bytes, findings: Findings, options: Options) -> bytes:
    """Edges and loops, and the adjacency where it is wrong too."""
    bwm, mesh = _read(data, options)
    if mesh.domain > len(mesh.faces):
        mesh = replace(mesh, domain=int(mesh.walkable.sum()))
    elif all(finding.rule in _BEHIND_ADJACENCY for finding in findings) and _is_sound(bwm, mesh):
        return rewritten(bwm, _boundary_tables(bwm.adjacency, mesh))
    derived = _derived(mesh)
    return rewritten(bwm, {name: getattr(derived, name) for name in _AREA_TABLES[1:]})


_BEHIND_ADJACENCY = ("DRV007", "DRV008", "DRV009", "DRV010")
"""Rules about edges and loops: these follow from the adjacency."""


def _is_sound(bwm: Bwm, mesh: Walkmesh) -> bool:
    """True when neighbours are mutual, or as the games' tool would write them."""
    across = bwm.adjacency.reshape(-1).astype(np.intp)
    sides = np.flatnonzero(across != -1)
    named = across[sides]
    if not ((named >= 0) & (named < len(across))).all():
        return False
    is_mutual = bool((across[named] == sides).all())
    return is_mutual or np.array_equal(bwm.adjacency, mesh.geometry.adjacency.table)


def _boundary_tables(adjacency: NDArray[np.int32], mesh: Walkmesh) -> dict[str, NDArray[Any]]:
    boundary = derive_boundary(adjacency, mesh.faces)
    edges = np.empty(len(boundary.edges), EDGES.dtype)
    edges["edge"] = boundary.edges
    edges["transition"] = mesh.transitions.reshape(-1)[boundary.edges]
    return {"edges": edges, "loops": boundary.loops.astype(np.uint32)}


# Edits of the mesh


def _edit(change: Edit, choose: Choose | None = None) -> Apply:
    """The fix that makes an edit of the mesh at the places that the findings name.

    ``choose`` takes out the ones at which it would do harm.
    """

    def apply(data: bytes, findings: Findings, options: Options) -> bytes:
        bwm, mesh = _read(data, options)
        if not mesh.is_area and any(len(getattr(bwm, name)) for name in _AREA_TABLES):
            return data  # what it is must be settled first: an edit would leave these tables out
        places = choose(mesh, _numbers(findings)) if choose else _numbers(findings)
        edited = change(mesh, places, options)
        if edited is mesh:
            return data
        # Transitions go along with their faces: so they can tell where each face comes from.
        numbers = np.repeat(np.arange(len(mesh.faces), dtype=np.int32), 3).reshape(-1, 3)
        marked = replace(mesh, transitions=read_only(numbers))
        source = change(marked, places, options).transitions[:, 0]
        return rewritten(bwm, _edited_tables(bwm, mesh, edited, source))

    return apply


def _turn_up(data: bytes, findings: Findings, options: Options) -> bytes:
    """Faces turned up; where the stored tables are those of before, they stay."""
    before = turned_back(_read(data, options)[1])
    return before.to_bytes() if before is not None else _edit(turn_up)(data, findings, options)


def _leading_nowhere(mesh: Walkmesh, faces: list[int]) -> list[int]:
    """The faces without a transition; with the others a way into another room would go."""
    return [face for face in faces if (mesh.transitions[face] < 0).all()]


def _edited_tables(
    bwm: Bwm, before: Walkmesh, mesh: Walkmesh, source: NDArray[np.int32]
) -> dict[str, NDArray[Any]]:
    """The tables of the mesh after an edit, each with its stored rows where they still hold.

    ``source`` (F,) is the number that each face had before.
    """
    tables = _derived(mesh).tables()
    old, new = before.vertices[before.faces[source]], mesh.vertices[mesh.faces]
    same = (old == new).all(axis=(1, 2))
    tables["normals"] = np.where(same[:, None], bwm.normals[source], tables["normals"])
    tables["distances"] = np.where(same, bwm.distances[source], tables["distances"])
    if np.array_equal(source, np.arange(len(before.faces))) and _bounds_equal(old, new):
        tables["nodes"] = bwm.nodes
    if mesh.domain == before.domain and all(
        np.array_equal(getattr(mesh, name)[: mesh.domain], getattr(before, name)[: mesh.domain])
        for name in ("faces", "transitions")
    ):
        for name in ("adjacency", "edges", "loops"):
            tables[name] = getattr(bwm, name)
    authored = {name: getattr(mesh, name) for name in ("vertices", "faces", "materials")}
    return {**tables, **authored}


def _bounds_equal(old: NDArray[np.float32], new: NDArray[np.float32]) -> bool:
    """True when the corners (F, 3, 3) of each face have the same bounds in both."""
    return bool(
        (old.min(axis=1) == new.min(axis=1)).all() and (old.max(axis=1) == new.max(axis=1)).all()
    )


def _numbers(findings: Findings) -> list[int]:
    return sorted({number for finding in findings for number in finding.numbers})


def _ids(prefix: str, first: int, last: int) -> tuple[str, ...]:
    return tuple(f"{prefix}{number:03}" for number in range(first, last + 1))


WALKMESH_FIXES = (
    Fix("left out the trailing bytes", ("FIL002",), _cut_trailing),
    Fix("put the tables in order", ("BWM001",), _pack),
    # Early: with more neighbours than faces no other table can be looked at.
    Fix("recomputed adjacency, boundary edges and loops", ("BWM015",), _recompute_boundary),
    Fix("left out the tables that only rooms have", ("OBJ001",), _drop_area_tables),
    Fix("set absolute use hooks from relative ones", ("OBJ004",), _set_absolute_hooks),
    Fix("left out faces without area", ("MSH002",), _edit(drop_faces, _leading_nowhere)),
    Fix("turned faces up", ("MSH007",), _turn_up),
    Fix("painted ceilings as Obscuring", ("MSH012",), _edit(paint_ceilings)),
    Fix("put walkable faces first", ("DRV011",), _edit(put_walkable_first)),
    Fix("gave neighbours to the walkable faces", ("DRV012",), _edit(put_walkable_first)),
    Fix("rebuilt the box tree", _ids("BWM", 4, 14), _rebuild_tree),
    Fix("recomputed normals and distances", ("DRV001", "DRV002"), _recompute_planes),
    Fix("recomputed adjacency, boundary edges and loops", _ids("DRV", 3, 10), _recompute_boundary),
    Fix("joined the corners of seams", ("MSH005",), _edit(weld_edges)),
    Fix("cut edges with too many faces", ("MSH006",), _edit(split_edges)),
)
"""Every fix, in the order in which they are tried; a fix must not make work for those before it."""
