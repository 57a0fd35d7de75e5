"""VIS002: a name that the layout beside it does not have."""

from kotorlevel.checks.facts.text import visibility_lines
from kotorlevel.checks.rules import Finding, Findings, Options, Severity, VisibilitySubject, rule
from kotorlevel.core.resource import EMPTY_NAME, name_key
from kotorlevel.core.text import printable


@rule("VIS002", "visibility-unknown-room", Severity.WARNING, VisibilitySubject)
def visibility_unknown_room(subject: VisibilitySubject, _: Options) -> Findings:
    """A name in the visibility is not a room of the layout.

    Why it matters: the game finds no such room and draws nothing for it; mostly the real name
    is misspelt, and that room vanishes from sight.

    How to fix: correct the name, or remove its entry and the lines that list it.
    """
    if subject.layout is None:
        return
    known = {name_key(room.name) for room in subject.layout.rooms} - {EMPTY_NAME}
    unknown: dict[str, tuple[str, list[int | None]]] = {}
    lines = visibility_lines(subject.visibility)
    for entry, place in zip(subject.visibility.entries, lines, strict=True):
        named = zip((entry.name, *entry.sees), (place.parent, *place.children), strict=True)
        for name, line in named:
            if name_key(name) not in known:
                unknown.setdefault(name_key(name), (name, []))[1].append(line)
    for name, found in unknown.values():
        times = f" ({len(found)} times)" if len(found) > 1 else ""
        text = f"{printable(name)} is not a room of the layout{times}"
        yield Finding(text, line=found[0])
