"""Long lists, cut: what is shown to people names a few and counts the rest."""

from __future__ import annotations

from collections.abc import Sequence

LONGEST_LIST = 6


def short_list(items: Sequence[str], longest: int = LONGEST_LIST) -> str:
    """``a, b, c and 37 more``; all of them where they are few."""
    if len(items) <= longest:
        return join_words(items)
    return f"{', '.join(items[:longest])} and {len(items) - longest:,} more"


def join_words(items: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def count_of(number: int, noun: str) -> str:
    """``1 face``, ``1,204 faces``, ``2 vertices``."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {plural(noun)}"


def plural(noun: str) -> str:
    """``faces``, ``vertices``."""
    return "vertices" if noun == "vertex" else noun + "s"
