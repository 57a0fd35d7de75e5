"""Findings about rows of stored tables: the numbers of all of them, the place of the first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.core.types import Point

if TYPE_CHECKING:
    from kotorlevel.checks.subjects import TablesSubject

Row = Literal["face", "edge", "node", "loop"]


def agree(count: int, one: str, many: str) -> str:
    """The word that goes with so many things."""
    return one if count == 1 else many


def rows_finding(
    subject: TablesSubject,
    place: Row,
    numbers: NDArray[np.integer[Any]],
    text: str,
    severity: Severity | None = None,
) -> Finding:
    """A finding about all of ``numbers`` together, at the place of the first one."""
    listed = tuple(numbers.tolist())
    at = _find_place(subject, place, listed[0]) if listed else None
    return Finding(text, place=place, numbers=listed, at=at, severity=severity)


def _find_place(subject: TablesSubject, place: Row, number: int) -> Point | None:
    """Where a face, an edge or a node is, as far as the file lets one say."""
    if place == "node":
        return _find_node_place(subject, number)
    if place == "loop" or not subject.has_geometry:
        return None
    face = number // 3 if place == "edge" else number
    if not 0 <= face < len(subject.mesh.faces):
        return None
    return subject.middle(number) if place == "edge" else subject.centre(number)


def _find_node_place(subject: TablesSubject, number: int) -> Point | None:
    """The middle of a node's box."""
    node = subject.bwm.nodes[number]
    with np.errstate(invalid="ignore"):
        x, y, z = ((node["box_min"].astype(np.float64) + node["box_max"]) / 2).tolist()
    return (x, y, z) if np.isfinite((x, y, z)).all() else None
