"""The stored box tree as a graph: how deep it is, and whether it is a tree at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def find_tree_depth(nodes: NDArray[np.void]) -> int | None:
    """The number of levels below and including node 0; None if a child is visited twice.

    Children outside the table count as absent. A cycle or a shared child ends the walk.
    """
    # Node by node: a tree may be a chain, where every level taken as an array holds one node.
    children: list[tuple[int, int]] = list(
        zip(nodes["left"].tolist(), nodes["right"].tolist(), strict=True)
    )
    count = len(children)
    seen = bytearray(count)
    level = [0] if count else []
    seen[:1] = b"\x01" * len(level)
    depth = 0
    while level:
        depth += 1
        below = []
        for number in level:
            for child in children[number]:
                if 0 <= child < count:
                    if seen[child]:
                        return None
                    seen[child] = True
                    below.append(child)
        level = below
    return depth
