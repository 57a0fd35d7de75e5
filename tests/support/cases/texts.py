"""For every rule on files, layouts and visibilities: a bad file, a good one, and the place."""

from __future__ import annotations

from dataclasses import dataclass

from kotorlevel.formats.lyt import Layout, LayoutRoom
from support.builders import square_wok

ONE = Layout((LayoutRoom("a1", (0.0, 0.0, 0.0)),))
ROOMS = Layout(tuple(LayoutRoom(name, (0.0, 0.0, 0.0)) for name in ("a", "b", "****", "c")))
"""The layout beside a visibility: rooms a and b, an empty slot, and c."""


@dataclass(frozen=True)
class Case:
    """A file in which ``rule`` finds something in each of ``lines``, and one where it is silent."""

    rule: str
    name: str
    bad: bytes
    good: bytes
    lines: tuple[int | None, ...] = (None,)
    numbers: tuple[int, ...] = ()
    text: str = ""
    layout: Layout | None = None
    fix: str | None = None
    """Where it is not the rule's own."""

    def __str__(self) -> str:
        return f"{self.rule}-{self.text or self.lines}"


def crlf(*lines: str) -> bytes:
    return "".join(line + "\r\n" for line in lines).encode("cp1252")


def lyt(rooms: tuple[str, ...] = (), hooks: tuple[str, ...] = (), *, count: int = -1) -> bytes:
    """A layout; rooms begin in line 4 and, with n of them, door hooks in line n + 7."""
    return crlf(
        "#MAXLAYOUT ASCII",
        "beginlayout",
        f"   roomcount {len(rooms) if count < 0 else count}",
        *(f"      {room} 0.0 0.0 0.0" for room in rooms),
        "   trackcount 0",
        "   obstaclecount 0",
        f"   doorhookcount {len(hooks)}",
        *(f"      {hook}" for hook in hooks),
        "donelayout",
    )


def hook(numbers: str = "0 1.0 2.0 3.0 1.0 0.0 0.0 0.0", room: str = "a") -> str:
    return f"{room} door_01 {numbers}"


def hooked(*hooks: str) -> bytes:
    """A layout with room a in line 4; its door hooks begin in line 8."""
    return lyt(("a",), hooks)


GOOD_LYT = lyt(("a", "b", "****", "****"), (hook(), "B door_02 0 0 0 0 0.0 0.0 0.0 1.0"))
GOOD_VIS = crlf("a 2", "  b", "  c", "b 1", "  a", "c 1", "  a")
ALL_VIS = crlf("a 2", "  b", "  c", "b 2", "  a", "  c", "c 2", "  b", "  A")
FLAT_VIS = GOOD_VIS.replace(b"  ", b"")
WOK = square_wok().to_bytes()
PYKOTOR = b"node aabb\nverts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2 -1 -1 -1 -1 4\nendnode\n"
LONG = "a_name_that_is_too_long"


def with_line(number: int, text: str, data: bytes = GOOD_LYT) -> bytes:
    """``data`` with one more line, which then has that number."""
    lines = data.decode().splitlines()
    return crlf(*lines[: number - 1], text, *lines[number - 1 :])


FILES = [
    Case("FIL001", "a.wok", WOK[:200], WOK, text="the file ends at 0xc8"),
    Case("FIL001", "a.lyt", b"beginlayout\r\nroomcount x\r\n", GOOD_LYT, (2,)),
    Case("FIL001", "a.txt", b"", WOK, text="not a level file"),
    Case("FIL002", "a.wok", WOK + b"xyz", WOK, text="3 bytes behind the last table"),
    Case("FIL003", "a.lyt", b"\xef\xbb\xbf" + GOOD_LYT, GOOD_LYT, (1,)),
    Case("FIL003", "a.vis", b"\xef\xbb\xbf" + GOOD_VIS, GOOD_VIS, (1,)),
    Case(
        "FIL004",
        "a.2da",
        b"2DA V2.0\r\n\r\n walk\r\n0 1 2 3\r\n",
        b"2DA V2.0\r\n\r\n walk\r\n0 1\r\n",
        (4,),
    ),
    Case("FIL005", "a.wok.ascii", PYKOTOR, PYKOTOR.replace(b" -1 -1 -1 -1 ", b" 1 0 0 0 "), (1,)),
    Case("FIL004", "a.vis", b"# nothing\r\n", GOOD_VIS, text="lists no room"),
]
LAYOUTS = [
    Case("LYT001", "a.lyt", lyt(("a", "b"), count=5), GOOD_LYT, (3,), text="says 5"),
    Case("LYT001", "a.lyt", GOOD_LYT.replace(b"count 2", b"count"), GOOD_LYT, (10,)),
    Case("LYT002", "a.lyt", GOOD_LYT.replace(b"\r", b""), GOOD_LYT, text="13 lines end with LF"),
    Case("LYT002", "a.lyt", GOOD_LYT[:-2], GOOD_LYT, text="the last line"),
    Case("LYT003", "a.lyt", hooked(hook("1.0 2.0 3.0 1 0 0 0"), hook()), GOOD_LYT, (8,)),
    Case("LYT004", "a.lyt", crlf("beginlayout", "roomcount 0", "donelayout"), GOOD_LYT, (3, 3, 3)),
    Case("LYT004", "a.lyt", with_line(9, "roomcount 0"), GOOD_LYT, (9,), text="a second roomcount"),
    Case("LYT005", "a.lyt", lyt(("a", "b", "A", "a")), GOOD_LYT, (6,), (0, 2, 3)),
    Case("LYT006", "a.lyt", lyt(("b", LONG)), GOOD_LYT, (5,), text="23 characters"),
    Case("LYT006", "a.lyt", lyt(("two words",)), GOOD_LYT, (4,)),
    Case(
        "LYT007",
        "a.lyt",
        hooked(hook(), hook(room="x"), hook(room="X"), hook(room="****")),
        GOOD_LYT,
        (9, 11),
    ),
    Case("LYT007", "a.lyt", lyt(("****",), (hook(room="****"),)), GOOD_LYT, (8,), (0,)),
    Case("LYT008", "a.lyt", with_line(5, "// hand made"), GOOD_LYT, (5,), text="hand made"),
    Case("LYT009", "a.lyt", hooked(hook(), hook("0 1 2 3 1 0 0 1")), GOOD_LYT, (9,), (1,), fix=""),
    Case("LYT009", "a.lyt", hooked(hook("0 1 2 3 0 0 0.6 0.8")), GOOD_LYT, (8,), text="x y z w"),
    Case(
        "LYT009", "a.lyt", hooked(hook("0 1 2 3 0.6 0.8 0 0")), GOOD_LYT, (8,), text="tips", fix=""
    ),
    Case("LYT009", "a.lyt", hooked(hook("1 2 3 0 0 -0.6 0.8")), GOOD_LYT, (8,), text="x y z w"),
    Case("LYT008", "a.lyt", with_line(13, "othercount 0"), GOOD_LYT, (13,), text="0 lines"),
    Case("LYT010", "a.lyt", with_line(5, " "), GOOD_LYT, (5,)),
    Case("LYT010", "a.lyt", with_line(4, "\t", with_line(9, "")), GOOD_LYT, (4, 10)),
    Case("LYT011", "a.lyt", hooked(hook(), "a DOOR_01 0 4 5 6 1 0 0 0"), GOOD_LYT, (9,), (0, 1)),
    Case(
        "LYT012", "a.lyt", hooked(hook("0 1 2 3 1 0 0 0 5 6")), GOOD_LYT, (8,), text="this one 12"
    ),
]
VISIBILITIES = [
    Case("VIS001", "a.vis", GOOD_VIS.replace(b"b 1", b"b 9"), GOOD_VIS, (4,), text="says 9"),
    # The line may be a child that lost its indentation: nothing can be fixed before a look.
    Case(
        "VIS001", "a.vis", GOOD_VIS.replace(b"b 1", b"b"), GOOD_VIS, (4,), text="no number", fix=""
    ),
    Case(
        "VIS002",
        "a.vis",
        crlf("a 2", "  B", "  x", "X 1", "  ****"),
        GOOD_VIS,
        (3, 5),
        layout=ROOMS,
    ),
    Case("VIS002", "a.vis", crlf("a_1 0"), crlf("A1 0"), (1,), text="is a1 meant?", layout=ONE),
    Case("VIS003", "a.vis", crlf("a 1", "  b", "b 0", "A 0"), GOOD_VIS, (4,), text="second entry"),
    Case("VIS003", "a.vis", crlf("a 3", "  b", "  c", "  B"), GOOD_VIS, (4,), text="lists B again"),
    Case("VIS004", "a.vis", crlf("a 2", "  b", "  c", "b 1", "  a"), GOOD_VIS, (3,), text="1 pair"),
    Case("VIS005", "a.vis", GOOD_VIS.replace(b"\r", b""), GOOD_VIS, text="7 lines end with LF"),
    Case("VIS006", "a.vis", crlf("a 0", "x 0"), GOOD_VIS, (None,), (1, 3), "b and c", ROOMS),
    Case("VIS007", "a.vis", with_line(4, "# mine", GOOD_VIS), GOOD_VIS, (4,), text="mine"),
    Case("VIS008", "a.vis", crlf("a 1", f"  {LONG}"), GOOD_VIS, (2,), text="23 characters"),
    Case(
        "VIS011", "a.vis", crlf("a 1", "  b", "b 0"), GOOD_VIS, text="1 room listed by no other: a"
    ),
    Case(
        "VIS011", "a.vis", crlf("a 1", "  b", "c 0"), GOOD_VIS, numbers=(0, 3), layout=ROOMS, fix=""
    ),
    Case("VIS011", "a.vis", crlf("a 0", "b 0"), GOOD_VIS, text="2 rooms", fix=""),
    Case("VIS012", "a.vis", ALL_VIS, GOOD_VIS, text="all 3 rooms"),
    Case("VIS012", "a.vis", ALL_VIS, GOOD_VIS, text="all 3 rooms", layout=ROOMS),
    Case("VIS013", "a.vis", with_line(1, "m55aa V3.28", GOOD_VIS), GOOD_VIS, (1,), text="V3.28"),
    Case("VIS014", "a.vis", FLAT_VIS, GOOD_VIS, (2,)),
    Case("VIS015", "a.vis", GOOD_VIS.replace(b"  c", b"  c 1"), GOOD_VIS, (3,), text="c is seen"),
    Case("VIS015", "a.vis", crlf("a 3", "  b 0", "c 0"), GOOD_VIS, (2,), fix=""),
    Case("VIS009", "a.vis", crlf("a 1", "  b", "b 1", "  B"), GOOD_VIS, (4,), text="1 room lists"),
]
CASES = [*FILES, *LAYOUTS, *VISIBILITIES]
