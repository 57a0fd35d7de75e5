"""Slow and obvious: what must be true of a floor after an edit of its shape."""

from __future__ import annotations

from collections import Counter

import numpy as np

from kotorlevel.mesh.walkmesh import Walkmesh
from support.soundness import find_faults


def check_sound(mesh: Walkmesh) -> None:
    """The file that would be written is sound, and holds all links."""
    assert find_faults(mesh.to_bwm()) == []
    assert not len(mesh.lost_transitions)


def neighbours(mesh: Walkmesh) -> dict[int, int]:
    """Edge → the edge across, of the domain, by comparing every two of them."""
    edges = {}
    for face in range(mesh.domain):
        for side in range(3):
            a, b = (int(mesh.faces[face, (side + k) % 3]) for k in (0, 1))
            edges[3 * face + side] = (a, b)
    owner = {ends: edge for edge, ends in edges.items()}
    assert len(owner) == len(edges), "two faces have the same edge the same way"
    return {edge: owner.get((b, a), -1) for edge, (a, b) in edges.items()}


def check_neighbours(mesh: Walkmesh) -> None:
    """The mesh's own adjacency is just that, and mutual."""
    slow = neighbours(mesh)
    assert mesh.adjacency.reshape(-1).tolist() == [slow[edge] for edge in range(3 * mesh.domain)]
    assert all(slow[across] == edge for edge, across in slow.items() if across >= 0)


def count_t_junctions(mesh: Walkmesh, tolerance: float = 1e-4) -> int:
    """Boundary edges with a vertex of the floor between their ends."""
    used = np.unique(mesh.faces[: mesh.domain])
    points = mesh.vertices[used].astype(float)
    count = 0
    for edge, across in neighbours(mesh).items():
        if across >= 0:
            continue
        a, b = (mesh.vertices[mesh.faces[edge // 3, (edge + k) % 3]].astype(float) for k in (0, 1))
        length = float(np.linalg.norm(b - a))
        along = (points - a) @ (b - a) / max(length, 1e-12)
        off = np.linalg.norm(points - a - along[:, None] * (b - a) / max(length, 1e-12), axis=1)
        count += bool(((off < tolerance) & (along > 0.01) & (along < length - 0.01)).any())
    return count


def floor_area(mesh: Walkmesh) -> float:
    """Square metres that can be walked on."""
    return float(mesh.geometry.areas[mesh.walkable].sum())


def links(mesh: Walkmesh) -> Counter[int]:
    """How many edges lead to each room."""
    return Counter(mesh.transitions[mesh.transitions != -1].tolist())


def linked_lengths(mesh: Walkmesh) -> dict[int, float]:
    """Room → metres of edges that lead to it: parting an edge keeps it."""
    found: dict[int, float] = {}
    for face, side in np.argwhere(mesh.transitions != -1).tolist():
        a, b = (mesh.vertices[mesh.faces[face, (side + k) % 3]].astype(float) for k in (0, 1))
        room = int(mesh.transitions[face, side])
        found[room] = found.get(room, 0.0) + float(np.linalg.norm(b - a))
    return found


def field(side: int = 4, rise: float = 0.1) -> Walkmesh:
    """A square floor of two faces a metre, which rises to the east."""
    points = [(x, y, rise * x) for x in range(side + 1) for y in range(side + 1)]
    row = side + 1
    corners = [x * row + y for x in range(side) for y in range(side)]
    faces = [f for c in corners for f in ((c, c + row, c + row + 1), (c, c + row + 1, c + 1))]
    return Walkmesh.from_arrays(points, faces, [10] * len(faces))


def edge_between(mesh: Walkmesh, start: tuple[float, ...], end: tuple[float, ...]) -> int:
    """The edge of the floor that runs from one place in the plan to another."""
    for edge in range(3 * mesh.domain):
        ends = [mesh.vertices[mesh.faces[edge // 3, (edge + k) % 3]][:2] for k in (0, 1)]
        if np.allclose(ends, [start, end], atol=1e-4):
            return edge
    raise AssertionError(f"no edge from {start} to {end}")
