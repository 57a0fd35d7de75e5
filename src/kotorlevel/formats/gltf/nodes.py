"""The nodes of a glTF's scene: which ones it has, and where each is in the world."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotorlevel.core.text import printable
from kotorlevel.formats.axes import matrix_to_z_up
from kotorlevel.formats.drawing import MOST_OBJECTS
from kotorlevel.formats.gltf.transforms import Parts, compose

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats
    from kotorlevel.formats.gltf.document import Document, Item

_LARGEST = float(np.finfo(np.float32).max)
_MOVES = {"matrix", "translation", "rotation", "scale"}
_IDENTITY = tuple(np.eye(4).ravel().tolist())


class Node(NamedTuple):
    """A node of the scene. ``frame`` (4, 4) is its space → the world, with Z up."""

    number: int
    name: str
    parent: str
    frame: Floats
    item: Item

    @property
    def place(self) -> str:
        """What errors call it: by its number, and by its name if it has one."""
        name = f" '{printable(self.name)}'" if self.item.get("name") else ""
        return f"nodes[{self.number}]{name}"


def find_nodes(document: Document) -> list[Node]:
    """The nodes of the default scene, parents before their children; all if none is the default.

    Raises `FormatError` where a node has two parents, or is its own.
    """
    items = document.items("nodes")
    if len(items) > MOST_OBJECTS:
        text = f"{len(items):,} nodes; at most {MOST_OBJECTS:,} are read: join some objects"
        raise document.error(text, "nodes")
    children = [document.integers(item, "children", f"nodes[{i}]") for i, item in enumerate(items)]
    parents = _find_parents(document, children)
    roots = _find_roots(document, parents)
    found: list[Node] = []
    seen: set[int] = set()
    world = np.eye(4)
    waiting = [(root, "", world, world) for root in reversed(roots)]
    while waiting:
        number, parent, matrix, frame = waiting.pop()
        if number in seen:
            raise document.error("stands in the scene twice", f"nodes[{number}]")
        seen.add(number)
        item, place = items[number], f"nodes[{number}]"
        if not _MOVES.isdisjoint(item):
            with np.errstate(over="ignore", invalid="ignore"):
                matrix = matrix @ _local_matrix(document, item, place)
            if not (np.abs(matrix) <= _LARGEST).all():
                raise document.error("its place in the world is beyond all numbers", place)
            frame = matrix_to_z_up(matrix)
        name = _name(document, item, number)
        found.append(Node(number, name, parent, frame, item))
        waiting += [(child, name, matrix, frame) for child in reversed(children[number])]
    if "scene" not in document.root and len(seen) < len(items):
        number = next(i for i in range(len(items)) if i not in seen)
        raise document.error("is below itself: the nodes go in a circle", f"nodes[{number}]")
    return found


def _find_parents(document: Document, children: list[list[int]]) -> dict[int, int]:
    parents: dict[int, int] = {}
    for number, below in enumerate(children):
        for child in below:
            if child >= len(children):
                text = f"names nodes[{child}], and there are {len(children):,} nodes"
                raise document.error(text, f"nodes[{number}]")
            if child in parents:
                raise document.error("has two parents", f"nodes[{child}]")
            parents[child] = number
    return parents


def _find_roots(document: Document, parents: dict[int, int]) -> list[int]:
    count = len(document.items("nodes"))
    number = document.optional(document.root, "scene", "scene")
    if number is None:
        return [each for each in range(count) if each not in parents]
    scene, place = document.item("scenes", number, "scene"), f"scenes[{number}]"
    roots = document.integers(scene, "nodes", place)
    for root in roots:
        if root >= count:
            raise document.error(f"names nodes[{root}], and there are {count:,} nodes", place)
        if root in parents:
            text = f"names nodes[{root}], which is below nodes[{parents[root]}]"
            raise document.error(text, place)
    return roots


def _name(document: Document, item: Item, number: int) -> str:
    """The node's name, else its mesh's, else its number."""
    name = document.name(item)
    if not name and "mesh" in item:
        place = f"nodes[{number}]"
        name = document.name(document.item("meshes", document.integer(item, "mesh", place), place))
    return name or f"node {number}"


def _local_matrix(document: Document, item: Item, place: str) -> Floats:
    """A node's space → its parent's, with Y up."""
    if "matrix" in item:
        columns = document.numbers(item, "matrix", place, _IDENTITY)
        matrix = np.array(columns).reshape(4, 4).T
        if not np.array_equal(matrix[3], (0, 0, 0, 1)):
            raise document.error("its matrix has a last row that is not 0, 0, 0, 1", place)
        return matrix
    tx, ty, tz = document.numbers(item, "translation", place, (0.0, 0.0, 0.0))
    x, y, z, w = document.numbers(item, "rotation", place, (0.0, 0.0, 0.0, 1.0))
    sx, sy, sz = document.numbers(item, "scale", place, (1.0, 1.0, 1.0))
    if max(map(abs, (x, y, z, w))) < 1e-30:
        raise document.error("its rotation is a quaternion of length 0", place)
    with np.errstate(over="ignore", invalid="ignore"):
        return compose(Parts((tx, ty, tz), (w, x, y, z), (sx, sy, sz)))
