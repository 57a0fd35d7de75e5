"""Cases of the rules about models: a hall of 8 × 8 m, walked on and drawn.

The hall has four by four cells of 2 m; cell c is row c // 4 and column c % 4, its faces are 2 c
(south-east) and 2 c + 1. Squares of the rules' grid have a quarter of a metre, so its rows and
columns have 32 of them. The model draws a floor from (0, 0) on, and what a case adds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.checks.finding import Severity
from support.areas import NONWALK, STONE, MemorySource, lookup_of, make_area, make_placeable
from support.cases.area_case import ERROR, INFO, WARNING, Case, Found, bad, good
from support.models import Corners, Part, Point, box, level_floor, make_model

_CELLS, _SIZE = 4, 2.0
EAST = (19, 43, 67, 91)
"""The edges of the hall in the east: side 1 of the first face of cells 3, 7, 11 and 15."""

_Mesh = tuple[list[Point], list[Corners], list[int]]


def hall_mesh(
    *, without: Sequence[int] = (), painted: Sequence[int] = (), wall: float = 0.0
) -> _Mesh:
    """Vertices, faces and surfaces, cells of ``painted`` last; a wall in the east, so high."""
    line = range(_CELLS + 1)
    points: list[Point] = [(_SIZE * x, _SIZE * y, 0.0) for y in line for x in line]
    cells = [c for c in range(_CELLS**2) if c not in without]
    cells.sort(key=lambda c: c in painted)
    faces: list[Corners] = []
    for cell in cells:
        first = cell // _CELLS * (_CELLS + 1) + cell % _CELLS
        a, b, c, d = first, first + 1, first + _CELLS + 2, first + _CELLS + 1
        faces += [(a, b, c), (a, c, d)]
    surfaces = [NONWALK if cell in painted else STONE for cell in cells for _ in range(2)]
    if wall:
        low = [_CELLS + y * (_CELLS + 1) for y in line]
        high = [len(points) + y for y in line]
        points += [(*points[each][:2], wall) for each in low]
        for y in range(_CELLS):
            faces += [(low[y], high[y + 1], low[y + 1]), (low[y], high[y], high[y + 1])]
        surfaces += [NONWALK] * 2 * _CELLS
    return points, faces, surfaces


FLOOR = hall_mesh()
HOLE, PAINTED = hall_mesh(without=[10]), hall_mesh(painted=[10])
WALLED, LOW = hall_mesh(wall=3.0), hall_mesh(wall=1.0)
NO_MODEL = b""


def model_of(
    mesh: _Mesh | None = FLOOR,
    *,
    east: float = 8.0,
    height: float = 0.0,
    boxes: Sequence[tuple[Point, Point]] = (),
    texture: str = "stone",
) -> bytes:
    """A model with that walkmesh and a drawn floor to ``east``, and boxes."""
    shapes = [level_floor((0.0, 0.0), (east, 8.0), height), *(box(*each) for each in boxes)]
    parts = [
        Part(f"part{n}", "mesh", vertices=vertices, faces=faces, texture=texture)
        for n, (vertices, faces) in enumerate(shapes)
    ]
    if mesh is not None:
        vertices, faces, surfaces = mesh
        parts.append(Part("walk", "walkmesh", vertices=vertices, faces=faces, materials=surfaces))
    return make_model(parts, name="hall")[0]


def hall(mesh: _Mesh | None = FLOOR, model: bytes | None = None, **more: object) -> Area:
    """The hall with that walkmesh, and the model in the folder ``mod``, one of it by default."""
    data = model_of(mesh or FLOOR) if model is None else model
    files = [("hall.mdl", data)] if data else []
    walkmesh = None if mesh is None else kl.Walkmesh.from_arrays(*mesh)
    lookup = lookup_of(MemorySource("mod", "folder", files))
    return make_area({"hall": walkmesh}, lookup=lookup, **more)  # type: ignore[arg-type]


def hall_at(x: float) -> Area:
    """The hall with the layout's position there; the walkmesh is around the origin."""
    area = hall()
    return replace(area, rooms=(replace(area.rooms[0], position=(x, 0.0, 0.0)),))


def moved_corner(far: float) -> Area:
    """The hall whose WOK has the corner of faces 0 and 1 so many metres lower."""
    points, faces, surfaces = FLOOR
    return hall(([(0.0, 0.0, -far), *points[1:]], faces, surfaces), model_of())


def repainted() -> Area:
    points, faces, surfaces = FLOOR
    return hall((points, faces, [10, *surfaces[1:]]), model_of())


def two_rooms(*files: tuple[str, bytes], what: str = "folder") -> Area:
    mesh = kl.Walkmesh.from_arrays(*FLOOR)
    lookup = lookup_of(MemorySource("mod", what, files))
    return make_area({"hall": mesh, "yard": mesh.translated((8, 0, 0))}, lookup=lookup)


def across(height: float = 3.0, texture: str = "stone") -> Area:
    """A wall of 4 m in the middle of the floor."""
    wall = (2.0, 3.9, 0.0), (6.0, 4.0, height)
    return hall(FLOOR, model_of(boxes=[wall], texture=texture))


def at_the_east(mesh: _Mesh) -> Area:
    """A drawn wall of 3 m in the east."""
    return hall(mesh, model_of(mesh, boxes=[((8.0, 0.0, 0.0), (8.2, 8.0, 3.0))]))


def in_hall(
    severity: Severity,
    text: str,
    place: str = "",
    numbers: tuple[int, ...] = (),
    at: tuple[float, float, float] | None = None,
) -> Found:
    return Found(severity, text, place, numbers, at, "hall.wok")


MODELS: dict[str, list[Case]] = {
    "MDL001": [
        bad(
            "text",
            lambda: hall(FLOOR, b"newmodel hall"),
            Found(
                ERROR,
                "this is no binary model: it starts with 'newmodel', not with four zeros",
                file="mod/hall.mdl",
            ),
        ),
        good("sound", hall),
        good("none", lambda: hall(FLOOR, NO_MODEL)),
    ],
    "MDL002": [
        bad(
            "no WOK",
            lambda: hall(None),
            Found(
                WARNING,
                "hall has no WOK, though there is a walkmesh of 32 faces in its model",
                "room",
                (0,),
                file="mod/hall.mdl",
            ),
        ),
        good("scenery", lambda: hall(None, model_of(None))),
        good("both", hall),
    ],
    "MDL003": [
        bad(
            "one of two",
            lambda: two_rooms(("yard.mdl", model_of())),
            Found(INFO, "1 room has a walkmesh and no model: hall", "room", (0,)),
        ),
        bad(
            "in a game",
            lambda: two_rooms(what="KEY"),
            Found(WARNING, "2 rooms have a walkmesh and no model: hall and yard", "room", (0, 1)),
        ),
        good("a mod without models", two_rooms),
    ],
    "MDL004": [
        bad(
            "edited",
            lambda: moved_corner(0.5),
            in_hall(
                WARNING,
                "of the 32 faces of hall 2 faces are not in the model (up to 50.0 cm off); 2 faces "
                "of the model not in the WOK",
                "face",
                (0, 1),
                (4 / 3, 2 / 3, -0.5 / 3),
            ),
        ),
        bad(
            "a little",
            lambda: moved_corner(0.07),
            in_hall(
                INFO,
                "of the 32 faces of hall 2 faces are not in the model (up to 7.0 cm off); 2 faces "
                "of the model not in the WOK",
                "face",
                (0, 1),
                (4 / 3, 2 / 3, -0.07 / 3),
            ),
        ),
        bad(
            "painted",
            repainted,
            in_hall(
                WARNING,
                "of the 32 faces of hall 1 has another surface",
                "face",
                (0,),
                (4 / 3, 2 / 3, 0),
            ),
        ),
        good("rounded", lambda: moved_corner(0.002)),
    ],
    "MDL005": [
        bad(
            "exported without its position",
            lambda: hall_at(10),
            in_hall(
                WARNING,
                "the walkmesh of hall is 10.00 m away from its model: the layout has it at (10, 0, "
                "0), the walkmesh belongs to (0, 0, 0), as if it had been exported without that "
                "position",
                "room",
                (0,),
            ),
        ),
        bad(
            "a slip",
            lambda: hall_at(0.05),
            in_hall(
                INFO,
                "the walkmesh of hall is 5.0 cm away from its model: the layout has it at (0.05, "
                "0, 0), the walkmesh belongs to (0, 0, 0), as if it had been exported without that "
                "position",
                "room",
                (0,),
            ),
        ),
        good("in place", hall),
    ],
    "MDL006": [
        bad(
            "a cell without faces",
            lambda: hall(HOLE),
            in_hall(
                WARNING,
                "4.00 m² of hall are seen in the floor and have no walkmesh",
                "",
                (),
                (4.875, 4.875, 0),
            ),
        ),
        good("a pillar in it", lambda: hall(HOLE, model_of(HOLE, boxes=[((4, 4, 0), (6, 6, 3))]))),
        good("nothing is seen", lambda: hall(HOLE, model_of(HOLE, height=-2.0))),
        good("a crate", lambda: hall(HOLE, placeables=(make_placeable((5, 5, 0)),))),
        good("closed by faces", lambda: hall(PAINTED)),
    ],
    "MDL007": [
        bad(
            "in the ground",
            lambda: hall(FLOOR, model_of(height=0.3)),
            in_hall(
                WARNING,
                "49.00 m² of the floor of hall are not where they are seen, in 1 place; up to 30.0 "
                "cm below the seen floor: feet in the ground",
                "face",
                tuple(range(32)),
                (0.625, 0.625, 0),
            ),
        ),
        bad(
            "in the air",
            lambda: hall(FLOOR, model_of(height=-0.15)),
            in_hall(
                INFO,
                "49.00 m² of the floor of hall are not where they are seen, in 1 place; up to 15.0 "
                "cm above the seen floor: feet in the air",
                "face",
                tuple(range(32)),
                (0.625, 0.625, 0),
            ),
        ),
        good("8 cm", lambda: hall(FLOOR, model_of(height=0.08))),
        good("moved as a whole", lambda: hall_at(3)),
    ],
    "MDL008": [
        bad(
            "across the floor",
            across,
            in_hall(
                WARNING,
                "a wall of 4.00 m is seen in hall, and can be walked through",
                "face",
                (10, 11, 12, 13, 18, 20),
                (4.125, 4.0, 0.9),
            ),
        ),
        good("a kerb", lambda: across(0.5)),
        good("not drawn", lambda: across(texture="")),
        good("at the end", lambda: at_the_east(FLOOR)),
    ],
    "MDL009": [
        bad(
            "painted",
            lambda: hall(PAINTED),
            in_hall(
                WARNING,
                "4.00 m² of hall stop the player, and nothing is seen there",
                "face",
                (30, 31),
                (4.875, 4.875, 0),
            ),
        ),
        good(
            "a pillar in it",
            lambda: hall(PAINTED, model_of(PAINTED, boxes=[((4, 4, 0), (6, 6, 3))])),
        ),
        good("no faces", lambda: hall(HOLE)),
    ],
    "MDL010": [
        bad(
            "the floor goes on",
            lambda: hall(FLOOR, model_of(east=10.0)),
            in_hall(
                INFO,
                "16.00 m² of hall are seen beside the floor and free, but have no walkmesh",
                "",
                (),
                (8.875, 3.875, 0),
            ),
        ),
        good(
            "behind a wall",
            lambda: hall(FLOOR, model_of(east=10, boxes=[((8, 0, 0), (9, 8, 3))])),
        ),
        good("inside", lambda: hall(HOLE)),
    ],
    "MDL011": [
        bad(
            "no face",
            lambda: at_the_east(FLOOR),
            in_hall(
                INFO,
                "4 edges of hall, 8.00 m, at a seen wall without a wall face",
                "edge",
                EAST,
                (8, 0.25, 0),
            ),
        ),
        good("a face", lambda: at_the_east(WALLED)),
        good("no wall", hall),
    ],
    "MDL012": [
        bad(
            "a low face",
            lambda: at_the_east(LOW),
            in_hall(
                INFO,
                "4 edges of hall, 8.00 m, at a seen wall whose faces do not reach the camera, "
                "1.6 m up",
                "edge",
                EAST,
                (8, 0.25, 0),
            ),
        ),
        good("as high", lambda: at_the_east(WALLED)),
        good("bare", lambda: at_the_east(FLOOR)),
    ],
    "MDL013": [
        bad(
            "a table",
            lambda: hall(FLOOR, model_of(boxes=[((3, 3, 0), (5, 5, 0.75))])),
            in_hall(
                WARNING,
                "a thing is seen on 4.00 m² of the floor of hall, 0.75 m high, and can be walked "
                "through",
                "face",
                (10, 11, 13, 18, 20, 21),
                (4.125, 3.125, 0.75),
            ),
        ),
        good("a step", lambda: hall(FLOOR, model_of(boxes=[((3, 3, 0), (5, 5, 0.3))]))),
        good("told as walls", lambda: hall(FLOOR, model_of(boxes=[((3, 3, 0), (5, 5, 1.6))]))),
        good("a stool", lambda: hall(FLOOR, model_of(boxes=[((3, 3, 0), (3.5, 3.5, 0.75))]))),
        good("over the head", lambda: hall(FLOOR, model_of(boxes=[((3, 3, 1.9), (5, 5, 2.5))]))),
        good("the floor ends there", lambda: hall(HOLE, model_of(boxes=[((4, 4, 0), (6, 6, 1))]))),
    ],
}
