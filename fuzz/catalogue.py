"""Every target by its name."""

from __future__ import annotations

import areas
import readers
from target import Target

TARGETS: dict[str, Target] = {**readers.TARGETS, **areas.TARGETS}
"""In the order in which they run."""


def find_target(name: str) -> Target:
    """The target of that name. Raises `KeyError` where there is none."""
    return TARGETS[name]
