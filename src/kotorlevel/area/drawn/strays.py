"""Objects of a drawing that no room is called after: gates that were drawn apart, and all else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.words import did_you_mean, some_of
from kotorlevel.formats.triangulate import triangulate
from kotorlevel.mesh.convert.drawn.gates import Gates, find_feet, match_feet
from kotorlevel.mesh.convert.drawn.links import LooseGate, boundary_edges
from kotorlevel.mesh.convert.drawn.names import LINK, MaterialNames, base_name

if TYPE_CHECKING:
    from kotorlevel.core.types import Flags, Ints
    from kotorlevel.formats.drawing import Shape
    from kotorlevel.mesh.walkmesh import Walkmesh


def is_gates(shape: Shape) -> bool:
    """Whether an object is gates and nothing else: every face has the material of a link."""
    rows = np.unique(shape.materials).tolist()
    names = [base_name(shape.material_names[row]) if row >= 0 else "" for row in rows]
    return bool(names) and all(name.lower().startswith(LINK) for name in names)


def share_gates(
    shapes: Sequence[Shape], meshes: Mapping[int, Walkmesh], names: MaterialNames
) -> tuple[dict[int, list[Shape]], list[LooseGate]]:
    """The gates of objects of their own by the room on whose edges they stand, and the others.

    A gate does not belong to the room that it leads to, though that meets the edge as well.
    """
    shared: dict[int, list[Shape]] = {}
    loose: list[LooseGate] = []
    edges = {index: boundary_edges(mesh) for index, mesh in meshes.items()} if shapes else {}
    for shape in shapes:
        triangles, rows, _ = triangulate(shape)
        gates = Gates(shape.points, triangles, rows)
        feet, group = find_feet(gates), gates.gate
        links = [names.find_link(name) for name in shape.material_names]
        leads_to = np.array([link if isinstance(link, int) else -1 for link in links], np.int64)
        taken = []
        for index in meshes:
            foot, _ = match_feet(feet, edges[index])
            own = feet.gate[foot[leads_to[feet.rooms[foot]] != index]]
            if len(own):
                part = _part(shape, triangles, rows, np.isin(group, own))
                shared.setdefault(index, []).append(part)
                taken += own.tolist()
        first, row = np.unique(feet.gate, return_index=True)
        for each in row[~np.isin(first, taken)].tolist():
            x, y, z = ((feet.start[each] + feet.end[each]) / 2).tolist()
            name = base_name(shape.material_names[int(feet.rooms[each])])[len(LINK) :]
            loose.append(LooseGate(name, (x, y, z)))
    return shared, loose


def _part(shape: Shape, triangles: Ints, rows: Ints, chosen: Flags) -> Shape:
    """The shape with some of its triangles only."""
    kept = triangles[chosen]
    sizes = np.full(len(kept), 3, np.int64)
    return replace(shape, corners=kept.reshape(-1), sizes=sizes, materials=rows[chosen])


def describe_strays(names: Sequence[str], rooms: Sequence[str]) -> tuple[str, ...]:
    """What is said of objects that belong to no room; nothing where there are none."""
    if not names:
        return ()
    hint = did_you_mean(base_name(names[0]), rooms)
    hint = f"{hint} An object is part of the room that it is called after".lstrip()
    hint += "; a new room has to be added to the layout first"
    return (f"left out, as no room is called so: {some_of(names)}. {hint}",)
