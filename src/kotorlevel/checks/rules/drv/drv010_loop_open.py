"""DRV010: loops that are not closed chains."""

import numpy as np

from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule
from kotorlevel.core.distinct import distinct
from kotorlevel.mesh.derive import derive_boundary


@rule("DRV010", "loop-open", Severity.WARNING, TablesSubject, fix="safe", geometry=True)
def loop_open(subject: TablesSubject, _: Options) -> Findings:
    """An edge of a loop does not end where the next one begins.

    Why it matters: a loop is the outline of a floor or of a hole in it, and in the games' files it
    is always closed. What the game does with one that jumps is not known. A loop may end in a
    corner of an edge with too many faces (MSH006), where no other edge goes on: that is not told.

    How to fix: rebuild the boundary edges and loops (`kotorlevel fix`).
    """
    edges, ends = subject.bwm.edges["edge"].astype(np.int64), subject.bwm.loops.astype(np.int64)
    sides = subject.bwm.faces.reshape(-1)
    if not subject.is_area or not len(sides) or not _divide(ends, len(edges)):
        return
    following = np.arange(1, len(edges) + 1)
    following[ends - 1] = np.append(0, ends[:-1])
    exists = (edges >= 0) & (edges < len(sides))
    known = np.where(exists, edges, 0)
    end = sides[np.where(known % 3 == 2, known - 2, known + 1)]
    jumps = exists & exists[following] & (end != sides[known[following]])
    if jumps.any() and not _is_as_derived(subject):
        count = int(jumps.sum())
        loops = len(distinct(np.searchsorted(ends, np.flatnonzero(jumps), side="right")))
        text = (
            f"{loops:,} of {len(ends):,} {agree(len(ends), 'loop', 'loops')} "
            f"{agree(loops, 'is', 'are')} not closed: {count:,} {agree(count, 'edge', 'edges')} "
            f"{agree(count, 'does', 'do')} not end where the next begins"
        )
        yield rows_finding(subject, "edge", edges[jumps], text)


def _is_as_derived(subject: TablesSubject) -> bool:
    """True when the loops are what the adjacency gives."""
    bwm = subject.bwm
    try:
        boundary = derive_boundary(bwm.adjacency, bwm.faces)
    except ValueError:
        return False
    same_edges = np.array_equal(boundary.edges, bwm.edges["edge"])
    return same_edges and np.array_equal(boundary.loops, bwm.loops)


def _divide(ends: np.ndarray[tuple[int], np.dtype[np.int64]], edges: int) -> bool:
    """True when the loops divide the table of edges; DRV009 says where not."""
    return bool(len(ends) and (np.diff(ends, prepend=0) > 0).all() and ends[-1] == edges)
