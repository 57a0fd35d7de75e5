"""What lies beside the walkmeshes and belongs to the rooms: models and their textures."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.edit.kits.listing import find_beside
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import find_name_fault
from kotorlevel.core.source import load_source
from kotorlevel.core.types import Vector
from kotorlevel.core.words import some_of
from kotorlevel.formats.lyt import LayoutRoom
from kotorlevel.formats.mdl import Model, read_model
from kotorlevel.mesh.convert.model_position import find_model_position

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.build.plan.values import LevelPlan
    from kotorlevel.build.rooms import PlacedRoom

_TEXTURES = ("tga", "tpc", "txi")
_TURNED = 0.01
"""Degrees that nobody sees."""


@dataclass
class Models:
    """What was found: files of the module, and rooms of which something is to be said."""

    files: dict[str, bytes] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    turned: list[str] = field(default_factory=list)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user has to see to."""
        notes = []
        if self.missing:
            text = "no model (MDL, MDX) beside the walkmesh: the game must have one of that name"
            notes.append(f"{text}, or nothing is drawn there: {some_of(self.missing, 8)}")
        if self.turned:
            text = "turned, and a layout cannot turn models: these have to be made that way"
            notes.append(f"{text}: {some_of(self.turned, 8)}")
        return tuple(notes)


def add_models(plan: LevelPlan, area: Area, placed: list[PlacedRoom]) -> tuple[Area, Models]:
    """The area with its models at the right places, and the files that come along.

    A room's model is that beside its walkmesh; textures come along if they are beside that.
    """
    found = Models()
    for number, each in enumerate(placed):
        if abs(math.remainder(each.degrees, 360)) > _TURNED:
            found.turned.append(each.room.name)
        paths = _find_model(plan, number, each)
        if paths is None:
            found.missing.append(each.room.name)
            continue
        data = [load_source(path).data for path in paths]
        try:
            model = read_model(paths[0])
        except FormatError as error:
            raise plan.error(f"{paths[0]}: {error}", "room", number, "model") from None
        for kind, content in zip(("mdl", "mdx"), data, strict=True):
            found.files[f"{each.room.name}.{kind}".lower()] = content
        _add_textures(found, model, paths[0])
        area = _moved(area, number, each, model)
    return area, found


def _find_model(plan: LevelPlan, number: int, each: PlacedRoom) -> tuple[Path, Path] | None:
    """MDL and MDX of a room; None where there are none. Raises `FormatError` for those named."""
    named = plan.folder / each.room.model if each.room.model else None
    mdl = named if named is not None else find_beside(each.path, "mdl")
    if mdl is None:
        return None
    if not mdl.is_file():
        raise plan.error(f"{mdl}: no such file", "room", number, "model")
    mdx = find_beside(mdl, "mdx")
    if mdx is None:
        if named is None:
            return None
        raise plan.error(f"{mdl}: there is no MDX beside it", "room", number, "model")
    return mdl, mdx


def _add_textures(found: Models, model: Model, mdl: Path) -> None:
    """Textures and lightmaps of the model that lie beside it."""
    meshes = [node.mesh for node in model.nodes if node.mesh is not None]
    names = {name.lower() for mesh in meshes for name in (mesh.texture, mesh.lightmap)}
    there = {path.name.lower(): path for path in mdl.parent.iterdir()}
    for name in sorted(names):
        for kind in _TEXTURES:
            path = there.get(f"{name}.{kind}")
            if not name or find_name_fault(name) or path is None:
                continue
            if path.is_file() and not path.is_symlink():
                found.files[f"{name}.{kind}"] = load_source(path).data


def _moved(area: Area, index: int, each: PlacedRoom, model: Model) -> Area:
    """The area with the layout's position for a model that was not made about its walkmesh."""
    known = find_model_position(model, each.template)
    if known is None or not known.is_certain:
        return area
    place = _turned(known.position, each.degrees)
    x, y, z = (round(a + b, 6) + 0.0 for a, b in zip(place, each.position, strict=True))
    rooms = list(area.rooms)
    rooms[index] = replace(rooms[index], position=(x, y, z))
    layout = area.layout.moved(LayoutRoom, index, (x, y, z))
    return replace(area, layout=layout, rooms=tuple(rooms))


def _turned(place: Vector, degrees: float) -> Vector:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y, z = place
    return cos * x - sin * y, sin * x + cos * y, z
