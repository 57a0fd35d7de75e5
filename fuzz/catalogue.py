"""Every target by its name; a family is imported when one of it is asked for."""

from __future__ import annotations

from importlib import import_module

from target import Target

_FAMILIES = {
    "targets.meshes": ("bwm", "rebuild", "ascii", "mdl"),
    "targets.texts": ("lyt", "vis", "lyt-edit", "vis-edit"),
    "targets.tables": ("2da", "2da-text", "csv", "gff", "pth", "archive", "key"),
    "targets.pictures": ("tga", "tpc", "obj", "mtl", "gltf"),
    "targets.documents": ("json", "to-json", "detect"),
    "targets.edits": ("edits",),
    "targets.requests": ("requests",),
    "targets.areas": ("area", "check", "fix", "page", "map"),
}
_READING = ("kotorlevel.core", "kotorlevel.formats")
_WATCHED = {
    "rebuild": ("kotorlevel.formats.bwm", "kotorlevel.mesh"),
    "ascii": (*_READING, "kotorlevel.mesh.io", "kotorlevel.mesh.convert"),
    "mdl": (*_READING, "kotorlevel.mesh.convert"),
    "json": (*_READING, "kotorlevel.mesh.jsonform"),
    "to-json": (*_READING, "kotorlevel.mesh.jsonform"),
    "edits": (
        "kotorlevel.core",
        "kotorlevel.area.edit",
        "kotorlevel.mesh.edit",
        "kotorlevel.repair",
    ),
    "requests": ("kotorlevel.view.live",),
    "area": (*_READING, "kotorlevel.mesh.io", "kotorlevel.area"),
    "check": ("kotorlevel.area", "kotorlevel.checks", "kotorlevel.nav"),
    "fix": ("kotorlevel.area", "kotorlevel.repair", "kotorlevel.mesh.derive"),
    "page": ("kotorlevel.area", "kotorlevel.view"),
    "map": ("kotorlevel.area", "kotorlevel.view"),
}
NAMES = tuple(name for names in _FAMILIES.values() for name in names)
"""In the order in which they run."""


def find_target(name: str) -> Target:
    """The target of that name. Raises `KeyError` where there is none."""
    family = next((each for each, names in _FAMILIES.items() if name in names), None)
    if family is None:
        raise KeyError(name)
    return import_module(family).TARGETS[name]


def find_watched(name: str) -> tuple[str, ...]:
    """Modules in which coverage is counted: the fewer, the more inputs in the same time."""
    return _WATCHED.get(name, _READING)
