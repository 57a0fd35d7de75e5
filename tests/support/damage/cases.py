"""Broken areas: real whole areas, and what happened to them, alone and two together."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path

from support.corpus import LEVELS
from support.damage import files, layout, links, names, painted, placed, texts, tools
from support.damage.level import Accident, Damage, Level

Setup = str
"""``part``, ``few``: a mod folder with two thirds of the walkmeshes, or with three.

``objects``: with the walkmeshes of doors and placeables, which the areas come without.
"""


@dataclass(frozen=True)
class Damaged:
    """A damaged level, what happened, the files before, and the files as they should be."""

    level: Level = field(repr=False)
    damages: tuple[Damage, ...]
    before: dict[str, bytes] = field(repr=False)

    @property
    def goals(self) -> list[dict[str, bytes]]:
        return self.level.goals

    @property
    def touched(self) -> frozenset[str]:
        return frozenset().union(*(damage.touched for damage in self.damages))


@dataclass(frozen=True)
class Case:
    """Accidents that happen to an area; ``quick`` ones are tested in any case."""

    name: str
    area: str
    accidents: tuple[Accident, ...] = field(repr=False)
    setup: Setup = ""
    quick: bool = False

    @property
    def causes(self) -> tuple[str, ...]:
        """What should be named, in plain words."""
        return tuple(dict.fromkeys(each.cause for each in self.accidents))

    @property
    def affects_player(self) -> bool:
        return any(each.affects_player for each in self.accidents)

    def prepare(self, folder: Path) -> Level:
        """A copy of the area below ``folder``, not damaged yet."""
        source = LEVELS / "areas" / self.area
        (folder / source.name).mkdir()
        for path in source.iterdir():  # what is in them, not that they are write-protected
            shutil.copyfile(path, folder / source.name / path.name)
        level = Level(folder / source.name)
        if self.setup == "objects":
            files.add_objects(level)
        elif self.setup:
            _leave_out(level, self.setup)
        level.goals = [level.files()]
        assert not level.misled(), f"{self.area} was shipped with wrong links"
        return level

    def damage(self, folder: Path) -> Damaged:
        """The area below ``folder`` after everything has happened to it."""
        level = self.prepare(folder)
        before = level.files()
        damages = tuple(each.on(level) for each in self.accidents)
        return Damaged(level, damages, before)


def _leave_out(level: Level, setup: Setup) -> None:
    """Delete walkmeshes of rooms with links, so that some links lead to rooms not at hand."""
    rooms = list(dict.fromkeys(way.room for way in level.doorways()))
    start = level.linked(0)
    near = [way.other for way in level.doorways() if way.room == start]
    kept = [start, *near[:2]] if setup == "few" else [r for i, r in enumerate(rooms) if i % 3 != 1]
    for room in level.meshes():
        if room not in kept and (setup == "few" or room in rooms):
            level.remove(f"{room}.wok")
    at_hand, names = set(level.meshes()), level.rooms
    assert any(names[to] not in at_hand for to in level.links().values())


def _alone(quick: bool, area: str, what: str, done: Accident, setup: Setup = "") -> Case:
    short = area.split("/")[1]
    name = f"{what}, {setup}, {short}" if setup else f"{what}, {short}"
    return Case(name, area, (done,), setup, quick)


Q, S = True, False
"""Quick: tested in any case. Slow, or like another one: only with all."""

K10, K13, K16, K01 = "k1/tar_m10aa", "k1/danm13", "k1/danm16", "k1/end_m01aa"
K02, K41, K25, K14 = "k1/tar_m02ae", "k1/unk_m41ad", "k1/kas_m25aa", "k1/danm14ab"
K05, K09, K28, K45 = "k1/tar_m05aa", "k1/tar_m09aa", "k1/manm28aa", "k1/sta_m45aa"
K12, K22, K42, K740 = "k1/ebo_m12aa", "k1/kas_m22ab", "k1/unk_m42aa", "k2/740kor"
K17, K20, K04, K40 = "k1/tat_m17aa", "k1/tat_m20aa", "k1/tar_m04aa", "k1/lev_m40aa"

ORDER = [
    _alone(Q, K10, "inserted at the start", layout.insert_room("start")),
    _alone(S, K13, "inserted at the start, seen", layout.insert_room("start", seen=True)),
    _alone(S, K45, "inserted in the middle", layout.insert_room("middle")),
    _alone(S, K740, "inserted in the middle, seen", layout.insert_room("middle", seen=True)),
    _alone(S, K05, "inserted late", layout.insert_room("late")),
    _alone(S, K41, "empty slot at the start", layout.insert_room("start", "empty")),
    _alone(S, K16, "empty slot in the middle", layout.insert_room("middle", "empty")),
    _alone(S, K02, "model without walkmesh in the middle", layout.insert_room("middle", "no file")),
    _alone(S, K12, "model without walkmesh late", layout.insert_room("late", "no file", seen=True)),
    _alone(S, K01, "joined room at the start", layout.insert_room("start", joined=True)),
    _alone(
        Q, K28, "joined room in the middle", layout.insert_room("middle", joined=True, seen=True)
    ),
    _alone(Q, K10, "inserted at the start", layout.insert_room("start"), "part"),
    _alone(S, K28, "inserted in the middle", layout.insert_room("middle"), "part"),
    _alone(S, K10, "inserted at the start", layout.insert_room("start"), "few"),
    _alone(Q, K02, "removed with links", layout.remove_room("linked")),
    _alone(S, K45, "removed with links and file", layout.remove_room("linked", 1, file=True)),
    _alone(S, K17, "removed backdrop", layout.remove_room("unlinked")),
    _alone(S, K22, "removed backdrop and file", layout.remove_room("unlinked", file=True)),
    _alone(S, K13, "removed with links", layout.remove_room("linked", 2), "part"),
    _alone(S, K16, "removed with links", layout.remove_room("linked", 1), "few"),
    _alone(Q, K10, "moved to the start", layout.move_room("late", "start")),
    _alone(S, K740, "moved to the end", layout.move_room("start", "late")),
    _alone(S, K40, "moved to the middle", layout.move_room("start", "middle")),
    _alone(S, K09, "moved to the start", layout.move_room("late", "start"), "part"),
    _alone(S, K14, "swapped", layout.swap_rooms(0, 1)),
    _alone(S, K42, "swapped", layout.swap_rooms(1, 3)),
    _alone(S, K05, "swapped", layout.swap_rooms(0, 2), "part"),
    _alone(S, K09, "sorted", layout.sort_rooms()),
    _alone(S, K13, "sorted", layout.sort_rooms()),
]
PLACES = [
    _alone(Q, K10, "room-local", placed.export_room_local(1)),
    _alone(S, K41, "room-local", placed.export_room_local(0)),
    _alone(S, K740, "room-local", placed.export_room_local(1)),
    _alone(S, K13, "moved twice", placed.move_twice(1)),
    _alone(S, K20, "moved twice", placed.move_twice(0)),
    _alone(Q, K10, "25 cm apart", placed.put_off(2)),
    _alone(S, K02, "25 cm into the other", placed.put_off(1, way="into")),
    _alone(S, K45, "3 cm apart", placed.put_off(1, 0.03)),
    _alone(S, K740, "3 cm sideways", placed.put_off(0, 0.03, "sideways")),
    _alone(S, K16, "25 cm sideways", placed.put_off(1, way="sideways")),
    _alone(S, K01, "40 cm up", placed.put_off(1, 0.4, "up")),
    _alone(S, K04, "25 cm apart", placed.put_off(0)),
    _alone(S, K10, "three rooms 1 m off", placed.put_off_together(3)),
    _alone(S, K45, "two rooms 20 cm off", placed.put_off_together(2, 0.2)),
    _alone(S, K10, "all room-local", placed.export_all_local()),
]
FLOORS = [
    _alone(Q, K10, "painted", painted.paint_floor(1)),
    _alone(S, K25, "painted", painted.paint_floor(0)),
    _alone(S, K02, "painted by a tool", painted.paint_floor(1, by_tool=True)),
    _alone(S, K740, "painted by a tool", painted.paint_floor(0, by_tool=True)),
    _alone(Q, K02, "unknown material", painted.paint_unknown(0)),
    _alone(S, K13, "unknown material", painted.paint_unknown(2, 33)),
    _alone(S, K10, "doorway painted", painted.paint_doorway(2)),
    _alone(S, K41, "doorway painted", painted.paint_doorway(0)),
    _alone(Q, K01, "half painted", painted.paint_half(0)),
    _alone(S, K04, "half painted, unknown", painted.paint_half(0, 99)),
    _alone(Q, K10, "turned over", painted.turn_over(1)),
    _alone(S, K13, "half turned over", painted.turn_over(2, part=True, corners=1)),
    _alone(S, K740, "turned over", painted.turn_over(0, corners=2)),
]
NAMES = [
    _alone(Q, K10, "misspelt in the layout", names.misspell_in_layout(1)),
    _alone(S, K13, "misspelt in the layout, o", names.misspell_in_layout(0, "letter")),
    _alone(S, K740, "misspelt in the layout, dropped", names.misspell_in_layout(0, "dropped")),
    _alone(Q, K02, "misspelt in the visibility", names.misspell_in_sight(1, "dropped")),
    _alone(S, K45, "misspelt once", names.misspell_in_sight(1, "dropped", only_once=True)),
    _alone(S, K09, "misspelt in all the layout", names.misspell_in_layout(2, "letter", hooks=True)),
    _alone(S, K04, "misspelt entry", names.misspell_in_sight(1, "dropped", entry=True)),
    _alone(Q, K10, "misspelt file", names.misspell_file(2)),
    _alone(S, K41, "misspelt file, o", names.misspell_file(0, "letter")),
    _alone(S, K02, "extra file", names.leave_extra_file(0)),
    _alone(S, K16, "extra file elsewhere", names.leave_extra_file(1, "99x", other=True)),
]
TOOLS = [
    _alone(Q, K02, "PyKotor", tools.rewrite_by_pykotor(1)),
    _alone(S, K10, "PyKotor", tools.rewrite_by_pykotor(2)),
    _alone(S, K10, "old kit", tools.rewrite_by_old_kit(1)),
    _alone(S, K740, "old kit", tools.rewrite_by_old_kit(0)),
    _alone(S, K13, "mdledit", tools.rewrite_by_mdledit(1)),
    _alone(S, K02, "adjacency off by one", tools.break_table(1, "adjacency off by one")),
    _alone(S, K10, "adjacency empty", tools.break_table(1, "adjacency empty")),
    _alone(S, K41, "children from 1", tools.break_table(0, "children from 1")),
]
TEXTS = [
    _alone(Q, K10, "LF", texts.change_line_ends("LF")),
    _alone(S, K41, "LF in the layout", texts.change_line_ends("LF", vis=False)),
    _alone(S, K02, "CR CR LF", texts.change_line_ends("CRCRLF")),
    _alone(Q, K02, "lost indentation", texts.lose_indentation()),
    _alone(S, K45, "lost indentation", texts.lose_indentation()),
    _alone(S, K13, "no visibility", texts.lose_sight()),
    _alone(S, K10, "version line", texts.add_version()),
    _alone(S, K16, "other version line", texts.add_version("VIS V1.0")),
]
SINGLE = [
    _alone(Q, K02, "link missing on one side", links.clear_link(1)),
    _alone(S, K10, "link missing on both sides", links.clear_link(2, both=True)),
    _alone(S, K740, "link missing on both sides", links.clear_link(0, both=True)),
    _alone(S, K13, "link to the wrong room", links.mislead_link(1)),
    _alone(S, K45, "link to the wrong room", links.mislead_link(0)),
    _alone(S, K02, "truncated", files.truncate(1)),
    _alone(S, K10, "empty file", files.truncate(1, 0.0)),
    _alone(S, K13, "another room's file", files.copy_over(0, 1)),
    _alone(S, K41, "another room's file", files.copy_over(1, 0)),
    _alone(S, K09, "another area's file", files.copy_from_elsewhere(1, K10, "m10aa_05a")),
    _alone(S, K10, "entry off the floor", files.misplace_entry()),
    _alone(S, K45, "entry off the floor", files.misplace_entry()),
    _alone(S, K10, "door state missing", files.lose_door_state(), "objects"),
    _alone(S, K10, "older copy in Override", files.leave_older_copy(1)),
    _alone(
        S, K02, "older copy in Override lacks a link", files.leave_older_copy(1, inserted=False)
    ),
]
TWO = [
    Case("inserted, LF", K10, (layout.insert_room("start"), texts.change_line_ends()), quick=True),
    Case("inserted, link missing", K02, (layout.insert_room("start"), links.clear_link(1))),
    Case("inserted, room-local", K13, (layout.insert_room("middle"), placed.export_room_local(1))),
    Case("inserted, 25 cm off", K45, (layout.insert_room("start"), placed.put_off(2))),
    Case("inserted, PyKotor", K16, (layout.insert_room("start"), tools.rewrite_by_pykotor(1))),
    Case("inserted, removed", K10, (layout.insert_room("start"), layout.remove_room("linked", 3))),
    Case(
        "inserted twice",
        K10,
        (layout.insert_room("late", "no file", called="b"), layout.insert_room("middle", "empty")),
    ),
    Case(
        "inserted, misspelt in all the layout",
        K01,
        (
            layout.insert_room("middle", "no file"),
            names.misspell_in_layout(2, "letter", hooks=True),
        ),
    ),
    Case("painted, turned over", K10, (painted.paint_floor(1), painted.turn_over(1))),
    Case("removed, lost indentation", K02, (layout.remove_room(), texts.lose_indentation())),
    Case("moved, painted", K09, (layout.move_room(), painted.paint_floor(2))),
    Case("room-local, moved twice", K10, (placed.export_room_local(0), placed.move_twice(3))),
    Case(
        "painted, misspelt in the visibility",
        K13,
        (painted.paint_floor(1), names.misspell_in_sight(3)),
    ),
    Case("unknown material, no visibility", K41, (painted.paint_unknown(0), texts.lose_sight())),
    Case(
        "misspelt in the layout, extra file",
        K10,
        (names.misspell_in_layout(1), names.leave_extra_file(3)),
    ),
    Case("inserted, truncated", K05, (layout.insert_room("middle"), files.truncate(1))),
    Case("link wrong, entry off the floor", K45, (links.mislead_link(1), files.misplace_entry())),
]
CASES = [*ORDER, *PLACES, *FLOORS, *NAMES, *TOOLS, *TEXTS, *SINGLE, *TWO]
