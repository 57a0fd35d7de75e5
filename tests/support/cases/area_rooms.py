"""Cases of the rules about rooms, their floors and links, and the entry."""

from __future__ import annotations

from dataclasses import replace
from math import nan

import numpy as np

from kotorlevel.area.area import Area
from kotorlevel.area.install.modules import ModuleInfo
from kotorlevel.mesh.walkmesh import Walkmesh
from support.areas import NONWALK, floor, game_with, make_area
from support.cases.area_case import (
    ERROR,
    INFO,
    UNREADABLE,
    WARNING,
    Case,
    Found,
    bad,
    good,
    on_edges,
    two_rooms,
)


def with_stored_transition(number: int) -> Area:
    """A hall whose file says that its east leads to any number."""
    mesh = floor()
    sides = mesh.transitions.copy()
    sides[0, 1] = np.int32(number)
    return make_area({"hall": replace(mesh, transitions=sides), "yard": None})


ROOMS: dict[str, list[Case]] = {
    "ARE001": [
        bad(
            "one",
            lambda: make_area({"hall": floor(), "****": None, "yard": None}),
            Found(INFO, "1 of 2 rooms has no walkmesh: yard", "room", (2,)),
        ),
        bad(
            "two",
            lambda: make_area({"hall": None, "yard": floor(), "cell": None}),
            Found(INFO, "2 of 3 rooms have no walkmesh: hall and cell", "room", (0, 2)),
        ),
        bad(
            "the only one",
            lambda: make_area({"hall": None}),
            Found(INFO, "1 of 1 room has no walkmesh: hall", "room", (0,)),
        ),
        bad(
            "not in the game either",
            lambda: make_area({"hall": floor(), "yard": None}, lookup=game_with("hall.wok")),
            Found(WARNING, "1 of 2 rooms has no walkmesh: yard", "room", (1,)),
        ),
        bad(
            "unreadable",
            lambda: make_area({"hall": floor(), "yard": UNREADABLE, "cell": None}),
            Found(
                ERROR, "1 room has a file that cannot be read, and so no floor: yard", "room", (1,)
            ),
            Found(INFO, "1 of 3 rooms has no walkmesh: cell", "room", (2,)),
        ),
        good("all there", two_rooms),
        good("an empty slot", lambda: make_area({"hall": floor(), "****": None})),
        good("no rooms", lambda: make_area({})),
        good(
            "without faces",
            lambda: make_area({"sky": Walkmesh.from_arrays([], [], [])}),
        ),
    ],
    "ARE002": [
        bad(
            # The loft covers (2, 2) to (5, 6), so both have the square from (2, 2) to (4, 4). The
            # diagonals part it; the largest part is the triangle (2, 2), (4, 2), (4, 4).
            "a loft",
            lambda: make_area({"hall": floor(), "loft": floor(2, 2, 3, 4, z=3)}),
            Found(
                WARNING,
                "hall and loft share 4.00 m² of floor, at heights 0.00 and 3.00; "
                "the game takes hall. Move or cut one of them",
                "room",
                (0, 1),
                (10 / 3, 8 / 3, 0),
            ),
        ),
        bad(
            "the upper one comes first",
            lambda: make_area({"****": None, "loft": floor(2, 2, 3, 4, z=3), "hall": floor()}),
            Found(
                WARNING,
                "loft and hall share 4.00 m² of floor, at heights 0.00 and 3.00; "
                "the game takes loft. Move or cut one of them",
                "room",
                (1, 2),
                (10 / 3, 8 / 3, 3),
            ),
        ),
        good("beside", two_rooms),
        good("a seam of 2 mm", lambda: make_area({"hall": floor(), "yard": floor(3.998)})),
        good(
            "listed twice",
            lambda: make_area([("hall", floor()), ("****", None), ("HALL", floor())]),
        ),
        good(
            "a ceiling", lambda: make_area({"hall": floor(), "sky": floor(z=9, material=NONWALK)})
        ),
        good("no rooms", lambda: make_area({})),
    ],
    "ARE004": [
        bad(
            "beyond the last",
            lambda: two_rooms(east=7, north=9),
            # The first meets the yard, so its number is known.
            on_edges(ERROR, "1 edge leads to room 7; the layout has rooms 0 to 1", (1,), (4, 2, 0)),
            on_edges(ERROR, "1 edge leads to room 9; the layout has rooms 0 to 1", (4,), (2, 4, 0)),
        ),
        bad(
            "beyond the last, twice",
            lambda: two_rooms(south=7, north=9),
            on_edges(
                ERROR,
                "2 edges lead to rooms 7 and 9; the layout has rooms 0 to 1",
                (0, 4),
                (2, 0, 0),
            ),
        ),
        bad(
            "of one room",
            lambda: make_area({"hall": floor(south=1)}),
            on_edges(ERROR, "1 edge leads to room 1; the layout has only room 0", (0,), (2, 0, 0)),
        ),
        bad(
            "negative",
            lambda: with_stored_transition(-2),
            on_edges(
                ERROR, "1 edge leads to room -2; the layout has rooms 0 to 1", (1,), (4, 2, 0)
            ),
        ),
        bad(
            "an empty slot",
            lambda: make_area({"hall": floor(east=1), "****": None}),
            on_edges(ERROR, "1 edge leads to room 1, an empty slot of the layout", (1,), (4, 2, 0)),
        ),
        bad(
            "itself",
            lambda: make_area({"****": None, "hall": floor(north=1, west=1)}),
            on_edges(ERROR, "2 edges lead to room 1, which is the room itself", (4, 5), (2, 4, 0)),
        ),
        bad(
            "a cutscene",
            lambda: make_area({"m02aa_01": floor(east=7)}, name="STUNT_07"),
            on_edges(
                WARNING,
                "1 edge leads to room 7; the layout has only room 0",
                (1,),
                (4, 2, 0),
                file="m02aa_01.wok",
            ),
        ),
        bad(
            "of a room that is listed twice",
            lambda: make_area([("hall", floor(east=7)), ("Hall", floor(east=7))]),
            on_edges(ERROR, "1 edge leads to room 7; the layout has rooms 0 to 1", (1,), (4, 2, 0)),
        ),
        good("linked", lambda: two_rooms(east=1)),
        good("to a room that is not here", lambda: make_area({"hall": floor(east=1), "x": None})),
        good("no rooms", lambda: make_area({})),
    ],
    "ARE009": [
        bad(
            "not here",
            lambda: make_area({"hall": floor(east=1, west=2), "yard": None, "cell": None}),
            on_edges(
                INFO,
                "2 edges lead to rooms without a walkmesh: 1 (yard) and 2 (cell)",
                (1, 5),
                (4, 2, 0),
            ),
        ),
        bad(
            "not in the game either",
            lambda: make_area({"hall": floor(east=1), "yard": None}, lookup=game_with()),
            on_edges(ERROR, "1 edge leads to a room without a walkmesh: 1 (yard)", (1,), (4, 2, 0)),
        ),
        bad(
            "unreadable",
            lambda: make_area({"hall": floor(east=1, west=2), "yard": UNREADABLE, "x": None}),
            on_edges(INFO, "1 edge leads to a room without a walkmesh: 2 (x)", (5,), (0, 2, 0)),
            on_edges(
                ERROR,
                "1 edge leads to a room whose walkmesh cannot be read: 1 (yard)",
                (1,),
                (4, 2, 0),
            ),
        ),
        bad(
            "no floor",
            lambda: make_area({"hall": floor(east=1), "sky": floor(4, material=NONWALK)}),
            on_edges(
                ERROR,
                "1 edge leads to a room whose walkmesh has no floor: 1 (sky)",
                (1,),
                (4, 2, 0),
            ),
        ),
        good("linked", lambda: two_rooms(east=1)),
        good("not a room", lambda: make_area({"hall": floor(east=1, west=9), "****": None})),
        good("no rooms", lambda: make_area({})),
    ],
    "ARE007": [
        bad(
            "beside",
            lambda: make_area({"hall": floor(), "****": None}, entry=(5.25, 2, 0)),
            Found(
                ERROR,
                "no floor within 0.35 m of the entry; the nearest is 1.25 m away",
                at=(5.25, 2, 0),
            ),
        ),
        bad(
            # (4, 4) is the nearest corner: three to the east, four to the north.
            "at a corner",
            lambda: make_area({"hall": floor()}, entry=(7, 8, 0)),
            Found(
                ERROR,
                "no floor within 0.35 m of the entry; the nearest is 5.00 m away",
                at=(7, 8, 0),
            ),
        ),
        bad(
            "far away",
            lambda: make_area({"hall": floor()}, entry=(40, 2, 0)),
            Found(
                ERROR,
                "no floor within 0.35 m of the entry; none is within 10 m",
                at=(40, 2, 0),
            ),
        ),
        bad(
            "not walkable",
            lambda: make_area(
                {"hall": floor(), "pit": floor(4, material=NONWALK)}, entry=(4.5, 2, 0)
            ),
            Found(
                ERROR,
                "no floor within 0.35 m of the entry; the nearest is 0.50 m away",
                at=(4.5, 2, 0),
            ),
        ),
        bad(
            "no floor at all",
            lambda: make_area({}, entry=(1, 1, 0)),
            Found(
                ERROR,
                "no floor within 0.35 m of the entry; none is within 10 m",
                at=(1, 1, 0),
            ),
        ),
        bad(
            "the game has no more rooms",
            lambda: make_area(
                {"hall": floor(), "sky": None}, entry=(5, 2, 0), lookup=game_with("module.ifo")
            ),
            Found(
                ERROR,
                "no floor within 0.35 m of the entry; the nearest is 1.00 m away",
                at=(5, 2, 0),
                file="data/models.bif: module.ifo",
            ),
        ),
        bad(
            # The floor rises by 4 m from west to east: it is at 1 m where x is 1.
            "over a ramp",
            lambda: make_area({"hall": floor(rise=4)}, entry=(1, 3, 2.5)),
            Found(WARNING, "the entry is 1.50 m over the floor", at=(1, 3, 2.5)),
        ),
        bad(
            "below",
            lambda: make_area({"hall": floor(z=2), "yard": None}, entry=(1, 3, 0.75)),
            Found(WARNING, "the entry is 1.25 m below the floor", at=(1, 3, 0.75)),
        ),
        bad(
            # The nearest point is (4, 3), where the floor is at 4 m.
            "over the edge of a ramp",
            lambda: make_area({"hall": floor(rise=4)}, entry=(4.25, 3, 7)),
            Found(WARNING, "the entry is 3.00 m over the floor", at=(4.25, 3, 7)),
        ),
        bad(
            "not a number",
            lambda: make_area({"hall": floor()}, entry=(nan, 2, 0)),
            Found(ERROR, "the entry is (nan, 2, 0): not a place"),
        ),
        good("on the floor", lambda: make_area({"hall": floor(rise=4)}, entry=(1, 3, 1.5))),
        good("a step off", lambda: make_area({"hall": floor()}, entry=(4.3, 2, 1))),
        good(
            "two floors",
            lambda: make_area({"hall": floor(), "loft": floor(z=5)}, entry=(2, 2, 5)),
        ),
        good(
            "a room is missing",
            lambda: make_area({"hall": floor(), "yard": None}, entry=(5, 2, 0)),
        ),
        good(
            "a room cannot be read",
            lambda: make_area(
                {"hall": floor(), "yard": UNREADABLE}, entry=(5, 2, 0), lookup=game_with()
            ),
        ),
        good("no module", lambda: make_area({"hall": floor()})),
        good(
            "of another area",
            lambda: make_area(
                {"hall": floor()}, module=ModuleInfo("other", (), (99, 99, 0), (0, 1))
            ),
        ),
    ],
}
