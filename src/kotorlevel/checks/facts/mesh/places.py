"""Findings about faces, edges and vertices, and the words in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.core.distinct import distinct
from kotorlevel.core.words import short_list

if TYPE_CHECKING:
    from kotorlevel.checks.subjects import MeshSubject


def at_faces(
    subject: MeshSubject, faces: NDArray[Any], text: str, severity: Severity | None = None
) -> Finding:
    """A finding about faces, ascending; it is at the middle of the first, if that has one."""
    return Finding(
        text,
        "face",
        tuple(faces.tolist()),
        _middle(subject, subject.mesh.faces[faces[0]]),
        severity=severity,
    )


def at_edges(subject: MeshSubject, edges: NDArray[Any], text: str) -> Finding:
    """A finding about edges, ascending; it is at the middle of the first."""
    face, side = divmod(int(edges[0]), 3)
    ends = subject.mesh.faces[face][[side, (side + 1) % 3]]
    return Finding(text, "edge", tuple(edges.tolist()), _middle(subject, ends))


def at_vertices(subject: MeshSubject, vertices: NDArray[Any], text: str) -> Finding:
    """A finding about vertices, ascending; it is at the first."""
    return Finding(text, "vertex", tuple(vertices.tolist()), _middle(subject, vertices[:1]))


def _middle(subject: MeshSubject, vertices: NDArray[Any]) -> tuple[float, float, float] | None:
    """The mean of some vertices, or None when one does not exist or is not finite."""
    if (vertices >= len(subject.mesh.vertices)).any():
        return None
    points = subject.mesh.vertices[vertices].astype(np.float64)
    if not np.isfinite(points).all():
        return None
    x, y, z = points.mean(axis=0).tolist()
    return x, y, z


def counted(count: int, one: str, many: str) -> str:
    """``1 face points down`` or ``3 faces point down``."""
    return f"{count:,} {one if count == 1 else many}"


def figure(value: float) -> str:
    """Metres or square metres with two decimals; what cannot be a level, shorter."""
    return f"{value:,.2f}" if abs(value) < 1e6 else f"{value:.3g}"


def listed(values: ArrayLike) -> str:
    """Distinct numbers, ``7, 16 and 31``; of many only the first."""
    return short_list([str(value) for value in distinct(np.asarray(values)).tolist()])
