"""What a check can be told."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatch
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from kotorlevel.checks.finding import UNREADABLE, Severity

if TYPE_CHECKING:
    from kotorlevel.checks.baseline import Baseline
    from kotorlevel.mesh.materials import Materials


@dataclass(frozen=True)
class Options:
    """Limits, and which rules count.

    ``select`` and ``ignore`` are rule ids or beginnings of them (``MSH``); an empty ``select``
    means all. A rule that is told only when asked for has to be there with its whole id; ``also``
    has rules to add to the others. ``path_ignores`` are pairs of a file pattern (``rooms/*.wok``)
    and ids; patterns are relative to ``folder``, or to any folder where that is empty. Lengths are
    in metres, angles in degrees. ``surfaces`` decides what is walkable; None means the table of the
    first game. ``fail_on`` is the severity from which a check counts as failed, None for never.
    Findings of the ``baseline`` are known, and not told again.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    path_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    folder: str = ""
    slope_limit: float = 60.0
    seam_tolerance: float = 0.001
    sliver_ratio: float = 0.01
    surfaces: Materials | None = None
    fail_on: Severity | None = Severity.ERROR
    baseline: Baseline | None = None

    def wants(self, rule: str, file: str = "") -> bool:
        """True when findings of ``rule`` in ``file`` are to be reported."""
        if not (self.select or self.ignore or self.path_ignores):
            return True
        wanted = (*self.select, *self.also)
        if self.select and rule != UNREADABLE and not rule.startswith(wanted):
            return False
        if self.ignore and rule.startswith(self.ignore):
            return False
        return not any(
            rule.startswith(ids) and _matches(file, pattern, self.folder)
            for pattern, ids in self.path_ignores
        )

    def asks_for(self, rule: str) -> bool:
        """True when ``rule`` is selected by its whole id."""
        return rule in self.select or rule in self.also


@lru_cache(maxsize=4096)
def _matches(file: str, pattern: str, folder: str) -> bool:
    """True when ``file``, or the end of its path, fits ``pattern`` inside ``folder``."""
    name = file
    if folder:
        path = Path(file).resolve()
        if not path.is_relative_to(folder):
            return False
        name = path.relative_to(folder).as_posix()
    return fnmatch(name, pattern) or fnmatch(name, f"*/{pattern}")
