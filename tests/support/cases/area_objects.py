"""Cases of the rules about placed doors and placeables."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kotorlevel.area.area import Area
from kotorlevel.mesh.walkmesh import Walkmesh
from support.areas import (
    CLOSED,
    OPEN_1,
    OPEN_2,
    QUARTER,
    floor,
    game_with,
    make_area,
    make_door,
    make_placeable,
    plate,
    resource,
)
from support.cases.area_case import (
    FILE,
    INFO,
    WARNING,
    Case,
    bad,
    good,
    on_doors,
    on_placeables,
    two_rooms,
)

GIT = {"git": resource("lab.git")}
MODELS = ("leaf.mdl", "box.mdl")


def with_doors(*doors: object, **more: object) -> Area:
    """The hall and the yard, and some doors."""
    return replace(two_rooms(), doors=doors, files=GIT, **more)  # type: ignore[arg-type]


def in_game(*doors: object, placeables: object = ()) -> Area:
    return with_doors(*doors, placeables=placeables, lookup=game_with(*MODELS))


def in_hall(*placeables: object, rooms: Area | None = None, **more: object) -> Area:
    area = rooms or make_area({"hall": floor()})
    return replace(area, placeables=placeables, files=GIT, **more)  # type: ignore[arg-type]


def hooked(*hooks: tuple[float, float, float]) -> Walkmesh:
    return plate(hooks=hooks)


def hall_and_missing() -> Area:
    """A hall from (0, 0) to (4, 4), a shed far from it; the yard east of the hall is missing."""
    return make_area(
        {"hall": floor(east=1), "yard": None, "shed": floor(20), "****": None},
    )


NO_DWK = "there is no leaf0.dwk; there is no leaf1.dwk; there is no leaf2.dwk"

OBJECTS: dict[str, list[Case]] = {
    "OBJ005": [
        bad(
            "no template",
            lambda: in_game(
                make_door((1, 2, 3), missing="template", reason="there is no t_gate.utd", model=""),
                placeables=(
                    make_placeable((5, 6, 0)),
                    make_placeable(
                        (7, 8, 0), index=1, missing="template", reason="no template named", model=""
                    ),
                    make_placeable(
                        (9, 8, 0),
                        index=2,
                        tag="",
                        template="x",
                        missing="template",
                        reason="there is no x.utp",
                        model="",
                    ),
                ),
            ),
            on_doors(
                WARNING, "1 door (gate) without a template: there is no t_gate.utd", (0,), (1, 2, 3)
            ),
            on_placeables(
                WARNING,
                "2 placeables (crate and x) without a template: "
                "no template named and there is no x.utp",
                (1, 2),
                (7, 8, 0),
            ),
        ),
        bad(
            "no model in the table",
            lambda: in_game(
                make_door(missing="model", reason="genericdoors.2da has no row 99", model="")
            ),
            on_doors(
                WARNING,
                "1 door (gate) without a model: genericdoors.2da has no row 99",
                (0,),
                (0, 0, 0),
            ),
        ),
        bad(
            "no model in the game",
            lambda: in_game(placeables=(make_placeable(model="sign", mesh=CLOSED),)),
            on_placeables(
                WARNING,
                "1 placeable (crate) without a model: there is no sign.mdl",
                (0,),
                (0, 0, 0),
            ),
        ),
        bad(
            "no walkmesh",
            lambda: in_game(
                make_door(index=4, meshes=(None,) * 3, missing="walkmesh", reason=NO_DWK)
            ),
            on_doors(WARNING, f"1 door (gate) without a walkmesh: {NO_DWK}", (4,), (0, 0, 0)),
        ),
        good("complete", lambda: in_game(make_door(), placeables=(make_placeable(mesh=CLOSED),))),
        good(
            "a placeable to walk through",
            lambda: in_game(
                placeables=(make_placeable(missing="walkmesh", reason="there is no box.pwk"),)
            ),
        ),
        good(
            "one state is there",
            lambda: in_game(
                make_door(meshes=(CLOSED, None, None), missing="walkmesh", reason=NO_DWK)
            ),
        ),
        good(
            "no game",
            lambda: with_doors(
                make_door(missing="template", reason="there is no t_gate.utd", model="")
            ),
        ),
    ],
    "OBJ006": [
        bad(
            "a state is missing",
            lambda: in_game(
                make_door((1, 2, 0), index=2, meshes=(CLOSED, None, OPEN_2)),
                make_door((3, 2, 0), index=5, tag="hatch", meshes=(CLOSED, None, OPEN_2)),
            ),
            on_doors(
                WARNING,
                "2 doors (gate and hatch): leaf1.dwk is missing beside leaf0.dwk and leaf2.dwk",
                (2, 5),
                (1, 2, 0),
            ),
        ),
        bad(
            "only an open state is there",
            lambda: in_game(make_door(meshes=(None, OPEN_1, None))),
            on_doors(
                WARNING,
                "1 door (gate): leaf0.dwk and leaf2.dwk are missing beside leaf1.dwk",
                (0,),
                (0, 0, 0),
            ),
        ),
        bad(
            "unreadable",
            lambda: with_doors(
                make_door(meshes=(CLOSED, OPEN_1, None), sources=("a", "b", "my/leaf2.dwk"))
            ),
            on_doors(WARNING, "1 door (gate): leaf2.dwk cannot be read", (0,), (0, 0, 0)),
        ),
        bad(
            # The same leaf, with its faces in another order and each from another corner.
            "never opens",
            lambda: with_doors(
                make_door(
                    meshes=(
                        CLOSED,
                        OPEN_1,
                        replace(CLOSED, faces=np.array([(2, 3, 0), (1, 2, 0)], np.uint32)),
                    )
                )
            ),
            on_doors(
                WARNING,
                "1 door (gate): leaf2.dwk has the same faces as leaf0.dwk: it never opens that way",
                (0,),
                (0, 0, 0),
            ),
        ),
        bad(
            # A metre lower in the node, and the node a metre higher: at the same place.
            "never opens, from another node",
            lambda: with_doors(
                make_door(
                    meshes=(
                        CLOSED,
                        replace(
                            CLOSED,
                            vertices=CLOSED.vertices - np.array((0, 0, 1), np.float32),
                            position=np.array((0, 0, 1), np.float32),
                        ),
                        OPEN_2,
                    )
                )
            ),
            on_doors(
                WARNING,
                "1 door (gate): leaf1.dwk has the same faces as leaf0.dwk: it never opens that way",
                (0,),
                (0, 0, 0),
            ),
        ),
        bad(
            "blocks nothing",
            lambda: with_doors(make_door(meshes=(plate(material=4), OPEN_1, OPEN_2))),
            on_doors(
                WARNING,
                "1 door (gate): leaf0.dwk has no face that stops anyone: "
                "the closed door is no obstacle",
                (0,),
                (0, 0, 0),
            ),
        ),
        good("sound", lambda: with_doors(make_door())),
        good(
            "open without faces",
            lambda: with_doors(
                make_door(meshes=(CLOSED, *(Walkmesh.from_arrays([], [], [], kind=0),) * 2))
            ),
        ),
        bad(
            "a state may be in the game",
            lambda: with_doors(make_door(meshes=(CLOSED,) + (None,) * 2)),
            on_doors(
                INFO,
                "1 door (gate): leaf1.dwk and leaf2.dwk are missing beside leaf0.dwk, "
                "unless the game has it",
                (0,),
                (0, 0, 0),
            ),
        ),
        good("no walkmesh at all", lambda: in_game(make_door(meshes=(None,) * 3))),
        good(
            "both open the same way", lambda: with_doors(make_door(meshes=(CLOSED, OPEN_1, OPEN_1)))
        ),
        good(
            "moved by a centimetre",
            lambda: with_doors(make_door(meshes=(CLOSED, plate((-1, 0.01), (1, 0.01)), OPEN_2))),
        ),
    ],
    "OBJ007": [
        bad(
            # A metre before the panel is (2, 5, 0), and the hall ends at y = 4.
            "out of reach",
            lambda: in_hall(make_placeable((2, 4, 0), mesh=hooked((0, 1, 0)))),
            on_placeables(
                WARNING,
                "no floor within 0.50 m of any use hook of 1 placeable (crate)",
                (0,),
                (2, 5, 0),
            ),
        ),
        bad(
            # Turned by a quarter, (0, -1) and (0, 1) come to (1, 0) and (-1, 0).
            "one side of a door",
            lambda: replace(
                make_area({"hall": floor()}), doors=(make_door((4, 2, 0), QUARTER, index=3),)
            ),
            on_doors(
                INFO,
                "no floor within 0.50 m of one of the use hooks of 1 door (gate)",
                (3,),
                (5, 2, 0),
                file=FILE,
            ),
        ),
        bad(
            "too high",
            lambda: in_hall(
                make_placeable((2, 2, 0), mesh=hooked((0, 1, 0))),
                make_placeable((1, 2, 0), mesh=hooked((0, 1, 1.25)), index=1, tag="shelf"),
            ),
            on_placeables(
                WARNING,
                "no floor within 0.50 m of any use hook of 1 placeable (shelf)",
                (1,),
                (1, 3, 1.25),
            ),
        ),
        bad(
            "beside the floor",
            lambda: in_hall(make_placeable((5.9, 2, 0), mesh=hooked((1, 0, 0)))),
            on_placeables(
                WARNING,
                "no floor within 0.50 m of any use hook of 1 placeable (crate)",
                (0,),
                (6.9, 2, 0),
            ),
        ),
        bad(
            "on a floor that leads to no missing room",
            lambda: in_hall(
                make_placeable((22, 4, 0), mesh=hooked((0, 1, 0))), rooms=hall_and_missing()
            ),
            on_placeables(
                WARNING,
                "no floor within 0.50 m of any use hook of 1 placeable (crate)",
                (0,),
                (22, 5, 0),
            ),
        ),
        good("on the floor", lambda: in_hall(make_placeable((2, 2, 0), mesh=hooked((0, 1, 0))))),
        good(
            "nearly",
            lambda: in_hall(make_placeable((2, 3.45, 0), mesh=hooked((0, 1, 0.9)))),
        ),
        good("scenery", lambda: in_hall(make_placeable((6.1, 2, 0), mesh=hooked((1, 0, 0))))),
        good(
            "scenery overhead", lambda: in_hall(make_placeable((2, 2, 9), mesh=hooked((1, 0, 0))))
        ),
        good("no use hook", lambda: in_hall(make_placeable((2, 4, 0), mesh=plate()))),
        good("no walkmesh", lambda: in_hall(make_placeable((2, 4, 0)))),
        good(
            "not a number",
            lambda: in_hall(
                make_placeable(
                    (2, 4, 0),
                    mesh=replace(CLOSED, relative_hooks=np.full((2, 3), np.nan, np.float32)),
                )
            ),
        ),
        good(
            "at the edge to a missing room",
            lambda: in_hall(
                make_placeable((4, 2, 0), mesh=hooked((1, 0, 0))), rooms=hall_and_missing()
            ),
        ),
        good(
            "perhaps in a missing room",
            lambda: in_hall(
                make_placeable((22, 5, 0), mesh=hooked((0, 1, 0))), rooms=hall_and_missing()
            ),
        ),
        good("no floor", lambda: in_hall(make_placeable(mesh=CLOSED), rooms=make_area({}))),
        good(
            "nobody can use it",
            lambda: in_hall(make_placeable((2, 4, 0), mesh=hooked((0, 1, 0)), usable=False)),
        ),
    ],
    "OBJ008": [
        bad(
            # The leaf is from x = 5.5 to 7.5, and the hall ends at 4.
            "beside the floor",
            lambda: replace(
                make_area({"hall": floor()}), doors=(make_door((6.5, 2, 0), index=1),), files=GIT
            ),
            on_doors(
                INFO,
                "no floor within 1.00 m of the closed walkmesh of 1 door (gate): it blocks nothing",
                (1,),
                (6.5, 2, 0),
            ),
        ),
        bad(
            # Turned by a quarter it is at x = 5.1 in the plan: a metre and ten to the floor.
            "turned",
            lambda: replace(
                make_area({"hall": floor()}), doors=(make_door((5.1, 2, 0), QUARTER),), files=GIT
            ),
            on_doors(
                INFO,
                "no floor within 1.00 m of the closed walkmesh of 1 door (gate): it blocks nothing",
                (0,),
                (5.1, 2, 0),
            ),
        ),
        bad(
            "over the floor",
            lambda: with_doors(make_door((2, 2, 1.1))),
            on_doors(
                INFO,
                "no floor within 1.00 m of the closed walkmesh of 1 door (gate): it blocks nothing",
                (0,),
                (2, 2, 1.1),
            ),
        ),
        bad(
            "off the door hooks",
            lambda: replace(
                make_area({"hall": floor()}, door_hooks=[(0, 0, 0), (2, 4, 0)]),
                doors=(
                    make_door((2, 2, 0)),
                    make_door((2, 1.9, 0), index=1, tag="hatch"),
                    make_door((2, 4, 2.5), index=2, meshes=(None,) * 3, tag="arch"),
                ),
                files=GIT,
            ),
            on_doors(
                INFO,
                "no door hook of the layout within 2.00 m of 2 doors (hatch and arch)",
                (1, 2),
                (2, 1.9, 0),
            ),
        ),
        good("in the doorway", lambda: with_doors(make_door((4, 2, 0), QUARTER))),
        good(
            "its end reaches the floor",
            lambda: replace(make_area({"hall": floor()}), doors=(make_door((5.9, 2, 0)),)),
        ),
        good(
            "scenery",
            lambda: replace(make_area({"hall": floor()}), doors=(make_door((9.1, 2, 0)),)),
        ),
        good(
            "static",
            lambda: replace(
                make_area({"hall": floor()}), doors=(make_door((6.5, 2, 0), usable=False),)
            ),
        ),
        good(
            # A quarter turn brings the leaf from (0, 2) to (-2, 0): it reaches to x = 4.9.
            "its turned end reaches the floor",
            lambda: replace(
                make_area({"hall": floor()}),
                doors=(make_door((6.9, 2, 0), QUARTER, (plate((0, 0), (0, 2)), OPEN_1, OPEN_2)),),
            ),
        ),
        good("a metre up", lambda: with_doors(make_door((2, 2, 0.9)))),
        good(
            "perhaps in a missing room",
            lambda: replace(hall_and_missing(), doors=(make_door((6.5, 2, 0)),)),
        ),
        good("no walkmesh", lambda: with_doors(make_door((2, 6, 0), meshes=(None,) * 3))),
        good("no door hooks", lambda: with_doors(make_door((2, 2, 0)))),
        good(
            "not a number",
            lambda: with_doors(
                make_door(
                    (2, 6, 0),
                    meshes=(
                        replace(CLOSED, vertices=np.full((4, 3), np.nan, np.float32)),
                        OPEN_1,
                        OPEN_2,
                    ),
                )
            ),
        ),
    ],
}
