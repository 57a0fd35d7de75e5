"""Modules that lead to each other, made in code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from kotorlevel.formats.gff import Gff, GffType, Struct
from support.area.level_files import put
from support.sample_area import Files, small_area

Leading = tuple[str, str, str]
"""Tag, module and target of a door or trigger."""

MODULES: dict[str, dict[str, Any]] = {
    "aaa_m01aa": {
        "doors": [("to_b", "BBB_m01aa", "From_A"), ("plain", "", "")],
        "triggers": [("lost", "zzz_m09zz", "nowhere"), ("inside", "", "here")],
        "waypoints": ["here", "from_b"],
    },
    "bbb_m01aa": {
        "doors": [("back", "aaa_m01aa", "from_b"), ("wrong", "ccc_m01aa", "no_such_tag")],
        "waypoints": ["from_a"],
    },
    "ccc_m01aa": {"doors": [("gate", "aaa_m01aa", "to_b")]},
    "ddd_m01aa": {},
}
"""Leading there and back, to a door, to no module, to no tag, and nowhere at all."""


def make_leading_git(
    doors: Iterable[Leading] = (),
    triggers: Iterable[Leading] = (),
    waypoints: Iterable[str] = (),
) -> bytes:
    """A GIT with doors and triggers that lead somewhere, and waypoints with these tags."""
    fields = [
        ("Door List", GffType.LIST, [_thing(8, *each) for each in doors]),
        ("TriggerList", GffType.LIST, [_thing(1, *each) for each in triggers]),
        ("WaypointList", GffType.LIST, [_thing(5, tag) for tag in waypoints]),
    ]
    return Gff("GIT ", Struct(fields)).to_bytes()


def _thing(kind: int, tag: str, module: str | None = None, target: str = "") -> Struct:
    fields: list[tuple[str, GffType, Any]] = [("Tag", GffType.STRING, tag)]
    fields += [(name, GffType.FLOAT, 1.0) for name in ("X", "Y", "Z")]
    if module is not None:
        fields += [
            ("LinkedToModule", GffType.RESREF, module),
            ("LinkedTo", GffType.STRING, target),
            ("LinkedToFlags", GffType.BYTE, 2),
        ]
    return Struct(fields, kind)


def leading_module(name: str, things: Mapping[str, Any]) -> Files:
    """The files of a module of one room."""
    area = name.partition("_")[2]
    return {**small_area(area), f"{area}.git": make_leading_git(**things)}


def write_leading_folders(folder: Path) -> Path:
    """`MODULES`, each in a folder of its own."""
    for name, things in MODULES.items():
        put(folder / name, leading_module(name, things))
    return folder


def leading_contents() -> dict[str, Files]:
    """The same as archives, for `make_installation`."""
    return {f"modules/{name}.mod": leading_module(name, things) for name, things in MODULES.items()}
