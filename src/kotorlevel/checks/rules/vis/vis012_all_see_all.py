"""VIS012: a visibility that hides nothing."""

from kotorlevel.checks.rules import Finding, Findings, Options, Severity, VisibilitySubject, rule
from kotorlevel.core.resource import EMPTY_NAME, name_key

_FEWEST = 3


@rule("VIS012", "all-see-all", Severity.INFO, VisibilitySubject)
def all_see_all(subject: VisibilitySubject, _: Options) -> Findings:
    """Every room sees every other room.

    Why it matters: the game then draws the whole area all the time, which is slow where it is
    large. In a small area this is as it should be: two shipped ones have it, of three and five
    rooms.

    How to fix: nothing, where the game runs well; else compute who sees whom (`kotorlevel vis
    AREA build --drop`).
    """
    visibility, layout = subject.visibility, subject.layout
    names = visibility.rooms if layout is None else [room.name for room in layout.rooms]
    rooms = {name_key(name) for name in names} - {EMPTY_NAME}
    if len(rooms) < _FEWEST:
        return
    seen = {(name_key(a), name_key(b)) for a, b in visibility.pairs()}
    if sum(a != b and a in rooms and b in rooms for a, b in seen) == len(rooms) * (len(rooms) - 1):
        yield Finding(f"all {len(rooms)} rooms see each other: nothing is ever hidden")
