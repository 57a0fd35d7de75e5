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
_CORE = tuple(f"kotorlevel.core.{name}" for name in ("byteview", "lines", "table", "text"))
_FORMATS = {
    "lyt": ("lyt",),
    "vis": ("vis",),
    "lyt-edit": ("lyt",),
    "vis-edit": ("vis",),
    "bwm": ("bwm", "spans"),
    "2da": ("twoda",),
    "2da-text": ("twoda",),
    "csv": ("twoda",),
    "gff": ("gff",),
    "pth": ("gff", "pth"),
    "archive": ("archives",),
    "key": ("archives",),
    "tga": ("images",),
    "tpc": ("images",),
    "obj": ("obj", "triangulate", "ear_batch", "drawing"),
    "mtl": ("obj",),
    "gltf": ("gltf", "drawing"),
    "mdl": ("mdl",),
    "ascii": ("ascii",),
    "json": ("bwm", "lyt", "vis", "twoda", "gff"),
    "to-json": ("bwm", "lyt", "vis", "twoda", "gff", "detect"),
    "detect": ("detect",),
}
_MORE = {
    "rebuild": ("formats.bwm", "mesh"),
    "ascii": ("mesh.io", "mesh.convert"),
    "mdl": ("mesh.convert",),
    "json": ("mesh.jsonform",),
    "to-json": ("mesh.jsonform",),
    "edits": ("core", "area.edit", "mesh.edit", "repair.edits"),
    "requests": ("view.live",),
    "area": ("formats.lyt", "formats.vis", "formats.gff", "mesh.io", "area"),
    "check": ("area", "checks"),
    "fix": ("area", "repair"),
    "page": ("view.scene", "view.html", "view.show"),
    "map": ("view.scene", "view.map"),
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
    formats = [f"kotorlevel.formats.{each}" for each in _FORMATS.get(name, ())]
    more = [f"kotorlevel.{each}" for each in _MORE.get(name, ())]
    return (*(_CORE if formats else ()), *formats, *more)
