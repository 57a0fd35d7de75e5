"""Cases of the rules about path points."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kotorlevel.area.area import Area
from kotorlevel.checks.finding import Severity
from kotorlevel.formats.pth import PathPoints, read_path_points
from kotorlevel.formats.pth.build import make_gff
from support.areas import floor, make_area, resource
from support.cases.area_case import ERROR, INFO, WARNING, Case, Found, Point, bad, good

Pairs = Sequence[tuple[int, int]]

THERE = [(0, 1), (1, 0)]


def paths(points: Sequence[tuple[float, float]], pairs: Pairs) -> PathPoints:
    """As given, sorted or not; pairs are in the order of the points they start from."""
    counts = np.bincount([a for a, _ in pairs], minlength=len(points))
    places = np.array(points).reshape(-1, 2)
    return PathPoints(places, counts, np.cumsum(counts) - counts, np.array([b for _, b in pairs]))


def level(points: Sequence[tuple[float, float]], pairs: Pairs, yard: bool = True) -> Area:
    """A hall from (0, 0) to (4, 4) and a linked yard to (8, 4), a tower far off, and a PTH.

    Without ``yard`` its walkmesh is not at hand, and the tower leads there too.
    """
    rooms = {
        "hall": floor(east=1),
        "yard": floor(4, west=0) if yard else None,
        "tower": floor(40, z=3, west=-1 if yard else 1),
    }
    return make_area(rooms, path_points=paths(points, pairs), files={"pth": resource("lab.pth")})


def told(severity: Severity, text: str, at: Point | None) -> Found:
    return Found(severity, text, "", (), at, "lab.pth")


def sound() -> Area:
    return level([(1, 2), (7, 2)], THERE)


def incomplete() -> Area:
    """The points of a file in which the first has no X."""
    area = sound()
    gff = make_gff(paths([(0, 2), (7, 2)], THERE)).without("Path_Points", 0, "X")
    return area.with_path_points(read_path_points(gff.to_bytes()))


def many_off() -> Area:
    """25 points a metre south of the hall."""
    return level([(n / 10, -1) for n in range(25)], [])


PATH_POINTS: dict[str, list[Case]] = {
    "PTH001": [
        bad(
            "beside the floor",
            lambda: level([(1, 2), (5, 6), (7, 2)], [(0, 2), (2, 0)]),
            told(
                WARNING,
                "point 1 at (5, 6) is on no floor; the nearest is 2.00 m away",
                (5, 6, 0),
            ),
        ),
        bad(
            "no number",
            lambda: level([(1, 2), (float("nan"), 2)], []),
            told(WARNING, "point 1 is at (nan, 2), which is no place", None),
        ),
        bad(
            "many",
            many_off,
            *(
                told(
                    WARNING,
                    f"point {n} at ({n / 10:.6g}, -1) is on no floor; the nearest is 1.00 m away",
                    (n / 10, -1, 0),
                )
                for n in range(20)
            ),
            told(WARNING, "5 more places of this kind", None),
        ),
        good("on the floor", sound),
        good("no PTH", lambda: make_area({"hall": floor()})),
        good(
            "perhaps in a room that is not here",
            lambda: level([(1, 2), (7, 2)], THERE, yard=False),
        ),
    ],
    "PTH002": [
        bad(
            "two",
            lambda: level([(7, 2), (1, 2)], THERE),
            told(ERROR, "point 1 has a smaller x (1) than point 0 (7)", (1, 2, 0)),
        ),
        good("sorted", sound),
        good("equal", lambda: level([(2, 3), (2, 1)], THERE)),
    ],
    "PTH003": [
        bad(
            "in the tower",
            lambda: level([(1, 2), (7, 2), (41, 1)], THERE),
            told(
                INFO,
                "point 2 stands on a part of the floor without a way to the others",
                (41, 1, 3),
            ),
        ),
        good("together", sound),
        good("perhaps joined", lambda: level([(1, 2), (41, 1)], [], yard=False)),
    ],
    "PTH004": [
        bad(
            "over the gap to the tower",
            lambda: level([(6, 2), (42, 2)], THERE),
            told(
                WARNING,
                "the way from point 0 to point 1 is blocked after 2.00 m at (8.00, 2.00), where "
                "the floor of yard ends",
                (8, 2, 0),
            ),
        ),
        good("through the link", sound),
        good(
            "into a room that is not here",
            lambda: level([(2, 2), (42, 2)], THERE, yard=False),
        ),
    ],
    "PTH005": [
        bad(
            "there",
            lambda: level([(1, 2), (7, 2)], [(0, 1)]),
            told(WARNING, "point 0 is connected to point 1, but not back", (1, 2, 0)),
        ),
        good("both ways", sound),
    ],
    "PTH006": [
        bad(
            "behind the last point",
            lambda: level([(1, 2), (7, 2)], [(0, 1), (1, 0), (1, 2)]),
            told(
                ERROR,
                "connection 2 of point 1 leads to point 2, but there are only 2 points",
                (7, 2, 0),
            ),
        ),
        good("to points", sound),
    ],
    "PTH007": [
        bad(
            "alone",
            lambda: level([(1, 2), (2, 2), (7, 2)], [(0, 2), (2, 0)]),
            told(WARNING, "point 1 has no connection", (2, 2, 0)),
        ),
        bad(
            "two nets",
            lambda: level([(1, 2), (2, 2), (6, 2), (7, 2)], [(0, 1), (1, 0), (2, 3), (3, 2)]),
            told(
                WARNING,
                "points 2 and 3 are connected with each other, but not with the rest of the net",
                (6, 2, 0),
            ),
        ),
        good("one net", sound),
        good("one point", lambda: level([(1, 2)], [])),
    ],
    "PTH008": [
        bad(
            "no x",
            incomplete,
            told(WARNING, "'X' is not there, read as 0", None),
        ),
        good("whole", sound),
    ],
}
