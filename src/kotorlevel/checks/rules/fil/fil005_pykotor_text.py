"""FIL005: a text whose vertices are not where its node says."""

from kotorlevel.checks.facts.text import findings_of
from kotorlevel.checks.rules import FileSubject, Findings, Options, Severity, rule


@rule("FIL005", "pykotor-text", Severity.INFO, FileSubject)
def pykotor_text(subject: FileSubject, _: Options) -> Findings:
    """The text is of PyKotor's dialect: its corners are in area space already.

    Why it matters: the game, which reads such a text too, adds the position of the node, and the
    room's floor lies elsewhere. It was read here as PyKotor means it, without adding it.

    How to fix: convert it to a WOK (`kotorlevel convert`), and give the game that.
    """
    yield from findings_of(subject.problems, "pykotor")
