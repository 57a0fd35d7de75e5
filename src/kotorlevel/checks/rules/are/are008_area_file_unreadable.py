"""ARE008: a file of the area that cannot be read."""

from kotorlevel.checks.files import area_files
from kotorlevel.checks.rules import AreaSubject, Finding, Findings, Options, Severity, rule


@rule("ARE008", "area-file-unreadable", Severity.ERROR, AreaSubject)
def area_file_unreadable(subject: AreaSubject, _: Options) -> Findings:
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
