"""For each rule about the other derived tables: walkmeshes it finds, and sound ones."""

from __future__ import annotations

import numpy as np

from kotorlevel.formats.bwm import build_bwm
from support.builders import square_pwk
from support.cases.tables_shapes import (
    DRV007,
    DRV010,
    INFO,
    NAN,
    SOUND,
    WARNING,
    Bad,
    Cases,
    edges,
    square,
    three_faces,
    with_tables,
)

# Adjacency

UNWELDED = {
    "vertices": [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 0, 0), (2, 2, 0), (0, 2, 0)],
    "faces": [(0, 1, 2), (3, 4, 5)],
}
"""The square with a seam between its two faces."""

UPSIDE_DOWN = {
    "faces": [(0, 1, 2), (0, 3, 2)],
    "normals": [(0, 0, 1), (0, 0, -1)],
    "edges": edges(0, 1, 3, 4),
}
"""The square with face 1 turned over: its edge 5 runs from vertex 2 to 0, as edge 2 does."""

AREALESS = [(1, 0, 0), (0, 0, 1)]
"""As the games' tool stores them where face 0 has no area."""

OPEN = [(-1, -1, -1), (-1, -1, -1)]

DRV_CASES: Cases = {
    "DRV001": (
        [
            Bad("down", square(normals=[(0, 0, 1), (0, 0, -1)]), "face", (1,), text="180°"),
            Bad("zero", square(normals=[(0, 0, 0), (0, 0, 1)]), "face", (0,), text="zero"),
            Bad("NaN", square(normals=[(0, 0, NAN), (0, 0, 1)]), "face", (0,), text="not finite"),
            Bad("long", square(normals=[(0, 0, 2), (0, 0, 1)]), "face", (0,), text="length 1"),
            Bad(
                "in an object",
                lambda: with_tables(square_pwk(), normals=np.zeros((2, 3))),
                "face",
                (0, 1),
                INFO,
            ),
        ],
        [
            *SOUND,
            square(normals=[(0, 0.004, 1), (0, 0, 1)]),
            square(vertices=[(0, 0, 0), (2, 0, 0), (2, 0, 0), (0, 2, 0)], normals=AREALESS),
        ],
    ),
    "DRV002": (
        [
            Bad("off", square(distances=[0, 0.5]), "face", (1,), text="by up to 0.5 m"),
            Bad("NaN", square(distances=[NAN, 0]), "face", (0,), text="not finite"),
            Bad(
                "in an object",
                lambda: with_tables(square_pwk(), distances=[7, 1e30]),
                "face",
                (0, 1),
                INFO,
            ),
        ],
        [
            *SOUND,
            square(distances=[0.005, -0.005]),
            square(normals=[(0, 0, 0), (0, 0, -1)]),
            square(vertices=[(5, 0, 0), (5, 0, 0), (5, 0, 0), (0, 2, 0)], distances=[9, 9]),
        ],
    ),
    "DRV003": (
        [Bad("half", square(adjacency=[(-1, -1, -1), (2, -1, -1)]), "edge", (3,), also=DRV007)],
        [*SOUND, square(adjacency=OPEN)],
    ),
    "DRV004": (
        [
            Bad(
                "none",
                square(adjacency=OPEN, edges=edges(0, 1, 2, 3, 4, 5), loops=[3, 6]),
                "edge",
                (2, 3),
            )
        ],
        [*SOUND, square(adjacency=[(-1, -1, -1), (2, -1, -1)]), square(**UNWELDED, adjacency=OPEN)],
    ),
    "DRV005": (
        [
            Bad("far", square(adjacency=[(4, -1, 3), (2, -1, -1)]), "edge", (0,), also=DRV007),
            Bad("itself", square(adjacency=[(-1, 2, 3), (2, -1, -1)]), "edge", (1,), also=DRV007),
            Bad("other", square(adjacency=[(-1, -1, 4), (2, -1, -1)]), "edge", (2,)),
        ],
        [*SOUND, square(**UNWELDED), square(adjacency=[(-1, -1, 6), (2, -1, -1)])],
    ),
    "DRV006": (
        [
            Bad(
                "seam", square(**UNWELDED), "edge", (2, 3), WARNING, "2 with other corners", DRV010
            ),
            Bad(
                "same direction",
                square(**UPSIDE_DOWN, adjacency=[(-1, -1, 5), (-1, -1, 2)]),
                "edge",
                (2, 5),
                WARNING,
                "2 in the same direction",
                DRV010,
            ),
        ],
        [*SOUND, square(**UNWELDED, adjacency=OPEN)],
    ),
    "DRV007": (
        [
            Bad("none", square(edges=None, loops=None), "edge", (0, 1, 4, 5)),
            Bad("missing", square(edges=edges(0, 1, 4), loops=[3]), "edge", (5,), also=DRV010),
            Bad("twice", square(edges=edges(0, 1, 4, 5) * 2, loops=[4, 8]), "edge", (0, 1, 4, 5)),
            Bad("inside", square(edges=edges(0, 1, 4, 3)), "edge", (3, 5), also=DRV010),
            Bad(
                "of a wall",
                lambda: build_bwm(
                    1, three_faces() | {"edges": edges(0, 1, 4, 5, 6, 7, 8), "loops": [4, 7]}
                ),
                "edge",
                (6, 7, 8),
            ),
        ],
        [*SOUND, lambda: build_bwm(1, three_faces()), square(loops=None)],
    ),
    "DRV008": ([Bad("none", square(loops=None), text="4 boundary edges are in no loop")], SOUND),
    "DRV009": (
        [
            Bad("short", square(loops=[3]), "loop", (0,), text="the last ends at 3"),
            Bad("empty", square(loops=[0, 4]), "loop", (0,)),
            Bad("equal", square(loops=[4, 4]), "loop", (1,)),
            Bad("behind", square(loops=[9, 4]), "loop", (0, 1)),
            Bad("huge", square(loops=[2**32 - 1]), "loop", (0,)),
            Bad("without edges", square(edges=None), "loop", (0,), also=DRV007),
        ],
        [*SOUND, square(loops=None)],
    ),
    "DRV010": (
        [
            Bad("order", square(edges=edges(0, 4, 1, 5)), "edge", (0, 4, 1), WARNING),
            Bad("cut", square(loops=[2, 4]), "edge", (1, 5), WARNING, "2 of 2 loops are not"),
        ],
        [*SOUND, square(edges=edges(4, 5, 0, 1)), square(loops=[3])],
    ),
    "DRV011": (
        [
            Bad(
                "without neighbours",
                square(materials=[7, 4], adjacency=[(-1, -1, -1)], edges=edges(0, 1, 2), loops=[3]),
                "face",
                (1,),
            ),
            Bad(
                "with neighbours",
                square(materials=[7, 4]),
                "face",
                (1,),
                WARNING,
                also=frozenset({"DRV012"}),
            ),
        ],
        [*SOUND, lambda: with_tables(square_pwk(), materials=[7, 4]), square(materials=[7, 7])],
    ),
    "DRV012": (
        [
            Bad("large", square(materials=[4, 7]), "face", (1,), WARNING),
            Bad(
                "small",
                square(adjacency=[(-1, -1, -1)], edges=edges(0, 1, 2), loops=[3]),
                "face",
                (1,),
            ),
        ],
        SOUND,
    ),
}
