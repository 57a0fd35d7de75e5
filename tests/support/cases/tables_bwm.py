"""For each rule about the layout and the tree: walkmeshes it finds, and sound ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from kotorlevel.formats.bwm import Bwm, parse_bwm
from support.builders import patched, square_tables, square_wok
from support.cases.tables_shapes import (
    DRV007,
    INF,
    INFO,
    NAN,
    SOUND,
    WARNING,
    Bad,
    Cases,
    edges,
    room_nodes,
    square,
    square_nodes,
)

# Places of tables


def gap_before_loops() -> Bwm:
    data = square_wok().to_bytes()
    return parse_bwm(
        patched(data[:-4] + bytes(8) + data[-4:], loop_offset=len(data) - 4 + 8), "gap.wok"
    )


def normals_behind_distances() -> Bwm:
    bwm = square_wok()
    data = bytearray(bwm.to_bytes())
    at = int(bwm.header["normal_offset"])
    data[at : at + 32] = bwm.distances.tobytes() + bwm.normals.tobytes()
    return parse_bwm(patched(bytes(data), distance_offset=at, normal_offset=at + 8))


def distances_over_normals() -> Bwm:
    """The first two numbers of the normals are zero, as the distances should be."""
    bwm = square_wok()
    offset = int(bwm.header["normal_offset"])
    return parse_bwm(patched(bwm.to_bytes(), distance_offset=offset))


def kind_seven() -> Bwm:
    return parse_bwm(patched(square_wok().to_bytes(), kind=7))


# Trees


def one_based(nodes: np.ndarray[Any, Any]) -> None:
    inner = nodes["face"] == -1
    nodes["left"][inner] += 1
    nodes["right"][inner] += 1


def root_plane_turned(nodes: np.ndarray[Any, Any]) -> None:
    nodes["plane"][0] = nodes["plane"][0] * 8 if nodes["plane"][0] < 8 else nodes["plane"][0] // 8


def box(x: float, y: float, z: float) -> dict[int, tuple[float, float, float]]:
    return {1: (x, y, z)}


BWM_CASES: Cases = {
    "BWM001": (
        [
            Bad("gap", gap_before_loops, severity=WARNING, text="8 unused bytes before loops"),
            Bad("order", normals_behind_distances, severity=WARNING, text="stands before"),
            Bad("overlap", distances_over_normals, text="overlaps"),
        ],
        SOUND,
    ),
    "BWM002": ([Bad("kind 7", kind_seven, severity=WARNING, text="kind is 7")], SOUND),
    "BWM003": (
        [Bad("corner 9", square(faces=[(0, 2, 3), (0, 1, 9)]), "face", (1,), text="only 4")],
        SOUND,
    ),
    "BWM004": ([Bad("one more", room_nodes(one_based))], SOUND),
    "BWM005": (
        [
            Bad("none", square(nodes=None), text="no tree for 2 faces"),
            Bad("outside", square_nodes(right={0: 7}), "node", (0, 2)),
            Bad("negative", square_nodes(left={0: -5}), "node", (0, 1)),
            Bad("circle", square_nodes(right={0: 0}), "node", (0, 2)),
            Bad("twice", square_nodes(right={0: 1}), "node", (1, 2)),
            Bad("leaf with a child", square_nodes(left={1: 2}), "node", (1,)),
            Bad(
                "inner without children",
                square_nodes(face={2: -1}),
                "node",
                (2,),
                also=frozenset({"BWM007", "BWM011"}),
            ),
        ],
        [*SOUND, room_nodes(one_based), square_nodes(left={0: 2}, right={0: 1})],
    ),
    "BWM006": (
        [Bad("swapped", square_nodes(left={0: 2}, right={0: 1}), "node", (0,), INFO)],
        [*SOUND, room_nodes(one_based), square_nodes(right={0: 7})],
    ),
    "BWM007": (
        [
            Bad("twice", square_nodes(face={2: 0}), "face", (0,), text="1 of 2 faces is in"),
            Bad("outside", square_nodes(face={2: 5}), "node", (2,), text="such as 5"),
            Bad("negative", square_nodes(face={2: -2}), "node", (2,), text="such as -2"),
            Bad("missing", square(nodes=square_tables()["nodes"][1:2]), "face", (1,), WARNING),
        ],
        [*SOUND, room_nodes(one_based), square(nodes=None)],
    ),
    "BWM008": (
        [
            Bad(
                "small",
                square_nodes(box_max=box(1.5, 2.01, 0.01), plane={0: 1}),
                "node",
                (1,),
                WARNING,
                "1 of 2 leaf boxes does not contain its face, by up to 0.5 m",
            )
        ],
        [*SOUND, square_nodes(box_max=box(1.9995, 2.01, 0.01)), square_nodes(face={1: 9})],
    ),
    "BWM009": (
        [
            Bad("z", square_nodes(box_max=box(2.01, 2.01, -1)), "node", (1,), text="in z"),
            Bad("NaN", square_nodes(box_min=box(NAN, -1, -1)), "node", (1,), text="not finite"),
            Bad("infinite", square_nodes(box_max=box(INF, 2, 2)), "node", (1,)),
        ],
        [*SOUND, square_nodes(box_min=box(0, 0, 0), box_max=box(0, 0, 0))],
    ),
    "BWM010": (
        [
            Bad(
                "too small",
                square_nodes(box_max={0: (1, 2.01, 0.01)}),
                "node",
                (0,),
                text="1 of 1 inner boxes does not contain its children's, by up to 1.01 m",
            ),
            Bad("too large", square_nodes(box_max={0: (5, 2.01, 0.01)}), "node", (0,), INFO),
        ],
        [*SOUND, room_nodes(one_based), square_nodes(box_max={0: (2.0095, 2.01, 0.01)})],
    ),
    "BWM011": (
        [
            Bad("three", square_nodes(plane={0: 3}), "node", (0,), WARNING, "no flag: 3"),
            Bad("none", square_nodes(plane={0: 0}), "node", (0,), WARNING),
            Bad("in a leaf", square_nodes(plane={2: 1}), "node", (2,), WARNING),
        ],
        [*SOUND, square_nodes(plane={0: 32})],
    ),
    "BWM012": (
        [Bad("turned", room_nodes(root_plane_turned), "node", (0,), INFO)],
        [*SOUND, square_nodes(plane={0: 1}), square_nodes(plane={0: 3})],
    ),
    "BWM013": (
        [
            Bad(
                "tight",
                square_nodes(
                    box_min=dict.fromkeys(range(3), (0, 0, 0)),
                    box_max=dict.fromkeys(range(3), (2, 2, 0)),
                ),
                "node",
                (1, 2),
                INFO,
            )
        ],
        [*SOUND, square_nodes(box_max=box(2, 2, 0))],
    ),
    "BWM014": (
        [Bad("five", square_nodes(unknown_1c={1: 5}), "node", (1,), INFO, "such as 5")],
        SOUND,
    ),
    "BWM015": (
        [
            Bad("high neighbour", square(adjacency=[(-1, -1, 6), (2, -1, -1)]), "edge", (2,)),
            Bad("low neighbour", square(adjacency=[(-1, -1, -2), (2, -1, -1)]), "edge", (2,)),
            Bad("edge", square(edges=edges(0, 1, 4, 6)), "edge", (6,), also=DRV007),
            Bad("no face", square(adjacency=[(-1, -1, 3), (2, -1, -1), (-1,) * 3]), also=DRV007),
        ],
        SOUND,
    ),
}
