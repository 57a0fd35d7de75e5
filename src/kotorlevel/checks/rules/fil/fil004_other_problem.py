"""FIL004: whatever a reader noted that has no rule of its own."""

from kotorlevel.checks.facts.text import as_finding
from kotorlevel.checks.rules import FileSubject, Findings, Options, Severity, rule

REPORTED_ELSEWHERE = frozenset(
    {
        "trailing",  # FIL002
        "byte-order-mark",  # FIL003
        "order",  # walkmeshes: BWM rules
        "overlap",
        "gap",
        "kind",
        "count",  # LYT001, VIS001
        "no-count",  # VIS001
        "line-ends",  # LYT002, VIS005
        "last-line-end",
        "nine-fields",  # LYT003
        "sections",  # LYT004
        "name",  # LYT006, VIS008
        "unknown-line",  # LYT008
        "other-section",  # LYT008
        "blank-line",  # LYT010
        "extra-fields",  # LYT012
        "comment",  # VIS007
        "version",  # VIS013
        "flat",  # VIS014
        "child-number",  # VIS015
        "pykotor",  # FIL005
    }
)
"""The kinds of problems that have a rule of their own."""


@rule("FIL004", "other-problem", Severity.WARNING, FileSubject)
def other_problem(subject: FileSubject, _: Options) -> Findings:
    """The file is readable, but not all of it is as it should be.

    Why it matters: the game may read this place in another way than tools do, or not at all.

    How to fix: look at the place that the message names; what is there was kept as it is.
    """
    for problem in subject.problems:
        if problem.code not in REPORTED_ELSEWHERE:
            yield as_finding(problem)
