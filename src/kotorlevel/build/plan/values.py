"""A plan as a value: rooms, doors, the entry, and where in its file each of them was said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable
from kotorlevel.core.types import Vector

GameKind = Literal["k1", "k2"]
Sight = Literal["built", "all"]
North = Literal["+y", "-y", "+x", "-x"]


@dataclass(frozen=True)
class PlannedRoom:
    """A room: its ``walkmesh`` is a file, relative to the plan's folder.

    It stands at ``position``, turned counter-clockwise by ``turn`` degrees before that; or it is
    put to the room that ``join`` names, with the doorway at its own ``edge`` on that at edge
    ``at`` of the other, numbers as in both files; what is left out is found where only one fits.
    ``model`` is its MDL; without it the one beside the walkmesh is taken, if there is one.
    ``model_position`` is where a layout has to put the model for the walkmesh as it is in its file;
    it is found where model and walkmesh tell.
    """

    name: str
    walkmesh: str
    position: Vector = (0.0, 0.0, 0.0)
    turn: float = 0.0
    join: str = ""
    edge: int | None = None
    at: int | None = None
    model: str = ""
    model_position: Vector | None = None


@dataclass(frozen=True)
class PlannedDoor:
    """A door in the doorway ``between`` two rooms, or ``at`` a place (x, y and perhaps z).

    With both it stands in the doorway between the rooms that is nearest to the place. ``turn`` is
    the way it stands along, in degrees, where there is no doorway to tell. ``template`` is a UTD
    of the game or a file; without it one is made, with the model of row ``appearance`` of
    ``genericdoors.2da``.
    """

    between: tuple[str, str] | None = None
    at: tuple[float, ...] | None = None
    turn: float | None = None
    template: str = ""
    appearance: int | None = None
    tag: str = ""
    title: str = "Door"
    locked: bool = False


@dataclass(frozen=True)
class PlannedEntry:
    """Where the player enters: well inside a ``room``, or ``at`` a place (x, y and perhaps z).

    ``facing`` is the way the player looks, in degrees: 0 is east (+x), 90 north (+y). Without a
    room and a place it is the first room.
    """

    room: str = ""
    at: tuple[float, ...] | None = None
    facing: float = 90.0


@dataclass(frozen=True)
class PlannedMap:
    """The map of the area: whether its picture is drawn, and which way is up on it."""

    draw: bool = True
    north: North = "+y"


@dataclass(frozen=True)
class LevelPlan:
    """What a module shall be; `read_plan` reads one from ``level.toml``, `new_plan` makes one.

    ``name`` is the module's, ``area`` that of its files, by default the same. ``folder`` is what
    paths are relative to, ``source`` the file it was read from, ``lines`` where in it each key is;
    ``notes`` say what `new_plan` left out.
    """

    name: str
    rooms: tuple[PlannedRoom, ...]
    area: str = ""
    title: str = ""
    game: GameKind = "k1"
    doors: tuple[PlannedDoor, ...] = ()
    entry: PlannedEntry = field(default_factory=PlannedEntry)
    visibility: Sight = "built"
    path_points: bool = True
    map: PlannedMap = field(default_factory=PlannedMap)
    folder: Path = field(default_factory=Path, compare=False)
    source: str = field(default="", compare=False)
    notes: tuple[str, ...] = field(default=(), repr=False, compare=False)
    lines: Mapping[tuple[str, int, str], int] = field(
        default_factory=dict, repr=False, compare=False
    )

    @property
    def area_name(self) -> str:
        """The name of ARE, GIT, LYT, VIS and PTH."""
        return self.area or self.name

    def error(self, message: str, table: str, number: int = 0, key: str = "") -> FormatError:
        """An error about a key of the ``number``-th table of that kind, to be raised."""
        line = self.lines.get((table, number, key)) or self.lines.get((table, number, ""))
        return FormatError(
            message, source=self.source, section=self.section(table, number, key), line=line
        )

    def section(self, table: str, number: int, key: str = "") -> str:
        """How errors call a table: ``room m55aa_02, walkmesh``."""
        word = table
        if table == "room" and number < len(self.rooms):
            word = f"room {printable(self.rooms[number].name)}"
        elif table == "door":
            word = f"door {number + 1}"
        return f"{word}, {key}" if key else word
