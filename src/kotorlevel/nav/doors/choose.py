"""`choose_doors`: the doors of a game for each doorway of an area, best fitting first."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.edit.openings import Opening, find_doorways
from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.sources import FolderSource
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.resource import EMPTY_NAME
from kotorlevel.core.types import Vector
from kotorlevel.formats.twoda import TwoDA, parse_2da, read_2da
from kotorlevel.mesh.io import read_walkmesh
from kotorlevel.nav.clip.obstacles import find_doors
from kotorlevel.nav.doors.belongs import BODY
from kotorlevel.nav.doors.fit import fit_doors
from kotorlevel.nav.doors.leaf import measure_leaf
from kotorlevel.nav.doors.values import DoorFit, DoorLeaf

if TYPE_CHECKING:
    from kotorlevel.area.area import Area

_LARGEST_ROW = 255
"""A template has one byte for it."""
_WIDEST = 12.0
"""Metres: no leaf of the games is wider, so nobody looks for a door for what is."""
_TABLE = "genericdoors"


@dataclass(frozen=True)
class DoorModel:
    """A row of ``genericdoors.2da`` with its closed leaf; ``states`` are those with a walkmesh."""

    row: int
    model: str
    leaf: DoorLeaf
    states: tuple[int, ...]


@dataclass(frozen=True)
class DoorChoice:
    """A door for a doorway: ``gap`` metres stay open on each side of it, ``overlap`` go into walls.

    It ``fits`` if nobody comes through beside it.
    """

    door: DoorModel
    gap: float
    overlap: float

    @property
    def fits(self) -> bool:
        """Whether it closes the doorway."""
        return self.gap < BODY


@dataclass(frozen=True, eq=False)
class DoorwayChoices:
    """A doorway, the door that stands in it (None for a free one), and what fits, best first."""

    place: Vector
    width: float
    fit: DoorFit | None = field(default=None, repr=False)
    opening: Opening | None = field(default=None, repr=False)
    choices: tuple[DoorChoice, ...] = ()


def list_door_models(
    area: Area, *, table: str | Path | None = None, walkmeshes: str | Path | None = None
) -> list[DoorModel]:
    """The rows of ``genericdoors.2da`` whose closed walkmesh is at hand, with their sizes.

    The table is that of the level or its game, or the file ``table``; walkmeshes are looked for
    there, too, beside that file, and first in the folder ``walkmeshes``. Raises `InputError` where
    there is no table, or no walkmesh of any door.
    """
    lookup = _lookup(area, table, walkmeshes)
    rows = _read_table(lookup, table)
    if not rows.has_column("modelname"):
        raise InputError(f"{_TABLE}.2da has no column 'modelname'", lacks="table")
    named = [(row, rows.cell(row, "modelname")) for row in range(min(len(rows), _LARGEST_ROW + 1))]
    models = [(row, model.lower()) for row, model in named if model and model != EMPTY_NAME]
    found = list(_measure(lookup, models))
    if not found:
        text = f"there is no walkmesh (DWK) of any of the {len(models)} doors of {_TABLE}.2da"
        raise InputError(text, lacks="walkmeshes")
    return found


def choose_doors(
    area: Area,
    *,
    doors: Collection[str] = (),
    table: str | Path | None = None,
    walkmeshes: str | Path | None = None,
) -> list[DoorwayChoices]:
    """For each doorway of an area the doors of the game, best fitting first.

    Doorways are those of its doors, or of some ``doors`` by tag, template or "door" and number,
    and without such a choice also free openings between rooms. A leaf as wide as the doorway or
    a little wider is best, as in the games; one that leaves a way of 0.7 m beside it is last::

        for doorway in kl.choose_doors(area):
            print(doorway.place, doorway.width, doorway.choices[0].door.model)

    Raises `InputError` as `list_door_models` does, and where there is no doorway.
    """
    try:
        wanted = find_doors(area, [*doors]) if doors else {door.index for door in area.doors}
    except ValueError as error:
        raise InputError(str(error), argument="doors") from None
    doorways = list(_list_doorways(area, wanted, free=not doors))
    if not doorways:
        raise InputError("there is no doorway whose width is known: no door on the floor, no seam")
    models = list_door_models(area, table=table, walkmeshes=walkmeshes)
    return [
        DoorwayChoices(place, width, fit, opening, _rank(models, width))
        for place, width, fit, opening in doorways
    ]


def _rank(models: list[DoorModel], width: float) -> tuple[DoorChoice, ...]:
    choices = [
        DoorChoice(
            model,
            max(0.0, (width - model.leaf.width) / 2),
            max(0.0, (model.leaf.width - width) / 2),
        )
        for model in models
    ]
    return tuple(sorted(choices, key=lambda c: (not c.fits, c.gap, c.overlap, c.door.row)))


def _list_doorways(
    area: Area, wanted: set[int], *, free: bool
) -> Iterator[tuple[Vector, float, DoorFit | None, Opening | None]]:
    for fit in fit_doors(area):
        if fit.door.index in wanted and fit.width is not None and fit.verdict != "scenery":
            yield fit.door.position, fit.width, fit, None
    for opening in find_doorways(area) if free else ():
        if opening.door < 0 and opening.width <= _WIDEST:
            yield opening.place, opening.width, None, opening


def _lookup(area: Area, table: str | Path | None, walkmeshes: str | Path | None) -> Lookup:
    folders = [Path(walkmeshes)] if walkmeshes is not None else []
    folders += [Path(table).parent] if table is not None else []
    for folder in folders:
        if not folder.is_dir():
            raise InputError("is no folder", source=str(folder))
    own = area.lookup.sources if area.lookup is not None else ()
    return Lookup((*(FolderSource(folder, str(folder)) for folder in folders), *own))


def _read_table(lookup: Lookup, table: str | Path | None) -> TwoDA:
    if table is not None:
        return read_2da(table)
    resource = lookup.find(_TABLE, "2da")
    if resource is None:
        raise InputError(f"there is no {_TABLE}.2da in this level", lacks="table")
    return parse_2da(resource.read(), resource.source)


def _measure(lookup: Lookup, models: list[tuple[int, str]]) -> Iterator[DoorModel]:
    for row, model in models:
        files = [lookup.find(f"{model}{state}", "dwk") for state in range(3)]
        if files[0] is None:
            continue
        try:
            leaf = measure_leaf(read_walkmesh(files[0].read()))
        except FormatError:
            continue
        if leaf is not None:
            states = tuple(state for state, file in enumerate(files) if file is not None)
            yield DoorModel(row, model, leaf, states)
