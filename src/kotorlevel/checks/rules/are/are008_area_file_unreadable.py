"""ARE008: a file of the area that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator

from kotorlevel.checks.files import area_files
from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import rule
from kotorlevel.checks.subjects import AreaSubject


@rule("ARE008", "area-file-unreadable", Severity.ERROR, AreaSubject)
def area_file_unreadable(subject: AreaSubject, _: Options) -> Iterator[Finding]:
    """A file that belongs to the area cannot be read.

    Why it matters: what stops this reader mostly stops the game too. Without the GIT an area has
    neither doors nor people, without the PTH nobody finds a way; and what a check says about them
    is worth nothing.

    How to fix: restore the file from its source or make it anew.
    """
    looked_at = {resource.source for resource in area_files(subject.area)}
    for problem in subject.area.problems:
        if problem.code == "unreadable" and problem.source not in looked_at:
            yield Finding(problem.text, file=problem.source)
