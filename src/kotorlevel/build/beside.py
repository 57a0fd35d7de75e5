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
    from kotorlevel.area.install.lookup import Lookup
    from kotorlevel.build.plan.values import LevelPlan
    from kotorlevel.build.rooms import PlacedRoom

_TEXTURES = ("tga", "tpc", "txi")
_TURNED = 0.01
"""Degrees that nobody sees."""


@dataclass
class Models:
    """What was found: files of the module, and rooms of which something is to be said.

    ``positions`` are where layouts have to put models of the game, by the number of the room.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    turned: list[str] = field(default_factory=list)
    positions: dict[int, Vector] = field(default_factory=dict)

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


def add_models(
    plan: LevelPlan, area: Area, placed: list[PlacedRoom], game: Lookup | None
) -> tuple[Area, Models]:
    """The area with its models at the right places, and the files that come along.

    A room's model is that beside its walkmesh; textures come along if they are beside that. One of
    the ``game`` stays there.
    """
    found = Models()
    for number, each in enumerate(placed):
        if abs(math.remainder(each.degrees, 360)) > _TURNED:
            found.turned.append(each.room.name)
        paths = _find_model(plan, number, each)
        model = None
        try:
            if paths is not None:
                model = read_model(*paths)
                _take_files(found, model, each.room.name, paths)
            elif game is not None:
                model = _model_of_game(game, each.room.name)
        except FormatError as error:
            where = "" if paths is None else f"{paths[0]}: "
            raise plan.error(f"{where}{error.message}", "room", number, "model") from None
        if model is None:
            found.missing.append(each.room.name)
        position = _position(each, model)
        if position is not None:
            area = _moved(area, number, each, position)
            if paths is None:
                found.positions[number] = position
    return area, found


def _position(each: PlacedRoom, model: Model | None) -> Vector | None:
    """Where a layout has to put the model for the walkmesh as it is in its file, if that is known.

    A model need not have been made about its walkmesh.
    """
    if each.room.model_position is not None or model is None:
        return each.room.model_position
    known = find_model_position(model, each.template)
    return known.position if known is not None and known.is_certain else None


def _take_files(found: Models, model: Model, name: str, paths: tuple[Path, Path]) -> None:
    for kind, path in zip(("mdl", "mdx"), paths, strict=True):
        found.files[f"{name}.{kind}".lower()] = load_source(path).data
    _add_textures(found, model, paths[0])


def _model_of_game(game: Lookup, name: str) -> Model | None:
    files = [game.find(name, kind) for kind in ("mdl", "mdx")]
    if files[0] is None or files[1] is None:
        return None
    return read_model(files[0].read(), files[1].read())


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


def _moved(area: Area, index: int, each: PlacedRoom, position: Vector) -> Area:
    """The area with the layout's position of a model that went along with its walkmesh."""
    place = _turned(position, each.degrees)
    x, y, z = (round(a + b, 6) + 0.0 for a, b in zip(place, each.position, strict=True))
    rooms = list(area.rooms)
    rooms[index] = replace(rooms[index], position=(x, y, z))
    layout = area.layout.moved(LayoutRoom, index, (x, y, z))
    return replace(area, layout=layout, rooms=tuple(rooms))


def _turned(place: Vector, degrees: float) -> Vector:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y, z = place
    return cos * x - sin * y, sin * x + cos * y, z
