"""Small meshes that the cases of the geometry rules are made of, as builders of their bytes."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import kotorlevel as kl
from kotorlevel.checks.options import Options
from kotorlevel.formats.bwm import build_bwm
from support.builders import square_tables

Point = tuple[float, float, float]
Corners = tuple[int, int, int]

STONE, OBSCURING, NONWALK, PIT = 4, 2, 7, 16
SQUARE: list[Point] = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)]
HALVES: list[Corners] = [(0, 1, 2), (0, 2, 3)]


@dataclass(frozen=True)
class Case:
    """A file, and the places that the rule must name in it."""

    name: str
    build: Callable[[], bytes]
    numbers: tuple[int, ...] = ()
    file: str = "room.wok"
    options: Options | None = None


def room(
    vertices: Sequence[Point],
    faces: Sequence[Corners],
    materials: Sequence[int] | int = STONE,
    transitions: Any = None,
    **more: Any,
) -> Callable[[], bytes]:
    """Builds the bytes of a mesh; one material may stand for all faces."""
    given = [materials] * len(faces) if isinstance(materials, int) else materials
    return lambda: kl.Walkmesh.from_arrays(vertices, faces, given, transitions, **more).to_bytes()


def thing(
    vertices: Sequence[Point] = SQUARE, faces: Sequence[Corners] = HALVES, **more: Any
) -> Callable[[], bytes]:
    """Builds the bytes of a placeable or door."""
    return room(vertices, faces, NONWALK, kind=0, **more)


def moved(points: Sequence[Point], x: float = 0, y: float = 0, z: float = 0) -> list[Point]:
    return [(a + x, b + y, c + z) for a, b, c in points]


def raised(faces: Sequence[Corners], by: int) -> list[Corners]:
    return [(a + by, b + by, c + by) for a, b, c in faces]


def two_squares(x: float = 0, y: float = 0, z: float = 0) -> dict[str, Any]:
    """A square floor of faces 0 and 1, and another one beside or over it, of its own vertices."""
    return {
        "vertices": [*SQUARE, *moved(SQUARE, x, y, z)],
        "faces": [*HALVES, *raised(HALVES, 4)],
    }


def patched_floats(data: bytes, offset: int, value: float) -> bytes:
    return data[:offset] + struct.pack("<f", value) + data[offset + 4 :]


def with_vertex(value: float) -> bytes:
    """The square with the x of vertex 1 changed behind the library's back."""
    return patched_floats(SOUND(), 136 + 12, value)


SOUND = room(SQUARE, HALVES)

STRIP: list[Point] = [(0, 0, 0), (2, 0, 0), (0, 2, 0), (2, 2, 0), (1, 1, 0)]

BRIDGE: dict[str, Any] = {
    # Face 0 has one long edge on a line, faces 2 and 3 on the other side have two short ones.
    "vertices": [(0, 0, 0), (2, 0, 0), (4, 0, 0), (2, 2, 0), (1, -2, 0), (3, -2, 0)],
    "faces": [(0, 2, 3), (0, 1, 2), (0, 4, 1), (1, 5, 2)],
}

DOOR: dict[str, Any] = {
    "position": (1, 2, 3),
    "relative_hooks": ((0.5, -1, 0), (0.5, 3, 0)),
    "absolute_hooks": ((1.5, 1, 3), (1.5, 5, 3)),
}


def slope(rise: float) -> list[Point]:
    """The square with its far side raised."""
    return [(0, 0, 0), (2, 0, 0), (2, 2, rise), (0, 2, rise)]


def object_with_tables() -> bytes:
    return build_bwm(0, square_tables()).to_bytes()
