"""MSH010: neighbours of opposite winding."""

from kotorlevel.checks.facts.mesh.floor import floor_of
from kotorlevel.checks.facts.mesh.places import at_edges, counted
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule


@rule("MSH010", "inconsistent-winding", Severity.WARNING, MeshSubject, geometry=True)
def inconsistent_winding(subject: MeshSubject, options: Options) -> Findings:
    """Two walkable faces share an edge but run along it in the same direction.

    Why it matters: neighbours run along their edge in opposite directions. These two are none, and
    the player cannot cross the edge.

    How to fix: turn one of the two over. Where one points down (MSH007) `kotorlevel fix` does it.
    """
    floor = floor_of(subject, options)
    groups = floor.groups
    alike = (groups.sizes == 2) & groups.one_way
    edges = floor.edges(groups.sides[alike])
    if len(edges):
        text = counted(
            len(edges) // 2,
            "pair of faces shares an edge in the same direction",
            "pairs of faces share an edge in the same direction",
        )
        yield at_edges(subject, edges, text)
