"""FIL001: a file that cannot be read."""

from kotorlevel.checks.rules import FileSubject, Finding, Findings, Options, Severity, rule


@rule("FIL001", "unreadable-file", Severity.ERROR, FileSubject)
def unreadable_file(subject: FileSubject, _: Options) -> Findings:
    """The file cannot be read.

    Why it matters: what stops this reader mostly stops the game too: the area does not load, or a
    part of it is missing.

    How to fix: restore the file from its source or make it anew; the message names the place
    where reading stopped.
    """
    if subject.error is not None:
        error = subject.error
        yield Finding(error.message, section=error.section, offset=error.offset, line=error.line)
