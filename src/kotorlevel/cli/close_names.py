"""Names that may have been meant."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MOST = 3
_ENOUGH = 20_000


def find_close_names(name: str, known: Iterable[str]) -> list[str]:
    """Up to three of ``known`` that look like ``name`` in any case, the closest first.

    Where there are very many, only those that begin alike or contain it are looked at.
    """
    spellings = {each.lower(): each for each in known}
    wanted = name.lower()
    some = list(spellings)
    if len(some) > _ENOUGH:
        some = [each for each in some if each[:3] == wanted[:3] or wanted in each]
    return [spellings[each] for each in get_close_matches(wanted, some, n=_MOST)]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """``Did you mean a, b or c?``, or nothing where no name is close."""
    return suggest(find_close_names(name, known))


def suggest(names: Sequence[str]) -> str:
    """``Did you mean a, b or c?``, or nothing where there are none."""
    shown = [f"'{printable(each)}'" for each in names]
    if not shown:
        return ""
    return f"Did you mean {' or '.join(filter(None, [', '.join(shown[:-1]), shown[-1]]))}?"
