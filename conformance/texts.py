"""Layouts, visibilities and walkmeshes as text: what is in them, and every way they are written."""

from __future__ import annotations

from typing import Any

Values = dict[str, Any]

_LAYOUT = """\
#MAXLAYOUT ASCII
filedependancy made.max
beginlayout
   roomcount 3
      made_01 0.0 0.0 0.0
      **** 10.0 0.0 0.0
      made_02 20.5 -3.25 0.125
   trackcount 1
      made_t1 1.0 2.0 3.0
   obstaclecount 1
      made_o1 4.0 5.0 6.0
   doorhookcount 2
      made_01 door_01 0 10.0 2.0 0.0 0.707107 0.0 0.0 0.707107
      made_02 door_02 0 18.0 -1.0 0.125 1.0 0.0 0.0 0.0
donelayout
"""

LAYOUT_VALUES: Values = {
    "rooms": [["made_01", 0, 0, 0], ["****", 10, 0, 0], ["made_02", 20.5, -3.25, 0.125]],
    "tracks": [["made_t1", 1, 2, 3]],
    "obstacles": [["made_o1", 4, 5, 6]],
    "doorhooks": [
        ["made_01", "door_01", 0, 10, 2, 0, 0.707107, 0, 0, 0.707107],
        ["made_02", "door_02", 0, 18, -1, 0.125, 1, 0, 0, 0],
    ],
}

_NAMES = {
    "roomcount": "rooms",
    "trackcount": "tracks",
    "obstaclecount": "obstacles",
    "doorhookcount": "doorhooks",
}


def _crlf(text: str) -> bytes:
    return text.replace("\n", "\r\n").encode()


LAYOUTS: dict[str, tuple[bytes, str]] = {
    "plain": (
        _crlf(_LAYOUT),
        "every section, as the games write it; an empty slot has its number",
    ),
    "line-ends": (_LAYOUT.encode(), "LF alone: the game steps over two bytes, but it can be read"),
    "spaces": (
        _crlf(_LAYOUT.replace("      ", "\t ").replace(" 0.0 ", "  0.0\t")),
        "tabs and more than one space between fields",
    ),
    "exponents": (
        _crlf(_LAYOUT.replace("10.0 2.0 0.0 ", "1.0e+001 2.0 0.0e-007 ")),
        "numbers with an exponent of three digits, as Windows prints them",
    ),
    "case": (_crlf(_LAYOUT.replace("      made_02 20", "      MADE_02 20")), "names in capitals"),
    "after-the-end": (_crlf(_LAYOUT + "made by hand\n"), "text after donelayout"),
    "wrong-count": (
        _crlf(_LAYOUT.replace("roomcount 3", "roomcount 7")),
        "a count that is too high: the lines decide",
    ),
}

_VISIBILITY = """\
made_01 2
  made_02
  made_03
made_02 1
  made_01
made_03 0
"""
VISIBILITY_VALUES: Values = {
    "rooms": [["made_01", ["made_02", "made_03"]], ["made_02", ["made_01"]], ["made_03", []]]
}

VISIBILITIES: dict[str, tuple[bytes, str]] = {
    "plain": (_crlf(_VISIBILITY), "as the games write it; made_03 does not see made_01 back"),
    "wrong-count": (
        _crlf(_VISIBILITY.replace("made_02 1", "made_02 5")),
        "a count that is too high: indentation decides",
    ),
    "no-counts": (
        _crlf("made_01\n  made_02\n  made_03\nmade_02\n  made_01\nmade_03\n"),
        "no counts at all",
    ),
    "line-ends": (_VISIBILITY.encode(), "LF alone"),
    "no-last-line-end": (_crlf(_VISIBILITY)[:-2], "nothing after the last line"),
}


def read_layout(data: bytes) -> Values:
    """The rows of a layout that a program has written."""
    found: Values = {name: [] for name in _NAMES.values()}
    rows: list[list[Any]] | None = None
    for line in data.decode("ascii", "replace").splitlines():
        words = line.split()
        if words and words[0].lower() == "donelayout":
            break
        if words and words[0].lower() in _NAMES:
            rows = found[_NAMES[words[0].lower()]]
        elif words and rows is not None:
            names = 2 if rows is found["doorhooks"] else 1
            numbers = [float(word) for word in words[names:]]
            rows.append([*(word.lower() for word in words[:names]), *numbers])
    return found


def read_visibility(data: bytes) -> Values:
    """Who sees whom in a visibility that a program has written: indentation decides."""
    rooms: list[list[Any]] = []
    for line in data.decode("ascii", "replace").splitlines():
        words = line.split()
        if words and line[:1].isspace() and rooms:
            rooms[-1][1].append(words[0].lower())
        elif words:
            rooms.append([words[0].lower(), []])
    return {"rooms": sorted([name, sorted(seen)] for name, seen in rooms)}


# A square of two faces, and a wall between them in the order of the file: sorted, the wall is last.
MODEL_TEXT = b"""\
newmodel made_01
setsupermodel made_01 NULL
beginmodelgeom made_01
  layoutposition 10.0 20.0 0.5
node dummy made_01
  parent NULL
endnode
node aabb walkmesh01
  parent made_01
  position 1.0 0.0 0.0
  orientation 0.0 0.0 0.0 0.0
  verts 9
    0.0 0.0 0.0
    2.0 0.0 0.0
    2.0 2.0 0.0
    2.0 2.0 0.0
    2.0 2.0 3.0
    0.0 2.0 3.0
    2.0 2.0 0.0
    0.0 2.0 0.0
    0.0 0.0 0.0
  faces 3
    0 1 2 1 0 1 2 4
    3 4 5 1 0 1 2 7
    6 7 8 1 0 1 2 4
  tverts 3
    0.0 0.0 0.0
    1.0 0.0 0.0
    1.0 1.0 0.0
  roomlinks 2
    1 3
    6 2
  endlist
endnode
endmodelgeom made_01
donemodel made_01
"""

ROOM_TEXT = b"""\
node aabb made_01
  parent NULL
  position 1.0 0.0 0.0
  orientation 0.0 0.0 0.0 0.0
  verts 6
    11.0 20.0 0.5
    13.0 20.0 0.5
    13.0 22.0 0.5
    13.0 22.0 3.5
    11.0 22.0 3.5
    11.0 22.0 0.5
  faces 3
    0 1 2 1 0 1 2 4
    2 5 0 1 0 1 2 4
    2 3 4 1 0 1 2 7
  roomlinks 2
    1 3
    3 2
  endlist
endnode
"""

ENGINE_TEXT = b"""\
node aabb
  position 11.0 20.0 0.5
  orientation 0.0 0.0 1.0 0.0
  verts 6
    0.0 0.0 0.0
    2.0 0.0 0.0
    2.0 2.0 0.0
    2.0 2.0 3.0
    0.0 2.0 3.0
    0.0 2.0 0.0
  faces 3
    0 1 2 1 0 1 2 4
    2 3 4 1 0 1 2 7
    2 5 0 1 0 1 2 4
endnode
"""

PLACEABLE_TEXT = b"""\
node dummy made_pwk
  parent NULL
endnode
node trimesh made_wg
  parent made_pwk
  position 0.5 0.0 0.25
  orientation 0.0 0.0 0.0 0.0
  verts 4
    -0.5 -0.5 0.0
    0.5 -0.5 0.0
    0.5 0.5 0.0
    -0.5 0.5 0.0
  faces 2
    0 1 2 1 0 1 2 7
    2 3 0 1 0 1 2 7
endnode
node dummy pwk_use01
  parent made_pwk
  position 0.5 -1.0 0.0
endnode
node dummy pwk_use02
  parent made_pwk
  position 0.5 1.0 0.0
endnode
"""
