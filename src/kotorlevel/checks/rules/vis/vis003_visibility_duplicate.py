"""VIS003: a room or a child that is there twice."""

from kotorlevel.checks.facts.text import visibility_lines
from kotorlevel.checks.rules import Finding, Findings, Options, Severity, VisibilitySubject, rule
from kotorlevel.core.resource import name_key
from kotorlevel.core.text import printable


@rule("VIS003", "visibility-duplicate", Severity.WARNING, VisibilitySubject, fix="safe")
def visibility_duplicate(subject: VisibilitySubject, _: Options) -> Findings:
    """A room has two entries, or is listed twice in one.

    Why it matters: a second entry may replace the first one, so that rooms vanish from sight. A
    name listed twice in one entry is only waste, and an info: shipped files have it.

    How to fix: join the entries and list each name once (`kotorlevel fix`).
    """
    parents: set[str] = set()
    lines = visibility_lines(subject.visibility)
    for entry, place in zip(subject.visibility.entries, lines, strict=True):
        shown = printable(entry.name)
        if name_key(entry.name) in parents:
            yield Finding(f"a second entry of {shown}", line=place.parent, fix=subject.fix)
        parents.add(name_key(entry.name))
        children: set[str] = set()
        for name, line in zip(entry.sees, place.children, strict=True):
            if name_key(name) in children:
                text = f"{shown} lists {printable(name)} again"
                yield Finding(text, line=line, fix=subject.fix, severity=Severity.INFO)
            children.add(name_key(name))
