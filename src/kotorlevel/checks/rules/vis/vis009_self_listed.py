"""VIS009: a room that names itself."""

from kotorlevel.checks.facts.text import visibility_lines
from kotorlevel.checks.rules import Finding, Findings, Options, Severity, VisibilitySubject, rule
from kotorlevel.core.resource import same_name
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, short_list


@rule("VIS009", "self-listed", Severity.INFO, VisibilitySubject, fix="safe")
def self_listed(subject: VisibilitySubject, _: Options) -> Findings:
    """A room lists itself among the rooms it sees.

    Why it matters: it does no harm: the room the player is in is always drawn. The line is only
    waste.

    How to fix: remove the line (`kotorlevel fix`).
    """
    found = [
        (printable(entry.name), line)
        for entry, place in zip(
            subject.visibility.entries, visibility_lines(subject.visibility), strict=True
        )
        for name, line in zip(entry.sees, place.children, strict=True)
        if same_name(name, entry.name)
    ]
    if found:
        names = list(dict.fromkeys(name for name, _ in found))
        verb = "lists itself" if len(names) == 1 else "list themselves"
        text = f"{count_of(len(names), 'room')} {verb}: {short_list(names)}"
        yield Finding(text, line=found[0][1], fix=subject.fix)
