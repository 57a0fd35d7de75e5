"""Doors and placeables: where the GIT puts them, and the walkmeshes of their models.

A door's template (UTD) names a row of ``genericdoors.2da``, and that a model; its walkmeshes are
``<model>0.dwk`` closed, ``1`` and ``2`` open one way and the other. A placeable's template (UTP)
names a row of ``placeables.2da``; its walkmesh is ``<model>.pwk`` (FACTS 1 and 9).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from kotorlevel.area.area import AreaProblem
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import EMPTY_NAME
from kotorlevel.core.text import printable
from kotorlevel.core.types import Vector
from kotorlevel.formats.gff import Gff, Struct, StructList, parse_gff
from kotorlevel.formats.twoda import TwoDA, parse_2da
from kotorlevel.mesh.io import parse_one_walkmesh
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.placed import bake, door_state, place_mesh, placed_use_hooks
from kotorlevel.mesh.walkmesh import Walkmesh

if TYPE_CHECKING:
    from kotorlevel.area.install.lookup import Lookup
    from kotorlevel.area.install.resources import Resource

Missing = Literal["", "template", "model", "walkmesh"]
"""What could not be found of an object; what follows from it is missing as well."""

DOOR_STATES = 3
"""Closed, and open one way and the other."""


@dataclass(frozen=True, eq=False)
class PlacedObject:
    """Something that the GIT places: ``index`` in its list, ``bearing`` in radians about +z.

    ``template`` is the resource that describes it, ``model`` its model's name, and ``missing``
    the first thing that could not be found of it, with ``reason`` in words. ``usable`` is False
    where its template makes it scenery.
    """

    index: int
    tag: str
    template: str
    position: Vector
    bearing: float
    model: str = ""
    missing: Missing = ""
    reason: str = ""
    usable: bool = True


@dataclass(frozen=True, eq=False)
class Door(PlacedObject):
    """A door. ``meshes`` are those of its three states, None where there is none.

    ``state`` is the one it stands in at first: 0 closed, 1 or 2 open. ``linked_module`` is where a
    door that leads out of the area leads to.
    """

    state: int = 0
    meshes: tuple[Walkmesh | None, ...] = field(default=(None,) * DOOR_STATES, repr=False)
    sources: tuple[str, ...] = field(default=("",) * DOOR_STATES, repr=False)
    linked_module: str = ""
    linked_to: str = ""

    def placed(self, state: int | None = None) -> Walkmesh | None:
        """The walkmesh of a state (by default its own), standing in the area."""
        return _stand(self.meshes[self.state if state is None else state], self)

    def baked(self, state: int | None = None) -> Walkmesh | None:
        """The same as a room's walkmesh, to be merged into one; see `Walkmesh.baked`."""
        return _bake(self.meshes[self.state if state is None else state], self)

    def use_hooks(self, state: int | None = None) -> tuple[Vector, ...]:
        """The use hooks of a state, in the area."""
        return _hooks(self.meshes[self.state if state is None else state], self)


@dataclass(frozen=True, eq=False)
class Placeable(PlacedObject):
    """A placeable, with the walkmesh of its model if that has one."""

    mesh: Walkmesh | None = field(default=None, repr=False)
    source: str = ""

    def placed(self) -> Walkmesh | None:
        """Its walkmesh, standing in the area."""
        return _stand(self.mesh, self)

    def baked(self) -> Walkmesh | None:
        """The same as a room's walkmesh, to be merged into one; see `Walkmesh.baked`."""
        return _bake(self.mesh, self)

    def use_hooks(self) -> tuple[Vector, ...]:
        """The use hooks, in the area."""
        return _hooks(self.mesh, self)


def _stand(mesh: Walkmesh | None, thing: PlacedObject) -> Walkmesh | None:
    if mesh is None:
        return None
    return place_mesh(mesh, thing.position, thing.bearing, isinstance(thing, Door))


def _bake(mesh: Walkmesh | None, thing: PlacedObject) -> Walkmesh | None:
    if mesh is None:
        return None
    return bake(mesh, thing.position, thing.bearing, isinstance(thing, Door))


def _hooks(mesh: Walkmesh | None, thing: PlacedObject) -> tuple[Vector, ...]:
    if mesh is None:
        return ()
    with np.errstate(invalid="ignore"):  # a hook that is not finite is nowhere, and left out
        found = _placed_hooks(mesh, thing)
    there = [hook for hook in found if hook is not None and np.isfinite(hook).all()]
    return tuple((float(hook[0]), float(hook[1]), float(hook[2])) for hook in there)


def _placed_hooks(mesh: Walkmesh, thing: PlacedObject) -> tuple[NDArray[np.float64] | None, ...]:
    return placed_use_hooks(mesh, thing.position, thing.bearing, isinstance(thing, Door))


def list_object_files(
    doors: Iterable[Door], placeables: Iterable[Placeable]
) -> list[tuple[str, str]]:
    """Name and extension of the templates and walkmeshes of objects, with repeats."""
    files = []
    for door in doors:
        files.append((door.template, "utd"))
        files += [(f"{door.model}{state}", "dwk") for state in range(DOOR_STATES) if door.model]
    for placeable in placeables:
        files += [(placeable.template, "utp"), (placeable.model, "pwk")]
    return [each for each in files if each[0]]


class ObjectReader:
    """Reads the objects of one GIT; templates, tables and walkmeshes are read once each.

    ``source`` names the GIT. What is wrong in it is added to ``problems``; what is missing of an
    object is told by the object.
    """

    def __init__(self, lookup: Lookup, surfaces: Materials, source: str = "") -> None:
        self._lookup = lookup
        self._surfaces = surfaces
        self.problems: list[AreaProblem] = []
        self._source = source
        self._templates: dict[tuple[str, str], Struct | str] = {}
        self._tables: dict[str, TwoDA | str] = {}
        self._meshes: dict[tuple[str, str], tuple[Walkmesh | None, str, str]] = {}

    def doors(self, git: Gff) -> tuple[Door, ...]:
        """The doors of the GIT in its order."""
        return tuple(self.door(*row) for row in self._rows(git, "Door List"))

    def placeables(self, git: Gff) -> tuple[Placeable, ...]:
        """The placeables of the GIT in its order."""
        return tuple(self._placeable(*row) for row in self._rows(git, "Placeable List"))

    def door(self, index: int, row: Struct) -> Door:
        """The door that a row of the GIT places; ``index`` is its number there."""
        common, template = self._common(index, row, "utd", "GenericType", "genericdoors")
        state = 0
        if template is not None:
            number = _number(template, "OpenState", _number(template, "AnimationState", 0))
            state = int(number) if number in (1, 2) else 0
        door = Door(
            **common,
            state=state,
            linked_module=_text(row, "LinkedToModule"),
            linked_to=_text(row, "LinkedTo"),
        )
        if door.missing:
            return door
        found = [self._mesh(f"{door.model}{digit}", "dwk") for digit in range(DOOR_STATES)]
        meshes = tuple(mesh for mesh, _, _ in found)
        reasons = [reason for _, _, reason in found if reason]
        missing: Missing = "walkmesh" if reasons else ""
        sources = tuple(source for _, source, _ in found)
        reason = "; ".join(reasons)
        return replace(door, meshes=meshes, sources=sources, missing=missing, reason=reason)

    def _placeable(self, index: int, row: Struct) -> Placeable:
        common, _ = self._common(index, row, "utp", "Appearance", "placeables")
        placeable = Placeable(**common)
        if placeable.missing:
            return placeable
        mesh, source, reason = self._mesh(placeable.model, "pwk")
        missing: Missing = "walkmesh" if reason else ""
        return replace(placeable, mesh=mesh, source=source, missing=missing, reason=reason)

    def _common(
        self, index: int, row: Struct, kind: str, field: str, table: str
    ) -> tuple[dict[str, Any], Struct | None]:
        """What doors and placeables have in common, and the template if it is there."""
        name = _text(row, "TemplateResRef")
        x, y, z, bearing = (self._coordinate(row, label) for label in ("X", "Y", "Z", "Bearing"))
        common: dict[str, Any] = {
            "index": index,
            "tag": _text(row, "Tag"),
            "template": name,
            "position": (x, y, z),
            "bearing": bearing,
        }
        template = self._template(name, kind)
        if isinstance(template, str):
            return common | {"missing": "template", "reason": template}, None
        common["tag"] = common["tag"] or _text(template, "Tag")
        common["usable"] = not _number(template, "Static", 0) and bool(
            _number(template, "Useable", 1)  # only placeables have it
        )
        model = self._model(table, int(_number(template, field, -1)))
        if isinstance(model, FormatError):
            return common | {"missing": "model", "reason": model.message}, template
        return common | {"model": model}, template

    def _coordinate(self, row: Struct, label: str) -> float:
        """A number that says where something stands; 0 where the GIT says nothing of use."""
        value = _number(row, label, math.nan)
        if not math.isnan(value):
            return value
        if label in row:
            text = f"{row.place}: {label} is {printable(repr(row[label]), 40)}, not a number"
            self.problems.append(AreaProblem("not-a-number", text, self._source))
        return 0.0

    def _rows(self, git: Gff, label: str) -> Iterator[tuple[int, Struct]]:
        """Number and struct of each row of a list; nothing where there is no such list."""
        rows = git.root.get(label, ())
        if isinstance(rows, StructList):
            yield from enumerate(rows)
        elif label in git.root:
            kind = git.root.type_of(label).name
            text = f"{label} is a {kind}, not a LIST: nothing is placed by it"
            self.problems.append(AreaProblem("not-a-list", text, self._source))

    def _template(self, name: str, kind: str) -> Struct | str:
        """The root of a template, or in words why there is none."""
        key = name.lower(), kind
        if key not in self._templates:
            resource = self._lookup.find(name, kind)
            if resource is None:
                self._templates[key] = f"there is no {name}.{kind}" if name else "no template named"
            else:
                try:
                    self._templates[key] = parse_gff(resource.read(), resource.source).root
                except FormatError as error:
                    self._templates[key] = str(error)
        return self._templates[key]

    def _model(self, table: str, row: int) -> str | FormatError:
        """The model in a row of ``genericdoors`` or ``placeables``."""
        if table not in self._tables:
            self._tables[table] = self._table(table)
        rows = self._tables[table]
        if isinstance(rows, str):
            return FormatError(rows)
        if not 0 <= row < len(rows):
            return FormatError(f"{table}.2da has no row {row}")
        model = rows.cell(row, "modelname") if rows.has_column("modelname") else None
        if not model or model == EMPTY_NAME:
            return FormatError(f"row {row} of {table}.2da names no model")
        return model

    def _table(self, name: str) -> TwoDA | str:
        resource = self._lookup.find(name, "2da")
        if resource is None:
            return f"there is no {name}.2da"
        try:
            return _read_table(resource.read(), resource.source)
        except FormatError as error:
            return str(error)

    def _mesh(self, name: str, kind: str) -> tuple[Walkmesh | None, str, str]:
        """A walkmesh, where it is from, and in words why there is none."""
        key = name.lower(), kind
        if key not in self._meshes:
            resource = self._lookup.find(name, kind)
            if resource is None:
                self._meshes[key] = None, "", f"there is no {name}.{kind}"
            else:
                self._meshes[key] = self._read_mesh(resource)
        return self._meshes[key]

    def _read_mesh(self, resource: Resource) -> tuple[Walkmesh | None, str, str]:
        try:
            state = door_state(resource.filename)
            read = parse_one_walkmesh(resource.read(), resource.source, self._surfaces, state=state)
        except FormatError as error:
            return None, resource.place, str(error)
        return read.mesh, resource.place, ""


@lru_cache(4)
def _read_table(data: bytes, source: str) -> TwoDA:
    """A table of models: the same for all levels of a game."""
    return parse_2da(data, source)


def _text(row: Struct, label: str) -> str:
    value = row.get(label, "")
    return value if isinstance(value, str) else ""


def _number(row: Struct, label: str, default: float) -> float:
    value = row.get(label, default)
    return float(value) if isinstance(value, (int, float)) and math.isfinite(value) else default
