"""Small texts of every dialect, and comparison of what was read."""

from __future__ import annotations

import numpy as np

from kotorlevel.formats.ascii import AsciiModel, AsciiNode

ENGINE = b"""\
node aabb walk
  position 1.0 2.0 3.0
  orientation 0.0 0.0 1.0 0.5
  verts 4
    0.0 0.0 0.0
    1.0 0.0 0.0
    1.0 1.0 0.25
    0.0 1.0 0.25
  faces 2
    0 1 2 1 0 1 2 4
    2 3 0 1 2 3 0 7
  aabb
    0.0 0.0 0.0 1.0 1.0 0.25 -1
    0.0 0.0 0.0 1.0 1.0 0.25 0
    0.0 0.0 0.0 1.0 1.0 0.25 1
endnode
"""

MODEL = b"""\
# Exported from KOTORmax 0.4.1
newmodel m55aa_01
setsupermodel m55aa_01 NULL
beginmodelgeom m55aa_01
  layoutposition 10.0 20.0 0.5
  bmin -5.0 -5.0 -1.0
node dummy m55aa_01
  parent NULL
endnode
node trimesh Box01
  parent m55aa_01
  position 5.0 0.0 0.0
  orientation 1.0 0.0 0.0 0.0
  bitmap LDA_wall
  verts 3
    0 0 0
    1 0 0
    0 1 0
  faces 1
    0 1 2 1 0 1 2 1
  tverts 2
    0.0 1.0
    -1.0 .5
endnode
node aabb walk9
  parent Box01
  position 1.0 0.0 0.0
  orientation 0.0 0.0 0.0 0.0
  inv_count 98
  verts 3
    0 0 0
    2 0 0
    0 2 0
  faces 1
    0 1 2  1  0 1 2  4
  tverts 3
    0.0 0.0
    0.0 0.0
    0.0 0.0
  texindices1 1
    0 1 2
  roomlinks 2
    0 3
    2 1
  endlist
endnode
endmodelgeom m55aa_01
newanim walk m55aa_01
  length 1.0
node aabb walk9
  parent Box01
  positionkey 1
    0.0 1.0 2.0 3.0
endnode
doneanim walk m55aa_01
donemodel m55aa_01
"""

MDLEDIT_WOK = b"""\
# WOKMESH  ASCII
node trimesh WALKMESH
  parent m55aa_01
  position 1.0 2.0 0.0
  orientation 1.0 0.0 0.0 0.0
  verts 3
    100.0 0.0 0.0
    102.0 0.0 0.0
    100.0 2.0 0.0
  faces 1
    0 1 2  1  0 0 0  4
  roomlinks 3
    1 2
endnode
"""

PYKOTOR = b"""\
node aabb
    position 183.46499633789062 -1.7017199993133545 1.2799999713897705
    orientation 0.0 0.0 0.0 1.0
    verts 3
        22.938289642333984 -18.318500518798828 0.0
        20.557218551635742 -13.295000076293945 -4.00543212890625e-05
        19.209888458251953 -12.61697006225586 0.0
    faces 1
        0 1 2 237 -1 -1 -1 10
    aabb
        19.2 -18.4 -0.1 23.0 -12.6 0.1 0
endnode
"""

SAMPLES = {"engine": ENGINE, "model": MODEL, "mdledit": MDLEDIT_WOK, "pykotor": PYKOTOR}


def crlf(text: bytes) -> bytes:
    return text.replace(b"\n", b"\r\n")


def same_floats(a: object, b: object) -> bool:
    """Equal as float32, bit for bit."""
    x, y = (np.asarray(value, np.float64).astype(np.float32) for value in (a, b))
    return x.shape == y.shape and x.tobytes() == y.tobytes()


def assert_same_node(a: AsciiNode, b: AsciiNode) -> None:
    assert (a.kind, a.name, a.parent) == (b.kind, b.name, b.parent)
    assert same_floats(a.position, b.position)
    assert same_floats(a.orientation, b.orientation)
    assert same_floats(a.vertices, b.vertices)
    for name in ("faces", "materials", "extra", "roomlinks"):
        assert np.array_equal(getattr(a, name), getattr(b, name)), name
    assert (a.tree is None) == (b.tree is None)
    if a.tree is not None and b.tree is not None:
        assert same_floats(a.tree, b.tree)


def assert_same_model(a: AsciiModel, b: AsciiModel) -> None:
    assert (a.model_name, a.complete, len(a.nodes)) == (b.model_name, b.complete, len(b.nodes))
    assert (a.layout_position is None) == (b.layout_position is None)
    assert same_floats(a.layout_position or (), b.layout_position or ())
    for node, other in zip(a.nodes, b.nodes, strict=True):
        assert_same_node(node, other)
