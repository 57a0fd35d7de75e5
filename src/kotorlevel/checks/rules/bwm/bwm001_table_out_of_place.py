"""BWM001: tables in another order, with gaps or over each other."""

from itertools import pairwise

from kotorlevel.checks.rules import (
    Finding,
    Findings,
    FixKind,
    Options,
    Severity,
    TablesSubject,
    rule,
)
from kotorlevel.core.errors import Problem
from kotorlevel.formats.bwm import Bwm
from kotorlevel.formats.bwm.tables import HEADER, SLOTS

_SEVERITIES = {"order": Severity.WARNING, "gap": Severity.WARNING, "overlap": Severity.ERROR}
_OF_ROOMS = ("nodes", "adjacency", "edges", "loops")
_OF_ALL = [slot for slot in SLOTS if slot.table.name not in _OF_ROOMS]


@rule("BWM001", "table-out-of-place", Severity.WARNING, TablesSubject, fix="safe")
def table_out_of_place(subject: TablesSubject, _: Options) -> Findings:
    """A table does not stand where the games put it: packed, in one fixed order.

    Why it matters: the game follows the offsets and copes, but other tools may not. Two tables over
    each other are worse: the same bytes are read as two different things, and one of them is
    wrong. Of a door or placeable the game reads neither box tree nor adjacency, boundary edges or
    loops, so these are an info there wherever they stand: some shipped doors count 4 rows of
    adjacency at the offset 0.

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
                severity=_severity(problem, subject),
                fix=fix,
            )


def _severity(problem: Problem, subject: TablesSubject) -> Severity:
    is_read = problem.section not in _OF_ROOMS and not (
        problem.code == "overlap" and _stand_apart(subject.bwm)
    )
    return _SEVERITIES[problem.code] if subject.is_area or is_read else Severity.INFO


def _stand_apart(bwm: Bwm) -> bool:
    """True when of the header and the tables that objects have no two share a byte."""
    starts = [(int(bwm.header[each.offset]), getattr(bwm, each.table.name)) for each in _OF_ALL]
    spans = [(start, start + rows.nbytes) for start, rows in starts if len(rows)]
    spans = sorted([(0, HEADER.dtype.itemsize), *spans])
    return all(end <= start for (_, end), (start, _) in pairwise(spans))
