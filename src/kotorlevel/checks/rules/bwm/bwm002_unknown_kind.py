"""BWM002: neither a room's walkmesh nor an object's."""

from kotorlevel.checks.rules import Finding, Findings, Options, Severity, TablesSubject, rule


@rule("BWM002", "unknown-kind", Severity.WARNING, TablesSubject)
def unknown_kind(subject: TablesSubject, _: Options) -> Findings:
    """The header says neither room (1) nor placeable or door (0).

    Why it matters: the kind decides whether the corners are already in their place in the area or
    are moved with the object. The games have no third one, and KotorLevel reads the file as an
    object, without tree and neighbours.

    How to fix: set the kind in the tool that wrote the file: 1 for a WOK, 0 for a PWK or DWK.
    """
    for problem in subject.bwm.problems:
        if problem.code == "kind":
            yield Finding(problem.text, section=problem.section, offset=problem.offset)
