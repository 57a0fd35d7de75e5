"""Cases of the rules about seams and the links on them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from area.room_grids import make_room
from areas import floor, make_area, make_door
from check.area_case import ERROR, INFO, WARNING, Case, Found, bad, good, on_edges
from kotorlevel.area.area import Area
from kotorlevel.mesh.edit.transforms import reversed_faces
from kotorlevel.mesh.walkmesh import Walkmesh


def hall_and_yard(east: int, west: int, x: float = 4, z: float = 0, name: str = "lab") -> Area:
    """A hall to x = 4 and a yard from ``x`` on, with a cell far away as room 2."""
    rooms = {"hall": floor(east=east), "yard": floor(x, z=z, west=west), "cell": floor(40)}
    return make_area(rooms, name=name)


def walled_rooms() -> Area:
    """Two rooms side by side with a wall between them that has no doorway."""
    return make_area({"one": make_room((0, 0), {}), "two": make_room((1, 0), {})})


def walled_with_one_link() -> Area:
    """`walled_rooms`, with a link on the lowest edge of the east side of the first."""
    area = walled_rooms()
    mesh = area.rooms[0].mesh
    assert mesh is not None
    middles = mesh.vertices[mesh.faces].astype(float)
    found = [
        (face, side)
        for face in range(mesh.domain)
        for side in range(3)
        if np.allclose((middles[face, side] + middles[face, (side + 1) % 3]) / 2, (6, 1, 0))
    ]
    ((face, side),) = found
    sides = mesh.transitions.copy()
    sides[face, side] = 1
    return area.with_mesh(0, replace(mesh, transitions=sides))


def turned(mesh: Walkmesh) -> Walkmesh:
    return replace(mesh, **reversed_faces(mesh, np.ones(len(mesh.faces), bool)))


def placed(area: Area, **positions: tuple[float, float, float]) -> Area:
    """The area with rooms at these positions in the layout."""
    rooms = tuple(
        replace(room, position=positions.get(room.name, room.position)) for room in area.rooms
    )
    return replace(area, rooms=rooms)


LINKS: dict[str, list[Case]] = {
    "ARE003": [
        bad(
            "the way back is missing",
            lambda: hall_and_yard(1, -1),
            on_edges(
                ERROR,
                "hall → yard works, yard → hall does not: 1 edge leads nowhere, expected room 0",
                (5,),
                (4, 2, 0),
                "yard.wok",
            ),
        ),
        bad(
            "in a cutscene",
            lambda: hall_and_yard(-1, 0, name="stunt_00"),
            on_edges(
                WARNING,
                "yard → hall works, hall → yard does not: 1 edge leads nowhere, expected room 1",
                (1,),
                (4, 2, 0),
            ),
        ),
        bad(
            # Both rooms have a wall there, but the link shows what was meant. The lowest field
            # in the west is faces 0 and 1, and its west side is edge 5.
            "through a wall",
            walled_with_one_link,
            on_edges(
                ERROR,
                "one → two works, two → one does not: 1 edge leads nowhere, expected room 0",
                (5,),
                (6, 1, 0),
                "two.wok",
            ),
        ),
        good("both ways", lambda: hall_and_yard(1, 0)),
        good("neither way", lambda: hall_and_yard(-1, -1)),
        good("the wrong way back", lambda: hall_and_yard(1, 2)),
        good("not at a seam", lambda: hall_and_yard(1, -1, x=9)),
        good("no rooms", lambda: make_area({})),
    ],
    "ARE010": [
        bad(
            "on both sides",
            lambda: hall_and_yard(-1, -1),
            on_edges(
                ERROR, "1 edge meets yard and leads nowhere, expected room 1", (1,), (4, 2, 0)
            ),
            on_edges(
                ERROR,
                "1 edge meets hall and leads nowhere, expected room 0",
                (5,),
                (4, 2, 0),
                "yard.wok",
            ),
        ),
        bad(
            "where the other leads elsewhere",
            lambda: hall_and_yard(2, -1),
            on_edges(
                ERROR,
                "1 edge meets hall and leads nowhere, expected room 0",
                (5,),
                (4, 2, 0),
                "yard.wok",
            ),
        ),
        good("linked", lambda: hall_and_yard(1, 0)),
        good("on one side", lambda: hall_and_yard(1, -1)),
        good("a wall between", walled_rooms),
        good("a gap", lambda: hall_and_yard(-1, -1, x=4.01)),
        good(
            "three at one place",
            lambda: make_area({"a": floor(), "b": floor(4), "c": floor(4, width=1)}),
        ),
        good("listed twice", lambda: make_area([("a", floor()), ("b", floor(4)), ("B", floor(4))])),
    ],
    "ARE011": [
        bad(
            "another room",
            lambda: hall_and_yard(2, 0),
            on_edges(
                ERROR, "1 edge meets yard and leads to room 2, expected room 1", (1,), (4, 2, 0)
            ),
        ),
        bad(
            "no room at all",
            lambda: hall_and_yard(99, 0),
            on_edges(
                ERROR, "1 edge meets yard and leads to room 99, expected room 1", (1,), (4, 2, 0)
            ),
        ),
        bad(
            "in a cutscene",
            lambda: hall_and_yard(1, 1, name="STUNT_1"),
            on_edges(
                WARNING,
                "1 edge meets hall and leads to room 1, expected room 0",
                (5,),
                (4, 2, 0),
                "yard.wok",
            ),
        ),
        good("right", lambda: hall_and_yard(1, 0)),
        good("none", lambda: hall_and_yard(-1, -1)),
        good("not at a seam", lambda: hall_and_yard(2, -1, x=9)),
    ],
    "ARE012": [
        bad(
            "the room is elsewhere",
            lambda: hall_and_yard(1, -1, x=9),
            on_edges(
                WARNING, "1 edge leads to room 1 (yard) and meets nothing there", (1,), (4, 2, 0)
            ),
        ),
        bad(
            "two of them in a cutscene",
            lambda: make_area({"hall": floor(east=1, west=1), "yard": floor(50)}, name="stunt_x"),
            on_edges(
                INFO, "2 edges lead to room 1 (yard) and meet nothing there", (1, 5), (4, 2, 0)
            ),
        ),
        good("at a seam, even to the wrong room", lambda: hall_and_yard(2, 0)),
        good("over a gap", lambda: hall_and_yard(1, 0, x=4.05)),
        good("to a room that is not here", lambda: make_area({"a": floor(east=1), "b": None})),
        good("beyond the last", lambda: make_area({"a": floor(east=7)})),
        good("an empty slot", lambda: make_area({"a": floor(east=1), "****": None})),
        good("into itself", lambda: make_area({"a": floor(east=0)})),
    ],
    "ARE005": [
        bad(
            "a gap",
            lambda: hall_and_yard(-1, -1, x=4.032),
            on_edges(
                WARNING,
                "hall and yard do not quite meet: a gap of 3.2 cm",
                (1,),
                (4.016, 2, 0),
            ),
        ),
        bad(
            "a gap with links over it",
            lambda: hall_and_yard(1, 0, x=4.032),
            on_edges(
                INFO,
                "hall and yard do not quite meet: a gap of 3.2 cm; they are linked all the same",
                (1,),
                (4.016, 2, 0),
            ),
        ),
        bad(
            "a step",
            lambda: hall_and_yard(-1, -1, z=0.25),
            on_edges(
                WARNING,
                "hall and yard do not quite meet: a step of 25.0 cm",
                (1,),
                (4, 2, 0.125),
            ),
        ),
        bad(
            "a T-junction",
            lambda: make_area({"hall": floor(), "yard": floor(4, 1, depth=2)}),
            on_edges(
                WARNING,
                "hall and yard do not quite meet: "
                "only 2.00 m of them lie side by side (a T-junction)",
                (1,),
                (4, 2, 0),
            ),
        ),
        bad(
            "turned over",
            lambda: make_area({"hall": floor(), "yard": turned(floor(4))}),
            on_edges(
                WARNING,
                "hall and yard do not quite meet: both run in the same direction: "
                "one of the rooms is wound the wrong way",
                (1,),
                (4, 2, 0),
            ),
        ),
        bad(
            "a doorway without a floor",
            lambda: replace(hall_and_yard(-1, -1, x=4.42), doors=(make_door((4.2, 2, 0)),)),
            on_edges(
                WARNING,
                "hall and yard do not quite meet: a gap of 0.42 m, with door gate in it",
                (1,),
                (4.21, 2, 0),
            ),
        ),
        good("a seam", lambda: hall_and_yard(-1, -1)),
        good(
            "a door in a wall",
            lambda: replace(walled_rooms(), doors=(make_door((6, 3, 0)),)),
        ),
        good("another storey", lambda: hall_and_yard(-1, -1, z=3)),
        good("too far", lambda: hall_and_yard(-1, -1, x=4.5)),
        good("walls", walled_rooms),
    ],
    "ARE013": [
        bad(
            # The yard belongs at (4, 0), and its file has it at (0, 0) less 1 m in height.
            "around its own middle",
            lambda: placed(
                make_area({"hall": floor(), "yard": floor(0, z=-1)}), yard=(4.0, 0.0, 1.0)
            ),
            Found(
                WARNING,
                "moved by (4.00, 0.00, 1.00), 1 edge would meet hall: "
                "it stands as if it had been exported without that position",
                "room",
                (1,),
                file="yard.wok",
            ),
        ),
        bad(
            "moved twice",
            lambda: placed(make_area({"hall": floor(), "yard": floor(11)}), yard=(7.0, 0.0, 0.0)),
            Found(
                WARNING,
                "moved by (-7.00, 0.00, 0.00), 1 edge would meet hall: "
                "it stands as if the position had been added twice",
                "room",
                (1,),
                file="yard.wok",
            ),
        ),
        bad(
            # Both are 4 m wide and start at x = 0 in their files.
            "all of them",
            lambda: placed(
                make_area({"a": floor(), "b": floor()}), a=(20.0, 0.0, 0.0), b=(24.0, 0.0, 0.0)
            ),
            Found(
                WARNING,
                "moved by (20.00, 0.00, 0.00), 1 edge would meet b: "
                "it stands as if it had been exported without that position",
                "room",
                (0,),
                file="a.wok",
            ),
            Found(
                WARNING,
                "moved by (24.00, 0.00, 0.00), 1 edge would meet a: "
                "it stands as if it had been exported without that position",
                "room",
                (1,),
                file="b.wok",
            ),
        ),
        good(
            "in its place",
            lambda: placed(make_area({"hall": floor(), "yard": floor(4)}), yard=(4.0, 0.0, 0.0)),
        ),
        good("away", lambda: placed(make_area({"a": floor(), "b": floor(9)}), b=(1.0, 0.0, 0.0))),
        good("at the origin", lambda: make_area({"hall": floor(), "yard": floor(9)})),
    ],
}
