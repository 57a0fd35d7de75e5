"""LYT001: a count that is not the number of lines."""

from dataclasses import replace

from kotorlevel.checks.facts.text import findings_of
from kotorlevel.checks.rules import Findings, LayoutSubject, Options, Severity, rule
from kotorlevel.formats.lyt.layout import Entry
from kotorlevel.formats.lyt.reader import COMMENT_MARKS


@rule("LYT001", "layout-count-wrong", Severity.ERROR, LayoutSubject, fix="safe")
def layout_count_wrong(subject: LayoutSubject, _: Options) -> Findings:
    """A section has more or fewer lines than its count says.

    Why it matters: the game reads as many lines as the count says, so rooms are left out or the
    next section is read as rooms. The area does not load, or loads in pieces.

    How to fix: write the number of lines that are there (`kotorlevel fix`). A line that is no entry
    may be a broken one that the count includes: then look at it first, nothing is fixed.
    """
    layout = subject.layout
    entries: list[Entry] = [*layout.rooms, *layout.tracks, *layout.obstacles, *layout.door_hooks]
    kept = [line for entry in entries for line in entry.comments]
    kept += [line for _, line in layout.section_comments]
    has_broken = any(not line.startswith(COMMENT_MARKS) for line in kept)
    for finding in findings_of(layout.problems, "count"):
        yield replace(finding, fix="") if has_broken else finding
