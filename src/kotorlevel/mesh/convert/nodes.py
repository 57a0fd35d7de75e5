"""A walkmesh node of a model, text or binary → a mesh: use hooks, one order, one weld."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.core.errors import FormatError, Problem
from kotorlevel.formats.bwm.tables import AREA_KIND, OBJECT_KIND
from kotorlevel.mesh.derive import Game
from kotorlevel.mesh.edit.weld import weld
from kotorlevel.mesh.materials import Materials
from kotorlevel.mesh.placed import door_state
from kotorlevel.mesh.walkmesh import Walkmesh


@dataclass(frozen=True)
class NodeMesh:
    """A mesh out of a node: ``name`` is the node's, ``state`` a door's (None for others).

    ``welded`` says how many vertices were joined; ``problems`` what was wrong.
    """

    mesh: Walkmesh
    name: str
    state: str | None
    welded: int = 0
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, eq=False)
class WalkmeshNode:
    """The walkmesh of a node: ``vertices`` as a file has them, in an area or around ``position``.

    ``hooks`` are the places of the use hooks of an object in its model, None where there is none.
    ``source`` and ``line`` are for errors.
    """

    name: str
    is_room: bool
    vertices: NDArray[Any]
    faces: ArrayLike
    materials: ArrayLike
    position: NDArray[np.float64]
    hooks: Sequence[NDArray[np.float64] | None] = ()
    transitions: ArrayLike | None = None
    problems: tuple[Problem, ...] = ()
    source: str = ""
    line: int | None = None


def mesh_from_node(
    node: WalkmeshNode, surfaces: Materials | None, game: Game, *, welded: bool
) -> NodeMesh:
    """The mesh of a node; ``welded`` where a model repeats its vertices for the texture.

    Raises `FormatError` for a corner too far out for the game's numbers.
    """
    state = None if node.is_room else door_state(node.name)
    # A door's hooks are relative to its mesh, and where they are in the model is stored as
    # well; a placeable's are in the space of the model (FACTS 1).
    origin = np.zeros(3) if state is None else node.position
    hooks = np.zeros((2, 3))
    for number, hook in enumerate(node.hooks):
        if hook is not None:
            hooks[number] = hook - origin
    is_set = hooks.any(axis=1, keepdims=True) & (state is not None)
    absolute = np.where(is_set, hooks + node.position, 0.0)
    mesh = Walkmesh.from_arrays(
        node.vertices,
        node.faces,
        node.materials,
        node.transitions,
        kind=AREA_KIND if node.is_room else OBJECT_KIND,
        position=node.position,
        relative_hooks=hooks,
        absolute_hooks=absolute,
        surfaces=surfaces,
        game=game,
    )
    if not all(np.isfinite(part).all() for part in (mesh.vertices, mesh.position, absolute)):
        text = "a corner or use hook is too far out for the game's 32-bit numbers"
        raise FormatError(text, source=node.source, section=node.name, line=node.line)
    if not welded:
        return NodeMesh(mesh, node.name, state, 0, node.problems)
    mesh, report = weld(mesh)
    lost = tuple(
        Problem(f"face {face} of the sorted mesh lost its area when vertices were joined", "faces")
        for face in report.collapsed.tolist()
    )
    return NodeMesh(mesh, node.name, state, len(report.joined), node.problems + lost)
