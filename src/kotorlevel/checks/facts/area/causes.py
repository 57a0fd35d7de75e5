"""Which rule finds the fault that parts a floor, what mends it, and why there is no path.

`nav` knows no rules: what keeps two floors apart is a cause there, whether anybody checks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kotorlevel.nav.causes.words import IF_MEANT, describe_causes, describe_remedy, describe_stop

if TYPE_CHECKING:
    from kotorlevel.nav.causes.cause import Cause, Kind
    from kotorlevel.nav.path import Path

_RULES: dict[Kind, str] = {
    "no-link": "ARE010",
    "one-way": "ARE003",
    "wrong-room": "ARE011",
    "gap": "ARE005",
    "overlap": "ARE005",
    "part": "ARE005",
    "direction": "ARE005",
    "winding": "MSH010",
    "turned": "MSH007",
}

STEP_RULE = "ARE005"
"""The rule that finds edges which do not meet, though they may be linked: a step between rooms."""


def rule_of(cause: Cause) -> str:
    """The id of the rule that finds the same fault; empty where none does."""
    is_one_room = cause.rooms[0] == cause.rooms[1]
    if cause.kind == "touch":
        return "MSH005" if is_one_room else ""
    if cause.kind == "crossed":
        return "" if is_one_room else "ARE002"
    if cause.kind == "step":
        return STEP_RULE if cause.miss else ""  # else it is at no seam
    if cause.kind == "one-way" and cause.link:
        return "ARE011"  # it leads elsewhere
    return _RULES.get(cause.kind, "")


def rule_on_the_way(cause: Cause) -> str:
    """The same for one who walks there: to a room without a walkmesh an edge leads."""
    return "ARE009" if cause.kind == "absent" else rule_of(cause)


def explain_path(path: Path) -> str:
    """Why there is no path, in words: what parts the goal from the start, or how near one comes."""
    names = path.stop.names if path.stop else ()
    return describe_causes(path.causes, names, rule_on_the_way) or describe_stop(path)


def suggest_remedy(cause: Cause, names: Sequence[str], named: str = "AREA") -> str:
    """What mends it, as a command where one does; ``named`` is how commands name the level.

    A command stands at the end, so that it can be copied; what it depends on stands before it.
    """
    remedy = cause.remedy
    if remedy is None or remedy.kind == "open-door":
        return ""
    link = f"kotorlevel link {named} --in-place"
    commands = {
        "link": link,
        "link-through-wall": f"{IF_MEANT}, through all such walls of the area: {link} "
        "--through-walls",
        "split": f"{link} --split",
        "snap": f"{link} --snap {remedy.metres:g}",
        "turn-face": f"kotorlevel fix {named}",
    }
    if remedy.kind == "weld" and rule_of(cause):
        return f"{IF_MEANT}: kotorlevel fix {named} --unsafe"
    text = describe_remedy(remedy, names)
    if remedy.kind == "add-walkmesh":
        return f"{text} (.wok), or give the whole game: --game DIR"
    return commands.get(remedy.kind, text)
