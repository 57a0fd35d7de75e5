"""Faces without area: those that can go, and those that hold the floor together."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.facts.mesh.floor import floor_of, has_area, table_key
from kotorlevel.core.distinct import distinct
from kotorlevel.core.remember import remember
from kotorlevel.mesh.components import component_roots

if TYPE_CHECKING:
    from kotorlevel.checks.options import Options
    from kotorlevel.checks.subjects import MeshSubject


class EmptyFaces(NamedTuple):
    """Faces without area, ascending: ``loose`` ones, and ``bridges`` between two others."""

    loose: NDArray[np.intp]
    bridges: NDArray[np.intp]


def find_empty_faces(subject: MeshSubject, options: Options) -> EmptyFaces:
    """The faces without area, parted by what the floor would lose with them.

    A face on a line may be what joins a long edge on its one side with two short ones on the
    other. Neighbouring faces without area are looked at together: as long as no more than one
    face with area is at them, and no link to another room, nobody walks across them.
    """
    mesh = subject.mesh
    key = "empty faces", table_key(mesh, options)
    return remember(mesh, key, lambda: _find_empty_faces(subject, options))


def _find_empty_faces(subject: MeshSubject, options: Options) -> EmptyFaces:
    empty = ~has_area(subject)
    bridge = np.zeros(len(empty), bool)
    if empty.any() and subject.mesh.is_area:
        floor = floor_of(subject, options)
        is_empty = empty[floor.faces]
        sides = np.flatnonzero(floor.across.reshape(-1) >= 0)
        a, b = sides // 3, floor.across.reshape(-1)[sides].astype(np.intp) // 3
        inner = is_empty[a] & is_empty[b]
        root = component_roots(len(floor.faces), a[inner], b[inner])
        rim = is_empty[a] & ~is_empty[b]
        count = len(floor.faces)
        banks = distinct(root[a[rim]] * count + b[rim]) // count
        links = (subject.mesh.transitions[floor.faces] >= 0).any(axis=1) & is_empty
        ways = np.bincount(banks, minlength=len(floor.faces))
        ways += np.bincount(root[links], minlength=len(floor.faces))
        joins = ways > 1
        bridge[floor.faces] = is_empty & joins[root]
    return EmptyFaces(np.flatnonzero(empty & ~bridge), np.flatnonzero(bridge))
