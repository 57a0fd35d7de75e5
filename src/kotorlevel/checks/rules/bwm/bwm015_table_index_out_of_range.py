"""BWM015: adjacency and edges that name faces which do not exist."""

from dataclasses import replace

import numpy as np

from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Finding, Findings, Options, Severity, TablesSubject, rule


@rule("BWM015", "table-index-out-of-range", Severity.ERROR, TablesSubject, fix="safe")
def table_index_out_of_range(subject: TablesSubject, _: Options) -> Findings:
    """The neighbours or the boundary edges name faces that do not exist.

    Why it matters: the game does not check. When the player comes to such a side it reads memory
    that is not the walkmesh, and crashes or leaves the player stuck.

    How to fix: rebuild the tables from the faces (`kotorlevel fix`).
    """
    if subject.is_area:
        yield from _find_in_adjacency(subject)
        yield from _find_in_edges(subject)


def _find_in_adjacency(subject: TablesSubject) -> Findings:
    adjacency, faces = subject.bwm.adjacency, len(subject.bwm.faces)
    if len(adjacency) > faces:
        text = f"{len(adjacency):,} faces have neighbours, but there are only {faces:,} faces"
        yield Finding(text, section="adjacency")
    entries = adjacency.reshape(-1)
    outside = np.flatnonzero((entries < -1) | (entries >= len(entries)))
    if len(outside):
        count = len(outside)
        text = (
            f"{count:,} of {len(entries):,} sides {agree(count, 'has', 'have')} a neighbour that "
            f"does not exist, such as {entries[outside[0]]:,}; there are {len(entries):,} sides"
        )
        yield replace(rows_finding(subject, "edge", outside, text), section="adjacency")


def _find_in_edges(subject: TablesSubject) -> Findings:
    edges, sides = subject.bwm.edges["edge"], 3 * len(subject.bwm.faces)
    outside = edges[(edges < 0) | (edges >= sides)]
    if len(outside):
        count = len(outside)
        text = (
            f"{count:,} of {len(edges):,} boundary edges {agree(count, 'is', 'are')} no side of a "
            f"face, such as {outside[0]:,}; there are {sides:,} sides"
        )
        yield Finding(text, section="edges", place="edge", numbers=tuple(outside.tolist()))
