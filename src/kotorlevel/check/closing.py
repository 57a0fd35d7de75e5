"""Which edges that almost meet a repair may bring together."""

from __future__ import annotations

from kotorlevel.area.near_misses import WIDEST_GAP, NearMiss

FARTHEST_MOVE = WIDEST_GAP
"""Metres that a vertex is moved at most: 10 cm, within which the games' own links meet."""


def can_be_snapped(miss: NearMiss) -> bool:
    """True when moving vertices closes it. Where a link leads over it, the game does without."""
    is_open = not miss.linked and miss.kind != "direction"
    return is_open and miss.apart <= FARTHEST_MOVE


def can_be_split(miss: NearMiss) -> bool:
    """True when a vertex on the longer edge makes a seam of what lies side by side."""
    return not miss.linked and miss.kind == "part"
