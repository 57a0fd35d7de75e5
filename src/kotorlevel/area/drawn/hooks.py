"""Use hooks of a placeable or door from the marks of its drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.area.drawn.naming import find_named
from kotorlevel.area.drawn.things import NOTICED
from kotorlevel.mesh.arrays import read_only
from kotorlevel.mesh.placed import use_hook_origin

if TYPE_CHECKING:
    from kotorlevel.formats.drawing import Mark
    from kotorlevel.mesh.walkmesh import Walkmesh


def hooks_from_marks(
    mesh: Walkmesh, marks: Sequence[Mark], original: Walkmesh | None, *, is_door: bool
) -> Walkmesh:
    """The walkmesh with its use hooks where their marks are; those without a mark stay.

    The absolute hooks of a door follow, as in every door of the games (FACTS 1).
    """
    relative, absolute = mesh.relative_hooks.copy(), mesh.absolute_hooks.copy()
    origin = use_hook_origin(mesh, is_door if original is None else None)
    for mark in marks:
        named = find_named(mark.name)
        if named is None or named.kind != "usehook":
            continue
        place = np.array(mark.place) - origin
        if np.abs(place - relative[named.hook]).max() <= NOTICED and relative[named.hook].any():
            continue
        relative[named.hook] = place
        if is_door:
            absolute[named.hook] = place + origin
    if np.array_equal(relative, mesh.relative_hooks):
        return mesh
    return replace(mesh, relative_hooks=read_only(relative), absolute_hooks=read_only(absolute))
