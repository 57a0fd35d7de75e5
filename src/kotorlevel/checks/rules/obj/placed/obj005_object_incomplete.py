"""OBJ005: doors and placeables of which something is missing."""

from collections.abc import Sequence

from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.objects import Door, Placeable
from kotorlevel.checks.facts.area.placed.objects import at_objects, name_objects
from kotorlevel.checks.rules import AreaSubject, Findings, Options, Severity, rule
from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list

_MOST_REASONS = 3
_LONGEST_REASON = 120


@rule("OBJ005", "object-incomplete", Severity.WARNING, AreaSubject)
def object_incomplete(subject: AreaSubject, _options: Options) -> Findings:
    """A door or placeable has no template, no model, or, if it is a door, no walkmesh.

    Why it matters: without a template or a model the game shows nothing there, and without a
    walkmesh a closed door stops nobody. A placeable without one is normal: one walks through it.

    How to fix: add the file that the message names, or correct the name in the GIT, the template
    or the 2DA. Only asked where the game is at hand: a mod alone need not have these files.
    """
    lookup = subject.area.lookup
    if lookup is None or not subject.area.is_complete:
        return
    things: Sequence[Door | Placeable] = (*subject.area.doors, *subject.area.placeables)
    models = _ModelFiles(lookup)
    groups: dict[tuple[bool, str], list[tuple[Door | Placeable, str]]] = {}
    for thing in things:
        what, reason = _missing(thing, models)
        if what:
            groups.setdefault((isinstance(thing, Door), what), []).append((thing, reason))
    for (_, what), found in groups.items():
        concerned = [thing for thing, _ in found]
        reasons = dict.fromkeys(printable(reason, _LONGEST_REASON) for _, reason in found)
        text = f"{name_objects(concerned)} without a {what}"
        yield at_objects(subject, concerned, f"{text}: {short_list([*reasons], _MOST_REASONS)}")


class _ModelFiles:
    """Which models have a file; each is asked for once."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self._known: dict[str, bool] = {}

    def has(self, model: str) -> bool:
        """True where the model is there, or nobody can say."""
        key = model.lower()
        if key not in self._known:
            try:
                self._known[key] = self._lookup.find(model, "mdl") is not None
            except FormatError:
                self._known[key] = True
        return self._known[key]


def _missing(thing: Door | Placeable, models: _ModelFiles) -> tuple[str, str]:
    """The first thing that is missing of an object, and why; two empty texts for nothing."""
    if thing.missing in ("template", "model"):
        return thing.missing, thing.reason
    if thing.model and not models.has(thing.model):
        return "model", f"there is no {thing.model}.mdl"
    if isinstance(thing, Door) and thing.meshes.count(None) == len(thing.meshes):
        return "walkmesh", thing.reason
    return "", ""
