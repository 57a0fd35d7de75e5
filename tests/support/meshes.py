"""Random walkmeshes for Hypothesis, and what they say in plain Python numbers.

Rooms are jittered grids with cells and halves of cells missing: holes, islands, corners where two
parts only touch. Faces, corners and materials come in any order, and some boundary edges lead to
other rooms.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import hypothesis.strategies as st

import kotorlevel as kl
from kotorlevel.mesh.materials import Materials
from support.soundness import WALKABLE

Point = tuple[float, ...]
FaceRecord = tuple[tuple[Point, ...], int, tuple[int, ...]]
"""Where the corners are, the material, the transitions of the three sides."""

MATERIALS = (4, 10, 4, 7, 3, 2, 1, 16, 30, 255)
"""Six of ten walkable; one that no table knows."""

_DRAWN = 64

PIT = 16
"""The material of the domain in K2's 104pera, though nobody can walk on it (FACTS 3)."""


@dataclass(frozen=True)
class Authored:
    """The arrays of a room as they would come from a modelling program."""

    vertices: list[Point]
    faces: list[tuple[int, ...]]
    materials: list[int]
    transitions: list[tuple[int, ...]]

    def mesh(self, **more: Any) -> kl.Walkmesh:
        return kl.Walkmesh.from_arrays(
            self.vertices, self.faces, self.materials, self.transitions, **more
        )


def r32(value: float) -> float:
    """The nearest float32."""
    rounded: float = struct.unpack("<f", struct.pack("<f", value))[0]
    return rounded


def _numbers(size: int) -> st.SearchStrategy[list[int]]:
    """So many numbers from 0 to 255, in one draw: a mesh needs hundreds of them.

    The draw itself always has the same length. Hypothesis varies examples by putting one draw in
    the place of another; where the length does not fit it falls back to zeros.
    """
    drawn = st.binary(min_size=_DRAWN, max_size=_DRAWN)
    return drawn.map(
        lambda given: [(given[i % _DRAWN] + 101 * (i // _DRAWN)) % 256 for i in range(size)]
    )


@st.composite
def authored_rooms(draw: st.DrawFn, *, exact: bool = False, largest: int = 4) -> Authored:
    """Any room. With ``exact`` its coordinates are multiples of 1/1024 below 200 metres, so that
    mirroring, quarter turns and small moves are free of rounding.
    """
    width, height = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    vertices = _draw_vertices(draw, width, height, exact)
    faces = []
    for cell, state in enumerate(draw(_numbers(width * height))):
        a = cell // width * (width + 1) + cell % width
        b = a + width + 1
        first, second = ((a, a + 1, b + 1), (a, b + 1, b))
        if state & 1:  # the other diagonal
            first, second = ((a, a + 1, b), (a + 1, b + 1, b))
        kept = (state >> 1) % 6
        faces += [first] * (kept not in (4, 5)) + [second] * (kept not in (3, 4))
    chance = draw(_numbers(len(faces)))
    order = sorted(range(len(faces)), key=lambda face: chance[face])
    turned = [faces[face][chance[face] % 3 :] + faces[face][: chance[face] % 3] for face in order]
    materials = [MATERIALS[number % len(MATERIALS)] for number in draw(_numbers(len(faces)))]
    doors = draw(_numbers(3 * len(faces)))
    free = boundary_sides(
        [f if m in WALKABLE else () for f, m in zip(turned, materials, strict=True)]
    )
    transitions = [
        tuple(
            doors[3 * face + side] // 4
            if doors[3 * face + side] % 4 == 1 and (face, side) in free
            else -1
            for side in range(3)
        )
        for face in range(len(turned))
    ]
    return Authored(vertices, turned, materials, transitions)


def _draw_vertices(draw: st.DrawFn, width: int, height: int, exact: bool) -> list[Point]:
    columns = [(i, j) for j in range(height + 1) for i in range(width + 1)]
    jitter = iter(draw(_numbers(3 * len(columns))))
    scale = draw(st.sampled_from([1.0, 2.0] if exact else [1.0, 0.37, 7.3]))
    shifts = [(0, 0, 0), (-2.5, 100.0, -3.25), (-120.75, -1.0, 8.0)]
    if not exact:
        shifts += [(153.37, 130.8, -2.2), (-1234.567, 0.1, 33.3)]
    shift = draw(st.sampled_from(shifts))
    # A jitter of 1/8 at most leaves every face its area and its direction.
    return [
        tuple(
            r32(scale * (base + (next(jitter) - 128) / finer) + shift[axis])
            for axis, base, finer in ((0, i, 1024), (1, j, 1024), (2, 0, 256))
        )
        for i, j in columns
    ]


def rooms(*, exact: bool = False, largest: int = 4) -> st.SearchStrategy[kl.Walkmesh]:
    """A new, unstored room; its header position is anything."""
    quarters = st.integers(-400, 400).map(lambda n: n / 4)
    return st.builds(
        lambda authored, position: authored.mesh(position=position),
        authored_rooms(exact=exact, largest=largest),
        st.tuples(quarters, quarters, quarters),
    )


@st.composite
def objects(draw: st.DrawFn) -> kl.Walkmesh:
    """A placeable (only relative use hooks) or a door (absolute = relative + position).

    A door that stands open has one use hook; the other is zero, or lies at the position.
    """
    authored = draw(authored_rooms(largest=2))
    number = st.integers(-100, 100).map(lambda n: n / 8)
    vector = st.tuples(number, number, number)
    position = draw(vector)
    relative = [draw(vector), draw(st.one_of(st.just((0.0, 0.0, 0.0)), vector))]
    absolute = [[0.0] * 3, [0.0] * 3]
    if draw(st.booleans()):
        absolute = [[a + b for a, b in zip(hook, position, strict=True)] for hook in relative]
        if not any(relative[1]) and draw(st.booleans()):
            absolute[1] = [0.0] * 3
    return authored.mesh(
        kind=0, position=position, relative_hooks=relative, absolute_hooks=absolute
    )


def stored(mesh: kl.Walkmesh) -> kl.Walkmesh:
    """The mesh written and read again: with stored tables."""
    return kl.read_walkmesh(mesh.to_bytes())


def with_odd_domain(mesh: kl.Walkmesh) -> kl.Walkmesh:
    """The room as a stored file whose domain also holds the bottomless pits."""
    default = Materials.default()
    walkable_pits = replace(
        default, surfaces=tuple(replace(s, walk=s.walk or s.id == PIT) for s in default.surfaces)
    )
    odd = stored(mesh.rebuilt(walkable_pits))
    assert odd.stored is not None
    return odd


def face_records(mesh: kl.Walkmesh) -> list[FaceRecord]:
    """The faces in order, with positions instead of vertex numbers."""
    return list(
        zip(
            (tuple(map(tuple, corners)) for corners in mesh.vertices[mesh.faces].tolist()),
            mesh.materials.tolist(),
            map(tuple, mesh.transitions.tolist()),
            strict=True,
        )
    )


def links(mesh: kl.Walkmesh) -> Counter[tuple[Point, Point, int]]:
    """Start, end and room of every boundary edge that leads somewhere, as a file would say it."""
    again = kl.read_walkmesh(mesh.to_bytes())
    vertices, faces = again.vertices.tolist(), again.faces.tolist()
    return Counter(
        (
            tuple(vertices[faces[edge // 3][edge % 3]]),
            tuple(vertices[faces[edge // 3][(edge % 3 + 1) % 3]]),
            room,
        )
        for edge, room in again.edges.tolist()
        if room != -1
    )


def boundary_sides(faces: Sequence[Sequence[int]]) -> set[tuple[int, int]]:
    """(face, side) of each side whose reverse no face has; a face () takes no part."""
    sides = {
        (face[k], face[(k + 1) % 3]): (number, k)
        for number, face in enumerate(faces)
        for k in range(len(face))
    }
    return {place for (a, b), place in sides.items() if (b, a) not in sides}


def subsets(count: int) -> st.SearchStrategy[list[bool]]:
    """Any choice among so many things; each in it with one chance in three."""
    return _numbers(count).map(lambda numbers: [number % 3 == 1 for number in numbers])


def exploded(authored: Authored) -> Authored:
    """The same faces, each with three vertices of its own."""
    corners = [authored.vertices[number] for face in authored.faces for number in face]
    return replace(
        authored,
        vertices=corners,
        faces=[(3 * face, 3 * face + 1, 3 * face + 2) for face in range(len(authored.faces))],
    )
