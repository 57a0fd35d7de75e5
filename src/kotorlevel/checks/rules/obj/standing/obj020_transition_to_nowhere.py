"""OBJ020: doors and triggers that lead to what is not there."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from kotorlevel.area.destinations import find_destinations
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, short_list

if TYPE_CHECKING:
    from kotorlevel.area.destinations import State
    from kotorlevel.area.transitions import Transition

_MOST_NAMES = 4


@rule("OBJ020", "transition-to-nowhere", Severity.WARNING, AreaSubject)
def transition_to_nowhere(subject: AreaSubject, _: Options) -> Findings:
    """A door or trigger leads to a module that is not there, or to no waypoint or door of it.

    Why it matters: the player cannot leave that way, or arrives at the wrong place. Within the
    module this is always looked at, for other modules where the game is at hand (`--game`); all 19
    transitions between areas of the games at hand arrive. What names neither a module nor a tag
    is left to scripts.

    How to fix: correct `LinkedToModule` or `LinkedTo` in the GIT, or add the waypoint there. Tags
    and modules are compared without regard to case.
    """
    groups: dict[tuple[str, State, str, str], list[Transition]] = defaultdict(list)
    for each in find_destinations(subject.area):
        if each.state in ("no-module", "no-target"):
            one = each.transition
            to = name_key(one.target) if each.state == "no-target" else ""
            groups[one.kind, each.state, name_key(one.module), to].append(one)
    for (noun, state, _module, _to), found in groups.items():
        yield Finding(
            f"{_name(found, noun)} {_where(found[0], state)}",
            place=found[0].kind,
            numbers=tuple(each.number for each in found),
            at=found[0].position,
            file=subject.part_file("git"),
        )


def _name(found: list[Transition], noun: str) -> str:
    names = dict.fromkeys(printable(each.tag, 40) for each in found if each.tag)
    shown = short_list([*names], _MOST_NAMES)
    verb = "leads" if len(found) == 1 else "lead"
    return f"{count_of(len(found), noun)}{f' ({shown})' if shown else ''} {verb}"


def _where(each: Transition, state: State) -> str:
    module, to = printable(each.module, 40), printable(each.target, 40)
    if state == "no-module":
        return f"to the module {module}, which is not there"
    where = f"the module {module}" if module else "this module"
    return f"to {to}, and {where} has no waypoint or door of that tag"
