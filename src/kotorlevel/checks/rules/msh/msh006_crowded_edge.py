"""MSH006: edges with more than two faces."""

from kotorlevel.checks.facts.mesh.floor import floor_of
from kotorlevel.checks.facts.mesh.places import at_edges, counted
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule


@rule("MSH006", "crowded-edge", Severity.WARNING, MeshSubject, fix="unsafe", geometry=True)
def crowded_edge(subject: MeshSubject, options: Options) -> Findings:
    """More than two walkable faces share one edge.

    Why it matters: an edge leads to one face only: in the games' own files to the last one in the
    file that runs against it. From that one there is no way back to the others, so the player may
    be taken from one floor to another there, or meet an invisible wall.

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
