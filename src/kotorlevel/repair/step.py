"""One thing that a repair did."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """What was done, in a few words, and for which rules."""

    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Fixed:
    """The bytes after a round of fixes, and its steps."""

    data: bytes
    steps: tuple[Step, ...] = ()
