"""MSH006: edges with more than two faces."""

from kotorlevel.checks.facts.mesh.floor import floor_of
from kotorlevel.checks.facts.mesh.places import at_edges, counted
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule


@rule("MSH006", "crowded-edge", Severity.WARNING, MeshSubject, fix="unsafe", geometry=True)
def crowded_edge(subject: MeshSubject, options: Options) -> Findings:
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
