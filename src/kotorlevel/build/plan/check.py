"""What a plan may not say, whoever made it: found before anything is read or built."""

from __future__ import annotations

from kotorlevel.build.plan.values import LevelPlan
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import (
    EMPTY_NAME,
    TYPE_IDS,
    find_name_fault,
    find_safe_filename,
    name_key,
)
from kotorlevel.core.text import encode_text, printable
from kotorlevel.core.words import did_you_mean

_BYTE = 255
_RESERVED = {"module": "that is the name of its IFO"}


def check_plan(plan: LevelPlan) -> None:
    """Raise `FormatError` for names that cannot be, are there twice or mean no room."""
    for key, name in (("name", plan.name), ("area", plan.area_name)):
        _check_name(plan, name, "module", 0, key)
    _check_text(plan, plan.title, "module", 0, "title")
    numbers: dict[str, int] = {}
    for number, room in enumerate(plan.rooms):
        _check_name(plan, room.name, "room", number, "name")
        first = numbers.setdefault(name_key(room.name), number)
        if first != number:
            text = f"there is a room '{printable(room.name)}' already, the {_nth(first)} one"
            raise plan.error(text, "room", number, "name")
    for number, room in enumerate(plan.rooms):
        if room.join:
            _check_known(plan, room.join, "room", number, "join")
            if room.turn or any(room.position):
                text = "a room that is joined stands where its doorway is: no position, no turn"
                raise plan.error(text, "room", number, "join")
        elif room.edge is not None or room.at is not None:
            key = "edge" if room.edge is not None else "at"
            raise plan.error("this is for rooms with join", "room", number, key)
    if plan.entry.room:
        _check_known(plan, plan.entry.room, "entry", 0, "room")
    _check_doors(plan)


def _check_doors(plan: LevelPlan) -> None:
    for number, door in enumerate(plan.doors):
        _check_text(plan, door.title, "door", number, "title")
        _check_text(plan, door.tag, "door", number, "tag")
        if door.between is None and door.at is None:
            raise plan.error("say where: between two rooms, or at a place", "door", number)
        for name in door.between or ():
            _check_known(plan, name, "door", number, "between")
        if door.between and len({name_key(name) for name in door.between}) == 1:
            raise plan.error("two rooms are needed", "door", number, "between")
        if door.template and (door.appearance is not None or door.locked):
            key = "appearance" if door.appearance is not None else "locked"
            text = f"the template '{printable(door.template)}' says that: leave one of them out"
            raise plan.error(text, "door", number, key)
        if door.appearance is not None and not 0 <= door.appearance <= _BYTE:
            text = f"{door.appearance} does not fit: a template has room for 0 to {_BYTE}"
            raise plan.error(text, "door", number, "appearance")
        if door.template and not door.template.lower().endswith(".utd"):
            _check_name(plan, door.template, "door", number, "template")


def order_rooms(plan: LevelPlan) -> list[int]:
    """The numbers of the rooms, each behind the one that it is joined to.

    Raises `FormatError` where rooms are joined in a ring. Their order stays as far as it can.
    """
    numbers = {name_key(room.name): number for number, room in enumerate(plan.rooms)}
    order: dict[int, None] = {}
    for start in range(len(plan.rooms)):
        chain: dict[int, None] = {}
        number = start
        while number not in order:
            if number in chain:
                raise _ring(plan, [*chain][[*chain].index(number) :])
            chain[number] = None
            join = plan.rooms[number].join
            if not join:
                break
            number = numbers[name_key(join)]
        order |= dict.fromkeys(reversed(chain))
    return [*order]


def _ring(plan: LevelPlan, chain: list[int]) -> FormatError:
    names = [plan.rooms[number].name for number in (*chain, chain[0])]
    shown = " to ".join(names if len(names) < 8 else [*names[:6], "…", names[-1]])
    text = f"rooms are joined in a ring, {shown}: one of them needs a position instead"
    return plan.error(text, "room", chain[0], "join")


def _check_name(plan: LevelPlan, name: str, table: str, number: int, key: str) -> None:
    fault = find_name_fault(name)
    if fault is None and (name == EMPTY_NAME or find_safe_filename(name, TYPE_IDS["wok"]) is None):
        fault = f"'{printable(name)}' cannot be the name of a file; take letters, digits and _"
    if fault is None and table == "module" and name_key(name) in _RESERVED:
        fault = f"'{name}': {_RESERVED[name_key(name)]}"
    if fault is not None:
        raise plan.error(fault, table, number, key)


def _check_text(plan: LevelPlan, text: str, table: str, number: int, key: str) -> None:
    """The games' files have letters of western Europe only."""
    try:
        encode_text(text)
    except FormatError as error:
        raise plan.error(error.message, table, number, key) from None


def _check_known(plan: LevelPlan, name: str, table: str, number: int, key: str) -> None:
    names = [room.name for room in plan.rooms]
    if name_key(name) not in map(name_key, names):
        hint = did_you_mean(name, names)
        text = f"there is no room '{printable(name)}'. {hint}".rstrip()
        raise plan.error(text, table, number, key)


def _nth(number: int) -> str:
    words = ("first", "second", "third")
    return words[number] if number < len(words) else f"{number + 1}th"
