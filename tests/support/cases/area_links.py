"""Cases of the rules about seams and the links on them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kotorlevel.area.area import Area
from kotorlevel.mesh.transforms import reversed_faces
from kotorlevel.mesh.walkmesh import Walkmesh
from support.area.room_grids import make_room
from support.areas import STONE, floor, make_area, make_door
from support.cases.area_case import ERROR, INFO, WARNING, Case, Found, bad, good, on_edges


def hall_and_yard(east: int, west: int, x: float = 4, z: float = 0, name: str = "lab") -> Area:
    """A hall to x = 4 and a yard from ``x`` on, with a cell far away as room 2."""
    rooms = {"hall": floor(east=east), "yard": floor(x, z=z, west=west), "cell": floor(40)}
    return make_area(rooms, name=name)


def edge_without_length() -> Area:
    """A hall with an edge of half a micrometre that leads to a yard far away, as in m02ae_09a."""
    corners = [(0, 0, 0), (4, 0, 0), (4, 4, 0), (4, 4.0000005, 0), (0, 4, 0)]
    faces = [(0, 1, 2), (0, 2, 3), (0, 3, 4)]
    links = [(-1, -1, -1), (-1, 1, -1), (-1, -1, -1)]
    hall = Walkmesh.from_arrays(corners, faces, [STONE] * 3, links)
    return make_area({"hall": hall, "yard": floor(40)})


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


def sideways(y: float) -> Area:
    """A hall and a yard that is ``y`` metres too far north, and meets another edge of the hall.

    The yard's west side is cut at its south end: a metre of it is an edge of its own.
    """
    corners = [(4, y, 0), (8, y, 0), (8, 4 + y, 0), (4, 4 + y, 0), (4, y - 1, 0), (8, y - 1, 0)]
    faces = [(0, 1, 2), (0, 2, 3), (4, 5, 1), (4, 1, 0)]
    sides = [(-1, -1, -1), (-1, -1, 0), (-1, -1, -1), (-1, -1, -1)]
    yard = Walkmesh.from_arrays(corners, faces, [4] * 4, sides)
    return make_area({"hall": floor(east=1), "yard": yard})


def nudged(offset: tuple[float, float, float], links: bool = True) -> Area:
    """A hall with a yard to the east, and a cell moved by ``offset`` in the north of the yard."""
    to = (1, 0, 2, 1) if links else (1, 0, -1, -1)
    cell = floor(4, 4, south=to[3]).translated(offset)
    rooms = {"hall": floor(east=to[0]), "yard": floor(4, west=to[1], north=to[2]), "cell": cell}
    return make_area(rooms)


def between(offset: tuple[float, float, float], links: bool = True) -> Area:
    """Three rooms in a row, of which the middle one is moved by ``offset``; a fourth in the west.

    That one meets the first, which so stands fast.
    """
    one, two, three = (1, 2, 1) if links else (-1, -1, -1)
    middle = floor(4, west=0 if links else -1, east=two).translated(offset)
    rooms = {
        "hall": floor(east=one, west=3),
        "yard": middle,
        "cell": floor(8, west=three),
        "porch": floor(-4, east=0),
    }
    return make_area(rooms)


def off_by_two() -> Area:
    """A row of a porch, a hall, a yard, a cell and a barn; yard and barn are 5 cm too far north."""
    off = (0.0, 0.05, 0.0)
    rooms = {
        "hall": floor(east=1, west=3),
        "yard": floor(4, west=0, east=2).translated(off),
        "cell": floor(8, west=1, east=4),
        "porch": floor(-4, east=0),
        "barn": floor(12, west=2).translated(off),
    }
    return make_area(rooms)


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
        bad(
            # The links are those of an order hall, yard, cell; the layout has hall, cell, yard.
            "rooms that have changed places",
            lambda: make_area(
                {
                    "hall": floor(east=1),
                    "cell": floor(8, west=1),
                    "yard": floor(4, west=0, east=2),
                }
            ),
            on_edges(
                ERROR, "1 edge meets yard and leads to room 1, expected room 2", (1,), (4, 2, 0)
            ),
            on_edges(
                ERROR,
                "1 edge meets yard and leads to room 1, expected room 2",
                (5,),
                (8, 2, 0),
                "cell.wok",
            ),
            on_edges(
                ERROR,
                "1 edge meets cell and leads to room 2, expected room 1",
                (1,),
                (8, 2, 0),
                "yard.wok",
            ),
            Found(
                INFO,
                "cell (1) and yard (2) seem to have changed places in the layout: that explains "
                "all 3 wrong links. Put their lines back in the layout, or keep this order and let "
                "`kotorlevel fix` renumber the links",
                "room",
                (1, 2),
            ),
        ),
        bad(
            # As before, but the yard leads back to the wrong room as well: no order explains that.
            "links that no order explains",
            lambda: make_area(
                {
                    "hall": floor(east=1),
                    "cell": floor(8, west=1),
                    "yard": floor(4, west=1, east=2),
                }
            ),
            *(
                on_edges(ERROR, text, (edge,), at, file)
                for text, edge, at, file in (
                    (
                        "1 edge meets yard and leads to room 1, expected room 2",
                        1,
                        (4.0, 2.0, 0.0),
                        "hall.wok",
                    ),
                    (
                        "1 edge meets yard and leads to room 1, expected room 2",
                        5,
                        (8.0, 2.0, 0.0),
                        "cell.wok",
                    ),
                    (
                        "1 edge meets hall and leads to room 1, expected room 0",
                        5,
                        (4.0, 2.0, 0.0),
                        "yard.wok",
                    ),
                    (
                        "1 edge meets cell and leads to room 2, expected room 1",
                        1,
                        (8.0, 2.0, 0.0),
                        "yard.wok",
                    ),
                )
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
                ERROR, "1 edge leads to room 1 (yard) and meets nothing there", (1,), (4, 2, 0)
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
        good("an edge without length", edge_without_length),
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
                "hall and yard do not quite meet: a gap of 3.2 cm; they are linked all the same; "
                "`kotorlevel link AREA --snap 0.033 --in-place` closes it",
                (1,),
                (4.016, 2, 0),
            ),
        ),
        bad(
            # Another edge of the yard lies along the hall for those 5 cm, too: not worth a word.
            "linked, but off sideways",
            lambda: sideways(0.05),
            on_edges(
                INFO,
                "hall and yard do not quite meet: only 3.95 m of them lie side by side "
                "(a T-junction); they are linked all the same; "
                "`kotorlevel link AREA --snap 0.051 --in-place` closes it",
                (1,),
                (4, 2.025, 0),
            ),
        ),
        bad(
            "a room that is off as a whole",
            lambda: nudged((0.0, 0.05, 0.0)),
            on_edges(
                INFO,
                "yard and cell do not quite meet: a gap of 5.0 cm; they are linked all the same; "
                "ARE013 says which room is off, and how to move it",
                (4,),
                (6, 4.025, 0),
                "yard.wok",
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
                "moved by (4, 0, 1), 1 edge would meet hall: "
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
                "moved by (-7, 0, 0), 1 edge would meet hall: "
                "it stands as if the position had been added twice (`kotorlevel fix --unsafe` "
                "moves the walkmesh alone), or as if the room had been moved away as a whole "
                "(`kotorlevel layout AREA move yard --by -7,0,0 --in-place` takes it back with "
                "its model)",
                "room",
                (1,),
                file="yard.wok",
            ),
        ),
        bad(
            # Two doorways and two numbers: nobody moves a room from the origin just there.
            "moved twice, without a doubt",
            lambda: placed(
                make_area({"hall": floor(), "yard": floor(11, 3), "cell": floor(8)}),
                yard=(7.0, 3.0, 0.0),
            ),
            Found(
                WARNING,
                "moved by (-7, -3, 0), 2 edges would meet hall and cell: "
                "it stands as if the position had been added twice",
                "room",
                (1,),
                file="yard.wok",
            ),
        ),
        bad(
            "a little off, and linked",
            lambda: nudged((0.03, 0.04, 0.0)),
            Found(
                INFO,
                "cell stands 5.0 cm off: moved by (-0.03, -0.04, 0), its edge at a doorway would "
                "meet yard. `kotorlevel layout AREA move cell --by -0.03,-0.04,0 --in-place` moves "
                "it with its model, `kotorlevel fix --unsafe` the walkmesh alone",
                "room",
                (2,),
                file="cell.wok",
            ),
        ),
        bad(
            "a little off between two rooms, and not linked",
            lambda: between((0.0, 0.05, 0.0), links=False),
            Found(
                WARNING,
                "yard stands 5.0 cm off: moved by (0, -0.05, 0), all of its 2 edges at a doorway "
                "would meet hall and cell. `kotorlevel layout AREA move yard --by 0,-0.05,0 "
                "--in-place` moves it with its model, `kotorlevel fix --unsafe` the walkmesh alone",
                "room",
                (1,),
                file="yard.wok",
            ),
        ),
        bad(
            # The cell would meet both of them if it were moved, but it is not the one.
            "two that are off",
            off_by_two,
            Found(
                INFO,
                "yard stands 5.0 cm off: moved by (0, -0.05, 0), all of its 2 edges at a doorway "
                "would meet hall and cell. `kotorlevel layout AREA move yard --by 0,-0.05,0 "
                "--in-place` moves it with its model, `kotorlevel fix --unsafe` the walkmesh alone",
                "room",
                (1,),
                file="yard.wok",
            ),
            Found(
                INFO,
                "barn stands 5.0 cm off: moved by (0, -0.05, 0), its edge at a doorway would meet "
                "cell. `kotorlevel layout AREA move barn --by 0,-0.05,0 --in-place` moves it with "
                "its model, `kotorlevel fix --unsafe` the walkmesh alone",
                "room",
                (4,),
                file="barn.wok",
            ),
        ),
        good("one doorway that is off and not linked", lambda: nudged((0, 0.05, 0), links=False)),
        good("two rooms, and nobody knows which", lambda: hall_and_yard(1, 0, x=4.05)),
        good(
            "doorways that do not agree",
            lambda: between((0.0, 0.0, 0.0)).with_mesh(
                1, floor(4.02, width=4.0, west=0, east=2, rise=0.1)
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
                "moved by (20, 0, 0), 1 edge would meet b: "
                "it stands as if it had been exported without that position",
                "room",
                (0,),
                file="a.wok",
            ),
            Found(
                WARNING,
                "moved by (24, 0, 0), 1 edge would meet a: "
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
