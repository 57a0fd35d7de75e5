"""OBJ020: doors and triggers that lead to what is not there."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from kotorlevel.area.transitions import find_transitions
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, short_list

if TYPE_CHECKING:
    from kotorlevel.area.transitions import Transition

_NOUNS = {"Door List": "door", "TriggerList": "trigger"}
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
    groups: dict[tuple[str, str, str, str], list[Transition]] = defaultdict(list)
    for each in find_transitions(subject.area):
        if each.state in ("no-module", "no-tag"):
            to = each.to.lower() if each.state == "no-tag" else ""
            groups[each.list_name, each.state, each.module.lower(), to].append(each)
    for key, found in groups.items():
        noun = _NOUNS[key[0]]
        yield Finding(
            f"{_name(found, noun)} {_where(found[0])}",
            place="door" if noun == "door" else "trigger",
            numbers=tuple(each.number for each in found),
            at=found[0].position,
            file=subject.part_file("git"),
        )


def _name(found: list[Transition], noun: str) -> str:
    names = dict.fromkeys(printable(each.tag, 40) for each in found if each.tag)
    shown = short_list([*names], _MOST_NAMES)
    verb = "leads" if len(found) == 1 else "lead"
    return f"{count_of(len(found), noun)}{f' ({shown})' if shown else ''} {verb}"


def _where(each: Transition) -> str:
    module, to = printable(each.module, 40), printable(each.to, 40)
    if each.state == "no-module":
        return f"to the module {module}, which is not there"
    where = f"the module {module}" if module else "this module"
    return f"to {to}, and {where} has no waypoint or door of that tag"
