"""For every rule about geometry, materials and objects: meshes at fault, and sound ones."""

from __future__ import annotations

import kotorlevel as kl
from kotorlevel.checks.options import Options
from support.cases.geometry_shapes import (
    BRIDGE,
    DOOR,
    HALVES,
    NONWALK,
    OBSCURING,
    PIT,
    SOUND,
    SQUARE,
    STONE,
    STRIP,
    Case,
    moved,
    object_with_tables,
    patched_floats,
    room,
    slope,
    thing,
    two_squares,
    with_vertex,
)

CASES: dict[str, tuple[list[Case], list[Case]]] = {
    "MSH001": (
        [
            Case("not a number", lambda: with_vertex(float("nan")), (1,)),
            Case("infinite", lambda: with_vertex(float("-inf")), (1,)),
            Case("position", lambda: patched_floats(SOUND(), 0x40, float("inf"))),
            Case("use hook", lambda: patched_floats(thing()(), 0x0C, float("nan")), file="a.pwk"),
        ],
        [Case("square", SOUND), Case("far away", lambda: with_vertex(3e38))],
    ),
    "MSH002": (
        [
            Case("repeated corner", room(SQUARE, [*HALVES, (0, 1, 1)]), (2,)),
            Case("on a line", room(STRIP, [(0, 1, 4), (0, 4, 3)], [STONE, STONE]), (1,)),
            Case("unwalkable", room(SQUARE, [*HALVES, (3, 3, 3)], [4, 4, NONWALK]), (2,)),
            Case("object", thing(faces=[*HALVES, (0, 1, 1)]), (2,), "a.pwk"),
            Case(
                "a chain to nowhere",
                room([*STRIP, (3, 3, 0)], [(0, 1, 3), (0, 3, 4), (4, 3, 5)]),
                (1, 2),
            ),
        ],
        [
            Case("square", SOUND),
            Case("1 mm", room(moved([(0, 0, 0), (0.001, 0, 0), (0, 0.001, 0)]), [(0, 1, 2)])),
            Case("bridge", room(**BRIDGE)),
        ],
    ),
    "MSH003": (
        [
            Case("two places", room(**two_squares(x=2)), (1, 2, 4, 7)),
            Case("minus zero", room([*SQUARE, (-0.0, 0, 0)], HALVES), (0, 4)),
        ],
        [Case("square", SOUND), Case("apart", room(**two_squares(x=3)))],
    ),
    "MSH004": (
        [Case("one too many", room([*SQUARE, (9, 9, 9)], HALVES), (4,))],
        [Case("square", SOUND), Case("no faces", room([], []))],
    ),
    "MSH005": (
        [
            Case("beside", room(**two_squares(x=2)), (1, 11)),
            Case("half a millimetre", room(**two_squares(x=2.0005)), (1, 11)),
            Case(
                "a wider tolerance",
                room(**two_squares(x=2.02)),
                (1, 11),
                options=Options(seam_tolerance=0.05),
            ),
        ],
        [
            Case("square", SOUND),
            Case("a gap", room(**two_squares(x=2.002))),
            Case("another height", room(**two_squares(x=2, z=1))),
            Case("only a wall", room(**two_squares(x=2), materials=[4, 4, 7, 7])),
            Case("same direction", room(**two_squares())),
            Case(
                "leads to a room",
                room(**two_squares(x=2), transitions=[(-1, 5, -1), *[(-1, -1, -1)] * 3]),
            ),
            Case("object", thing(**two_squares(x=2)), file="a.pwk"),
        ],
    ),
    "MSH006": (
        [
            Case("a fin", room([*SQUARE, (1, 1, 2)], [*HALVES, (0, 2, 4)]), (2, 3, 6)),
            Case("twice", room(SQUARE, [*HALVES, HALVES[0]]), (2, 3, 8)),
        ],
        [
            Case("square", SOUND),
            Case("a fin of walls", room([*SQUARE, (1, 1, 2)], [*HALVES, (0, 2, 4)], [4, 4, 7])),
            Case("a repeated corner", room(SQUARE, [*HALVES, (0, 2, 2)])),
            Case("inconsistent winding", room(SQUARE, [(0, 1, 2), (0, 3, 2)])),
        ],
    ),
    "MSH007": (
        [
            Case("one", room(SQUARE, [(0, 1, 2), (0, 3, 2)]), (1,)),
            Case("overhang", room(slope(-100), [(0, 2, 1), (0, 3, 2)]), (0, 1)),
        ],
        [
            Case("square", SOUND),
            Case("ceiling", room(SQUARE, [(0, 2, 1), (0, 3, 2)], OBSCURING)),
            Case("object", room(SQUARE, [(0, 2, 1)], STONE, kind=0), file="a.pwk"),
        ],
    ),
    "MSH008": (
        [
            Case("wall", room([(0, 0, 0), (2, 0, 0), (0, 0, 2)], [(0, 1, 2)]), (0,)),
            Case("nearly", room(slope(300), HALVES), (0, 1)),
        ],
        [
            Case("square", SOUND),
            Case("steep", room(slope(20), HALVES)),
            Case("no area", room(SQUARE, [(0, 1, 1)])),
            Case("real wall", room([(0, 0, 0), (2, 0, 0), (0, 0, 2)], [(0, 1, 2)], NONWALK)),
        ],
    ),
    "MSH009": (
        [
            Case("64 degrees", room(slope(4.1), HALVES), (0, 1)),
            Case("a lower limit", room(slope(2), HALVES), (0, 1), options=Options(slope_limit=44)),
        ],
        [
            Case("59 degrees", room(slope(3.3), HALVES)),
            Case("vertical", room(slope(300), HALVES)),
            Case("down", room(slope(4.1), [(0, 2, 1), (0, 3, 2)])),
            Case("a wall", room(slope(4.1), HALVES, NONWALK)),
        ],
    ),
    "MSH010": (
        [
            Case("one turned over", room(SQUARE, [(0, 1, 2), (0, 3, 2)]), (2, 5)),
            Case("folded", room([*SQUARE, (2, 1, 1)], [(0, 1, 2), (0, 4, 2)]), (2, 5)),
        ],
        [
            Case("square", SOUND),
            Case("all turned over", room(SQUARE, [(0, 2, 1), (0, 3, 2)])),
            Case("a wall", room(SQUARE, [(0, 1, 2), (0, 3, 2)], [STONE, NONWALK])),
        ],
    ),
    "MSH011": (
        [
            Case("stacked", room(**two_squares(z=4)), (0, 1, 2, 3)),
            Case("same face twice", room(SQUARE, [*HALVES, HALVES[0]]), (0, 2)),
            Case("a corner", room(**two_squares(x=1.8, y=1.8, z=1)), (0, 1, 2, 3)),
            Case("upside down", room(SQUARE, [HALVES[0], (0, 2, 1)]), (0, 1)),
        ],
        [
            Case("square", SOUND),
            Case("beside", room(**two_squares(x=2))),
            Case("a hair", room(**two_squares(x=1.999))),
            Case("a small corner", room(**two_squares(x=1.95, y=1.95, z=1))),
            Case("a ceiling", room(**two_squares(z=4), materials=[4, 4, 2, 2])),
            Case("a wall", room([*SQUARE, (1, 1, 5)], [*HALVES, (0, 2, 4)])),
        ],
    ),
    "MSH012": (
        [
            Case("ceiling", room(**two_squares(z=4), materials=[4, 4, 7, 7]), (2, 3)),
            Case("half over it", room(**two_squares(x=1.5, z=2), materials=[4, 4, 8, 8]), (2, 3)),
        ],
        [
            Case("obscuring", room(**two_squares(z=4), materials=[4, 4, 2, 2])),
            Case("below", room(**two_squares(z=-4), materials=[4, 4, 7, 7])),
            Case("beside", room(**two_squares(x=2, z=4), materials=[4, 4, 7, 7])),
            Case("no floor", room(**two_squares(z=4), materials=NONWALK)),
            Case(
                "looks down",
                room([*SQUARE, *moved(SQUARE, z=4)], [*HALVES, (4, 6, 5), (4, 7, 6)], [4, 4, 7, 7]),
            ),
            Case(
                "a wall that leans",
                room([*SQUARE, (1, 1, 9), (1, 1.2, 9)], [*HALVES, (0, 4, 5)], [4, 4, NONWALK]),
            ),
        ],
    ),
    "MSH013": (
        [
            Case("needle", room([(0, 0, 0), (2, 0, 0), (1, 0.01, 0)], [(0, 1, 2)]), (0,)),
            Case("by choice", SOUND, (0, 1), options=Options(sliver_ratio=0.9)),
        ],
        [
            Case("square", SOUND),
            Case("thin", room([(0, 0, 0), (2, 0, 0), (1, 0.03, 0)], [(0, 1, 2)])),
            Case("no area", room(SQUARE, [(0, 1, 1)])),
        ],
    ),
    "MSH014": (
        [
            Case(
                "the smaller one",
                room(
                    [*SQUARE, (9, 0, 0), (10, 0, 0), (9, 1, 0)],
                    [(4, 5, 6), (0, 1, 2), (0, 2, 3)],
                ),
                (0,),
            ),
            Case("unwelded", room(**two_squares(x=2)), (2, 3)),
        ],
        [
            Case("square", SOUND),
            Case(
                "leads to a room",
                room(**two_squares(x=3), transitions=[*[(-1, -1, -1)] * 2, (4, -1, -1), (-1,) * 3]),
            ),
            Case("a repeated corner", room(SQUARE, [*HALVES, (0, 1, 1)])),
            Case("no floor", room(**two_squares(x=3), materials=NONWALK)),
        ],
    ),
    "MSH015": (
        [
            Case("bridge", room(**BRIDGE), (1,)),
            Case(
                "two in a row",
                room(
                    [*BRIDGE["vertices"], (3, 0, 0)],
                    [(0, 2, 3), (0, 1, 2), (0, 4, 1), (1, 6, 2), (6, 5, 2)],
                ),
                (1, 3),
            ),
        ],
        [
            Case("no bank", room(STRIP, [(0, 1, 4), (0, 4, 3)])),
            Case("of walls", room(**BRIDGE, materials=NONWALK)),
            Case("object", thing(**BRIDGE), file="a.pwk"),
        ],
    ),
    "MAT001": (
        [Case("31", room(SQUARE, HALVES, [STONE, 31]), (1,))],
        [Case("square", SOUND), Case("above 31", room(SQUARE, HALVES, [STONE, 32]))],
    ),
    "MAT002": (
        [Case("many", room(SQUARE, HALVES, [2**32 - 1, 32]), (0, 1))],
        [Case("square", SOUND), Case("31", room(SQUARE, HALVES, 31))],
    ),
    "MAT003": (
        [
            Case("sand", room(SQUARE, HALVES, [STONE, 20]), (1,)),
            Case("not defined", room(SQUARE, HALVES, 0), (0, 1)),
            Case("pit", room(SQUARE, HALVES, [STONE, PIT]), (1,)),
        ],
        [
            Case("all of the game's", room(SQUARE, [HALVES[0]] * 4, [STONE, NONWALK, 15, 19])),
            Case("object", room(SQUARE, HALVES, PIT, kind=0), file="a.pwk"),
            Case(
                "the tool's own table",
                room(SQUARE, HALVES, 20),
                options=Options(surfaces=kl.Materials.preset("kotorblender")),
            ),
        ],
    ),
    "OBJ001": (
        [Case("placeable", object_with_tables, file="a.pwk")],
        [Case("placeable", thing(), file="a.pwk"), Case("room", SOUND)],
    ),
    "OBJ002": (
        [
            Case("placeable", thing(position=(1, 2, 3)), file="a.pwk"),
            Case("one side", thing(relative_hooks=((1, 0, 0), (0, 0, 0))), file="x0.dwk"),
            Case("open", thing(relative_hooks=((0, 0, 0), (1, 0, 0))), file="x1.dwk"),
        ],
        [
            Case("room", SOUND),
            Case("placeable", thing(relative_hooks=((0, 0, 0), (1, 0, 0))), file="a.pwk"),
            Case("closed", thing(**DOOR), file="x0.dwk"),
            Case("open", thing(relative_hooks=((1, 0, 0), (0, 0, 0))), file="x2.DWK"),
        ],
    ),
    "OBJ003": (
        [
            Case("first", thing(relative_hooks=((1.5, 0.5, 0), (0, 0, 0))), (0,), "a.pwk"),
            Case("second", thing(relative_hooks=((0, 0, 0), (0.5, 1.5, 9))), (1,), "a.pwk"),
            Case("one of two", thing(relative_hooks=((3, 3, 0), (0.5, 1.5, 9))), (1,), "a.pwk"),
            Case(
                "in the model of a placeable",
                thing(position=(5, 5, 0), relative_hooks=((6.5, 5.5, 0), (0, 0, 0))),
                (0,),
                "a.pwk",
            ),
            Case(
                "at the position of a door",
                thing(position=(5, 5, 0), relative_hooks=((1.5, 0.5, 0), (0, 0, 0))),
                (0,),
                "x0.dwk",
            ),
        ],
        [
            Case("beside", thing(relative_hooks=((2.5, 0.5, 0), (-1, 1, 0))), file="a.pwk"),
            Case("not set", thing(moved(SQUARE, -1, -1)), file="a.pwk"),
            Case("on the border", thing(relative_hooks=((2, 1, 0), (1, 2, 0))), file="a.pwk"),
            Case("5 cm inside", thing(relative_hooks=((1.95, 1, 0), (1, 1.95, 0))), file="a.pwk"),
            Case(
                "a placeable's is not moved by the position",
                thing(position=(5, 5, 0), relative_hooks=((1.5, 0.5, 0), (0, 0, 0))),
                file="a.pwk",
            ),
            Case(
                "walkable",
                room(SQUARE, HALVES, kind=0, relative_hooks=((1.5, 0.5, 0), (0, 0, 0))),
                file="a.pwk",
            ),
            Case("room", room(SQUARE, HALVES, relative_hooks=((1.5, 0.5, 0), (0, 0, 0)))),
        ],
    ),
    "OBJ004": (
        [
            Case(
                "far off",
                thing(**DOOR | {"absolute_hooks": ((1.5, 1, 3), (9, 5, 3))}),
                file="x0.dwk",
            ),
            Case("left out", thing(**DOOR | {"absolute_hooks": ((0,) * 3,) * 2}), file="x0.dwk"),
        ],
        [
            Case("agree", thing(**DOOR), file="x0.dwk"),
            Case("placeable", thing(**DOOR | {"absolute_hooks": ((0,) * 3,) * 2}), file="a.pwk"),
            Case("nothing set", thing(position=(1, 2, 3)), file="x0.dwk"),
            Case("only absolute", thing(absolute_hooks=((5, 6, 7), (0, 0, 0))), file="x0.dwk"),
            Case(
                "rounded far away",
                thing(
                    position=(1e6, 0, 0),
                    relative_hooks=((0.3, 0, 0), (0, 0, 0)),
                    absolute_hooks=((1e6 + 0.3, 0, 0), (0, 0, 0)),
                ),
                file="x1.dwk",
            ),
            Case(
                "at the position",
                thing(position=(1, 2, 3), absolute_hooks=((1, 2, 3), (1, 2, 3))),
                file="x0.dwk",
            ),
        ],
    ),
}
"""Rule → files in which it finds something, and files in which it is silent."""
