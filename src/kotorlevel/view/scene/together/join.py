"""`join_scenes`: several levels in one scene, beside each other or as they lie.

Each is moved as a whole; its rows are counted on from those before it. So map and page draw several
levels as they draw one, and nothing of a level is derived again. Nothing leads from one to another.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from kotorlevel.core.errors import InputError
from kotorlevel.view.scene.buffers import join_buffers
from kotorlevel.view.scene.scene import Scene
from kotorlevel.view.scene.together.arrays import join_arrays
from kotorlevel.view.scene.together.document import join_documents
from kotorlevel.view.scene.together.parts import Offset, Parts, find_extent
from kotorlevel.view.shelves import pack_shelves

_LEAST_GAP = 12.0
"""Metres between levels."""
_GAP = 0.06
"""Of the larger side of the largest level, the same."""


def join_scenes(scenes: Sequence[Scene], *, one_space: bool = False) -> Scene:
    """One scene of several levels: beside each other in rows, in the order that is given.

    With ``one_space`` each lies where its own coordinates put it. The document's ``levels`` say
    where each one's rooms are and how it was moved; a finding's ``label`` is the letter of its
    level and its number there. A single scene is given back as it is.

        scene = kl.join_scenes([kl.load_shown(path).scene for path in ("tar_m02aa", "tar_m02ac")])
        Path("both.svg").write_text(kl.draw_map(scene), "utf-8")

    Raises `InputError` where there is none.
    """
    if not scenes:
        raise InputError("no level to be shown")
    if len(scenes) == 1:
        return scenes[0]
    zero: Offset = (0.0, 0.0, 0.0)
    offsets = [zero] * len(scenes) if one_space else _side_by_side(scenes)
    parts = Parts(scenes, offsets)
    listed, buffer = join_buffers(join_arrays(parts))
    return Scene(join_documents(parts) | {"buffers": listed}, buffer)


def _side_by_side(scenes: Sequence[Scene]) -> list[Offset]:
    """How each level is moved, in whole metres, so that no two of them overlap in the plan."""
    boxes = [find_extent(scene) for scene in scenes]
    sizes = [
        (math.ceil(high[0] - low[0]) + 1.0, math.ceil(high[1] - low[1]) + 1.0)
        for low, high in boxes
    ]
    gap = math.ceil(max(_LEAST_GAP, _GAP * max(map(max, sizes))))
    corners = pack_shelves(sizes, float(gap))
    return [
        (float(math.ceil(x - low[0])), float(math.floor(-y - high[1])), 0.0)
        for (x, y), (low, high) in zip(corners, boxes, strict=True)
    ]
