"""Writing ``level.toml``: only what is not as it would be anyway, with a word on each table."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

from kotorlevel.build.plan.values import LevelPlan, PlannedDoor, PlannedRoom
from kotorlevel.core.atomic import write_atomic

_HEAD = """\
# What the module {name} is made of. Change it, then make the module anew:
#     kotorlevel build level.toml
# All keys: docs/formats/module.md
"""
_MODEL = ("model", "model_position")
_NOT_PLAIN = re.compile(r'["\\\x00-\x1f\x7f]')


def format_plan(plan: LevelPlan) -> str:
    """The plan as TOML, which `read_plan` reads again.

    What is as it would be without being said is left out.
    """
    tables = [_table("[module]", _values(plan, ("name", "area", "title", "game"), {"name"}))]
    tables += [_table("[[room]]", _of_room(room)) for room in plan.rooms]
    tables += [_table("[[door]]", _of_door(door)) for door in plan.doors]
    entry = _values(plan.entry, ("room", "at", "facing"), {"facing"})
    tables.append(_table("[entry]", entry))
    tables.append(_table("[visibility]", {"rooms": plan.visibility}))
    tables.append(_table("[path_points]", {"build": plan.path_points}))
    tables.append(_table("[map]", _values(plan.map, ("draw", "north"), {"draw"})))
    return "\n".join([_HEAD.format(name=plan.name), *tables])


def write_plan(plan: LevelPlan, path: str | Path) -> None:
    """Write the plan to a file, atomically; `read_plan` reads it."""
    write_atomic(path, format_plan(plan).encode())


def _of_room(room: PlannedRoom) -> dict[str, Any]:
    if room.join:
        return _values(room, ("name", "walkmesh", "join", "edge", "at", *_MODEL), set())
    return _values(room, ("name", "walkmesh", "position", "turn", *_MODEL), {"position"})


def _of_door(door: PlannedDoor) -> dict[str, Any]:
    return _values(door, tuple(each.name for each in fields(PlannedDoor)), set())


def _values(value: Any, names: tuple[str, ...], always: set[str]) -> dict[str, Any]:
    """The values of some fields that are not their defaults, or ``always`` written."""
    defaults = {each.name: each.default for each in fields(value)}
    found = {name: getattr(value, name) for name in names}
    return {
        name: each
        for name, each in found.items()
        if each is not None and (name in always or each != defaults[name])
    }


def _table(header: str, values: dict[str, Any]) -> str:
    lines = [header, *(f"{key} = {_literal(value)}" for key, value in values.items())]
    return "\n".join(lines) + "\n"


def _literal(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{_NOT_PLAIN.sub(_escaped, value)}"'
    if isinstance(value, tuple):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))  # also -0.0
    return repr(value)


def _escaped(found: re.Match[str]) -> str:
    letter = found[0]
    return f"\\{letter}" if letter in '"\\' else f"\\u{ord(letter):04x}"
