"""ARE006: several copies of a file, of which one counts."""

from kotorlevel.checks.facts.area.copies import Shadow, list_shadows
from kotorlevel.checks.facts.mesh.places import counted
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule
from kotorlevel.core.text import printable
from kotorlevel.core.words import short_list

_LONGEST_PLACE = 200


@rule("ARE006", "shadowed-copy", Severity.INFO, AreaSubject)
def shadowed_copy(subject: AreaSubject, _: Options) -> Findings:
    """A file of the area is there more than once, and the copies differ.

    Why it matters: the game takes one of them and never sees the others. That is how mods replace
    what the game has. But where a folder wins over a copy in a MOD or in a folder of yours, an edit
    that somebody made has no effect, and it is a warning.

    How to fix: nothing, if the copy that counts is the one you want. Else take the copy that wins
    away, or bring your change into it.
    """
    groups: dict[tuple[str, str, str], list[Shadow]] = {}
    for shadow in list_shadows(subject.area):
        groups.setdefault((shadow.kind, shadow.winner, shadow.loser), []).append(shadow)
    for (kind, winner, loser), shadows in groups.items():
        severity = Severity.INFO if kind == "normal" else Severity.WARNING
        yield Finding(_text(kind, winner, loser, shadows), severity=severity)


def _text(kind: str, winner: str, loser: str, shadows: list[Shadow]) -> str:
    names = list(dict.fromkeys(printable(shadow.filename) for shadow in shadows))
    files, which = counted(len(names), "file", "files"), short_list(names)
    won, lost = printable(winner, _LONGEST_PLACE), printable(loser, _LONGEST_PLACE)
    if kind == "dead":
        has = "has" if len(names) == 1 else "have"
        return f"{files} in {lost} {has} no effect, {won} wins: {which}"
    if kind == "game":
        return f"the game takes {files} from {won}, not from {lost}: {which}"
    if kind == "twice":
        taken = shadows[0].taken
        counts = "the first copy" if taken == loser else printable(taken, _LONGEST_PLACE)
        return f"{lost} holds {files} more than once: {which}; {counts} counts"
    return f"{won} wins over {lost} in {files}: {which}"
