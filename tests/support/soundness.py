"""Is a walkmesh file sound? A slow checker in plain Python, straight from the words of FACTS 1–5.

It shares nothing with the code under test but the reader: no NumPy, no derive functions.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from kotorlevel.formats.bwm import Bwm

WALKABLE = frozenset({1, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 18, 30})
"""The walkable materials, written down from FACTS 5 and not from the code."""

LEAF_GROWTH = 0.01
SINGLE = 2.0**-23
"""The distance from 1 to the next float32."""

Point = Sequence[float]


@dataclass(frozen=True)
class Plain:
    """The header and the tables as Python numbers."""

    header: dict[str, Any]
    vertices: list[list[float]]
    faces: list[list[int]]
    materials: list[int]
    normals: list[list[float]]
    distances: list[float]
    nodes: list[dict[str, Any]]
    adjacency: list[int]
    edges: list[int]
    loops: list[int]

    @property
    def domain(self) -> int:
        return len(self.adjacency) // 3

    def corners(self, face: int) -> list[list[float]]:
        return [self.vertices[number] for number in self.faces[face]]


def plain(bwm: Bwm) -> Plain:
    dump = {name: bwm.header[name].tolist() for name in bwm.header.dtype.names or ()}
    # Column by column: `tolist` of whole rows would leave the boxes as float32 arrays.
    nodes = {name: bwm.nodes[name].tolist() for name in bwm.nodes.dtype.names or ()}
    return Plain(
        header=dump,
        vertices=bwm.vertices.tolist(),
        faces=bwm.faces.tolist(),
        materials=bwm.materials.tolist(),
        normals=bwm.normals.tolist(),
        distances=bwm.distances.tolist(),
        nodes=[dict(zip(nodes, row, strict=True)) for row in zip(*nodes.values(), strict=True)],
        adjacency=[slot for row in bwm.adjacency.tolist() for slot in row],
        edges=[edge for edge, _ in bwm.edges.tolist()],
        loops=bwm.loops.tolist(),
    )


def find_faults(
    bwm: Bwm, *, box_tolerance: float = 0.0, walkable: AbstractSet[int] = WALKABLE
) -> list[str]:
    """What is wrong with the file, in words; empty for a sound one.

    ``box_tolerance`` (metres) is for files whose tree was built from the model (FACTS 4): leaf
    boxes may differ by that much from the faces, and planes where centres are that close.
    """
    mesh = plain(bwm)
    faults = list(_packing(mesh, len(bwm.to_bytes())))
    outside = [f for f, face in enumerate(mesh.faces) if max(face) >= len(mesh.vertices)]
    if outside:
        return [*faults, f"faces {outside} name vertices that do not exist"]
    faults += _planes(mesh)
    if mesh.header["kind"] != 1:
        tables = {"nodes": mesh.nodes, "adjacency": mesh.adjacency, "edges": mesh.edges}
        return faults + [f"an object has {name}" for name, rows in tables.items() if rows]
    faults += _order(mesh, walkable)
    faults += _adjacency(mesh)
    faults += _edges(mesh)
    faults += _tree(mesh, box_tolerance)
    return faults


def _packing(mesh: Plain, size: int) -> Iterator[str]:
    """All tables one behind the other, in order, nothing after the last."""
    at = 136
    header = mesh.header
    for name, count, width in (
        ("vertex", "vertex_count", 12),
        ("face", "face_count", 12),
        ("material", "face_count", 4),
        ("normal", "face_count", 12),
        ("distance", "face_count", 4),
        ("node", "node_count", 44),
        ("adjacency", "adjacency_count", 12),
        ("edge", "edge_count", 8),
        ("loop", "loop_count", 4),
    ):
        rows = header[count]
        if rows and header[f"{name}_offset"] != at:
            yield f"packing: {name} table at {header[f'{name}_offset']}, not at {at}"
        at += rows * width
    if at != size:
        yield f"packing: tables end at {at}, the file at {size}"


def _planes(mesh: Plain) -> Iterator[str]:
    """Unit normals by the corners' winding; the plane goes through the corners."""
    for face, (normal, distance) in enumerate(zip(mesh.normals, mesh.distances, strict=True)):
        corners = mesh.corners(face)
        reach = max(1.0, *(abs(x) for corner in corners for x in corner))
        a, b = _minus(corners[1], corners[0]), _minus(corners[2], corners[0])
        cross = _cross(a, b)
        twice_area = math.hypot(*cross)
        square = max(math.dist(p, q) for p in corners for q in corners) ** 2
        if not math.isclose(math.hypot(*normal), 1, abs_tol=1e-4):
            yield f"normal of face {face} has length {math.hypot(*normal)}"
        elif twice_area > 1e-5 * square:
            wanted = [x / twice_area for x in cross]
            # The game's tool rounds the sides first: thin faces suffer from it.
            allowed = 1e-4 + 4 * SINGLE * square / twice_area
            if math.dist(wanted, normal) > allowed:
                yield f"normal of face {face} is {normal}, not {wanted}"
        through = -sum(n * v for n, v in zip(normal, corners[0], strict=True))
        if abs(through - distance) > 1e-4 * reach:
            yield f"distance of face {face} is {distance}, not {through}"


def _order(mesh: Plain, walkable: AbstractSet[int]) -> Iterator[str]:
    can_walk = [material in walkable for material in mesh.materials]
    if can_walk != sorted(can_walk, reverse=True):
        yield "order: walkable faces are not first"
    if mesh.domain != sum(can_walk):
        yield f"adjacency has {mesh.domain} rows for {sum(can_walk)} walkable faces"


def _adjacency(mesh: Plain) -> Iterator[str]:
    """Between the reversed pair of vertices, mutual where there is no choice, none left out."""
    owners: dict[tuple[int, int], list[int]] = defaultdict(list)
    ends: list[tuple[int, int]] = []
    for face in range(min(mesh.domain, len(mesh.faces))):
        for side in range(3):
            pair = mesh.faces[face][side], mesh.faces[face][(side + 1) % 3]
            owners[pair].append(3 * face + side)
            ends.append(pair)
    for edge, (a, b) in enumerate(ends):
        across = mesh.adjacency[edge]
        back = [other for other in owners[b, a] if other // 3 != edge // 3]
        if across != -1 and across not in back:
            yield f"adjacency: edge {edge} names {across}, which is not the reverse of it"
        elif across != -1 and mesh.adjacency[across] != edge and len(back + owners[a, b]) == 2:
            yield f"adjacency: edge {edge} names {across}, which does not name it back"
        elif across == -1 and len(back) == 1 and len(owners[a, b]) == 1 and a != b:
            yield f"adjacency: edge {edge} has no neighbour, but {back[0]} is the reverse of it"


def _edges(mesh: Plain) -> Iterator[str]:
    """Exactly the free slots, in closed loops that start at their lowest edge, in that order."""
    free = [slot for slot, across in enumerate(mesh.adjacency) if across == -1]
    if sorted(mesh.edges) != free:
        yield f"edges: {len(mesh.edges)} rows are not the {len(free)} free slots"
        return
    if (mesh.loops[-1] if mesh.loops else 0) != len(mesh.edges):
        yield f"loops end at {mesh.loops[-1:]}, the edges at {len(mesh.edges)}"
    firsts = []
    start = 0
    for number, end in enumerate(mesh.loops):
        loop = mesh.edges[start:end]
        if not loop:
            yield f"loop {number} is empty"
            return
        firsts.append(loop[0])
        if loop[0] != min(loop):
            yield f"loop {number} starts at edge {loop[0]}, not at its lowest {min(loop)}"
        left = set(mesh.edges[start:])
        for edge, following in zip(loop, [*loop[1:], loop[0]], strict=True):
            left.discard(edge)
            corner = _corner(mesh, edge, 1)
            going_on = [other for other in left if _corner(mesh, other, 0) == corner]
            if following == loop[0] and not going_on:
                continue  # a dead end, where a crowded edge has more ends than starts
            if corner != _corner(mesh, following, 0):
                yield f"loop {number}: edge {edge} does not end where {following} begins"
            elif following != loop[0] and following != min(going_on):
                yield f"loop {number}: {following} is not the lowest that goes on after {edge}"
            elif following != loop[0] and corner == _corner(mesh, loop[0], 0):
                yield f"loop {number} could close after {edge}, and goes on"
        start = end
    if firsts != sorted(firsts):
        yield "loops are not in the order of their first edges"


def _corner(mesh: Plain, edge: int, further: int) -> int:
    return mesh.faces[edge // 3][(edge % 3 + further) % 3]


def _tree(mesh: Plain, tolerance: float) -> Iterator[str]:
    """2F - 1 nodes in pre-order, every face in one leaf, boxes and planes right."""
    nodes = mesh.nodes
    if len(nodes) != max(2 * len(mesh.faces) - 1, 0):
        yield f"tree: {len(nodes)} nodes for {len(mesh.faces)} faces"
        return
    faces = sorted(node["face"] for node in nodes if node["face"] != -1)
    if faces != list(range(len(mesh.faces))):
        yield "tree: the leaves do not hold every face once"
        return
    order = _preorder(nodes)
    if order != list(range(len(nodes))):
        yield "tree: the nodes are not in pre-order, each met once"
        return
    for number, node in enumerate(nodes):
        if node["unknown_1c"] != 4:
            yield f"tree: node {number} has {node['unknown_1c']} at 0x1c"
        if node["face"] == -1:
            yield from _inner_node(nodes, number, tolerance)
        else:
            yield from _leaf(mesh, number, tolerance)


def _preorder(nodes: list[dict[str, Any]]) -> list[int] | None:
    """The nodes as they are met from the root, left before right; None if one is met twice."""
    waiting = [0] if nodes else []
    met: list[int] = []
    while waiting:
        number = waiting.pop()
        if not 0 <= number < len(nodes) or len(met) == len(nodes):
            return None
        met.append(number)
        if nodes[number]["face"] == -1:
            waiting += [nodes[number]["right"], nodes[number]["left"]]
    return met


def _leaf(mesh: Plain, number: int, tolerance: float) -> Iterator[str]:
    node = mesh.nodes[number]
    if (node["left"], node["right"], node["plane"]) != (-1, -1, 0):
        yield f"tree: leaf {number} has children or a plane"
    corners = mesh.corners(node["face"])
    for axis in range(3):
        values = [corner[axis] for corner in corners]
        low, high = min(values) - LEAF_GROWTH, max(values) + LEAF_GROWTH
        allowed = tolerance + SINGLE * max(1.0, abs(low), abs(high))
        if (
            abs(node["box_min"][axis] - low) > allowed
            or abs(node["box_max"][axis] - high) > allowed
        ):
            yield f"tree: box of leaf {number} is not its face's bounds grown by 0.01 (axis {axis})"


def _inner_node(nodes: list[dict[str, Any]], number: int, tolerance: float) -> Iterator[str]:
    node = nodes[number]
    left, right = nodes[node["left"]], nodes[node["right"]]
    union = [
        [min(a, b) for a, b in zip(left["box_min"], right["box_min"], strict=True)],
        [max(a, b) for a, b in zip(left["box_max"], right["box_max"], strict=True)],
    ]
    if [node["box_min"], node["box_max"]] != union:
        yield f"tree: box of node {number} is not the union of its children's"
    if node["plane"] not in _planes_allowed(_centre(left), _centre(right), tolerance):
        yield f"tree: plane of node {number} is {node['plane']}"


def _centre(node: dict[str, Any]) -> list[float]:
    return [(a + b) / 2 for a, b in zip(node["box_min"], node["box_max"], strict=True)]


def _planes_allowed(left: Point, right: Point, tolerance: float) -> set[int]:
    """The flag of the main axis and sign of right - left; several where it is a close call."""
    apart = _minus(right, left)
    x, y, z = map(abs, apart)
    main = 0 if x > y and x > z else 1 if y > z else 2
    close = {axis for axis in range(3) if abs(apart[axis]) > max(x, y, z) - tolerance}
    return {
        1 << (axis + 3 * backward)
        for axis in {main} | close
        for backward in (False, True)
        if backward == (apart[axis] <= 0) or abs(apart[axis]) < tolerance
    }


def _minus(a: Point, b: Point) -> list[float]:
    return [p - q for p, q in zip(a, b, strict=True)]


def _cross(a: Point, b: Point) -> list[float]:
    return [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
