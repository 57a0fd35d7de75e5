"""Cases of the rules about the visibility of a whole area."""

from __future__ import annotations

from kotorlevel.area.area import Area
from kotorlevel.checks.finding import Severity
from kotorlevel.formats.vis import Visibility, VisRoom
from support.areas import floor, make_area, resource
from support.cases.area_case import INFO, WARNING, Case, Found, Point, bad, good, two_rooms


def seen(**rooms: str) -> Visibility:
    """Room → what it sees, separated by spaces."""
    return Visibility(tuple(VisRoom(name, tuple(sees.split())) for name, sees in rooms.items()))


def linked(visibility: Visibility | None) -> Area:
    """A hall and a yard, linked at x = 4, and a cell that is linked to nothing."""
    rooms = {"hall": floor(east=1), "yard": floor(4, west=0), "cell": floor(40)}
    return make_area(rooms, visibility=visibility)


def row(count: int) -> Area:
    """So many rooms side by side, each linked to the next, of which none sees another."""
    rooms = {f"r{n}": floor(4 * n, east=n + 1 if n + 1 < count else -1) for n in range(count)}
    return make_area(rooms, visibility=Visibility(tuple(VisRoom(name) for name in rooms)))


def on_rooms(
    text: str,
    numbers: tuple[int, ...],
    at: Point,
    file: str = "lab.vis",
    severity: Severity = WARNING,
) -> Found:
    return Found(severity, text, "room", numbers, at, file)


DOORWAY = (4, 2, 0)

VISIBILITY: dict[str, list[Case]] = {
    "VIS010": [
        bad(
            "neither",
            lambda: linked(seen(hall="cell", yard="", cell="hall")),
            on_rooms("hall and yard are linked, but do not see each other", (0, 1), DOORWAY),
        ),
        bad(
            "one way",
            lambda: linked(seen(hall="YARD", yard="")),
            on_rooms("yard is linked to hall, but does not see it", (0, 1), DOORWAY, severity=INFO),
        ),
        bad(
            "the other way, and without an entry",
            lambda: linked(seen(yard="hall")),
            on_rooms("hall is linked to yard, but does not see it", (0, 1), DOORWAY, severity=INFO),
        ),
        bad(
            "in a file of its own",
            lambda: make_area(
                {"hall": floor(east=1), "yard": None},
                visibility=seen(hall=""),
                files={"vis": resource("lab.vis")},
            ),
            on_rooms(
                "hall and yard are linked, but do not see each other", (0, 1), DOORWAY, "lab.vis"
            ),
        ),
        bad(
            "many",
            lambda: row(15),
            *(
                on_rooms(
                    f"r{n} and r{n + 1} are linked, but do not see each other",
                    (n, n + 1),
                    (4 * n + 4, 2, 0),
                )
                for n in range(12)
            ),
            Found(
                WARNING, "2 more pairs of linked rooms that do not see each other", file="lab.vis"
            ),
        ),
        good(
            # They meet the yard: whoever walks there looks into the yard.
            "a link that leads to another room than it meets",
            lambda: make_area(
                {"hall": floor(east=2), "yard": floor(4, west=2), "cell": floor(40)},
                visibility=seen(hall="", yard="", cell=""),
            ),
        ),
        good("both", lambda: linked(seen(hall="yard", yard="hall"))),
        good("any case", lambda: linked(seen(HALL="Yard", YARD="hAll"))),
        good("no visibility", lambda: linked(None)),
        good("no links", lambda: make_area({"a": floor(), "b": floor(4)}, visibility=seen(a=""))),
        good("to itself", lambda: make_area({"a": floor(east=0)}, visibility=seen(a=""))),
        good("to no room", lambda: make_area({"a": floor(east=9)}, visibility=seen(a=""))),
        good("without a file", two_rooms),
    ],
}
