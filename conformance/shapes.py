"""The made meshes of the suite, and their tables by the slow, plain words of `reference`."""

from __future__ import annotations

from dataclasses import dataclass, field

from conformance import reference
from conformance.bwm import Tables

WALKABLE = {1, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 18, 30}
"""Rows of the first game's surfacemat.2da that can be walked on."""

STONE, OBSCURING, NONWALK, PIT = 4, 2, 7, 16
Vertex = tuple[float, float, float]


@dataclass
class Shape:
    """A mesh as an author would give it: corners, triangles, surfaces, links by edge."""

    vertices: list[Vertex]
    faces: list[tuple[int, int, int]]
    materials: list[int]
    links: dict[int, int] = field(default_factory=dict)


def tables_of(shape: Shape, game: str = "k1", domain: int | None = None) -> Tables:
    """All tables of a WOK: walkable faces first, everything else derived as BioWare's tool did."""
    order = reference.slow_order([material in WALKABLE for material in shape.materials])
    faces = [shape.faces[face] for face in order]
    materials = [shape.materials[face] for face in order]
    new = {old: number for number, old in enumerate(order)}
    links = {3 * new[edge // 3] + edge % 3: room for edge, room in shape.links.items()}
    vertices = [tuple(reference.r32(x) for x in vertex) for vertex in shape.vertices]
    if domain is None:
        domain = sum(material in WALKABLE for material in materials)
    table = reference.slow_adjacency(faces, domain).table
    boundary = reference.slow_boundary(table, faces)
    planes = [reference.slow_plane([vertices[v] for v in face], game) for face in faces]
    nodes = reference.slow_tree(vertices, faces)
    return {
        "kind": 1,
        "relative_hook_1": [0.0, 0.0, 0.0],
        "relative_hook_2": [0.0, 0.0, 0.0],
        "absolute_hook_1": [0.0, 0.0, 0.0],
        "absolute_hook_2": [0.0, 0.0, 0.0],
        "position": [0.0, 0.0, 0.0],
        "unknown_6c": 0,
        "vertices": [list(vertex) for vertex in vertices],
        "faces": [list(face) for face in faces],
        "materials": materials,
        "normals": [list(normal) for normal, _ in planes],
        "distances": [distance for _, distance in planes],
        "nodes": [
            [*node.box_min, *node.box_max, node.face, 4, node.plane, node.left, node.right]
            for node in nodes
        ],
        "adjacency": [table[3 * face : 3 * face + 3] for face in range(domain)],
        "edges": [[edge, links.get(edge, -1)] for edge in boundary.edges],
        "loops": boundary.loops,
    }


def obstacle_tables(shape: Shape) -> Tables:
    """The tables of a PWK or DWK: no tree, no topology; normals zero as in the games."""
    tables = tables_of(shape)
    nothing: dict[str, list[object]] = {
        name: [] for name in ("nodes", "adjacency", "edges", "loops")
    }
    offsets = dict.fromkeys(nothing, 0)
    normals = [[0.0, 0.0, 0.0] for _ in shape.faces]
    faces = [list(face) for face in shape.faces]
    own = {"kind": 0, "faces": faces, "materials": list(shape.materials), "normals": normals}
    return tables | nothing | own | {"offsets": offsets}


def grid(width: int, height: int, *, size: float = 2.0, without: tuple[int, ...] = ()) -> Shape:
    """Two triangles a cell, row by row; cells ``without`` stay out, their vertices stay in."""
    vertices = [(x * size, y * size, 0.0) for y in range(height + 1) for x in range(width + 1)]
    faces: list[tuple[int, int, int]] = []
    for cell in range(width * height):
        if cell not in without:
            a = cell // width * (width + 1) + cell % width
            b, c, d = a + 1, a + width + 2, a + width + 1
            faces += [(a, b, c), (c, d, a)]
    return Shape(vertices, faces, [STONE] * len(faces))


def terrain(side: int) -> Shape:
    """A grid with uneven heights and places, by a generator of numbers that any language has."""
    shape, state = grid(side, side), 12345
    uneven: list[Vertex] = []
    for x, y, _ in shape.vertices:
        numbers = []
        for _ in range(3):
            state = (1103515245 * state + 12345) % 2**31
            numbers.append(state / 2**31 - 0.5)
        uneven.append((x + 0.7 * numbers[0], y + 0.7 * numbers[1], numbers[2]))
    return Shape(uneven, shape.faces, shape.materials)


def sorted_terrain() -> Shape:
    """The terrain with walls in it, which move behind the floor when it is sorted."""
    shape = terrain(6)
    shape.materials = [NONWALK if face % 7 == 3 else STONE for face in range(len(shape.faces))]
    return shape


def pinched() -> Shape:
    """Three squares that have one vertex in common: its boundary goes on at the lowest edge."""
    middle = (0.0, 0.0, 0.0)
    around = [(2, 0), (2, 2), (0, 2), (-2, 0), (-2, -2), (0, -2), (1, -2), (2, -2), (2, -1)]
    vertices = [middle, *((float(x), float(y), 0.0) for x, y in around)]
    faces = [(7, 8, 9), (9, 0, 7), (0, 1, 2), (2, 3, 0), (4, 5, 6), (6, 0, 4)]
    return Shape(vertices, faces, [STONE] * 6)


def crowded_edge() -> Shape:
    """Three faces on one edge, two of them the same way round: the last owner is the neighbour."""
    vertices = [(0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (1.0, 2.0, 0.0), (1.0, -2.0, 0.0)]
    vertices += [(1.0, -2.0, 1.0), (1.0, 2.0, 1.0)]
    faces = [(0, 1, 2), (1, 0, 3), (1, 0, 4), (0, 1, 5)]
    return Shape(vertices, faces, [STONE] * 4)


def seam() -> Shape:
    """Two squares side by side with own vertices at the same places: not joined, and so meant."""
    one = grid(1, 1)
    vertices = one.vertices + [(x + 2.0, y, z) for x, y, z in one.vertices]
    faces = one.faces + [(a + 4, b + 4, c + 4) for a, b, c in one.faces]
    return Shape(vertices, faces, [STONE] * 4)


def flat_faces() -> Shape:
    """A face without area beside sound ones: its normal is (1, 0, 0)."""
    shape = grid(2, 1)
    shape.vertices.append((1.0, 0.0, 0.0))
    shape.faces.append((0, 6, 1))
    shape.materials.append(STONE)
    return shape


def loose_vertices() -> Shape:
    """Vertices that no face uses, and two at one place."""
    shape = grid(1, 1)
    shape.vertices += [(9.0, 9.0, 9.0), (0.0, 0.0, 0.0)]
    return shape


def room_box() -> Shape:
    """A floor with a wall beside it and a ceiling that looks down."""
    floor = [(0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (4.0, 4.0, 0.0), (0.0, 4.0, 0.0)]
    top = [(x, y, 3.0) for x, y, _ in floor]
    wall = [(3, 2, 6), (6, 7, 3)]
    faces = [(6, 5, 4), (4, 7, 6), *wall, (0, 1, 2), (2, 3, 0)]
    return Shape(floor + top, faces, [OBSCURING] * 2 + [NONWALK] * 2 + [STONE] * 2)


def every_surface() -> Shape:
    """A strip of 31 cells, one for each row of surfacemat.2da."""
    shape = grid(31, 1)
    shape.materials = [face // 2 for face in range(62)]
    return shape


def block(size: float = 1.0) -> Shape:
    """What a door or a placeable stands in the way with: a square of surface 7."""
    half = size / 2
    vertices = [(-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0)]
    return Shape(vertices, [(0, 1, 2), (2, 3, 0)], [NONWALK] * 2)
