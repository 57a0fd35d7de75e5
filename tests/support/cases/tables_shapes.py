"""Walkmeshes to damage: a square and a room, and the words for what a rule should say.

The square (`builders.square_wok`) in numbers: faces 0 and 1 meet at edges 2 and 3; edges 0, 1, 4, 5
are its one loop; node 0 is the root, node 1 the leaf of face 0, node 2 that of face 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import kotorlevel as kl
from kotorlevel.checks.finding import Place, Severity
from kotorlevel.formats.bwm import Bwm, build_bwm
from kotorlevel.formats.bwm.tables import SLOTS
from support.builders import square_pwk, square_tables, square_wok

NAN = float("nan")
INF = float("inf")


@dataclass(frozen=True)
class Bad:
    """A damaged walkmesh, what its rule says about it, and which other rules notice too."""

    label: str
    build: Callable[[], Bwm]
    place: Place = ""
    numbers: tuple[int, ...] = ()
    severity: Severity = Severity.ERROR
    text: str = ""
    also: frozenset[str] = field(default=frozenset())

    def __call__(self) -> Bwm:
        return self.build()


def with_tables(bwm: Bwm, **changed: Any) -> Bwm:
    """The walkmesh with tables replaced, packed anew."""
    tables = {slot.table.name: getattr(bwm, slot.table.name) for slot in SLOTS}
    return build_bwm(bwm.kind, tables | changed)


def square(**changed: Any) -> Callable[[], Bwm]:
    return lambda: with_tables(square_wok(), **changed)


def square_nodes(**columns: dict[int, Any]) -> Callable[[], Bwm]:
    """The square with some fields of some nodes changed: ``plane={0: 3}``."""
    nodes = square_tables()["nodes"].copy()
    for name, values in columns.items():
        for row, value in values.items():
            nodes[name][row] = value
    return square(nodes=nodes)


def edges(*numbers: int) -> list[tuple[int, int]]:
    return [(number, -1) for number in numbers]


def room() -> Bwm:
    """A bumpy floor of 4 × 3 m with a hole in it and a wall along one side; 2 loops."""
    columns, rows = 5, 4
    vertices = [(i, j, 0.1 * ((3 * i + 5 * j) % 4)) for j in range(rows) for i in range(columns)]
    faces: list[tuple[int, int, int]] = []
    for j in range(rows - 1):
        for i in range(columns - 1):
            a, b = j * columns + i, (j + 1) * columns + i
            if (i, j) != (1, 1):
                faces += [(a, a + 1, b + 1), (a, b + 1, b)]
    floor = len(faces)
    for i in range(columns - 1):
        vertices += [(i, 0, 3.0), (i + 1, 0, 3.0)]
        top = len(vertices) - 2
        faces += [(i, top, top + 1), (i, top + 1, i + 1)]
    materials = [4] * floor + [7] * (len(faces) - floor)
    return kl.Walkmesh.from_arrays(vertices, faces, materials).to_bwm()


def room_nodes(change: Callable[[np.ndarray[Any, Any]], None]) -> Callable[[], Bwm]:
    def build() -> Bwm:
        nodes = room().nodes.copy()
        change(nodes)
        return with_tables(room(), nodes=nodes)

    return build


def empty_wok() -> Bwm:
    return build_bwm(1, {})


def three_faces() -> dict[str, Any]:
    """The square and a wall on its side 4: face 2, outside the adjacency domain."""
    mesh = kl.Walkmesh.from_arrays(
        [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0), (0, 2, 2)],
        [(0, 1, 2), (0, 2, 3), (2, 4, 3)],
        [10, 4, 7],
    )
    return {slot.table.name: getattr(mesh.to_bwm(), slot.table.name) for slot in SLOTS}


Cases = dict[str, tuple[list[Bad], list[Callable[[], Bwm]]]]
"""Rule → damaged walkmeshes it finds, and walkmeshes about which it is silent."""

SOUND = [square_wok, square_pwk, room, empty_wok]
WARNING, INFO = Severity.WARNING, Severity.INFO
DRV007, DRV010 = frozenset({"DRV007"}), frozenset({"DRV010"})
