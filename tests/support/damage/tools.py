"""Walkmeshes as other tools write them (FACTS 4), and single tables that a tool got wrong."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest

from support.damage.level import Damage, Level, accident
from support.damage.wok import NODE, Array, Wok

LOST_TREE = "all but the box tree can be derived; the shipped tree was made from the model"


@accident("written-by-tool")
def rewrite_by_pykotor(level: Level, nth: int = 0) -> Damage:
    """Read and written by PyKotor itself."""
    bwm = pytest.importorskip("pykotor.resource.formats.bwm")
    room = level.linked(nth)
    data = level.read(f"{room}.wok")
    level.write(f"{room}.wok", bytes(bwm.bytes_bwm(bwm.read_bwm(data))))
    return Damage(room, "part", LOST_TREE, {"tool": "PyKotor"})


@accident("written-by-tool", affects_player=False)
def rewrite_by_old_kit(level: Level, nth: int = 0) -> Damage:
    """A box tree split at the mean of the centroids, with leaf boxes that are not grown.

    Released mods are full of such rooms, and they are walked.
    """
    room = level.linked(nth)
    wok = level.mesh(room)
    corners = wok.vertices[wok.faces].astype(float)
    nodes: list[tuple[Array, Array, int, int, int, int]] = []
    _split(corners, np.arange(len(corners)), nodes)
    table = np.zeros(len(nodes), NODE)
    for row, (low, high, face, plane, left, right) in enumerate(nodes):
        table[row] = (low, high, face, 4, plane, left, right)
    level.write(f"{room}.wok", wok.packed(nodes=table))
    return Damage(room, "part", LOST_TREE, {"tool": "old kit"})


def _split(
    corners: Array, faces: Array, nodes: list[tuple[Array, Array, int, int, int, int]]
) -> int:
    """Append the tree of some faces in pre-order; the number of its root."""
    low, high = corners[faces].min(axis=(0, 1)), corners[faces].max(axis=(0, 1))
    number = len(nodes)
    nodes.append((low, high, int(faces[0]), 0, -1, -1))
    if len(faces) == 1:
        return number
    middle = corners[faces].mean(axis=1)
    for axis in np.argsort(-(high - low), kind="stable").tolist():
        less = middle[:, axis] < middle[:, axis].mean()
        if 0 < less.sum() < len(faces):
            break
    else:
        axis, less = 0, np.arange(len(faces)) < len(faces) // 2
    left = _split(corners, faces[less], nodes)
    right = _split(corners, faces[~less], nodes)
    nodes[number] = (low, high, -1, 1 << axis, left, right)
    return number


@accident("written-by-tool", affects_player=False)
def rewrite_by_mdledit(level: Level, nth: int = 0) -> Damage:
    """Rebuilt from the model: the same tree with planes 1, 2, 4 only, normals of v2 - v0."""
    room = level.linked(nth)
    wok = level.mesh(room)
    for minus, plus in ((8, 1), (16, 2), (32, 4)):
        wok.nodes["plane"][wok.nodes["plane"] == minus] = plus
    a, b, c = (wok.vertices[wok.faces[:, k]].astype(float) for k in range(3))
    normal = np.cross(b - a, c - a)
    length = np.linalg.norm(normal, axis=1, keepdims=True)
    wok.normals[:] = np.where(length > 0, normal / np.where(length > 0, length, 1), (1, 0, 0))
    wok.distances[:] = -(wok.normals.astype(float) * a).sum(axis=1)
    level.write(f"{room}.wok", bytes(wok))
    why = "planes follow from the boxes, but for those that coincide; nothing is broken in the game"
    return Damage(room, "part", why, {"tool": "mdledit, MDLOps"})


@accident("tables-wrong")
def break_table(
    level: Level,
    nth: int = 0,
    how: Literal["adjacency off by one", "adjacency empty", "children from 1"] = "children from 1",
) -> Damage:
    """A derived table with a tool's mistake, everything else as it was."""
    room = level.linked(nth)
    wok = Wok(level.read(f"{room}.wok"))
    if how == "children from 1":
        inner = wok.nodes["face"] == -1
        wok.nodes["left"][inner] += 1
        wok.nodes["right"][inner] += 1
    else:
        joined = wok.adjacency != -1
        wok.adjacency[joined] = wok.adjacency[joined] + 1 if how.endswith("one") else -1
    level.write(f"{room}.wok", bytes(wok))
    why = "the table follows from the faces; the tree only has to be counted from 0 again"
    return Damage(room, "all", why, {"how": how})
