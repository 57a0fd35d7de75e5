"""The derived tables of a walkmesh: slow, one face at a time, by the rules of BioWare's own tool.

Nothing but Python is needed, so that any program can be compared with it; the tests of KotorLevel
compare its fast tables with these.
"""

from __future__ import annotations

import math
import struct
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Point = Sequence[float]
Triangle = Sequence[int]
Vector = tuple[float, float, float]


def r32(value: float) -> float:
    """The nearest float32."""
    try:
        rounded: float = struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)
    return rounded


def slow_order(walkable: Sequence[bool]) -> list[int]:
    """The faces in their new order: walkable ones first, else as they were."""
    yes = [face for face, walk in enumerate(walkable) if walk]
    no = [face for face, walk in enumerate(walkable) if not walk]
    return yes + no


def slow_plane(corners: Sequence[Point], game: str) -> tuple[Vector, float]:
    """The normal and distance of a face; ``game`` (k1, k2) says what is rounded on the way."""
    v0, v1, v2 = corners
    a = [v1[i] - v0[i] for i in range(3)]
    b = [v2[i] - v1[i] for i in range(3)]
    if game == "k1":
        a = [r32(x) for x in a]
        b = [r32(x) for x in b]
    else:
        a = [r32(a[0]), r32(a[1]), a[2]]
    c = [
        r32(a[1] * b[2] - a[2] * b[1]),
        r32(a[2] * b[0] - a[0] * b[2]),
        r32(a[0] * b[1] - a[1] * b[0]),
    ]
    length = math.sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2])
    if length == 0 or not math.isfinite(length):
        n = (1.0, 0.0, 0.0)
    else:
        n = (r32(c[0] / length), r32(c[1] / length), r32(c[2] / length))
    return n, r32(-(n[0] * v0[0] + n[1] * v0[1] + n[2] * v0[2]))


@dataclass
class SlowAdjacency:
    """Per edge the one across, or -1; pairs one to one; edges with more owners than two."""

    table: list[int]
    pairs: list[int]
    crowded: list[int]


def slow_adjacency(faces: Sequence[Triangle], domain: int) -> SlowAdjacency:
    """The last owner of the reversed pair, and pairs one by one; faces with a repeat come last."""
    owners: dict[tuple[int, int], list[int]] = defaultdict(list)
    for is_whole in (True, False):
        for face in range(domain):
            corners = faces[face]
            if (len(set(corners)) == 3) != is_whole:
                continue
            for side in range(3):
                owners[corners[side], corners[(side + 1) % 3]].append(3 * face + side)
    table, pairs = [-1] * (3 * domain), [-1] * (3 * domain)
    crowded = set()
    for (a, b), there in list(owners.items()):
        back = owners.get((b, a), [])
        if a == b:
            continue
        for here, across in zip(there, back, strict=False):
            if here // 3 == across // 3:
                crowded |= {here, across}
            else:
                pairs[here] = across
        if len(there) > 1 or len(back) > 1:
            crowded |= {*there, *back}
        for here in there:
            others = [across for across in back if across // 3 != here // 3]
            whole = [across for across in others if len(set(faces[across // 3])) == 3]
            table[here] = max(whole or others, default=-1)
    return SlowAdjacency(table, pairs, sorted(crowded))


@dataclass
class SlowBoundary:
    """Boundary edges, loop after loop, and where each loop ends."""

    edges: list[int]
    loops: list[int]


def slow_boundary(table: Sequence[int], faces: Sequence[Triangle]) -> SlowBoundary:
    """Loops by looking through all edges that are left for the lowest that goes on."""
    left = [slot for slot, across in enumerate(table) if across == -1]
    edges: list[int] = []
    loops: list[int] = []

    def corner(edge: int, further: int) -> int:
        return faces[edge // 3][(edge % 3 + further) % 3]

    while left:
        first = at = left[0]
        while True:
            left.remove(at)
            edges.append(at)
            going_on = [edge for edge in left if corner(edge, 0) == corner(at, 1)]
            if corner(at, 1) == corner(first, 0) or not going_on:
                break
            at = min(going_on)
        loops.append(len(edges))
    return SlowBoundary(edges, loops)


@dataclass
class SlowNode:
    """A node of the box tree; ``face`` is -1 in inner nodes."""

    box_min: Vector
    box_max: Vector
    face: int = -1
    plane: int = 0
    left: int = -1
    right: int = -1


def slow_tree(vertices: Sequence[Point], faces: Sequence[Triangle]) -> list[SlowNode]:
    """The box tree in pre-order: halves by the middle of the faces on the longest axis."""
    nodes: list[SlowNode] = []
    if faces:
        _build(nodes, [[vertices[v] for v in face] for face in faces], list(range(len(faces))))
    return nodes


def _build(nodes: list[SlowNode], corners: list[list[Point]], faces: list[int]) -> int:
    number = len(nodes)
    points = [point for face in faces for point in corners[face]]
    low = [min(point[i] for point in points) for i in range(3)]
    high = [max(point[i] for point in points) for i in range(3)]
    if len(faces) == 1:
        box_min = (r32(low[0] - 0.01), r32(low[1] - 0.01), r32(low[2] - 0.01))
        box_max = (r32(high[0] + 0.01), r32(high[1] + 0.01), r32(high[2] + 0.01))
        nodes.append(SlowNode(box_min, box_max, face=faces[0]))
        return number
    x, y, z = (high[i] - low[i] for i in range(3))
    axis = 0 if x > y and x > z else 1 if y > z else 2
    centroid = {f: sum(corner[axis] for corner in corners[f]) / 3 for f in faces}
    ordered = slow_quicksort(faces, centroid)
    half = len(faces) // 2
    node = SlowNode((0, 0, 0), (0, 0, 0))
    nodes.append(node)
    node.left = _build(nodes, corners, ordered[:half])
    node.right = _build(nodes, corners, ordered[half:])
    left, right = nodes[node.left], nodes[node.right]
    node.box_min = _each(min, left.box_min, right.box_min)
    node.box_max = _each(max, left.box_max, right.box_max)
    node.plane = slow_plane_flag(left, right)
    return number


def slow_quicksort(items: list[int], key: dict[int, float]) -> list[int]:
    """Microsoft's qsort, told with a comparison; equal is "greater"."""
    sorter = _Quicksort(list(items), key)
    sorter.sort(0, len(items) - 1)
    return sorter.items


@dataclass
class _Quicksort:
    items: list[int]
    key: dict[int, float]

    def greater(self, a: int, b: int) -> bool:
        return not self.key[self.items[a]] < self.key[self.items[b]]

    def swap(self, a: int, b: int) -> None:
        self.items[a], self.items[b] = self.items[b], self.items[a]

    def sort(self, low: int, high: int) -> None:
        if high - low + 1 > 8:
            down, up = self.part(low, high)
            self.sort(low, down)
            self.sort(up, high)
            return
        for end in range(high, low, -1):
            largest = low
            for at in range(low + 1, end + 1):
                largest = at if self.greater(at, largest) else largest
            self.swap(largest, end)

    def part(self, low: int, high: int) -> tuple[int, int]:
        mid = low + (high - low + 1) // 2
        for a, b in [(low, mid), (low, high), (mid, high)]:
            if self.greater(a, b):
                self.swap(a, b)
        up, down = low, high
        while True:
            up = self.climb(up, mid, high)
            down -= 1
            while down > mid and self.greater(down, mid):
                down -= 1
            if down < up:
                return (down - 1 if mid == down else down), up
            self.swap(up, down)
            mid = up if mid == down else mid

    def climb(self, up: int, mid: int, high: int) -> int:
        """The next place that does not belong below the pivot, which itself is passed by."""
        if up < mid:
            up += 1
            while up < mid and not self.greater(up, mid):
                up += 1
        if up >= mid:
            up += 1
            while up <= high and not self.greater(up, mid):
                up += 1
        return up


def _each(choose: Callable[[float, float], float], a: Vector, b: Vector) -> Vector:
    return choose(a[0], b[0]), choose(a[1], b[1]), choose(a[2], b[2])


def slow_plane_flag(left: SlowNode, right: SlowNode) -> int:
    """1 +x, 2 +y, 4 +z, 8 -x, 16 -y, 32 -z: where the right child is, seen from the left."""
    x, y, z = (
        (right.box_min[i] + right.box_max[i]) / 2 - (left.box_min[i] + left.box_max[i]) / 2
        for i in range(3)
    )
    if abs(x) > abs(y) and abs(x) > abs(z):
        return 8 if x <= 0 else 1
    if abs(y) > abs(z):
        return 16 if y <= 0 else 2
    return 32 if z <= 0 else 4
