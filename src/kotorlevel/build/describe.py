"""The page on ``level.toml`` and on the fields of a new module, made of what is declared."""

from __future__ import annotations

import inspect

from kotorlevel.build import fields
from kotorlevel.build.fields import are, git, ifo, utd
from kotorlevel.build.fields.declared import describe_fields
from kotorlevel.build.plan.keys import KIND_WORDS, REPEATED, TABLES, Key

_INTRO = """\
`kotorlevel new` makes a module from rooms and writes its plan, `level.toml`. Change the plan, and
`kotorlevel build` makes the module anew: the same plan and the same rooms give the same bytes,
every time and everywhere. In Python: `kl.new_plan`, `kl.read_plan`, `kl.build_module`. The
[guide](../guides/new-module.md) goes through it."""

_EXAMPLE = """\
```toml
[module]
name = "m55aa"
title = "The old mine"

[[room]]
name = "m55aa_01"
walkmesh = "rooms/hall.wok"
position = [0, 0, 0]

[[room]]
name = "m55aa_02"
walkmesh = "rooms/corridor.wok"
join = "m55aa_01"      # put to the hall ...
at = 37                # ... at this edge of hall.wok,
edge = 5               # with this edge of its own

[[door]]
between = ["m55aa_01", "m55aa_02"]
appearance = 13

[entry]
room = "m55aa_01"
facing = 90
```"""

_DERIVED = """\
Everything else follows from these: links between rooms, visibility, path points, the tables of
walkmeshes, door hooks, the height of the entry. Joined doorways whose corners are at other places
get those of each other. The game's map is drawn, `lbl_map` and the name of the area, with the
fields of the ARE that belong to it; it takes a name of nine letters at most. Models (MDL, MDX) that
lie beside a walkmesh, and their textures beside those, come along; a layout cannot turn a model, so
one of a turned room has to be made that way."""


def describe_module() -> str:
    """Markdown: the keys of the plan, and every field that is written."""
    parts = [_INTRO, "## level.toml", _EXAMPLE, _DERIVED]
    for name, keys in TABLES.items():
        header = f"[[{name}]]" if name in REPEATED else f"[{name}]"
        parts.append(_keys(header, keys))
    parts += ["## Fields of the files", inspect.getdoc(fields) or ""]
    for title, wanted in {
        "ARE: the area": are.ARE,
        "ARE, Map: where the level is on its map": are.MAP,
        "ARE, Rooms: each room": are.ROOM,
        "GIT: what stands in it": git.GIT,
        "GIT, AreaProperties: its sound": git.PROPERTIES,
        "IFO: the module": ifo.IFO,
        "IFO, Mod_Area_list: its area": ifo.AREA,
        "UTD: a door without a template": utd.UTD,
    }.items():
        parts.append(describe_fields(title, wanted))
    return "\n\n".join(parts)


def _keys(header: str, keys: dict[str, Key]) -> str:
    rows = [f"### `{header}`", "", "| key | value | what it means |", "|---|---|---|"]
    for name, key in keys.items():
        words = " or ".join(f'`"{word}"`' for word in key.words) or KIND_WORDS[key.kind]
        needed = f"`{name}` (needed)" if key.required else f"`{name}`"
        rows.append(f"| {needed} | {words} | {key.meaning} |")
    return "\n".join(rows)
