"""A layout that was lost or is wrong, from the models and walkmeshes of its rooms.

A walkmesh is in the area's space, the model's is not: the difference is the room's position. The
numbers of rooms are in the links: where two rooms meet, each says the number of the other.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from kotorlevel.area.area import Area, Room
from kotorlevel.area.load import load_area
from kotorlevel.area.models import find_model
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.resource import EMPTY_NAME
from kotorlevel.core.text import format_float32
from kotorlevel.core.types import Vector
from kotorlevel.core.words import count_of, join_words, length, some_of
from kotorlevel.formats.lyt import Layout, LayoutRoom, parse_layout
from kotorlevel.formats.lyt.reader import find_entry_lines
from kotorlevel.formats.mdl import Model, read_model
from kotorlevel.formats.mdl.reader import find_beside
from kotorlevel.mesh.convert.model_position import WIDEST, find_model_position
from kotorlevel.mesh.io import parse_room_walkmesh
from kotorlevel.mesh.walkmesh import Walkmesh

_SAME = 0.001
"""Metres within which a layout says what the pair says (FACTS 11)."""

_DECIMALS = 4
"""Of a position that is written; walkmeshes are no more precise."""

_ORIGIN = (0.0, 0.0, 0.0)
_NUMBERS = re.compile(rb"(\S+)(\s+)(\S+)(\s+)(\S+)(\s*)\Z")


@dataclass(frozen=True)
class RecoveredRoom:
    """A room's ``position`` by its model and walkmesh, and ``before``, by the layout.

    Each is None where it is not known; ``reason`` then says why. The corners of the two agree
    within ``spread`` metres.
    """

    index: int
    name: str
    before: Vector | None = None
    position: Vector | None = None
    spread: float = 0.0
    reason: str = ""

    @property
    def is_changed(self) -> bool:
        """Whether the layout says something else, or nothing."""
        if self.position is None or self.before is None:
            return self.position is not None
        return max(abs(a - b) for a, b in zip(self.position, self.before, strict=True)) > _SAME


@dataclass(frozen=True)
class LayoutRecovery:
    """The ``area`` with its layout recovered, and what is known of each room.

    ``is_new`` where there was none; ``notes`` are what else is worth knowing.
    """

    area: Area
    rooms: tuple[RecoveredRoom, ...]
    is_new: bool = False
    notes: tuple[str, ...] = ()

    @property
    def changed(self) -> tuple[RecoveredRoom, ...]:
        """The rooms whose position is another one now."""
        return tuple(room for room in self.rooms if room.is_changed)

    @property
    def unknown(self) -> tuple[RecoveredRoom, ...]:
        """The rooms whose position cannot be told."""
        return tuple(room for room in self.rooms if room.position is None)


def recover_layout(source: Area | str | Path, name: str | None = None) -> LayoutRecovery:
    """The layout of an area by the models and walkmeshes of its rooms.

    In an area, or at a path that has one, only positions that are wrong are corrected; every
    other byte of the layout stays. In a folder without a layout a new one is made of its
    walkmeshes, called ``name`` or as the area's other files. Nothing is written::

        done = kl.recover_layout("my_mod")
        kl.write_area(done.area, "recovered")

    Raises `InputError` for a folder without walkmeshes, and what `load_area` raises.
    """
    if isinstance(source, Area):
        return _corrected(source)
    path = Path(source)
    return _made(path, name) if is_layout_lost(path) else _corrected(load_area(path))


def is_layout_lost(path: str | Path) -> bool:
    """True for a folder that has walkmeshes and no layout."""
    path = Path(path)
    return path.is_dir() and bool(_files(path, ".wok")) and not _files(path, ".lyt")


def _files(folder: Path, ending: str) -> list[Path]:
    return sorted(each for each in folder.iterdir() if each.suffix.lower() == ending)


def _recovered(
    index: int,
    name: str,
    model: Model | None,
    mesh: Walkmesh | None,
    before: Vector | None,
    error: FormatError | None = None,
) -> RecoveredRoom:
    room = RecoveredRoom(index, name, before)
    if error is not None:
        return replace(room, reason=str(error))
    if mesh is None or model is None:
        missing = "walkmesh" if mesh is None else "model"
        return replace(room, reason=f"its {missing} is not here")
    found = find_model_position(model, mesh)
    if found is None:
        has_none = [
            what
            for what, is_there in (("model", model.walkmesh_node), ("walkmesh", len(mesh.faces)))
            if not is_there
        ]
        text = f"its {join_words(has_none)} {'has' if len(has_none) == 1 else 'have'} no floor"
        common = "its model and its walkmesh have no faces in common"
        return replace(room, reason=text if has_none else common)
    if not found.is_certain:
        text = f"its model and its walkmesh differ by {length(found.spread)}, more than"
        return replace(room, spread=found.spread, reason=f"{text} {length(WIDEST)}")
    x, y, z = (round(value, _DECIMALS) + 0.0 for value in found.position)
    return replace(room, position=(x, y, z), spread=found.spread)


# A layout that is wrong


def _corrected(area: Area) -> LayoutRecovery:
    rooms = []
    for room in area.rooms:
        if room.is_empty_slot:
            continue
        found = find_model(area, room.index)
        error = room.error or found.error
        rooms.append(
            _recovered(room.index, room.name, found.model, room.mesh, room.position, error)
        )
    done = LayoutRecovery(area, tuple(rooms))
    if not done.changed:
        return done
    positions = {each.index: each.position for each in done.changed if each.position is not None}
    layout = _with_positions(area.layout, positions)
    moved = [
        replace(room, position=positions.get(room.index, room.position)) for room in area.rooms
    ]
    notes = _hook_notes(layout, done)
    return replace(done, area=replace(area, layout=layout, rooms=tuple(moved)), notes=notes)


def _with_positions(layout: Layout, positions: Mapping[int, Vector]) -> Layout:
    """The layout with rooms elsewhere: three numbers change in each of their lines."""
    for index, position in positions.items():
        layout = layout.moved(LayoutRoom, index, position)
    if layout.stored is None:
        return layout
    lines = layout.stored.data.splitlines(keepends=True)
    places = find_entry_lines(layout.stored.data).entries[LayoutRoom]
    for index, position in positions.items():
        x, y, z = (format_float32(value).encode() for value in position)
        line = _NUMBERS.sub(rb"%b\g<2>%b\g<4>%b\g<6>" % (x, y, z), lines[places[index] - 1])
        lines[places[index] - 1] = line
    data = b"".join(lines)
    try:
        kept = parse_layout(data)
    except FormatError:
        return layout
    # A comment behind the numbers, or another odd line: then it is written in the games' form.
    return kept if parse_layout(layout.to_bytes()).rooms == kept.rooms else layout


def _hook_notes(layout: Layout, done: LayoutRecovery) -> tuple[str, ...]:
    moved = {room.name.lower() for room in done.changed}
    hooks = [hook.name for hook in layout.door_hooks if hook.room.lower() in moved]
    if not hooks:
        return ()
    return (
        f"{count_of(len(hooks), 'door hook')} of these rooms stay where they are: look at them",
    )


# A layout that was lost


def _made(folder: Path, name: str | None) -> LayoutRecovery:
    woks = {path.stem: path for path in _files(folder, ".wok")}
    meshes: dict[str, Walkmesh | None] = {}
    models: dict[str, Model] = {}
    errors: dict[str, FormatError] = {}
    for stem, path in woks.items():
        try:
            meshes[stem] = parse_room_walkmesh(path.read_bytes(), str(path))
            if (model := find_beside(path, ".mdl")) is not None:
                models[stem] = read_model(model)
        except FormatError as error:
            meshes.setdefault(stem, None)
            errors[stem] = error
    names, notes = _order(meshes)
    found = [
        _recovered(index, each, models.get(each), meshes[each], None, errors.get(each))
        for index, each in enumerate(names)
        if each != EMPTY_NAME
    ]
    positions = {each.index: each.position or _ORIGIN for each in found}
    rooms = tuple(
        Room(i, each, positions.get(i, _ORIGIN), mesh := meshes.get(each), loaded=mesh)
        for i, each in enumerate(names)
    )
    layout = Layout(tuple(LayoutRoom(room.name, room.position) for room in rooms))
    area = Area(name or _area_name(folder), layout, rooms=rooms)
    alone = sorted({p.stem for p in _files(folder, ".mdl")} - {s.lower() for s in woks} - {*woks})
    if alone:
        text = "model has" if len(alone) == 1 else "models have"
        notes.append(f"{len(alone):,} {text} no walkmesh and are no rooms now: {some_of(alone)}")
    notes.append("door hooks, tracks and obstacles cannot be told from rooms: there are none now")
    return LayoutRecovery(area, tuple(found), True, tuple(notes))


def _area_name(folder: Path) -> str:
    """The name of the area's other files, else that of the folder."""
    named = {path.stem.lower() for end in (".are", ".git", ".vis") for path in _files(folder, end)}
    if len(named) > 1:
        text = f"its files have several names ({some_of(sorted(named))}): name the area"
        raise InputError(text, source=str(folder))
    return next(iter(named), folder.resolve().name.lower())


def _order(meshes: Mapping[str, Walkmesh | None]) -> tuple[list[str], list[str]]:
    """The names of rooms by their numbers, and what should be known about that.

    A number comes from the links of the rooms that meet a room. The others follow in the order
    of their names, and numbers that links need but no room has are empty slots.
    """
    numbers, unsure = _numbers(meshes)
    names = sorted(meshes, key=str.lower)
    highest = max(
        (int(mesh.transitions.max(initial=-1)) for mesh in meshes.values() if mesh is not None),
        default=-1,
    )
    # A hostile file may name room 2 000 000 000.
    size = max(len(names), highest + 1 if highest < 2 * len(names) + 100 else 0)
    size = max(size, max(numbers.values(), default=-1) + 1)
    order = [EMPTY_NAME] * size
    for name, number in numbers.items():
        order[number] = name
    free = [number for number, name in enumerate(order) if name == EMPTY_NAME]
    rest = [name for name in names if name not in numbers]
    for number, name in zip(free, rest, strict=False):
        order[number] = name
    notes = [f"{count_of(len(numbers), 'room')} numbered by links, {len(rest):,} by name"]
    if unsure:
        notes.append(f"links do not agree on the numbers of {some_of(unsure)}")
    if len(free) > len(rest):
        notes.append(f"links lead to {count_of(len(free) - len(rest), 'room')} that are not here")
    return order, notes


def _numbers(meshes: Mapping[str, Walkmesh | None]) -> tuple[dict[str, int], list[str]]:
    """Room → its number, where all links at its seams say the same; and those where they do not."""
    area = Area.from_meshes("", meshes)
    seams = area.geometry.seams
    boundary = seams.boundary
    votes: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for one, other in ((seams.first, seams.second), (seams.second, seams.first)):
        said = zip(boundary.room[other].tolist(), boundary.transition[one].tolist(), strict=True)
        for room, number in said:
            if 0 <= number < 2 * len(meshes) + 100:
                votes[room][number] += 1
    owners: defaultdict[int, list[int]] = defaultdict(list)
    for room, counted in votes.items():
        owners[counted.most_common(1)[0][0]].append(room)
    numbers = {
        area.rooms[rooms[0]].name: number
        for number, rooms in owners.items()
        if len(rooms) == 1 and len(votes[rooms[0]]) == 1
    }
    unsure = sorted(area.rooms[room].name for room in votes if area.rooms[room].name not in numbers)
    return numbers, unsure
