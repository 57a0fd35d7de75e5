"""Areas in which something parts two places, one for each kind of cause."""

from __future__ import annotations

import re
from typing import NamedTuple

import kotorlevel as kl
from kotorlevel.area.area import Area
from support.areas import STONE, floor, make_area

Place = tuple[float, ...]
START: Place = (1, 1)

DEEP_WATER = 17

FOR_COMMANDS = re.compile(r"kotorlevel |--[a-z]|\b[A-Z]{3}[0-9]{3}\b")
"""What no text of the library has: commands, options, ids of rules."""


class Broken(NamedTuple):
    """Rooms, a goal that cannot be walked to from (1, 1), the kinds of causes, and their rules."""

    rooms: dict[str, kl.Walkmesh | None]
    goal: Place
    kinds: list[str]
    rules: list[str]

    @property
    def area(self) -> Area:
        """All of it as an area."""
        return make_area(self.rooms)


def _squares(*corners: Place, faces: list[tuple[int, int, int]], last: int = STONE) -> kl.Walkmesh:
    materials = [STONE] * (len(faces) - 2) + [last] * 2
    return kl.Walkmesh.from_arrays(list(corners), faces, materials)


def _strip(last: int, turned: bool) -> kl.Walkmesh:
    """Squares of 2 m in a row: the middle one is of another material, or turned over."""
    corners = [(x, y, 0.0) for x in (0, 2, 4, 6) for y in (0, 2)]
    faces = [(0, 2, 3), (0, 3, 1), (4, 6, 7), (4, 7, 5), (2, 4, 5), (2, 5, 3)]
    if turned:
        faces[4:] = [(a, c, b) for a, b, c in faces[4:]]
    return _squares(*corners, faces=faces, last=last)


_SQUARE = [(0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (2.0, 2.0, 0.0), (0.0, 2.0, 0.0)]
_BESIDE = [(x + 2, y, z) for x, y, z in _SQUARE]
_DIAGONAL = [(x + 2, y + 2, z) for x, y, z in _SQUARE]
_APART = [(0, 1, 2), (0, 2, 3), (4, 5, 6), (4, 6, 7)]

BROKEN = {
    "no link": Broken({"hall": floor(), "yard": floor(4)}, (6, 1), ["no-link"], ["ARE010"]),
    "one way": Broken({"hall": floor(), "yard": floor(4, west=0)}, (6, 1), ["one-way"], ["ARE003"]),
    "wrong room": Broken(
        {"hall": floor(east=2), "yard": floor(4), "shed": floor(50)},
        (6, 1),
        ["wrong-room"],
        ["ARE011"],
    ),
    "leads to itself": Broken(
        {"hall": floor(east=0), "yard": floor(4, west=0)}, (6, 1), ["one-way"], ["ARE011"]
    ),
    "gap": Broken({"hall": floor(), "yard": floor(4.05)}, (6, 1), ["gap"], ["ARE005"]),
    "overlap": Broken({"hall": floor(), "yard": floor(3.98)}, (6, 1), ["overlap"], ["ARE005"]),
    "step": Broken({"hall": floor(), "yard": floor(4, z=0.3)}, (6, 1), ["step"], ["ARE005"]),
    "T-junction": Broken(
        {"hall": floor(), "yard": floor(4, depth=2)}, (6, 1), ["part"], ["ARE005"]
    ),
    "storey": Broken({"hall": floor(), "yard": floor(4, z=3)}, (6, 1), ["step"], [""]),
    "apart": Broken({"hall": floor(), "yard": floor(6)}, (8, 1), ["apart"], [""]),
    "over each other": Broken(
        {"hall": floor(), "yard": floor(3, 1, 4, 2)}, (6, 2), ["crossed"], ["ARE002"]
    ),
    "missing": Broken(
        {"hall": floor(east=1), "yard": None, "shed": floor(8, west=1)},
        (9, 1),
        ["absent"],
        ["ARE009"],
    ),
    "water": Broken({"hall": _strip(DEEP_WATER, False)}, (5, 1), ["strip"], [""]),
    "turned over": Broken(
        {"hall": _strip(STONE, True)}, (5, 1), ["winding", "winding"], ["MSH010", "MSH010"]
    ),
    "not joined": Broken(
        {"hall": _squares(*_SQUARE, *_BESIDE, faces=_APART)}, (3, 1), ["touch"], ["MSH005"]
    ),
    "corner": Broken(
        {"hall": _squares(*_SQUARE, *_DIAGONAL, faces=_APART)}, (3, 3), ["corner"], [""]
    ),
    "one after the other": Broken(
        {"hall": floor(), "two": floor(4), "three": floor(8.03), "four": floor(12.03, west=2)},
        (14, 1),
        ["no-link", "gap", "one-way"],
        ["ARE010", "ARE005", "ARE003"],
    ),
}
