"""VIS005: line ends other than CRLF."""

from kotorlevel.checks.facts.text import line_end_findings
from kotorlevel.checks.rules import Findings, Options, Severity, VisibilitySubject, rule


@rule("VIS005", "visibility-line-ends", Severity.WARNING, VisibilitySubject, fix="safe")
def visibility_line_ends(subject: VisibilitySubject, _: Options) -> Findings:
    """Lines of the visibility do not end with CRLF.

    Why it matters: the shipped files have CRLF, and the game steps over two bytes at the end of a
    line: with a single LF a name can lose a letter, and its room is not drawn.

    How to fix: write CRLF (`kotorlevel fix`); in a git repository add `*.vis text eol=crlf` to
    `.gitattributes`.
    """
    yield from line_end_findings(subject.visibility.problems)
