"""MSH006: edges with more than two faces."""

from __future__ import annotations

from collections.abc import Iterator

from kotorlevel.checks.facts.mesh.floor import floor_of
from kotorlevel.checks.facts.mesh.places import at_edges, counted
from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import rule
from kotorlevel.checks.subjects import MeshSubject


@rule("MSH006", "crowded-edge", Severity.WARNING, MeshSubject, fix="unsafe", geometry=True)
def crowded_edge(subject: MeshSubject, options: Options) -> Iterator[Finding]:
    """More than two walkable faces share one edge.

    Why it matters: an edge leads to one face only. The game walks to whichever was paired first,
    and the others end there as if at a wall.

    How to fix: delete the faces that are too many, or split the edge (`kotorlevel fix --unsafe`).
    """
    floor = floor_of(subject, options)
    groups = floor.groups
    crowded = groups.sides[groups.sizes > 2]
    if len(crowded):
        places = int(groups.is_first[groups.sizes > 2].sum())
        edges = counted(places, "edge has", "edges have")
        text = f"{edges} more than two faces, up to {groups.sizes.max()}"
        yield at_edges(subject, floor.edges(crowded), text)
