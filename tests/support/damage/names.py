"""Names that do not fit together: in the layout, the visibility, a file name; files too many."""

from __future__ import annotations

import re
from typing import Literal

from support.damage.level import Damage, Level, accident, misspell
from support.damage.wok import Wok, moved

Slip = Literal["swapped", "dropped", "letter"]


def _written(level: Level, room: str) -> bytes:
    """The room's name as the layout spells it."""
    data = level.read(level.lyt)
    match = re.search(rb"(?im)^\s+(" + re.escape(room.encode()) + rb")\s+[-\d]", data)
    assert match is not None
    return match[1]


def _wrong(level: Level, name: str, slip: Slip) -> str:
    wrong = misspell(name, slip)
    assert wrong != name
    assert wrong.lower() not in level.rooms, f"{wrong} is a room, too"
    return wrong


@accident("name-misspelt")
def misspell_in_layout(
    level: Level, nth: int = 0, slip: Slip = "swapped", *, hooks: bool = False
) -> Damage:
    """A room's line in the layout with a slip; visibility and file have it right.

    So have its door hooks, unless somebody replaced the name in the whole layout.
    """
    name = _written(level, level.linked(nth))
    wrong = _wrong(level, name.decode(), slip)
    data = level.read(level.lyt)
    line = rb"(?m)^(\s+)" + name + (rb"(?=\s)" if hooks else rb"(?=\s+[-\d])")
    after = re.sub(line, rb"\g<1>" + wrong.encode(), data, count=not hooks)
    assert not hooks or after.count(wrong.encode()) > 1
    level.write(level.lyt, after)
    why = f"the visibility and {name.decode().lower()}.wok have the name"
    return Damage(level.lyt, "all", why, {"name": name.decode(), "wrong": wrong})


@accident("name-misspelt")
def misspell_in_sight(
    level: Level,
    nth: int = 0,
    slip: Slip = "swapped",
    *,
    only_once: bool = False,
    entry: bool = False,
) -> Damage:
    """A room's name in the visibility with a slip: everywhere, or once, as a child or an entry."""
    name = _written(level, level.linked(nth))
    wrong = _wrong(level, name.decode(), slip)
    start = rb"(?im)^()" if entry else rb"(?im)^( +)" if only_once else rb"(?im)^( *)"
    data = level.read(level.vis)
    pattern = start + re.escape(name) + rb"(?=\s)"
    level.write(
        level.vis, re.sub(pattern, rb"\g<1>" + wrong.encode(), data, count=int(only_once or entry))
    )
    why = "the layout has the name"
    return Damage(level.vis, "all", why, {"name": name.decode(), "wrong": wrong})


@accident("name-misspelt")
def misspell_file(level: Level, nth: int = 0, slip: Slip = "swapped") -> Damage:
    """A room's walkmesh saved under a name with a slip."""
    room = level.linked(nth)
    wrong = _wrong(level, room, slip)
    level.write(f"{wrong}.wok", level.read(f"{room}.wok"))
    level.remove(f"{room}.wok")
    return Damage(f"{wrong}.wok", "all", "the layout has the name", {"name": room, "wrong": wrong})


@accident("file-unused", affects_player=False)
def leave_extra_file(
    level: Level, nth: int = 0, name: str = "old", *, other: bool = False
) -> Damage:
    """A walkmesh that no room of the layout has: a copy, or with ``other`` the copy elsewhere."""
    room = level.linked(nth)
    wok = Wok(level.read(f"{room}.wok"))
    extra = f"{room[:12]}_{name}.wok"
    level.write(extra, moved(wok, -level.position(room)) if other else bytes(wok))
    level.keep(extra)
    return Damage(extra, "all", "nothing is damaged; one file is too many", {"of": room})
