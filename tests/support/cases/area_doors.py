"""Cases of the rules about doors in their doorways.

The hall and the yard meet at x = 4, from y = 0 to 4: a doorway of four metres. `WIDE` fills it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kotorlevel.area.area import Area
from kotorlevel.formats.lyt import DoorHook
from kotorlevel.mesh.walkmesh import Walkmesh
from support.areas import CLOSED, OPEN_1, OPEN_2, QUARTER, make_door, plate, resource
from support.cases.area_case import WARNING, Case, bad, good, on_doors, two_rooms

GIT = {"git": resource("lab.git")}

SHUT = plate((-2, 0), (2, 0), hooks=[(0, -1, 0), (0, 1, 0)])
WIDE = (SHUT, plate((-2, 0), (-2, 2)), plate((-2, 0), (-2, -2)))
"""A door four metres wide, which swings about (-2, 0)."""
NARROW = (CLOSED, OPEN_1, OPEN_2)
AT = (4.0, 2.0, 0.0)
HALF = 0.7071067811865476
ALONG_Y = (HALF, 0.0, 0.0, HALF)
"""A quarter turn about z, as layouts write it: w first."""


def gate(
    place: tuple[float, float, float] = AT,
    bearing: float = QUARTER,
    meshes: tuple[Walkmesh | None, ...] = WIDE,
    **more: Any,
) -> Area:
    """The hall and the yard with a door, in their doorway unless it is said otherwise."""
    return replace(two_rooms(), doors=(make_door(place, bearing, meshes, **more),), files=GIT)


def hooked(area: Area) -> Area:
    """The same with a door hook in the doorway."""
    hook = DoorHook("hall", "door_01", AT, ALONG_Y)
    return replace(area, layout=area.layout.added(hook))


DOORS: dict[str, list[Case]] = {
    "OBJ009": [
        bad(
            "turned by a quarter",
            lambda: gate(bearing=0.0),
            on_doors(
                WARNING, "1 door (gate): turned by 90° against the seam of its rooms", (0,), AT
            ),
        ),
        bad(
            "turned against its door hook, without a walkmesh",
            lambda: hooked(gate(bearing=QUARTER + 0.5, meshes=(None,) * 3)),
            on_doors(
                WARNING,
                "1 door (gate): turned by 29° against the door hook of the layout",
                (0,),
                AT,
            ),
        ),
        good("in the doorway", gate),
        good("half a turn", lambda: hooked(gate(bearing=-QUARTER))),
        good("a little turned", lambda: hooked(gate(bearing=QUARTER + 0.2))),
        good("scenery", lambda: gate(bearing=0.0, usable=False)),
    ],
    "OBJ010": [
        bad(
            "a metre behind its door hook",
            lambda: hooked(gate((5, 2, 0))),
            on_doors(
                WARNING,
                "1 door (gate): stands 1.00 m before or behind the door hook of the layout",
                (0,),
                (5, 2, 0),
            ),
        ),
        bad(
            # The leaf is from y = 1 to 5, and the doorway from 0 to 4.
            "aside",
            lambda: gate((4, 3, 0)),
            on_doors(
                WARNING,
                "1 door (gate): stands 1.00 m aside of the walls of its doorway",
                (0,),
                (4, 3, 0),
            ),
        ),
        good("in the doorway", lambda: hooked(gate())),
        good("a little off", lambda: hooked(gate((4.2, 2, 0)))),
        good("elsewhere on purpose", lambda: hooked(gate((6.2, 2, 0)))),
        good("a hall as wide as the doorway", lambda: gate((5, 2, 0))),
    ],
    "OBJ011": [
        bad(
            "a leaf of two metres in a doorway of four",
            lambda: gate(meshes=NARROW),
            on_doors(
                WARNING,
                "1 door (gate): its leaf has 2.00 m in a doorway of 4.00 m: 1.00 m stay open on "
                "the left and right",
                (0,),
                AT,
            ),
        ),
        good("fills it", gate),
        good("less than a body", lambda: gate(meshes=(plate((-1.4, 0), (1.4, 0)), OPEN_1, OPEN_2))),
        good("into walls", lambda: gate(meshes=(plate((-6, 0), (6, 0)), OPEN_1, OPEN_2))),
        good("nothing behind it", lambda: gate((8, 2, 0), meshes=NARROW)),
        good("no walkmesh", lambda: gate(meshes=(None,) * 3)),
    ],
    "OBJ012": [
        bad(
            "stays shut",
            lambda: gate(meshes=(SHUT, plate((-2, 0), (1.5, 0)), WIDE[2])),
            on_doors(
                WARNING,
                "1 door (gate): opened (open1) it leaves a way of 50.0 cm through the doorway",
                (0,),
                AT,
            ),
        ),
        bad(
            "both ways",
            lambda: gate(meshes=(SHUT, SHUT, plate((-3, 0), (3, 0)))),
            on_doors(
                WARNING,
                "1 door (gate): opened (open1 and open2) it leaves no way through the doorway",
                (0,),
                AT,
            ),
        ),
        good("swings aside", gate),
        good(
            "no faces",
            lambda: gate(meshes=(SHUT, *(Walkmesh.from_arrays([], [], [], kind=0),) * 2)),
        ),
        good("a way of a metre", lambda: gate(meshes=(SHUT, plate((-2, 0), (1, 0)), WIDE[2]))),
        good(
            "surfaces to walk on",
            lambda: gate(meshes=(SHUT, plate((-2, 0), (2, 0), material=4), None)),
        ),
    ],
}
