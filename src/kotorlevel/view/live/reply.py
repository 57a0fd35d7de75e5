"""`Reply`: what a page is answered that edits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kotorlevel.view.scene.scene import Scene


@dataclass(frozen=True, eq=False)
class Reply:
    """An answer, and the scene that goes along with it."""

    value: dict[str, Any]
    scene: Scene | None = None
