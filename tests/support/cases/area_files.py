"""Cases of the rules about the files of an area."""

from __future__ import annotations

from dataclasses import replace

from kotorlevel.area.area import Area, AreaProblem
from kotorlevel.formats.vis import Visibility
from support.areas import (
    BrokenSource,
    MemorySource,
    floor,
    lookup_of,
    make_area,
    make_door,
    make_placeable,
)
from support.cases.area_case import (
    ERROR,
    FILE,
    INFO,
    UNREADABLE,
    WARNING,
    Case,
    Found,
    bad,
    good,
    two_rooms,
)


def copies(*sources: MemorySource, replaced: tuple[MemorySource, ...] = ()) -> Area:
    """An area of the rooms hall and yard whose files are in these sources."""
    lookup = lookup_of(*sources, replaced=replaced)
    return replace(make_area({"hall": floor(), "yard": floor(4)}), lookup=lookup)


def override(*names: str, data: bytes = b"override") -> MemorySource:
    return MemorySource("Override", "Override", [(name, data) for name in names])


def archive(place: str, *names: str) -> MemorySource:
    return MemorySource(place, "archive", [(name, place.encode()) for name in names])


def key(*names: str) -> MemorySource:
    files = [(name, b"key") for name in names]
    return MemorySource("chitin.key", "KEY", files, "data/models.bif")


def folder(*names: str) -> MemorySource:
    return MemorySource("my/mod", "folder", [(name, name.encode()) for name in names])


def beside(*names: str) -> Area:
    """The same with a layout in a folder, and these files beside it."""
    area = copies(folder("lab.lyt", *names))
    assert area.lookup is not None
    layout = area.lookup.find("lab", "lyt")
    assert layout is not None
    return replace(area, files={"lyt": layout})


FILES: dict[str, list[Case]] = {
    "ARE014": [
        bad("none", two_rooms, Found(INFO, "there is no lab.vis")),
        good("there", lambda: replace(two_rooms(), visibility=Visibility())),
        good("one room", lambda: make_area({"hall": floor()})),
    ],
    "ARE015": [
        bad(
            "one more",
            lambda: beside("hall.wok", "yard.wok", "shed.wok"),
            Found(WARNING, "1 walkmesh is no room of the layout: shed.wok"),
        ),
        good("all used", lambda: beside("hall.wok", "YARD.wok")),
    ],
    "ARE006": [
        bad(
            "over the game",
            lambda: copies(override("hall.wok", "yard.wok"), key("hall.wok", "yard.wok")),
            Found(INFO, "Override wins over data/models.bif in 2 files: hall.wok and yard.wok"),
        ),
        bad(
            "over a RIM",
            lambda: copies(override("lab.git"), archive("modules/lab.rim", "lab.git")),
            Found(INFO, "Override wins over modules/lab.rim in 1 file: lab.git"),
        ),
        bad(
            "a MOD over its RIM",
            lambda: copies(
                archive("modules/lab.mod", "module.ifo"),
                replaced=(archive("modules/lab.rim", "module.ifo"),),
            ),
            Found(INFO, "modules/lab.mod wins over modules/lab.rim in 1 file: module.ifo"),
        ),
        bad(
            "over a MOD",
            lambda: copies(
                override("hall.wok", "yard.wok"),
                archive("modules/lab.mod", "hall.wok", "yard.wok"),
            ),
            Found(
                WARNING,
                "2 files in modules/lab.mod have no effect, Override wins: hall.wok and yard.wok",
            ),
        ),
        bad(
            "a folder over a MOD",
            lambda: copies(folder("hall.wok"), archive("lab.mod", "hall.wok"), key("hall.wok")),
            Found(WARNING, "1 file in lab.mod has no effect, my/mod wins: hall.wok"),
            Found(INFO, "my/mod wins over data/models.bif in 1 file: hall.wok"),
        ),
        bad(
            "Override over an archive that was named first",
            lambda: copies(archive("my.mod", "hall.wok"), override("HALL.WOK")),
            Found(WARNING, "the game takes 1 file from Override, not from my.mod: hall.wok"),
        ),
        bad(
            "one mod over another",
            lambda: copies(
                MemorySource("a", "mod folder", [("hall.wok", b"a")]),
                MemorySource("b", "mod folder", [("hall.wok", b"b")]),
            ),
            Found(WARNING, "1 file in b has no effect, a wins: hall.wok"),
        ),
        bad(
            "twice in a folder",
            lambda: copies(folder("new/hall.wok", "old/hall.wok")),
            Found(
                WARNING,
                "my/mod holds 1 file more than once: hall.wok; my/mod/new/hall.wok counts",
            ),
        ),
        bad(
            "twice in an archive",
            lambda: copies(
                MemorySource("x.mod", "archive", [("hall.wok", b"1"), ("hall.wok", b"2")])
            ),
            Found(WARNING, "x.mod holds 1 file more than once: hall.wok; the first copy counts"),
        ),
        bad(
            "of a door and a placeable",
            lambda: replace(
                copies(
                    override("leaf1.dwk", "t_gate.utd", "box.pwk", "t_crate.utp"),
                    key("leaf1.dwk", "t_gate.utd", "box.pwk", "t_crate.utp"),
                ),
                doors=(make_door(),),
                placeables=(make_placeable(),),
            ),
            Found(
                INFO,
                "Override wins over data/models.bif in 4 files: "
                "t_gate.utd, leaf1.dwk, t_crate.utp and box.pwk",
            ),
        ),
        bad(
            "beside an archive that cannot be read",
            lambda: copies(
                override("hall.wok"), BrokenSource("bad.erf", "archive"), key("hall.wok")
            ),
            Found(INFO, "Override wins over data/models.bif in 1 file: hall.wok"),
        ),
        good("equal", lambda: copies(override("hall.wok", data=b"key"), key("hall.wok"))),
        good("of other areas", lambda: copies(override("attic.wok"), key("attic.wok"))),
        good("one each", lambda: copies(override("hall.wok"), key("yard.wok"))),
        good("no lookup", two_rooms),
    ],
    "ARE008": [
        bad(
            "the GIT",
            lambda: replace(
                two_rooms(),
                problems=(
                    AreaProblem("unreadable", "the magic is wrong", "modules/lab.rim: lab.git"),
                ),
            ),
            Found(ERROR, "the magic is wrong", file="modules/lab.rim: lab.git"),
        ),
        good("sound", two_rooms),
        good(
            "noted for another rule",
            lambda: replace(
                two_rooms(), problems=(AreaProblem("room-twice", "hall is there twice", FILE),)
            ),
        ),
        good(
            "the walkmesh of a room",
            lambda: make_area(
                {"yard": UNREADABLE},
                problems=(AreaProblem("unreadable", "the magic is wrong", "yard.wok"),),
            ),
        ),
    ],
}
