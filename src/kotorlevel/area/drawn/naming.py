"""What the objects and marks of an area's drawing are called, and what a name means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kotorlevel.mesh.convert.drawn.names import base_name

if TYPE_CHECKING:
    from kotorlevel.area.objects import PlacedObject
    from kotorlevel.formats.lyt import DoorHook

ENTRY = "entry"

Kind = Literal["door", "placeable", "doorhook", "path", "usehook", "entry"]

_NAMED = re.compile(r"^(door|placeable|doorhook|path)_(\d+)(?:_.*)?$", re.IGNORECASE | re.DOTALL)
_USE_HOOK = re.compile(r"^(?:(door|placeable)_(\d+)_)?use_hook_([12])$", re.IGNORECASE)

_LONGEST = 60
"""Letters of a name: Blender cuts longer ones off."""


def object_name(kind: str, thing: PlacedObject) -> str:
    """``door_3_metal_door``: the number in the GIT counts, the tag is for people."""
    return f"{kind}_{thing.index}_{thing.tag}"[:_LONGEST].rstrip("_. ")


def use_hook_name(name: str, number: int) -> str:
    """``door_3_use_hook_1``; ``use_hook_1`` where there is but one object."""
    head = "_".join(name.split("_")[:2])
    return f"{head}_use_hook_{number + 1}" if head else f"use_hook_{number + 1}"


def door_hook_name(number: int, hook: DoorHook) -> str:
    """``doorhook_0_m55aa_02_door_01``."""
    return f"doorhook_{number}_{hook.room}_{hook.name}"[:_LONGEST].rstrip("_. ")


def path_point_name(number: int) -> str:
    """``path_12``."""
    return f"path_{number}"


@dataclass(frozen=True)
class Named:
    """What a name stands for: a ``kind`` of thing, and its number; ``hook`` of a use hook."""

    kind: Kind
    number: int = 0
    hook: int = 0


def find_named(name: str) -> Named | None:
    """What the name of an object or a mark stands for; None for rooms and all else."""
    name = base_name(name)
    if name.lower() == ENTRY:
        return Named("entry")
    if (found := _USE_HOOK.match(name)) is not None:
        return Named("usehook", _number(found[2] or "0"), int(found[3]) - 1)
    if (found := _NAMED.match(name)) is None:
        return None
    kinds: dict[str, Kind] = {each: each for each in ("door", "placeable", "doorhook", "path")}
    return Named(kinds[found[1].lower()], _number(found[2]))


def _number(digits: str) -> int:
    return int(digits) if len(digits) < 10 else -1
