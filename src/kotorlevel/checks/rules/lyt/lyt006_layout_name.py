"""LYT006: a name that is too long or has a forbidden character."""

from __future__ import annotations

from collections.abc import Iterator

from kotorlevel.checks.facts.text import findings_of
from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import rule
from kotorlevel.checks.subjects import LayoutSubject


@rule("LYT006", "layout-name", Severity.WARNING, LayoutSubject)
def layout_name(subject: LayoutSubject, _: Options) -> Iterator[Finding]:
    """A name in the layout is one that the game cannot use.

    Why it matters: the game keeps 16 characters of a name, finds no model and no walkmesh of the
    cut name, and the room is missing.

    How to fix: shorten the name to at most 16 letters, digits and underscores, here and in the
    file names of the model, the walkmesh and in the visibility.
    """
    yield from findings_of(subject.layout.problems, "name")
