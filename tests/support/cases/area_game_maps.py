"""Areas whose map does not fit, for the rules on it.

The hall is from (0, 0) to (4, 4), and `PLAIN` puts it into columns 110 to 220 and rows 64 to 192.
"""

from __future__ import annotations

from dataclasses import replace

from support.area.game_maps import PLAIN, make_picture, map_area
from support.areas import NONWALK, floor
from support.cases.area_case import WARNING, Case, Found, bad, good

ARE, PICTURE = "lab.are", "lbl_maplab.tga"
WHOLE = make_picture(110, 64, 220, 192)
NOTHING = ((0.0, 0.0), (0.0, 0.0))


def on_map(text: str, *, file: str = ARE, at: tuple[float, float, float] | None = None) -> Found:
    return Found(WARNING, text, at=at, file=file)


GAME_MAPS: dict[str, list[Case]] = {
    "MAP001": [
        bad(
            "places on a line",
            lambda: map_area(replace(PLAIN, world=((0.0, 2.0), (4.0, 2.0)))),
            on_map("WorldPt1Y and WorldPt2Y are both 2"),
        ),
        bad(
            "points on a line",
            lambda: map_area(replace(PLAIN, picture=((0.5, 0.25), (0.5, 0.75)))),
            on_map("MapPt1X and MapPt2X are both 0.5"),
        ),
        bad(
            "nowhere",
            lambda: map_area(replace(PLAIN, world=((0.0, float("inf")), (4.0, 0.0)))),
            on_map("WorldPt1Y is inf, which is no place"),
        ),
        bad(
            "so far apart that all of the level is one point",
            lambda: map_area(replace(PLAIN, world=((1e38, 4.0), (-1e38, 0.0)))),
            on_map("WorldPt1X is 1e+38, which is no place"),
        ),
        bad(
            "no way is up",
            lambda: map_area(replace(PLAIN, north_axis=4)),
            on_map("NorthAxis is 4, and no way is up: 0 to 3 are known"),
        ),
        good("plain", lambda: map_area()),
        good("no map", lambda: map_area(replace(PLAIN, world=NOTHING, picture=NOTHING))),
        good("no fields", lambda: map_area(None)),
        good(
            "no floor",
            lambda: map_area(
                replace(PLAIN, world=((0.0, 2.0), (4.0, 2.0))),
                rooms={"hall": floor(material=NONWALK)},
            ),
        ),
    ],
    "MAP002": [
        bad(
            "a quarter beyond",
            lambda: map_area(
                replace(PLAIN, picture=((-0.25, 0.25), (0.75, 0.75))), entry=(2, 2, 0)
            ),
            on_map("25% of the floor is beyond the edges of the map"),
        ),
        bad(
            "with the entry",
            lambda: map_area(
                replace(PLAIN, picture=((-0.25, 0.25), (0.75, 0.75))), entry=(0.5, 3, 0)
            ),
            on_map(
                "25% of the floor is beyond the edges of the map, and so is the entry",
                at=(0.5, 3, 0),
            ),
        ),
        bad(
            "all of it",
            lambda: map_area(replace(PLAIN, world=((100.0, 104.0), (104.0, 100.0)))),
            on_map("100% of the floor is beyond the edges of the map"),
        ),
        good("plain", lambda: map_area()),
        good(
            "a twentieth beyond",
            lambda: map_area(replace(PLAIN, picture=((-0.05, 0.25), (0.95, 0.75)))),
        ),
    ],
    "MAP003": [
        bad(
            "elsewhere on the picture",
            lambda: map_area(PLAIN, make_picture(186, 0, 440, 256)),
            on_map(
                "31% of the floor is on lit pixels of the map; of all pixels 58% are lit",
                file=PICTURE,
            ),
        ),
        bad(
            "unreadable",
            lambda: map_area(PLAIN, b"\0" * 40),
            on_map(
                "the map's picture cannot be read: header at 0xc: pixels of kind 0: unknown",
                file=PICTURE,
            ),
        ),
        good("where it is", lambda: map_area(PLAIN, WHOLE)),
        good("half of it", lambda: map_area(PLAIN, make_picture(0, 0, 165, 256))),
        good("no picture", lambda: map_area()),
    ],
    "MAP004": [
        bad(
            "beyond",
            lambda: map_area(PLAIN, entry=(-5, 2, 0)),
            on_map("the entry is beyond the map's edges", at=(-5, 2, 0)),
        ),
        bad(
            "in the dark",
            lambda: map_area(PLAIN, make_picture(0, 0, 165, 256), entry=(3, 2, 0)),
            on_map("the entry is where the map's picture is dark", at=(3, 2, 0)),
        ),
        good("in the light", lambda: map_area(PLAIN, WHOLE, entry=(3, 2, 0))),
        good("a pixel beside it", lambda: map_area(PLAIN, WHOLE, entry=(4.02, 2, 0))),
        good(
            "with the floor",  # which MAP002 tells
            lambda: map_area(
                replace(PLAIN, world=((100.0, 104.0), (104.0, 100.0))), entry=(2, 2, 0)
            ),
        ),
        good("no entry", lambda: map_area(PLAIN, WHOLE)),
    ],
}
