"""The nodes of a drawing to be written: who is below whom, and where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable
from kotorlevel.formats.axes import matrix_to_y_up
from kotorlevel.formats.drawing import Mark, Shape
from kotorlevel.formats.gltf.transforms import (
    NO_TURN,
    Parts,
    decompose,
    is_flat,
    rotation_matrix,
)

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats
    from kotorlevel.formats.drawing import Drawing


@dataclass
class PlacedNode:
    """A node to be written. ``frame`` (4, 4) is its space → the world, Z up."""

    name: str
    parent: str
    frame: Floats
    children: list[int] = field(default_factory=list)
    transform: dict[str, Any] = field(default_factory=dict)


class Placing:
    """The nodes of a drawing: shapes, marks, then parents that are neither; and which are on top.

    A frame that shears has no translation, rotation and scale: such a node has its parent's frame.
    """

    def __init__(self, drawing: Drawing) -> None:
        things: tuple[Shape | Mark, ...] = (*drawing.shapes, *drawing.marks)
        self.nodes = [PlacedNode(each.name, each.parent, _frame(each)) for each in things]
        known = {node.name for node in self.nodes}
        missing = dict.fromkeys(each.parent for each in things if each.parent not in known)
        self.nodes += [PlacedNode(name, "", np.eye(4)) for name in missing if name]
        # Of several nodes of one name the first is the parent.
        numbers = {node.name: i for i, node in reversed(list(enumerate(self.nodes)))}
        self.roots = [i for i, node in enumerate(self.nodes) if not node.parent]
        for i, node in enumerate(self.nodes):
            if node.parent:
                self.nodes[numbers[node.parent]].children.append(i)
        self._place()

    def _place(self) -> None:
        """Find what moves each node from its parent, from the top down."""
        waiting = [(root, np.eye(4)) for root in self.roots]
        placed = 0
        while waiting:
            number, above = waiting.pop()
            node = self.nodes[number]
            placed += 1
            parts = self._find_parts(node, above)
            node.frame = node.frame if parts else above
            node.transform = _transform(parts) if parts else {}
            waiting += [(child, node.frame) for child in node.children]
        if placed < len(self.nodes):
            circle = next(node for node in self.nodes if node.parent and not self._is_below(node))
            text = f"'{printable(circle.name)}' is below itself: its parents go in a circle"
            raise FormatError(text, section="nodes")

    def _is_below(self, node: PlacedNode) -> bool:
        """True where a way leads from the top to the node."""
        numbers = {each.name: each for each in reversed(self.nodes)}
        for _ in self.nodes:
            if not node.parent:
                return True
            node = numbers[node.parent]
        return False

    def _find_parts(self, node: PlacedNode, above: Floats) -> Parts | None:
        """What moves a node from its parent; None where that shears."""
        same = np.array_equal(above, np.eye(4))
        relative = node.frame if same else np.linalg.inv(above) @ node.frame
        return decompose(matrix_to_y_up(relative))


def _frame(thing: Shape | Mark) -> Floats:
    """The frame of a shape or a mark, checked."""
    section = f"object '{printable(thing.name)}'"
    if isinstance(thing, Mark):
        frame = np.eye(4)
        frame[:3, 3] = thing.place
        if not np.isfinite((*thing.place, *thing.turn)).all() or not any(thing.turn):
            raise FormatError("its place or its turn is no finite number", section=section)
        frame[:3, :3] = rotation_matrix(thing.turn)
        return frame
    if thing.frame is None:
        return np.eye(4)
    frame = np.asarray(thing.frame, np.float64)
    if frame.shape != (4, 4) or not np.isfinite(frame).all() or is_flat(frame):
        raise FormatError("its frame is no transform that can be undone", section=section)
    return frame


def _transform(parts: Parts) -> dict[str, Any]:
    """What a node says of its transform: only what it does."""
    w, x, y, z = parts.rotation
    said: dict[str, Any] = {}
    if any(parts.translation):
        said["translation"] = [value + 0.0 for value in parts.translation]  # no -0.0
    if parts.rotation != NO_TURN:
        said["rotation"] = [x, y, z, w]
    if parts.scale != (1.0, 1.0, 1.0):
        said["scale"] = list(parts.scale)
    return said
