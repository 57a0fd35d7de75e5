"""Moving, turning and mirroring a mesh.

A transform acts in the mesh's own frame: area space in a WOK, the walkmesh node's space in a PWK
or DWK. Use hooks that are set go along. ``position`` says where the node stands in its model; in a
PWK or DWK it stays, and in a WOK, whose model turns with it, it is turned but not moved.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.mesh.arrays import read_only

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from kotorlevel.mesh.walkmesh import Walkmesh

_RIGID_TOLERANCE = 1e-6

REVERSED_CORNERS = [0, 2, 1]
REVERSED_SIDES = [2, 1, 0]
"""Where the sides come from when a face's corners are put in `REVERSED_CORNERS` order."""


def translated(mesh: Walkmesh, offset: Sequence[float]) -> Walkmesh:
    """The mesh moved by ``offset`` (x, y, z in metres)."""
    return _applied(mesh, np.eye(3), _vector(offset, "offset"))


def rotated(mesh: Walkmesh, degrees: float, about: Sequence[float] = (0.0, 0.0)) -> Walkmesh:
    """The mesh turned counter-clockwise about the vertical through ``about`` (x, y).

    Quarter turns are exact.
    """
    if not math.isfinite(degrees):
        raise ValueError(f"{degrees} is not an angle")
    cos, sin = _quarter_turns(degrees) or (
        math.cos(math.radians(degrees)),
        math.sin(math.radians(degrees)),
    )
    matrix = np.array([(cos, -sin, 0), (sin, cos, 0), (0, 0, 1)], np.float64)
    return _about(mesh, matrix, about)


def flipped(
    mesh: Walkmesh, *, x: bool = False, y: bool = False, about: Sequence[float] = (0.0, 0.0)
) -> Walkmesh:
    """The mesh mirrored in x, in y or in both, at the lines through ``about`` (x, y)."""
    return _about(mesh, np.diag([-1.0 if x else 1.0, -1.0 if y else 1.0, 1.0]), about)


def transformed(mesh: Walkmesh, matrix: ArrayLike) -> Walkmesh:
    """The mesh under a rigid ``matrix`` (4, 4): any rotation, mirroring and translation.

    Raises `ValueError` for a matrix that scales or shears.
    """
    whole = np.asarray(matrix, np.float64)
    if whole.shape != (4, 4) or not np.isfinite(whole).all():
        raise ValueError(f"a transform is a finite (4, 4) matrix, not {whole.shape}")
    linear = whole[:3, :3]
    if not np.allclose(linear @ linear.T, np.eye(3), atol=_RIGID_TOLERANCE):
        raise ValueError("the transform is not rigid: it scales or shears")
    if not np.allclose(whole[3], (0, 0, 0, 1), atol=_RIGID_TOLERANCE):
        raise ValueError("the last row of the transform is not 0 0 0 1")
    return _applied(mesh, linear, whole[:3, 3])


def reversed_faces(mesh: Walkmesh, which: NDArray[np.bool_]) -> dict[str, Any]:
    """``faces`` and ``transitions`` with the faces of ``which`` (F,) turned over."""
    faces, transitions = mesh.faces.copy(), mesh.transitions.copy()
    faces[which] = faces[which][:, REVERSED_CORNERS]
    transitions[which] = transitions[which][:, REVERSED_SIDES]
    return {"faces": read_only(faces), "transitions": read_only(transitions)}


def _quarter_turns(degrees: float) -> tuple[float, float] | None:
    """The exact cosine and sine of a multiple of 90 degrees."""
    turns, rest = divmod(degrees, 90.0)
    if rest:
        return None
    return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(turns) % 4]


def _about(mesh: Walkmesh, linear: NDArray[np.float64], about: Sequence[float]) -> Walkmesh:
    centre = np.append(_vector(about, "about", 2), 0.0)
    return _applied(mesh, linear, centre - linear @ centre)


def _applied(mesh: Walkmesh, linear: NDArray[np.float64], offset: NDArray[np.float64]) -> Walkmesh:
    """The mesh with every point p at ``linear @ p + offset``, computed in double."""

    def moved(points: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
        return read_only((points.astype(np.float64) @ linear.T + offset).astype(np.float32))

    changes: dict[str, Any] = {
        "vertices": moved(mesh.vertices),
        "relative_hooks": _moved_hooks(mesh.relative_hooks, np.zeros(3), moved),
        "absolute_hooks": _moved_hooks(mesh.absolute_hooks, mesh.position.astype(float), moved),
    }
    if mesh.is_area:
        changes["position"] = read_only((mesh.position.astype(float) @ linear.T).astype(np.float32))
    if np.linalg.det(linear) < 0:  # mirrored: turn every face over, so that normals stay outside
        changes |= reversed_faces(mesh, np.ones(len(mesh.faces), bool))
    return replace(mesh, **changes)


def _moved_hooks(hooks: NDArray[np.float32], base: NDArray[np.float64], moved: Any) -> Any:
    """Use hooks relative to ``base`` moved along; one that is not set stays as it is.

    A hook is not set when it is zero, or when it lies at its base.
    """
    local = hooks.astype(np.float64) - base
    unset = (hooks == 0).all(axis=1) | (local == 0).all(axis=1)
    after = (moved(local).astype(np.float64) + base).astype(np.float32)
    return read_only(np.where(unset[:, None], hooks, after))


def _vector(values: Sequence[float], name: str, size: int = 3) -> NDArray[np.float64]:
    vector = np.asarray(values, np.float64)
    if vector.shape != (size,) or not np.isfinite(vector).all():
        raise ValueError(f"{name} is {size} finite numbers, not {values!r}")
    return vector
