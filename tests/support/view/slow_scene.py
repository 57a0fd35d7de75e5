"""What a scene must hold, found face by face with dictionaries and lists; slow and obvious."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from kotorlevel.area.area import Area
from kotorlevel.mesh.walkmesh import Walkmesh
from support.soundness import WALKABLE

Point = tuple[float, ...]


@dataclass
class SlowScene:
    """Global rows: room after room, each with all of its faces."""

    vertices: list[Point] = field(default_factory=list)
    faces: list[tuple[int, ...]] = field(default_factory=list)
    rooms: list[int] = field(default_factory=list)
    materials: list[int] = field(default_factory=list)
    transitions: list[int] = field(default_factory=list)
    across: list[int] = field(default_factory=list)
    states: dict[int, str] = field(default_factory=dict)

    def ends(self, edge: int) -> tuple[Point, Point]:
        face, side = divmod(edge, 3)
        corners = self.faces[face]
        return self.vertices[corners[side]], self.vertices[corners[(side + 1) % 3]]

    def walkable(self, face: int) -> bool:
        return self.materials[face] in WALKABLE

    def has_floor(self, face: int) -> bool:
        """Whether one can stand there: not on upright faces, nor on those without area."""
        a, b, c = (self.vertices[corner] for corner in self.faces[face])
        u, v = ([q - p for p, q in zip(a, end, strict=True)] for end in (b, c))
        x, y, z = (u[i] * v[j] - u[j] * v[i] for i, j in ((1, 2), (2, 0), (0, 1)))
        return self.walkable(face) and abs(z) >= 1e-4 * math.hypot(x, y, z) > 0

    def boundary(self) -> set[int]:
        """Edges of walkable faces with no walkable face of their room across."""
        inside = self._inside()
        return {
            edge
            for edge in range(3 * len(self.faces))
            if self.walkable(edge // 3) and edge not in inside
        }

    def _inside(self) -> dict[int, int]:
        owners: dict[tuple[int, int], int] = {}
        for face, corners in enumerate(self.faces):
            if self.walkable(face):
                for side in range(3):
                    owners[corners[side], corners[(side + 1) % 3]] = 3 * face + side
        return {edge: owners[b, a] for (a, b), edge in owners.items() if (b, a) in owners}


def slow_scene(source: Walkmesh | Area) -> SlowScene:
    """For sound meshes only: every edge has at most one neighbour."""
    meshes = list(source.meshes) if isinstance(source, Area) else [source]
    slow = SlowScene()
    for room, mesh in enumerate(meshes):
        if mesh is None:
            continue
        first = len(slow.vertices)
        slow.vertices += [tuple(row) for row in mesh.vertices.tolist()]
        slow.faces += [tuple(first + corner for corner in row) for row in mesh.faces.tolist()]
        slow.rooms += [room] * len(mesh.faces)
        slow.materials += mesh.materials.tolist()
        slow.transitions += mesh.transitions.reshape(-1).tolist()
    inside = slow._inside()
    slow.across = [inside.get(edge, -1) for edge in range(3 * len(slow.faces))]
    if isinstance(source, Area):
        _link(slow, meshes)
    return slow


def _link(slow: SlowScene, meshes: list[Any]) -> None:
    boundary = sorted(slow.boundary())
    for edge, to in enumerate(slow.transitions):
        if to == -1:
            continue
        room = slow.rooms[edge // 3]
        met = [
            other
            for other in boundary
            if slow.rooms[other // 3] == to and edge in boundary and _meet(slow, edge, other)
        ]
        if 0 <= to < len(meshes) and meshes[to] is None:
            slow.states[edge] = "missing"
        elif not met:
            slow.states[edge] = "nowhere"
        else:
            slow.across[edge] = met[0]
            slow.states[edge] = "ok" if slow.transitions[met[0]] == room else "one-sided"


def _meet(slow: SlowScene, a: int, b: int) -> bool:
    (start_a, end_a), (start_b, end_b) = slow.ends(a), slow.ends(b)
    return math.dist(start_a, end_b) <= 0.001 and math.dist(end_a, start_b) <= 0.001


def slow_islands(slow: SlowScene) -> list[set[int]]:
    """The faces of each island: what hangs together, in whichever direction."""
    beside: dict[int, set[int]] = {face: set() for face in range(len(slow.faces))}
    for edge, other in enumerate(slow.across):
        if other >= 0:
            beside[edge // 3].add(other // 3)
            beside[other // 3].add(edge // 3)
    left = {face for face in beside if slow.has_floor(face)}
    islands = []
    while left:
        island, waiting = set(), deque([min(left)])
        while waiting:
            here = waiting.popleft()
            if here in left:
                left.discard(here)
                island.add(here)
                waiting.extend(beside[here])
        islands.append(island)
    return islands
