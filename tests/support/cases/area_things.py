"""Cases of the rules about what the GIT puts into an area.

The hall is the floor from (0, 0) to (4, 4), the yard goes on to (8, 4). The lodge is the same with
a wall of a metre, from x = 4 to 5, in place of the yard.
"""

from __future__ import annotations

from dataclasses import replace

from kotorlevel.area.area import Area
from kotorlevel.area.objects import Placeable
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.gff import GffType
from kotorlevel.mesh.walkmesh import Walkmesh
from support.area.furnished_git import (
    Row,
    camera,
    creature,
    door,
    encounter,
    make_git,
    sound,
    store,
    trigger,
    waypoint,
)
from support.areas import NONWALK, floor, game_with, make_area, make_door, make_placeable, resource
from support.cases.area_case import INFO, WARNING, Case, Found, Point, bad, good, two_rooms

SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))
GIT = {"git": resource("lab.git")}


def furnished(*rows: Row, area: Area | None = None) -> Area:
    """The hall and the yard with these things."""
    return replace(area or two_rooms(), git=make_git(*rows), files=GIT)


def lodge(**more: object) -> Area:
    mesh = floor(4, 0, 1, 4, material=NONWALK)
    return make_area({"hall": floor(), "wall": mesh}, **more)  # type: ignore[arg-type]


def on(kind: str, severity: object, text: str, numbers: tuple[int, ...], at: Point | None) -> Found:
    return Found(severity, text, kind, numbers, at, "lab.git")  # type: ignore[arg-type]


THINGS: dict[str, list[Case]] = {
    "OBJ013": [
        bad(
            "beside the floor",
            lambda: furnished(creature("guard", (2, -1, 0)), creature("cook", (2, 2, 0))),
            on(
                "creature",
                WARNING,
                "1 creature (guard) on no floor, 1.00 m beside the nearest",
                (0,),
                (2, -1, 0),
            ),
        ),
        bad(
            "in a wall",
            lambda: furnished(creature("guard", (4.5, 2, 0)), area=lodge()),
            on(
                "creature",
                WARNING,
                "1 creature (guard) in a wall, 50.0 cm beside the floor",
                (0,),
                (4.5, 2, 0),
            ),
        ),
        bad(
            "in a wall while a room is missing",
            lambda: furnished(
                creature("guard", (4.5, 2, 0)),
                area=replace(
                    make_area(
                        {"hall": floor(), "wall": floor(4, 0, 1, 4, material=NONWALK), "loft": None}
                    )
                ),
            ),
            on(
                "creature",
                WARNING,
                "1 creature (guard) in a wall, 50.0 cm beside the floor",
                (0,),
                (4.5, 2, 0),
            ),
        ),
        bad(
            "a spawn point",
            lambda: furnished(encounter("pack", (2, 2, 0), SQUARE, [(2, 2, 0), (2, 5, 0)])),
            on(
                "encounter",
                WARNING,
                "1 spawn point on no floor, 1.00 m beside the nearest",
                (0,),
                (2, 5, 0),
            ),
        ),
        bad(
            "in the air far away",
            lambda: furnished(creature("bird", (2, -8, 3))),
            on(
                "creature",
                INFO,
                "1 creature (bird) on no floor, 8.00 m beside the nearest",
                (0,),
                (2, -8, 3),
            ),
        ),
        good("on the floor", lambda: furnished(creature("guard", (2, 2, 0)))),
        good("on its very rim", lambda: furnished(creature("guard", (2, -0.01, 0)))),
        good("at another height", lambda: furnished(creature("guard", (2, 2, 9)))),
        good(
            "where a room is missing",
            lambda: furnished(
                creature("guard", (2, -1, 0)), area=make_area({"hall": floor(), "loft": None})
            ),
        ),
    ],
    "OBJ014": [
        bad(
            "a map note",
            lambda: furnished(waypoint("note", (2, -1, 0))),
            on(
                "waypoint",
                INFO,
                "1 waypoint (note) on no floor, 1.00 m beside the nearest",
                (0,),
                (2, -1, 0),
            ),
        ),
        bad(
            "on somebody's round",
            lambda: furnished(waypoint("wp_guard_02", (2, -1, 0)), waypoint("post_x", (2, 9, 0))),
            on(
                "waypoint",
                WARNING,
                "1 waypoint (wp_guard_02) on no floor, 1.00 m beside the nearest",
                (0,),
                (2, -1, 0),
            ),
            on(
                "waypoint",
                WARNING,
                "1 waypoint (post_x) on no floor, 5.00 m beside the nearest",
                (1,),
                (2, 9, 0),
            ),
        ),
        bad(
            "where a trigger leads to",
            lambda: furnished(
                trigger("up", (2, 2, 0), SQUARE, to="Landing"), waypoint("landing", (2, -1, 0))
            ),
            on(
                "waypoint",
                WARNING,
                "1 waypoint (landing) on no floor, 1.00 m beside the nearest",
                (0,),
                (2, -1, 0),
            ),
        ),
        good("on the floor", lambda: furnished(waypoint("wp_guard_02", (2, 2, 0)))),
    ],
    "OBJ015": [
        bad(
            "nobody gets in",
            lambda: furnished(trigger("trap", (2, -2, 0), SQUARE)),
            on("trigger", WARNING, "1 trigger (trap) with no floor in it", (0,), (2, -2, 0)),
        ),
        bad(
            "past a corner of the floor",
            lambda: furnished(trigger("trap", (-4, -4, 0), [(0, 0), (7, 0), (0, 7)])),
            on("trigger", WARNING, "1 trigger (trap) with no floor in it", (0,), (-4, -4, 0)),
        ),
        bad(
            "two points",
            lambda: furnished(trigger("trap", (2, 2, 0), SQUARE[:2])),
            on(
                "trigger",
                WARNING,
                "1 trigger (trap) with fewer than three points around it",
                (0,),
                (2, 2, 0),
            ),
        ),
        bad(
            "an encounter",
            lambda: furnished(encounter("pack", (2, -2, 0), SQUARE, [(2, 2, 0)])),
            on("encounter", INFO, "1 encounter (pack) with no floor in it", (0,), (2, -2, 0)),
        ),
        good("its corner alone", lambda: furnished(trigger("trap", (-0.9, -0.9, 0), SQUARE))),
        good(
            "around the whole floor",
            lambda: furnished(trigger("all", (4, 2, 0), [(-9, -9), (9, -9), (9, 9), (-9, 9)])),
        ),
        good(
            "a strip over it, corners and middle outside",
            lambda: furnished(
                trigger("strip", (2, 20, 0), [(-0.1, -30), (0.1, -30), (0.1, 3), (-0.1, 3)])
            ),
        ),
        good(
            "crossing itself",
            lambda: furnished(trigger("bow", (2, 2, 0), [(-1, -1), (1, 1), (1, -1), (-1, 1)])),
        ),
        good("at another height", lambda: furnished(trigger("high", (2, 2, 50), SQUARE))),
    ],
    "OBJ016": [
        bad(
            "a floor below",
            lambda: furnished(
                waypoint("a", (2, 2, 5)), waypoint("b", (3, 2, 5.25)), store("shop", (2, 1, -2))
            ),
            on("store", INFO, "1 store (shop) 2.00 m below the floor", (0,), (2, 1, -2)),
            on(
                "waypoint",
                INFO,
                "2 waypoints (a and b) 5.00 m to 5.25 m above the floor",
                (0, 1),
                (2, 2, 5),
            ),
        ),
        good("a little", lambda: furnished(creature("guard", (2, 2, 0.9)))),
        good(
            "sounds and cameras", lambda: furnished(sound("hum", (2, 2, 5)), camera(1, (2, 2, 5)))
        ),
    ],
    "OBJ017": [
        bad(
            "in a crate",
            lambda: furnished(
                creature("guard", (2, 2, 0)),
                waypoint("mark", (2.2, 2, 0)),
                area=replace(two_rooms(), placeables=(crate(),)),
            ),
            on("creature", WARNING, "1 creature (guard) inside of placeable 0", (0,), (2, 2, 0)),
            on("waypoint", INFO, "1 waypoint (mark) inside of placeable 0", (0,), (2.2, 2, 0)),
        ),
        good(
            "beside it",
            lambda: furnished(
                creature("guard", (2.6, 2, 0)), area=replace(two_rooms(), placeables=(crate(),))
            ),
        ),
        good(
            "at its face",
            lambda: furnished(
                creature("guard", (2.495, 2, 0)), area=replace(two_rooms(), placeables=(crate(),))
            ),
        ),
        good(
            "on a storey above",
            lambda: furnished(
                creature("guard", (2, 2, 4)), area=replace(two_rooms(), placeables=(crate(),))
            ),
        ),
        good(
            "in an open door",
            lambda: furnished(
                creature("guard", (2, 2, 0)),
                area=replace(
                    two_rooms(), doors=(make_door((2, 2, 0), meshes=(box(),) * 3, state=1),)
                ),
            ),
        ),
    ],
    "OBJ018": [
        bad(
            "behind a wall",
            lambda: furnished(creature("guard", (7, 2, 0)), area=parted()),
            on(
                "creature",
                INFO,
                "no way leads from the entry to 1 creature (guard); nearest way "
                "in: 2.00 m without a floor at (5.0, 2.0), from hall",
                (0,),
                (7, 2, 0),
            ),
        ),
        good("on this side", lambda: furnished(creature("guard", (2, 2, 0)), area=parted())),
    ],
    "OBJ019": [
        bad(
            "a room gone",
            lambda: furnished(
                creature("guard", (2, 60, 0)),
                creature("cook", (3, 60, 0)),
                sound("hum", (2, 61, 0)),
                waypoint("wp_guard_01", (4, 60, 0)),
            ),
            Found(
                WARNING,
                "2 creatures, 1 sound and 1 waypoint more than 15 m from all floor",
                "",
                (),
                (2, 60, 0),
                "lab.git",
            ),
        ),
        bad(
            "scenery",
            lambda: furnished(camera(1, (2, 60, 0))),
            Found(INFO, "1 camera more than 15 m from all floor", "", (), (2, 60, 0), "lab.git"),
        ),
        good(
            "perhaps in the room that is missing",
            lambda: furnished(
                creature("guard", (2, 60, 0)), area=make_area({"hall": floor(), "loft": None})
            ),
        ),
        good(
            "perhaps in the room that cannot be read",
            lambda: furnished(
                creature("guard", (2, 60, 0)),
                area=make_area({"hall": floor(), "loft": FormatError("bad", source="loft.wok")}),
            ),
        ),
        good(
            "without any floor",
            lambda: furnished(
                creature("guard", (2, 60, 0)), area=make_area({"sky": floor(material=7)})
            ),
        ),
    ],
    "OBJ020": [
        bad(
            "a door and two triggers",
            lambda: furnished(
                door("gate", (2, 2, 0), to="nowhere"),
                trigger("a", (2, 2, 0), SQUARE, to="lost"),
                trigger("b", (3, 2, 0), SQUARE, to="LOST"),
            ),
            on(
                "door",
                WARNING,
                "1 door (gate) leads to nowhere, and this module has no waypoint "
                "or door of that tag",
                (0,),
                (2, 2, 0),
            ),
            on(
                "trigger",
                WARNING,
                "2 triggers (a and b) lead to lost, and this module has no "
                "waypoint or door of that tag",
                (0, 1),
                (2, 2, 0),
            ),
        ),
        good(
            "to a waypoint and a door",
            lambda: furnished(
                door("Gate", (2, 2, 0), to="landing"),
                trigger("a", (2, 2, 0), SQUARE, to="gate"),
                waypoint("LANDING", (1, 1, 0)),
            ),
        ),
        good(
            "to another module, which nobody knows",
            lambda: furnished(door("gate", (2, 2, 0), "tar_m02aa", "x")),
        ),
        good("left to a script", lambda: furnished(door("gate", (2, 2, 0)))),
    ],
    "OBJ021": [
        bad(
            "two of three",
            lambda: furnished(
                creature("guard", (2, 2, 0)),
                creature("cook", (2, 1, 0)),
                store("shop", (1, 1, 0)),
                waypoint("mark", (1, 2, 0)),
                area=replace(two_rooms(), lookup=game_with("GUARD.utc")),
            ),
            on(
                "creature",
                WARNING,
                "1 creature (cook) without a template: there is no cook.utc",
                (1,),
                (2, 1, 0),
            ),
            on(
                "store",
                WARNING,
                "1 store (shop) without a template: there is no shop.utm",
                (0,),
                (1, 1, 0),
            ),
        ),
        good("nobody knows", lambda: furnished(creature("guard", (2, 2, 0)))),
    ],
    "OBJ022": [
        bad(
            "not a number, no field, out of bounds",
            lambda: furnished(
                creature("nan", (2, float("nan"), 0)),
                creature("none", (2, 2, 0), ZPosition=None),
                creature("text", (2, 2, 0), XPosition=(GffType.STRING, "2")),
                creature("far", (1e30, 2, 0)),
                creature("fine", (2, 2, 0)),
            ),
            on(
                "creature",
                WARNING,
                "4 creatures (nan, none, text and far) at no finite place",
                (0, 1, 2, 3),
                None,
            ),
        ),
        good("all there", lambda: furnished(creature("fine", (2, 2, 0)), camera(1, (2, 2, 0)))),
    ],
}


def crate() -> Placeable:
    return make_placeable((2, 2, 0), mesh=box())


def box() -> Walkmesh:
    """A square of a metre that nobody can walk on, on the ground."""
    corners = [(-0.5, -0.5, 0), (0.5, -0.5, 0), (0.5, 0.5, 0), (-0.5, 0.5, 0)]
    return Walkmesh.from_arrays(corners, [(0, 1, 2), (0, 2, 3)], [NONWALK] * 2, kind=0)


def parted() -> Area:
    """The hall with the entry, and two metres east of it a yard without a way."""
    return make_area({"hall": floor(), "yard": floor(6)}, entry=(2, 2, 0))
