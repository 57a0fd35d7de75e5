"""Cases of the rules about where one can walk to from the entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kotorlevel.area.area import Area
from kotorlevel.area.install.modules import ModuleInfo
from kotorlevel.mesh.walkmesh import Walkmesh
from support.areas import NONWALK, STONE, floor, game_with, make_area, make_door, resource
from support.cases.area_case import INFO, UNREADABLE, WARNING, Case, Found, bad, good, on_doors

GIT = {"git": resource("lab.git")}
ENTRY = (1.0, 1.0, 0.0)


def entered(rooms: Mapping[str, object], **more: object) -> Area:
    """Rooms, with the entry in the hall from (0, 0) to (4, 4)."""
    return make_area(rooms, **{"entry": ENTRY, **more})  # type: ignore[arg-type]


def on_room(severity: object, text: str, number: int, at: tuple[float, ...], name: str) -> Found:
    return Found(severity, text, "room", (number,), at, f"{name}.wok")  # type: ignore[arg-type]


def with_balcony(width: float = 2.0, wall: float = 0.5, z: float = 0.0) -> Walkmesh:
    """A hall with a strip in its east that cannot be walked on, and more floor behind it.

    Faces 0 and 1 are the hall, 2 and 3 what is behind the strip, which is ``wall`` metres wide.
    """
    xs = [0.0, 4.0, 4.0 + wall, 4.0 + wall + width]
    vertices = [(x, y, z) for x in xs for y in (0, 4)]
    quads = [(0, 2, 3, 1), (4, 6, 7, 5), (2, 4, 5, 3)]
    faces = [face for a, b, c, d in quads for face in ((a, b, c), (a, c, d))]
    return Walkmesh.from_arrays(vertices, faces, [STONE] * 4 + [NONWALK] * 2)


def folded() -> Walkmesh:
    """A wide floor with a flap of 8 m² folded back over it at its north, as in m22aa_04a."""
    vertices = [
        (0, 6.5, 0),
        (5.4, -12, 0),
        (8.5, 0, 0),
        (3.9, 1.6, 0),
        (-8.4, 1.7, 0),
        (16.6, -2.4, 0),
    ]
    faces = [(0, 1, 2), (1, 0, 4), (5, 2, 1), (0, 2, 3)]
    return Walkmesh.from_arrays(vertices, faces, [STONE] * 4)


def unwelded() -> Walkmesh:
    """A hall of 16 m² and 8 m² to the east of it with vertices of their own."""
    corners = [
        (0, 0, 0),
        (4, 0, 0),
        (4, 4, 0),
        (0, 4, 0),
        (4, 0, 0),
        (6, 0, 0),
        (6, 4, 0),
        (4, 4, 0),
    ]
    faces = [(0, 1, 2), (0, 2, 3), (4, 5, 6), (4, 6, 7)]
    return Walkmesh.from_arrays(corners, faces, [STONE] * 4)


def through_missing(**more: object) -> Area:
    """The hall and the shed both lead to a yard whose walkmesh is not there."""
    rooms = {"hall": floor(east=1), "yard": None, "shed": floor(8, west=1)}
    return entered(rooms, **more)


def with_doors(rooms: Mapping[str, object], *places: tuple[float, float, float]) -> Area:
    doors = tuple(
        make_door(place, index=n, tag=tag)
        for n, (place, tag) in enumerate(zip(places, ("gate", "hatch", "port"), strict=False))
    )
    return replace(entered(rooms), doors=doors, files=GIT)


def necked(width: float, more: float = 0.0) -> Walkmesh:
    """Two squares of 4 m with a corridor of 2 m between them; ``more`` is added to the second.

    The corridor is ``width`` metres wide and goes from (4, 2) to (6, 2).
    """
    low, high, east = 2 - width / 2, 2 + width / 2, 10 + more
    vertices: list[tuple[float, float]] = [
        (0, 0),
        (4, 0),
        (4, low),
        (4, high),
        (4, 4),
        (0, 4),
        (6, low),
        (6, high),
    ]
    vertices += [(6, 0), (east, 0), (east, 4), (6, 4)]
    faces = [(0, 1, 2), (0, 2, 3), (0, 3, 5), (3, 4, 5), (2, 6, 7), (2, 7, 3)]
    faces += [(8, 9, 6), (6, 9, 7), (7, 9, 10), (7, 10, 11)]
    return Walkmesh.from_arrays([(x, y, 0) for x, y in vertices], faces, [STONE] * len(faces))


def leaning(width: float, radius: float = 0.35) -> float:
    """m² that the middle of a body gains at the mouth of a corridor of that width.

    Before a wall it stops a radius away, between the corners of the mouth at the circles about
    them; summed up in small steps.
    """
    steps = 20_000
    total = 0.0
    for step in range(steps):
        y = width / 2 * (step + 0.5) / steps  # from the middle of the mouth
        total += radius - (radius**2 - (width / 2 - y) ** 2) ** 0.5
    return 2 * total * (width / 2) / steps


def narrow(area: float, width: float) -> Found:
    text = f"the way to {area:.2f} m² of hall is about {width:.2f} m wide; a body needs 0.70 m"
    return Found(WARNING, text, "room", (0,), (5, 2, 0), "hall.wok")


NO_LINK = "the seam with hall at (4.0, 2.0): the floors meet, but there is no link [ARE010]"
GAP = "the seam with hall at (4.0, 2.0), a gap of 3.2 cm [ARE005]"

WAYS: dict[str, list[Case]] = {
    "NAV001": [
        bad(
            "no link",
            lambda: entered({"hall": floor(), "yard": floor(4)}),
            on_room(
                WARNING,
                f"no way leads from the entry to yard (16.00 m²); nearest way in: {NO_LINK}",
                1,
                (4, 2, 0),
                "yard",
            ),
        ),
        bad(
            # The middle of a gap from 4 to 4.032 is at 4.016.
            "a gap, and a room behind it",
            lambda: entered(
                {"hall": floor(), "yard": floor(4.032, east=2), "shed": floor(8.032, west=1)}
            ),
            on_room(
                WARNING,
                f"no way leads from the entry to yard (16.00 m²); nearest way in: {GAP}",
                1,
                (4.016, 2, 0),
                "yard",
            ),
            on_room(
                WARNING,
                f"no way leads from the entry to shed (16.00 m²); nearest way in: {GAP}",
                2,
                (4.016, 2, 0),
                "shed",
            ),
        ),
        bad(
            "a link that leads out only",
            lambda: entered({"hall": floor(), "yard": floor(4, west=0)}),
            on_room(
                WARNING,
                "no way leads from the entry to yard (16.00 m²); nearest way in: the seam with "
                "hall at (4.0, 2.0): the link leads from yard to hall only; edge 1 of hall lacks "
                "the way in [ARE003]",
                1,
                (4, 2, 0),
                "yard",
            ),
        ),
        bad(
            "above: it may be meant",
            lambda: entered({"hall": floor(), "loft": floor(z=5)}),
            on_room(
                INFO,
                "no way leads from the entry to loft (16.00 m²); nearest way in: a step of 5.00 m "
                "from hall at (2.0, 0.0)",
                1,
                (2, 0, 2.5),
                "loft",
            ),
        ),
        bad(
            "a missing room that is none in the game",
            lambda: through_missing(lookup=game_with("hall.wok", "shed.wok")),
            on_room(
                INFO,
                "no way leads from the entry to shed (16.00 m²); nearest way in: 4.00 m without a "
                "floor at (6.0, 2.0), from hall",
                2,
                (6, 2, 0),
                "shed",
            ),
        ),
        good("linked", lambda: entered({"hall": floor(east=1), "yard": floor(4, west=0)})),
        good(
            "a link that leads in only", lambda: entered({"hall": floor(east=1), "yard": floor(4)})
        ),
        good("through a missing room", through_missing),
        good(
            "through a room that cannot be read",
            lambda: entered({"hall": floor(east=1), "yard": UNREADABLE, "shed": floor(8, west=1)}),
        ),
        good("no entry", lambda: make_area({"hall": floor(), "yard": floor(4)})),
        good("the entry off the floor", lambda: entered({"hall": floor(50), "yard": floor(60)})),
        good(
            "the entry of another area",
            lambda: entered(
                {"hall": floor(), "yard": floor(4)}, module=ModuleInfo("other", (), ENTRY, (0, 1))
            ),
        ),
        good(
            "less than a square metre", lambda: entered({"hall": floor(), "b": floor(9, 0, 1, 0.9)})
        ),
        good("no floor", lambda: entered({"hall": floor(), "sky": floor(9, material=NONWALK)})),
        good(
            "listed twice",
            lambda: make_area(
                [("hall", floor()), ("yard", floor(4)), ("yard", floor(4))], entry=ENTRY
            ),
        ),
    ],
    "NAV002": [
        bad(
            # Face 2 is (4.5, 0), (6.5, 0), (6.5, 4).
            "behind a strip",
            lambda: entered({"hall": with_balcony()}),
            Found(
                INFO,
                "8.00 m² of hall cannot be reached from the entry; nearest way in: 50.0 cm of "
                "Nonwalk that cannot be walked on, at (4.2, 2.0), from the rest of hall",
                "face",
                (2, 3),
                (35 / 6, 4 / 3, 0),
                "hall.wok",
            ),
        ),
        bad(
            "vertices of its own",
            lambda: entered({"hall": unwelded()}),
            Found(
                WARNING,
                "8.00 m² of hall cannot be reached from the entry; nearest way in: at (4.0, 2.0) "
                "it lies against the rest of hall, but the faces share no edge [MSH005]",
                "face",
                (2, 3),
                (16 / 3, 4 / 3, 0),
                "hall.wok",
            ),
        ),
        good("small", lambda: entered({"hall": with_balcony(width=0.49)})),
        good(
            "the room is not reached at all", lambda: entered({"hall": floor(), "yard": floor(4)})
        ),
        good("no entry", lambda: make_area({"hall": with_balcony()})),
        good("one floor", lambda: entered({"hall": floor()})),
    ],
    "NAV003": [
        bad(
            "in a room that is cut off",
            lambda: with_doors(
                {"hall": floor(), "yard": floor(4)}, (7, 2, 0), (8, 3, 0), (4, 2, 0)
            ),
            on_doors(
                WARNING,
                "no way leads from the entry to 2 doors (gate and hatch); "
                f"nearest way in: {NO_LINK}",
                (0, 1),
                (7, 2, 0),
            ),
        ),
        bad(
            "on a balcony",
            lambda: with_doors({"hall": with_balcony()}, (6.5, 2, 0)),
            on_doors(
                INFO,
                "no way leads from the entry to 1 door (gate); nearest way in: 50.0 cm of Nonwalk "
                "that cannot be walked on, at (4.2, 2.0), from the rest of hall",
                (0,),
                (6.5, 2, 0),
            ),
        ),
        good("at the hall", lambda: with_doors({"hall": floor(), "yard": floor(4)}, (4, 2, 0))),
        good("off the floor", lambda: with_doors({"hall": floor()}, (9, 2, 0))),
        good(
            "behind a missing room",
            lambda: replace(through_missing(), doors=(make_door((12, 2, 0)),), files=GIT),
        ),
        good(
            "no entry",
            lambda: replace(
                make_area({"hall": floor(), "yard": floor(4)}), doors=(make_door((8, 2, 0)),)
            ),
        ),
    ],
    "NAV004": [
        # Where the middle of a body can be: 4 m less 0.35 on either side; at the mouth of the
        # corridor two quarters of a circle about its corners let it lean in. The east is larger.
        bad(
            "half a metre",
            lambda: make_area({"hall": necked(0.5, 4)}),
            narrow(3.3 * 3.3 + leaning(0.5), 0.5),
        ),
        bad(
            "a crack",
            lambda: make_area({"hall": necked(0.02, 4)}),
            narrow(3.3 * 3.3 + leaning(0.02), 0.02),
        ),
        good("wide enough", lambda: make_area({"hall": necked(0.75)})),
        good("little behind it", lambda: make_area({"hall": necked(0.5, -2.8)})),
        good("already apart", lambda: make_area({"hall": floor(), "yard": floor(4)})),
        good("a link", lambda: make_area({"hall": floor(east=1), "yard": floor(4, west=0)})),
        good("folded over itself", lambda: make_area({"hall": folded()})),
        good("no rooms", lambda: make_area({})),
    ],
}
