"""LYT006: a name that is too long or has a forbidden character."""

from kotorlevel.checks.facts.text import findings_of
from kotorlevel.checks.rules import Findings, LayoutSubject, Options, Severity, rule


@rule("LYT006", "layout-name", Severity.WARNING, LayoutSubject)
def layout_name(subject: LayoutSubject, _: Options) -> Findings:
    """A name in the layout is one that the game cannot use.

    Why it matters: the game keeps 16 characters of a name, finds no model and no walkmesh of the
    cut name, and the room is missing.

    How to fix: shorten the name to at most 16 letters, digits and underscores, here and in the
    file names of the model, the walkmesh and in the visibility.
    """
    yield from findings_of(subject.layout.problems, "name")
