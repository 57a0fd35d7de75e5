"""How findings name doors and placeables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kotorlevel.area.objects import Door, PlacedObject
from kotorlevel.checks.finding import Finding, Place, Severity
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, short_list

if TYPE_CHECKING:
    from kotorlevel.checks.subjects import AreaSubject

_MOST_NAMES = 4


def at_objects(
    subject: AreaSubject,
    things: Sequence[PlacedObject],
    text: str,
    at: tuple[float, float, float] | None = None,
    severity: Severity | None = None,
) -> Finding:
    """A finding about doors, or about placeables, of the GIT; it is ``at``, or at the first."""
    place: Place = "door" if isinstance(things[0], Door) else "placeable"
    git = subject.area.files.get("git")
    return Finding(
        text,
        place=place,
        numbers=tuple(thing.index for thing in things),
        at=things[0].position if at is None else at,
        severity=severity,
        file=git.source if git else "",
    )


def name_objects(things: Sequence[PlacedObject]) -> str:
    """``2 doors (gate and hatch)``, by their tags, or their templates where they have none."""
    noun = "door" if isinstance(things[0], Door) else "placeable"
    names = dict.fromkeys(printable(thing.tag or thing.template) for thing in things)
    shown = short_list([name for name in names if name], _MOST_NAMES)
    return count_of(len(things), noun) + (f" ({shown})" if shown else "")
