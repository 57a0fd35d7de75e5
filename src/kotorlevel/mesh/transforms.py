"""Moving, turning and mirroring a mesh.

A transform acts in the mesh's own frame: area space in a WOK, the walkmesh node's space in a PWK
or DWK. Use hooks that are set go along. ``position`` says where the node stands in its model; in a
PWK or DWK it stays, and in a WOK, whose model turns with it, it is turned but not moved.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.placed import use_hook_origin

if TYPE_CHECKING:
    from kotorlevel.mesh.walkmesh import Walkmesh

    _Mover = Callable[..., NDArray[np.float32]]

_RIGID_TOLERANCE = 1e-6

REVERSED_CORNERS = [0, 2, 1]
REVERSED_SIDES = [2, 1, 0]
"""Where the sides come from when a face's corners are put in `REVERSED_CORNERS` order."""


def translate(mesh: Walkmesh, offset: Sequence[float]) -> Walkmesh:
    """The mesh moved by ``offset`` (x, y, z in metres)."""
    return _applied(mesh, np.eye(3), _vector(offset, "offset"))


def rotate(mesh: Walkmesh, degrees: float, about: Sequence[float] = (0.0, 0.0)) -> Walkmesh:
    """The mesh turned counter-clockwise about the vertical through ``about`` (x, y).

    Quarter turns are exact.
    """
    cos, sin = cos_and_sin(degrees)
    matrix = np.array([(cos, -sin, 0), (sin, cos, 0), (0, 0, 1)], np.float64)
    return _about(mesh, matrix, about)


def cos_and_sin(degrees: float) -> tuple[float, float]:
    """Cosine and sine of an angle, exact for quarter turns. Raises `ValueError` for no angle."""
    if not math.isfinite(degrees):
        raise ValueError(f"{degrees} is not an angle")
    turn = math.radians(degrees)
    return _quarter_turns(degrees) or (math.cos(turn), math.sin(turn))


def flip(
    mesh: Walkmesh, *, x: bool = False, y: bool = False, about: Sequence[float] = (0.0, 0.0)
) -> Walkmesh:
    """The mesh mirrored in x, in y or in both, at the lines through ``about`` (x, y)."""
    return _about(mesh, np.diag([-1.0 if x else 1.0, -1.0 if y else 1.0, 1.0]), about)


def transform(mesh: Walkmesh, matrix: ArrayLike) -> Walkmesh:
    """The mesh under a rigid ``matrix`` (4, 4): any rotation, mirroring and translation.

    Raises `ValueError` for a matrix that scales or shears.
    """
    whole = np.asarray(matrix, np.float64)
    if whole.shape != (4, 4) or not np.isfinite(whole).all():
        raise ValueError(f"a transform is a finite (4, 4) matrix, not {whole.shape}")
    linear = whole[:3, :3]
    if not np.allclose(linear @ linear.T, np.eye(3), rtol=0, atol=_RIGID_TOLERANCE):
        raise ValueError("the transform is not rigid: it scales or shears")
    if not np.allclose(whole[3], (0, 0, 0, 1), rtol=0, atol=_RIGID_TOLERANCE):
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
    """The mesh with every point p at ``linear @ p + offset``, computed in double.

    A move that moves nothing gives back the mesh itself, with its stored tables.
    """
    if np.array_equal(linear, np.eye(3)) and not offset.any():
        return mesh

    def moved(points: NDArray[np.floating[Any]], back: ArrayLike = 0.0) -> NDArray[np.float32]:
        return read_only(_moved_points(points, linear, offset + np.asarray(back)))

    # What leaves float32 becomes infinite, and is refused when the mesh is written.
    with np.errstate(over="ignore", invalid="ignore"):
        changes: dict[str, Any] = {"vertices": moved(mesh.vertices), **_moved_hooks(mesh, moved)}
        if mesh.is_area:
            changes["position"] = read_only(_moved_points(mesh.position, linear, np.zeros(3)))
    if np.linalg.det(linear) < 0:  # mirrored: turn every face over, so that normals stay outside
        changes |= reversed_faces(mesh, np.ones(len(mesh.faces), bool))
    return mesh.edited(**changes)


def _moved_points(
    points: NDArray[np.floating[Any]], linear: NDArray[np.float64], offset: NDArray[np.float64]
) -> NDArray[np.float32]:
    """``linear @ p + offset`` for each of ``points`` (…, 3), rounded once.

    Sums are written out: a matrix product rounds differently from processor to processor.
    """
    x, y, z = np.moveaxis(points.astype(np.float64), -1, 0)
    rows = [a * x + b * y + c * z + d for (a, b, c), d in zip(linear, offset, strict=True)]
    return np.stack(rows, axis=-1).astype(np.float32)


def _moved_hooks(mesh: Walkmesh, moved: _Mover) -> dict[str, NDArray[np.float32]]:
    """The use hooks moved along; one that is not set stays as it is.

    A relative hook is not set when it is zero. An absolute one is not set when it is zero or lies
    at the position, unless it is just where the relative one is.
    """
    relative, absolute = (
        hooks.astype(np.float64) for hooks in (mesh.relative_hooks, mesh.absolute_hooks)
    )
    base = mesh.position.astype(np.float64)
    local = absolute - base
    has_relative = relative.any(axis=1)
    is_same = has_relative & (local == relative).all(axis=1)
    has_absolute = is_same | (absolute.any(axis=1) & local.any(axis=1))
    new_relative, new_absolute = mesh.relative_hooks.copy(), mesh.absolute_hooks.copy()
    # A placeable's are in its model already; all else is counted from where the vertices are.
    shift = 0.0 if mesh.is_area else base - use_hook_origin(mesh)
    new_relative[has_relative] = moved(relative[has_relative] - shift, shift)
    new_absolute[has_absolute] = moved(local[has_absolute]) + base
    # Where the file stores relative + position, it must again be just that (FACTS 1).
    is_sum = has_relative & (mesh.absolute_hooks == mesh.relative_hooks + mesh.position).all(axis=1)
    new_absolute[is_sum] = (new_relative + mesh.position)[is_sum]
    return {
        "relative_hooks": read_only(new_relative),
        "absolute_hooks": read_only(new_absolute),
    }


def _vector(values: Sequence[float], name: str, size: int = 3) -> NDArray[np.float64]:
    vector = np.asarray(values, np.float64)
    if vector.shape != (size,) or not np.isfinite(vector).all():
        raise ValueError(f"{name} is {size} finite numbers, not {values!r}")
    return vector
