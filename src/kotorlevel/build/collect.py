"""All that a module was made of, in one folder with its plan: to be built again, also elsewhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.gamemap.picture import map_name
from kotorlevel.build.plan.reader import PLAN_NAME
from kotorlevel.build.plan.writer import format_plan

if TYPE_CHECKING:
    from kotorlevel.build.module import BuiltModule

_ROOMS, _DOORS = "rooms", "doors"
_BESIDE = ("mdl", "mdx", "tga", "tpc", "txi")


def collect_sources(module: BuiltModule) -> dict[str, bytes]:
    """The plan and every file that it names, by their path below the folder of the level."""
    files: dict[str, bytes] = {}
    rooms = []
    for each, room in zip(module.placed, module.plan.rooms, strict=True):
        path = f"{_ROOMS}/{room.name}.wok".lower()
        files[path] = each.data
        rooms.append(replace(room, walkmesh=path, model=""))
    drawn = f"{map_name(module.plan.area_name)}.tga"
    for name, data in module.files.items():
        if name.rpartition(".")[2] in _BESIDE and name != drawn:
            files[f"{_ROOMS}/{name}"] = data
    doors = []
    for door in module.plan.doors:
        template = door.template
        if template.lower().endswith(".utd"):
            name = Path(template).name.lower()
            template = f"{_DOORS}/{name}"
            files[template] = module.files[name]
        doors.append(replace(door, template=template))
    plan = replace(module.plan, rooms=tuple(rooms), doors=tuple(doors))
    return {PLAN_NAME: format_plan(plan).encode(), **files}
