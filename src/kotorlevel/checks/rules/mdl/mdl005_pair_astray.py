"""MDL005: the model of a room and its WOK are not at one place."""

from math import dist

from kotorlevel.checks.facts.area.seam_links import room_name
from kotorlevel.checks.facts.area.seen.pairs import Pair, find_pairs
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.types import Vector
from kotorlevel.core.words import exact, length

_SLIP = 0.1
"""Metres from which on the feet are seen to be off."""


@rule("MDL005", "pair-astray", Severity.WARNING, AreaSubject)
def pair_astray(subject: AreaSubject, _: Options) -> Findings:
    """The walkmesh of a room stands elsewhere than its model in the layout.

    Why it matters: the game draws the model where the layout says and leaves the walkmesh where
    it is: the player walks beside the floor, through walls. The walkmesh was exported without the
    layout's position, or one of the two was moved alone. Less than 10 cm are an info.

    How to fix: make the WOK out of the model again, at the layout's position (`kotorlevel convert
    ROOM.mdl ROOM.wok`); or, if the walkmesh fits its neighbours, set the position that is named
    here in the layout (`kotorlevel layout AREA recover`).
    """
    for pair in find_pairs(subject.area).values():
        if not pair.astray:
            continue
        room = subject.area.rooms[pair.index]
        far = dist(pair.offset, room.position)
        yield Finding(
            _text(subject, pair, room.position, far),
            place="room",
            numbers=(pair.index,),
            severity=Severity.INFO if far < _SLIP else None,
            file=subject.file_of(room),
        )


def _text(subject: AreaSubject, pair: Pair, position: Vector, far: float) -> str:
    here, there = (", ".join(map(exact, each)) for each in (position, pair.offset))
    how = ""
    if max(map(abs, pair.offset)) < _SLIP:
        how = ", as if it had been exported without that position"
    elif dist(pair.offset, tuple(2 * part for part in position)) < _SLIP:
        how = ", as if the position had been added twice"
    name = room_name(subject, pair.index)
    return (
        f"the walkmesh of {name} is {length(far)} away from its model: the layout has it at "
        f"({here}), the walkmesh belongs to ({there}){how}"
    )
