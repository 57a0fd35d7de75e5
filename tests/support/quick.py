"""What the quick run leaves to ``./test --all``."""

from __future__ import annotations

import os

EVERYTHING = "KOTORLEVEL_ALL"
"""Set in the environment by ``--all``, also for the processes that tests run in."""


def few(quick: int, thorough: int) -> int:
    """How many examples, seeds or steps: for the quick run, or with ``--all``."""
    return thorough if EVERYTHING in os.environ else quick
