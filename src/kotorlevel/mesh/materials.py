"""Surface materials: what a face's number means for walking, sight and sound (FACTS 5)."""

from __future__ import annotations

import operator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.remember import Shared, only_fields
from kotorlevel.core.text import printable
from kotorlevel.core.words import did_you_mean

if TYPE_CHECKING:
    from kotorlevel.formats.twoda import TwoDA

LARGEST_MASKED_ID = 31
"""The engine keeps sets of materials as 32-bit masks: a larger id cannot be in any of them."""


@dataclass(frozen=True, slots=True)
class Surface:
    """One row of ``surfacemat.2da``; ``extra`` are name and text of its further columns."""

    id: int
    label: str
    walk: bool = False
    walkcheck: bool = False
    blocks_sight: bool = False
    grass: bool = False
    sound: str = ""
    extra: tuple[tuple[str, str], ...] = ()

    def column(self, name: str) -> str | None:
        """The text in a further column of the table, by its name in any case; None if empty.

        Raises `KeyError` where the table has no such column::

            kl.Materials.from_2da(kl.read_2da("surfacemat.2da")).find("Metal").column("Name")
        """
        for each, text in self.extra:
            if each.lower() == name.lower():
                return text or None
        known = ", ".join(each for each, _ in self.extra) or "none"
        raise KeyError(f"no further column {name!r}; there are: {known}")


_OWN_COLUMNS = ("label", "walk", "walkcheck", "lineofsight", "grass", "sound")
"""Columns with a field of their own in `Surface`."""

_ROWS: tuple[tuple[str, int, int, int, int, str], ...] = (
    # label, walk, walkcheck, line of sight, grass, sound
    ("NotDefined", 0, 0, 0, 0, ""),
    ("Dirt", 1, 1, 1, 0, "DT"),
    ("Obscuring", 0, 0, 1, 0, ""),
    ("Grass", 1, 1, 1, 1, "GR"),
    ("Stone", 1, 1, 1, 0, "ST"),
    ("Wood", 1, 1, 1, 0, "WD"),
    ("Water", 1, 1, 1, 0, "WT"),
    ("Nonwalk", 0, 1, 1, 0, ""),
    ("Transparent", 0, 1, 0, 0, ""),
    ("Carpet", 1, 1, 1, 0, "CP"),
    ("Metal", 1, 1, 1, 0, "MT"),
    ("Puddles", 1, 1, 1, 0, "WT"),
    ("Swamp", 1, 1, 1, 0, "WT"),
    ("Mud", 1, 1, 1, 0, "WT"),
    ("Leaves", 1, 1, 1, 0, "LV"),
    ("Lava", 0, 1, 1, 0, ""),
    ("BottomlessPit", 0, 1, 1, 0, ""),
    ("DeepWater", 0, 1, 1, 0, ""),
    ("Door", 1, 1, 0, 0, ""),
    ("NonWalkGrass", 0, 1, 1, 1, ""),
    *((f"Placeholder{number}", 0, 0, 0, 0, "") for number in range(20, 30)),
    ("Trigger", 1, 1, 0, 0, ""),
)

_K1 = tuple(
    Surface(number, label, bool(walk), bool(check), bool(sight), bool(grass), sound)
    for number, (label, walk, check, sight, grass, sound) in enumerate(_ROWS)
)


@dataclass(frozen=True)
class Materials:
    """A table of surfaces. Ids that it does not know are neither walkable nor anything else.

    ``name`` says where the table comes from.
    """

    surfaces: tuple[Surface, ...]
    name: str

    @staticmethod
    def default() -> Materials:
        """The table of the first game."""
        return _DEFAULT

    @staticmethod
    def preset(name: str) -> Materials:
        """A table by name; `PRESETS` lists them. Other tools' tables differ from the game's."""
        try:
            return PRESETS[name]
        except KeyError:
            known = ", ".join(PRESETS)
            raise KeyError(f"no material table {name!r}; there are {known}") from None

    @staticmethod
    def from_2da(table: TwoDA, name: str = "surfacemat.2da") -> Materials:
        """The surfaces of a ``surfacemat.2da``; the row's number is the id. All columns are kept.

        Raises `FormatError` for a table without a ``walk`` column: it is another one.
        """
        if not table.has_column("walk"):
            raise FormatError("no column 'walk': this is not a surfacemat.2da", source=name)
        if not len(table):
            raise FormatError("no rows: nothing would be walkable", source=name)

        def flag(row: int, column: str) -> bool:
            try:
                return table.has_column(column) and bool(table.integer(row, column))
            except ValueError as error:
                raise FormatError(str(error), source=name) from None

        def text(row: int, column: str) -> str:
            return (table.cell(row, column) or "") if table.has_column(column) else ""

        more = [name for name in table.columns if name.lower() not in _OWN_COLUMNS]
        surfaces = tuple(
            Surface(
                row,
                text(row, "label"),
                walk=flag(row, "walk"),
                walkcheck=flag(row, "walkcheck"),
                blocks_sight=flag(row, "lineofsight"),
                grass=flag(row, "grass"),
                sound=text(row, "sound"),
                extra=tuple((name, text(row, name)) for name in more),
            )
            for row in range(len(table))
        )
        return _TABLES.get((surfaces, name), lambda: Materials(surfaces, name))

    @cached_property
    def by_id(self) -> dict[int, Surface]:
        """Id → surface."""
        return {surface.id: surface for surface in self.surfaces}

    def surface(self, material: int) -> Surface:
        """The surface of a material; one called ``unknown`` for an id that the table lacks."""
        return self.by_id.get(material) or Surface(material, "unknown")

    def label(self, material: int) -> str:
        """The name of a material, or ``unknown`` for an id that the table lacks."""
        return self.surface(material).label

    def find(self, which: int | str) -> Surface:
        """The surface with that number, or that name in any case: ``find("metal").id`` is 10.

        Raises `InputError`, with what was meant where that can be guessed.
        """
        if not isinstance(which, str):
            which = operator.index(which)
            if which in self.by_id:
                return self.by_id[which]
            last = max(self.by_id, default=0)
            raise InputError(f"there is no surface {which:,}; there are 0 to {last}")
        for surface in self.surfaces:
            if surface.label.lower() == which.lower():
                return surface
        walkable = [printable(surface.label) for surface in self.surfaces if surface.walk]
        hint = did_you_mean(which, [surface.label for surface in self.surfaces])
        hint = hint or f"There are: {', '.join(walkable)}."
        raise InputError(f"there is no surface {printable(which)!r}. {hint}")

    def knows(self, materials: ArrayLike) -> NDArray[np.bool_]:
        """For each id whether the table has it."""
        return self._ask(materials, "id")

    def walkable(self, materials: ArrayLike) -> NDArray[np.bool_]:
        """For each id whether one can walk on it."""
        return self._ask(materials, "walk")

    def walkcheck(self, materials: ArrayLike) -> NDArray[np.bool_]:
        """For each id whether it takes part in movement queries."""
        return self._ask(materials, "walkcheck")

    def blocks_sight(self, materials: ArrayLike) -> NDArray[np.bool_]:
        """For each id whether one cannot see through it."""
        return self._ask(materials, "blocks_sight")

    def _ask(self, materials: ArrayLike, question: str) -> NDArray[np.bool_]:
        """The answer for each id, by one look-up; False for unknown ids."""
        ids, answers = np.asarray(materials), self._answers[question]
        last = len(answers) - 1
        if ids.dtype.kind == "u":
            found: NDArray[np.bool_] = answers[np.minimum(ids, last)]
            return found
        return answers[np.where((ids >= 0) & (ids < last), ids, last).astype(np.intp)]

    @cached_property
    def _answers(self) -> dict[str, NDArray[np.bool_]]:
        """For each question the answers by id; the last one is that for all higher ids."""
        ids = [number for number in self.by_id if number >= 0]
        answers = {}
        for question in ("id", "walk", "walkcheck", "blocks_sight"):
            found = np.zeros(max(ids, default=0) + 2, bool)
            for number in ids:
                found[number] = question == "id" or getattr(self.by_id[number], question)
            answers[question] = found
        return answers

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Meshes are looked up by their table, too, and a table has a hundred values.
        return hash((self.surfaces, self.name))

    __getstate__ = only_fields


def _tool_table(name: str, labels: dict[int, str], not_walkable: set[int]) -> Materials:
    """The table of a tool that knows what is not walkable and takes all else for walkable."""
    known = {surface.id: surface for surface in _K1}
    rows = (
        known.get(number, Surface(number, "unknown")) for number in range(LARGEST_MASKED_ID + 1)
    )
    return Materials(
        tuple(
            replace(row, walk=row.id not in not_walkable, label=labels.get(row.id, row.label))
            for row in rows
        ),
        name,
    )


_DEFAULT = Materials(_K1, "k1")
_TABLES: Shared[Materials] = Shared()
"""Equal tables are one, so that meshes can be told to be judged by the same."""

_TOOLS_NOT_WALKABLE = {2, 7, 8, 15, 17, 19}
"""MDLOps and older KotorBlenders share this list: pits, placeholders and NotDefined are floor."""

_BLENDER_LABELS = {19: "Snow", 20: "Sand", 21: "BareBones", 22: "StoneBridge"}

PRESETS = {
    "k1": _DEFAULT,
    # Since 2024 NotDefined is no floor there.
    "kotorblender": _tool_table("kotorblender", _BLENDER_LABELS, {0, *_TOOLS_NOT_WALKABLE}),
    "kotorblender-2023": _tool_table("kotorblender-2023", _BLENDER_LABELS, _TOOLS_NOT_WALKABLE),
    "mdlops": _tool_table("mdlops", {19: "Snow", 20: "Sand"}, _TOOLS_NOT_WALKABLE),
}
"""Named tables: the game's, and those that other tools sort faces by."""
