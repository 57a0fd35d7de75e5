"""FIL001: a file that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator

from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import rule
from kotorlevel.checks.subjects import FileSubject


@rule("FIL001", "unreadable-file", Severity.ERROR, FileSubject)
def unreadable_file(subject: FileSubject, _: Options) -> Iterator[Finding]:
    """The file cannot be read.

    Why it matters: what stops this reader mostly stops the game too: the area does not load, or a
    part of it is missing.

    How to fix: restore the file from its source or make it anew; the message names the place
    where reading stopped.
    """
    if subject.error is not None:
        error = subject.error
        yield Finding(error.message, section=error.section, offset=error.offset, line=error.line)
