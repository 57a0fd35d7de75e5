"""OBJ021: things whose template is not there."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from kotorlevel.checks.facts.area.placed.things import at_things
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule
from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list
from kotorlevel.nav.objects.survey import survey_objects
from kotorlevel.nav.objects.words import name_objects

if TYPE_CHECKING:
    from kotorlevel.area.install.lookup import Lookup
    from kotorlevel.nav.objects.values import SurveyedObject

_TYPES = {
    "creature": "utc",
    "encounter": "ute",
    "trigger": "utt",
    "store": "utm",
    "sound": "uts",
    "item": "uti",
}
"""Kinds whose things are made of a template. A waypoint has all it needs in the GIT."""
_MOST_NAMES = 4


@rule("OBJ021", "template-missing", Severity.WARNING, AreaSubject)
def template_missing(subject: AreaSubject, options: Options) -> Findings:
    """A creature, encounter, trigger, store, sound or item has no template.

    Why it matters: the template says what it is. Without it nothing is there in the game.

    How to fix: add the file that the message names, or correct the name in the GIT. Only asked
    where the game is at hand: a mod alone need not have these files. `OBJ005` asks it of doors and
    placeables.
    """
    lookup = subject.area.lookup
    if lookup is None or not subject.area.is_complete:
        return
    known: dict[tuple[str, str], bool] = {}
    groups: dict[str, list[SurveyedObject]] = defaultdict(list)
    for thing in survey_objects(subject.area, options.surfaces):
        kind = _TYPES.get(thing.kind)
        if kind is None:
            continue
        key = name_key(thing.template), kind
        if key not in known:
            known[key] = _is_there(lookup, thing.template, kind)
        if not known[key]:
            groups[thing.kind].append(thing)
    for kind, things in groups.items():
        files = dict.fromkeys(
            f"{printable(thing.template, 40)}.{_TYPES[kind]}" for thing in things if thing.template
        )
        why = f"there is no {short_list([*files], _MOST_NAMES)}" if files else "none is named"
        yield at_things(subject, things, f"{name_objects(things)} without a template: {why}")


def _is_there(lookup: Lookup, name: str, kind: str) -> bool:
    """True where the template is there, or nobody can say."""
    try:
        return bool(name) and lookup.find(name, kind) is not None
    except FormatError:
        return True
