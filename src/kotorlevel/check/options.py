"""What a check can be told."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatch
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kotorlevel.mesh.materials import Materials


@dataclass(frozen=True)
class Options:
    """Limits, and which rules count.

    ``select`` and ``ignore`` are rule ids or beginnings of them (``MSH``); an empty ``select``
    means all. ``path_ignores`` are pairs of a file pattern (``rooms/*.wok``) and ids. Lengths are
    in metres, angles in degrees. ``materials`` decides what is walkable; None means the table of
    the first game.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    path_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    slope_limit: float = 60.0
    seam_tolerance: float = 0.001
    sliver_ratio: float = 0.01
    materials: Materials | None = None

    def wants(self, rule: str, file: str = "") -> bool:
        """True when findings of ``rule`` in ``file`` are to be reported."""
        if self.select and not rule.startswith(self.select):
            return False
        if self.ignore and rule.startswith(self.ignore):
            return False
        return not any(
            rule.startswith(ids) and (fnmatch(file, pattern) or fnmatch(file, f"*/{pattern}"))
            for pattern, ids in self.path_ignores
        )
