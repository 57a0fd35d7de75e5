"""LYT002: line ends other than CRLF."""

from kotorlevel.checks.facts.text import line_end_findings
from kotorlevel.checks.rules import Findings, LayoutSubject, Options, Severity, rule


@rule("LYT002", "layout-line-ends", Severity.WARNING, LayoutSubject, fix="safe")
def layout_line_ends(subject: LayoutSubject, _: Options) -> Findings:
    """Lines of the layout do not end with CRLF.

    Why it matters: the game steps over two bytes at the end of a line, so a single LF can shift
    rooms or crash it. Git and editors on Linux and macOS change line ends without a word, mostly of
    all files: so it is told once for all layouts and visibilities of a check.

    How to fix: write CRLF (`kotorlevel fix`); in a git repository add the lines
    `*.lyt text eol=crlf` and `*.vis text eol=crlf` to the file `.gitattributes`, or it happens
    again. A last line without an end is an info: some of the games' own files end so.
    """
    yield from line_end_findings(subject.layout.problems)
