"""DRV008: boundary edges without loops."""

from kotorlevel.checks.facts.tables.rows import agree
from kotorlevel.checks.rules import Finding, Findings, Options, Severity, TablesSubject, rule


@rule("DRV008", "loops-missing", Severity.ERROR, TablesSubject, fix="safe")
def loops_missing(subject: TablesSubject, _: Options) -> Findings:
    """There are boundary edges, but no loops (perimeters) that hold them together.

    Why it matters: every room of the games with boundary edges has loops. What the game does with
    them is not known for certain, so a room without them is a risk that costs nothing to avoid.

    How to fix: rebuild the boundary edges and loops (`kotorlevel fix`).
    """
    count = len(subject.bwm.edges)
    if subject.is_area and count and not len(subject.bwm.loops):
        text = f"{count:,} boundary {agree(count, 'edge is', 'edges are')} in no loop"
        yield Finding(text, section="loops")
