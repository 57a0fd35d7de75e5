"""`new_plan`: a first plan for a module, of the rooms of a kit or of given walkmeshes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.area.edit.kits.fit import FIT
from kotorlevel.area.edit.kits.listing import list_kit
from kotorlevel.build.chain import Chain, chain_rooms, find_joinable, find_meetings
from kotorlevel.build.plan.check import check_plan
from kotorlevel.build.plan.values import GameKind, LevelPlan, PlannedDoor, PlannedEntry, PlannedRoom
from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.resource import LONGEST_NAME, find_name_fault
from kotorlevel.core.words import some_of
from kotorlevel.formats.lyt import LayoutRoom, read_layout
from kotorlevel.mesh.io import read_walkmesh

if TYPE_CHECKING:
    from kotorlevel.area.edit.openings import Opening
    from kotorlevel.core.types import Vector
    from kotorlevel.mesh.walkmesh import Walkmesh

_MOST_ROOMS = 200
"""Rooms of a kit that are tried: each is tried at every free doorway of those before it."""


def new_plan(
    name: str,
    *,
    kit: str | Path | None = None,
    rooms: Sequence[str | Path] = (),
    area: str = "",
    title: str = "",
    game: GameKind = "k1",
    doors: PlannedDoor | None = None,
) -> LevelPlan:
    """A plan for a module of the rooms in a ``kit``'s folder, or of the walkmeshes ``rooms``.

    Rooms that meet where they stand stay there. Others are joined, one after the other, wherever
    a doorway fits and no floor lies on another: those of a kit once each, beginning with the one
    that has most doorways, and those that fit nowhere are left out; given ``rooms`` in their order,
    and where one fits nowhere, that is an `InputError`. ``doors`` is a door for every joint,
    without its place. Raises `FormatError` for what cannot be read::

        plan = kl.new_plan("m55aa", rooms=["hall.wok", "corridor.wok"])
        kl.build_module(plan).write("m55aa")
    """
    if (kit is None) == (not rooms):
        raise InputError("give a kit, or rooms: one of them")
    paths = _list_rooms(Path(kit)) if kit is not None else [Path(each) for each in rooms]
    names = _name_rooms(paths, area or name)
    meshes = {each: _read(path) for each, path in zip(names, paths, strict=True)}
    if kit is not None:
        meshes = {each: meshes[each] for each in _best_first(meshes)}
    by_name = dict(zip(names, paths, strict=True))
    openings = find_meetings(meshes)
    if openings:
        planned = [_room(each, by_name) for each in names]
        places = _find_places(openings, list(meshes))
        notes = ["the rooms meet where they stand, and stay there"]
    else:
        chain = chain_rooms(meshes)
        if chain.left and kit is None:
            raise _fits_nowhere(chain, by_name, meshes)
        planned = [_room(chain.start, by_name)]
        planned += [
            replace(_room(each.room, by_name), join=each.other, edge=each.edge, at=each.other_edge)
            for each in chain.joints
        ]
        places = [PlannedDoor((each.other, each.room)) for each in chain.joints]
        left = [str(by_name[each]) for each in chain.left]
        notes = [f"left out, for no free doorway fits: {some_of(left, 8)}"] if left else []
    made = [
        replace(doors, between=each.between, at=each.at) for each in places if doors is not None
    ]
    entry = PlannedEntry(planned[0].name)
    plan = LevelPlan(
        name, tuple(planned), area, title, game, tuple(made), entry, notes=tuple(notes)
    )
    check_plan(plan)
    return plan


def _list_rooms(kit: Path) -> list[Path]:
    """The walkmeshes of a kit that have a doorway, or all where none has."""
    listed = [each for each in list_kit(kit) if not each.error]
    if not listed:
        raise InputError("there is no walkmesh (WOK) of a room here", source=str(kit))
    usable = [each for each in listed if each.doorways] or listed[:1]
    return [kit / each.path for each in usable[:_MOST_ROOMS]]


def _room(name: str, paths: Mapping[str, Path]) -> PlannedRoom:
    """A room as it stands; of one that lies beside its layout it is known where its model is."""
    path = paths[name]
    return PlannedRoom(name, str(path), model_position=_position_in_layout(path))


def _position_in_layout(path: Path) -> Vector | None:
    """Where the only layout beside a walkmesh has its model; None where none says."""
    layouts = [each for each in path.parent.iterdir() if each.suffix.lower() == ".lyt"]
    if len(layouts) != 1:
        return None
    try:
        room = read_layout(layouts[0]).find(LayoutRoom, path.stem)
    except FormatError:
        return None
    return room.position if room is not None else None


def _find_places(openings: Sequence[Opening], names: Sequence[str]) -> list[PlannedDoor]:
    """A door for each doorway, with its place only where the rooms have several between them."""
    pairs = [(names[each.room], names[each.other]) for each in openings]
    return [
        PlannedDoor(pair, _short(each.place) if pairs.count(pair) > 1 else None)
        for pair, each in zip(pairs, openings, strict=True)
    ]


def _short(place: Vector) -> tuple[float, ...]:
    return tuple(round(value, 2) + 0.0 for value in place)


def _best_first(meshes: Mapping[str, Walkmesh]) -> list[str]:
    """The rooms of a kit: first those that fit many others, then those with many doorways."""
    widths = {name: [each.width for each in find_joinable(m)] for name, m in meshes.items()}

    def fits(one: str, other: str) -> bool:
        pairs = ((a, b) for a in widths[one] for b in widths[other])
        return any(abs(a - b) <= FIT for a, b in pairs)

    partners = {name: sum(fits(name, other) for other in meshes) for name in meshes}
    return sorted(meshes, key=lambda name: (-partners[name], -len(widths[name])))


def _read(path: Path) -> Walkmesh:
    mesh = read_walkmesh(path)
    if not mesh.is_area:
        raise FormatError("this is the walkmesh of an object, not of a room", source=str(path))
    if not mesh.geometry.is_sound:
        raise FormatError("its shape is not sound: check says why", source=str(path))
    return mesh


def _name_rooms(paths: Iterable[Path], area: str) -> list[str]:
    """A name for each room: its file's if the game can use that, else the area's and a number."""
    names: dict[str, None] = {}
    for number, path in enumerate(paths, 1):
        name = path.stem.lower()
        while find_name_fault(name) is not None or name in names:
            ending = f"_{number:02d}"
            name = f"{area[: LONGEST_NAME - len(ending)]}{ending}".lower()
            number += 1
            if find_name_fault(area) is not None:
                raise InputError(f"'{area}' is no name: {find_name_fault(area)}")
        names[name] = None
    return list(names)


def _fits_nowhere(chain: Chain, paths: dict[str, Path], meshes: dict[str, Walkmesh]) -> InputError:
    left = [str(paths[name]) for name in chain.left]
    widths = sorted({f"{d.width:.2f} m" for n in chain.left for d in find_joinable(meshes[n])})
    fits = "fits" if len(left) == 1 else "fit"
    text = f"{some_of(left)} {fits} no free doorway of the other rooms without lying on one"
    how = f"doorways there: {', '.join(widths)}" if widths else "there is no doorway in it"
    return InputError(f"{text} ({how}); write a plan with positions instead")
