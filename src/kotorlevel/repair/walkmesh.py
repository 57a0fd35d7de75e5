"""Fixes for binary walkmeshes.

An edit of the mesh makes all derived tables anew. Where only stored tables are wrong, only these
are replaced, and everything else in the file stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kotorlevel.check.finding import Finding
from kotorlevel.check.options import Options
from kotorlevel.formats.bwm import parse_bwm
from kotorlevel.mesh import edit
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.repair.step import Fixed, Step
from kotorlevel.repair.tables import repacked

OBSCURING = 2
"""The material that ceilings have in the games: sight ends there, feet do not care (FACTS 5)."""

_TREE = ("nodes",)
_PLANES = ("normals", "distances")
_BOUNDARY = ("adjacency", "edges", "loops")


@dataclass(frozen=True)
class MeshFix:
    """A fix that edits the mesh: what it does, in words and in fact."""

    text: str
    apply: Callable[[Walkmesh, Sequence[int], Options], Walkmesh]


def _weld(mesh: Walkmesh, _: Sequence[int], options: Options) -> Walkmesh:
    return edit.weld(mesh, options.seam_tolerance).mesh


def _set_absolute_hooks(mesh: Walkmesh, _: Sequence[int], __: Options) -> Walkmesh:
    is_set = mesh.relative_hooks.any(axis=1, keepdims=True)
    absolute = np.where(is_set, mesh.relative_hooks + mesh.position, mesh.absolute_hooks)
    return replace(mesh, absolute_hooks=read_only(absolute.astype(np.float32)))


MESH_FIXES: dict[str, MeshFix] = {
    "MSH002": MeshFix("left out faces without area", lambda m, f, _: edit.delete_faces(m, f)),
    "MSH007": MeshFix("turned faces up", lambda m, f, _: edit.flip_faces_up(m, f)),
    "MSH012": MeshFix(
        "painted ceilings as Obscuring", lambda m, f, _: edit.repaint(m, f, OBSCURING)
    ),
    "MSH005": MeshFix("joined the vertices of seams", _weld),
    "MSH006": MeshFix("cut edges with too many faces", lambda m, *_: edit.split_edges(m)),
    "OBJ004": MeshFix("set absolute use hooks from relative ones", _set_absolute_hooks),
    "DRV011": MeshFix("put walkable faces first, rebuilt all tables", lambda m, *_: m.rebuilt()),
    "DRV012": MeshFix(
        "made the walkable faces the domain, rebuilt all tables", lambda m, *_: m.rebuilt()
    ),
}
"""Rule → the edit that fixes it. One a round, in this order."""

TABLE_FIXES: dict[str, tuple[str, tuple[str, ...]]] = {
    "FIL002": ("left out the trailing bytes", ()),
    "BWM001": ("put the tables in order", ()),
    **dict.fromkeys((f"BWM{n:03}" for n in range(4, 15)), ("rebuilt the box tree", _TREE)),
    **dict.fromkeys(("DRV001", "DRV002"), ("recomputed normals and distances", _PLANES)),
    **dict.fromkeys(
        (f"DRV{n:03}" for n in range(3, 11)),
        ("recomputed adjacency, boundary edges and loops", _BOUNDARY),
    ),
    "OBJ001": ("left out the tables that only rooms have", (*_TREE, *_BOUNDARY)),
}
"""Rule → what is done, and the tables that are replaced by derived ones."""


def fix_walkmesh(data: bytes, findings: Sequence[Finding], options: Options) -> Fixed:
    """The file after the first edit of the mesh that is due, or else after all table fixes.

    Raises `FormatError` where the mesh is so broken that no table can be derived.
    """
    bwm = parse_bwm(data)
    mesh = Walkmesh.from_bwm(bwm, options.materials)
    by_rule = {finding.rule: finding for finding in findings}
    for rule, fix in MESH_FIXES.items():
        if rule in by_rule:
            edited = fix.apply(mesh, by_rule[rule].numbers, options)
            return Fixed(edited.to_bytes(), (Step(fix.text, (rule,)),))
    due = [(rule, *TABLE_FIXES[rule]) for rule in sorted(by_rule) if rule in TABLE_FIXES]
    texts = dict.fromkeys(text for _, text, _ in due)
    tables = {name for _, _, names in due for name in names}
    fixed = repacked(bwm, mesh.derived, tables, keep_trailing="FIL002" not in by_rule)
    steps = tuple(Step(text, tuple(r for r, t, _ in due if t == text)) for text in texts)
    return Fixed(fixed.to_bytes(), steps)
