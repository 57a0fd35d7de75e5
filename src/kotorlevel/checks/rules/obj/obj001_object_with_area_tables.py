"""OBJ001: a room's tables in an object."""

from kotorlevel.checks.rules import (
    Finding,
    Findings,
    FixKind,
    Options,
    Severity,
    TablesSubject,
    rule,
)
from kotorlevel.formats.bwm.tables import OBJECT_KIND


@rule("OBJ001", "object-with-area-tables", Severity.INFO, TablesSubject, fix="safe")
def object_with_area_tables(subject: TablesSubject, _: Options) -> Findings:
    """The walkmesh of a placeable or door has tables that only rooms have.

    Why it matters: the games' own objects have neither box tree nor adjacency, boundary edges or
    loops, but for two doors with 4 rows of adjacency. The game does not read them; other tools may
    take the file for a room. In a file that is not called `.pwk` or `.dwk` it is a warning.

    How to fix: leave the tables out (`kotorlevel fix`). A file that is not called `.pwk` or `.dwk`
    is more likely a room whose kind is wrong; there nothing is taken away.
    """
    if subject.is_area:
        return
    tables = {
        "nodes": subject.bwm.nodes,
        "adjacency rows": subject.bwm.adjacency,
        "boundary edges": subject.bwm.edges,
        "loops": subject.bwm.loops,
    }
    held = [f"{len(rows):,} {name}" for name, rows in tables.items() if len(rows)]
    if held:
        is_object = subject.name.lower().endswith((".pwk", ".dwk"))
        fix: FixKind | None = None if is_object and subject.mesh.kind == OBJECT_KIND else ""
        severity = None if is_object else Severity.WARNING
        yield Finding(f"an object with {', '.join(held)}", fix=fix, severity=severity)
