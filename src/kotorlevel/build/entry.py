"""Where the player enters: on the floor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.area.named import Named
from kotorlevel.core.errors import InputError
from kotorlevel.core.humanoid import BODY
from kotorlevel.core.resource import name_key
from kotorlevel.core.types import Vector
from kotorlevel.core.words import exact_place
from kotorlevel.nav.clip.body import shrink
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.journey.places import find_middle
from kotorlevel.query.engine.compiled import can_compile
from kotorlevel.query.ground import Ground

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.build.plan.values import LevelPlan


def find_entry(plan: LevelPlan, area: Area) -> Vector:
    """The place where the player enters. Raises `FormatError` where there is no floor."""
    ground = Ground(area)
    key = "room"
    if plan.entry.at is not None:
        key = "at"
        x, y, *rest = plan.entry.at
        z = rest[0] if rest else None
    else:
        wanted = name_key(plan.entry.room or plan.rooms[0].name)
        index = next(room.index for room in area.rooms if name_key(room.name) == wanted)
        whole = build_floor(area)
        body = shrink(whole, BODY, can_compile())
        try:
            x, y, z = find_middle(body, whole, Named("room", index, (area.rooms[index].name,)))
        except InputError as error:
            raise plan.error(error.message, "entry", 0, key) from None
        x, y = round(x, 2), round(y, 2)  # a middle need not be exact, and is read by people
    floor = ground.height(x, y, z, walkable=True)
    if floor is None:
        text = f"there is no floor at {exact_place((x, y))} that one can walk on"
        raise plan.error(text, "entry", 0, key)
    return x, y, round(floor, 6) + 0.0
