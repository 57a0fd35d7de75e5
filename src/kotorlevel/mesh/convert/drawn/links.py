"""Links of a walkmesh from the gates of its drawing."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from kotorlevel.core.types import Vector
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.convert.drawn.flat import FlatMesh
from kotorlevel.mesh.convert.drawn.gates import (
    Edges,
    Feet,
    find_feet,
    lies_on_edge,
    match_feet,
)
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints

Reason = Literal["no room", "no edge", "long edge", "lies flat"]


@dataclass(frozen=True)
class LooseGate:
    """A gate that gave no link: what it is called after, and where it stands.

    ``reason`` is "no room" where no layout has that room, "long edge" where the edge below it is
    longer than the gate, "no edge" where there is none of the floor's boundary, and "lies flat"
    where the gate does not stand.
    """

    room: int | str
    at: Vector
    reason: Reason = "no edge"


@dataclass(frozen=True, eq=False)
class Linked:
    """A walkmesh with the links of its gates; ``loose`` gates gave none."""

    mesh: Walkmesh = field(repr=False)
    links: int = 0
    loose: tuple[LooseGate, ...] = ()


def link_by_gates(mesh: Walkmesh, flat: FlatMesh) -> Linked:
    """``mesh`` with a link on every boundary edge that lies on the foot of a gate, and no others.

    The transitions that it has are the original's. They say which room a gate means whose name
    no layout knows, and of a mesh that is as it was read on which other edges a link may be.
    """
    old = mesh.transitions.reshape(-1)
    boundary = mesh.geometry.adjacency.table.reshape(-1) == -1
    may_link = (old != -1) & (mesh.stored is not None)
    may_link[: len(boundary)] |= boundary
    candidates = np.flatnonzero(may_link)
    feet = find_feet(flat.gates)
    foot, row = match_feet(feet, _edges(mesh, candidates))
    foot, row, feet = _with_heads(flat, feet, foot, row, mesh, candidates)
    edge = candidates[row]
    room = _resolved(flat, feet.rooms[foot], old[edge].astype(np.int64))
    transitions = np.full(old.shape, -1, np.int32)
    order = np.flatnonzero(room >= 0)[::-1]  # of several gates on one edge the first counts
    transitions[edge[order]] = room[order]
    new = transitions.reshape(-1, 3)
    linked = mesh
    if not np.array_equal(new, mesh.transitions):
        linked = replace(mesh, transitions=read_only(new))
    loose = _loose(flat, feet, foot, room, _edges(mesh, candidates))
    return Linked(linked, int((transitions != -1).sum()), loose)


def boundary_edges(mesh: Walkmesh) -> Edges:
    """The edges on which a gate may stand: of walkable faces without a neighbour."""
    return _edges(mesh, np.flatnonzero(mesh.geometry.adjacency.table.reshape(-1) == -1))


def _edges(mesh: Walkmesh, edges: Ints) -> Edges:
    points = mesh.geometry.points
    face, side = edges // 3, edges % 3
    return Edges(points[mesh.faces[face, side]], points[mesh.faces[face, (side + 1) % 3]])


def _with_heads(
    flat: FlatMesh, feet: Feet, foot: Ints, row: Ints, mesh: Walkmesh, candidates: Ints
) -> tuple[Ints, Ints, Feet]:
    """The same with the heads of gates that stand on nothing: a level may be mirrored upside down.

    Gates that have found an edge keep to it.
    """
    heads = find_feet(flat.gates, heads=True)
    heads = heads.take(np.flatnonzero(~np.isin(heads.gate, feet.gate[foot])))
    more, more_rows = match_feet(heads, _edges(mesh, candidates))
    if not len(more):
        return foot, row, feet
    foot = np.concatenate([foot, more + len(feet.start)])
    return foot, np.concatenate([row, more_rows]), feet.joined(heads)


def _resolved(flat: FlatMesh, links: Ints, old: Ints) -> Ints:
    """(n,) the number of the room that each gate leads to; -1 where nobody knows its name.

    A name that no layout has is the room that the original leads to on all its edges.
    """
    numbers = np.array([-1 if isinstance(each, str) else each for each in flat.links], np.int64)
    known = old != -1
    pairs = np.unique(np.stack([links[known], old[known]], axis=1), axis=0)
    only = np.bincount(pairs[:, 0], minlength=len(numbers))[pairs[:, 0]] == 1
    row, before = pairs[only & (numbers[pairs[:, 0]] < 0)].T if len(numbers) else pairs.T
    numbers[row] = before
    found: Ints = numbers[links] if len(numbers) else np.empty(0, np.int64)
    return found


def _loose(
    flat: FlatMesh, feet: Feet, foot: Ints, room: Ints, edges: Edges
) -> tuple[LooseGate, ...]:
    """A line for each gate that gave no link, where it stands."""
    has_foot, has_edge, has_room = np.zeros((3, len(flat.gates)), bool)
    has_foot[feet.gate] = True
    has_edge[feet.gate[foot]] = True
    has_room[feet.gate[foot[room >= 0]]] = True
    first, index = np.unique(feet.gate, return_index=True)
    rows = index[~has_room[first]]
    on_long = lies_on_edge(feet, rows, edges)
    loose = []
    for row, is_long in zip(rows.tolist(), on_long.tolist(), strict=True):
        reason: Reason = "long edge" if is_long else "no edge"
        reason = "no room" if has_edge[feet.gate[row]] else reason
        middle = (feet.start[row] + feet.end[row]) / 2
        loose.append(_loose_gate(flat, feet.rooms[row], middle, reason))
    gates = flat.gates
    order = np.argsort(gates.gate, kind="stable")
    lying, first, count = np.unique(gates.gate[order], return_index=True, return_counts=True)
    for at in np.flatnonzero(~has_foot[lying]).tolist():
        gate, rows = int(lying[at]), order[first[at] : first[at] + count[at]]
        middle = gates.points[gates.triangles[rows]].mean(axis=(0, 1))
        loose.append(_loose_gate(flat, gates.rooms[gate], middle, "lies flat"))
    return tuple(loose)


def _loose_gate(flat: FlatMesh, link: int, at: Floats, reason: Reason) -> LooseGate:
    x, y, z = at.tolist()
    return LooseGate(flat.links[link], (x, y, z), reason)
