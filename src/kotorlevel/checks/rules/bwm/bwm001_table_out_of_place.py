"""BWM001: tables in another order, with gaps or over each other."""

from kotorlevel.checks.rules import (
    Finding,
    Findings,
    FixKind,
    Options,
    Severity,
    TablesSubject,
    rule,
)

_SEVERITIES = {"order": Severity.WARNING, "gap": Severity.WARNING, "overlap": Severity.ERROR}


@rule("BWM001", "table-out-of-place", Severity.WARNING, TablesSubject, fix="safe")
def table_out_of_place(subject: TablesSubject, _: Options) -> Findings:
    """A table does not stand where the games put it: packed, in one fixed order.

    Why it matters: the game follows the offsets and copes, but other tools may not. Two tables over
    each other are worse: the same bytes are read as two different things, and one of them is
    wrong.

    How to fix: write the file anew with its tables packed in order (`kotorlevel fix`). Where tables
    overlapped, look at the result: what one of them held may be lost. Unused bytes between tables
    may be rows that a wrong count hides: they are left out only by `kotorlevel fix --unsafe`.
    """
    has_gap = any(problem.code == "gap" for problem in subject.bwm.problems)
    fix: FixKind | None = "unsafe" if has_gap else None
    for problem in subject.bwm.problems:
        if problem.code in _SEVERITIES:
            yield Finding(
                problem.text,
                section=problem.section,
                offset=problem.offset,
                severity=_SEVERITIES[problem.code],
                fix=fix,
            )
