"""VIS005: line ends other than CRLF."""

from kotorlevel.checks.facts.text import line_end_findings
from kotorlevel.checks.rules import Findings, Options, Severity, VisibilitySubject, rule


@rule("VIS005", "visibility-line-ends", Severity.WARNING, VisibilitySubject, fix="safe")
def visibility_line_ends(subject: VisibilitySubject, _: Options) -> Findings:
    """Lines of the visibility do not end with CRLF.

    Why it matters: the shipped files have CRLF, and the game steps over two bytes at the end of a
    line: with a single LF a name can lose a letter, and its room is not drawn. It is told once for
    all layouts and visibilities of a check.

    How to fix: write CRLF (`kotorlevel fix`); in a git repository add the lines
    `*.lyt text eol=crlf` and `*.vis text eol=crlf` to the file `.gitattributes`, or it happens
    again. A last line without an end is an info: some of the games' own files end so.
    """
    yield from line_end_findings(subject.visibility.problems)
