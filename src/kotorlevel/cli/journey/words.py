"""The words of ``kotorlevel path`` behind AREA: which of them is FROM, and which is TO."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kotorlevel.cli.ask.negatives import GUARD
from kotorlevel.cli.queries.points import is_number, parse_number
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Numbers = tuple[float, ...]
"""x and y, or x, y and z."""

_BETWEEN = re.compile(r"\s*[,;]\s*|\s+")
_NUMERIC = re.compile(r"[-+0-9.,;eE\s]*[0-9][-+0-9.,;eE\s]*")
_WRITE = "write X,Y or X,Y,Z, as 12.4,-3"


def check_order(area: str, words: Sequence[str]) -> None:
    """Refuse FROM and TO without AREA, or before it. Raises `click.UsageError`."""
    given = [word.removeprefix(GUARD) for word in words]
    if not area:
        raise click.UsageError("AREA is empty; for the current folder write .")
    if Path(area).exists():
        return
    if given and Path(given[-1]).exists():
        right = " ".join(["kotorlevel path", given[-1], area, *given[:-1]])
        raise click.UsageError(f"AREA comes first: {printable(right, 200)}")
    if _NUMERIC.fullmatch(area):
        right = " ".join(["kotorlevel path AREA", area, *given])
        raise click.UsageError(f"AREA is missing: {printable(right, 200)}")


def split_places(words: Sequence[str]) -> tuple[str, str]:
    """FROM and TO, each one word; numbers may also stand apart, as some shells hand them over.

    PowerShell makes ``2,2`` two words. Raises `click.UsageError` where they are not two places.
    """
    given = [word.removeprefix(GUARD) for word in words]
    if not given:
        raise click.UsageError("Missing arguments FROM and TO: from where, and where to?")
    found = list(_find_splits(given))
    if len(found) == 1:
        return found[0]
    if len(given) == 5 and len(found) > 1:
        raise click.UsageError(
            f"5 numbers: {_listed(given)} may be X,Y and X,Y,Z, or the other way round; {_WRITE}, "
            'in quotes where the shell takes commas apart: "1,2" "3,4,0"'
        )
    if len(given) == 1 or (_is_place(given) and len(given) > 1):
        raise click.UsageError("Missing argument TO: where to?")
    raise click.UsageError(
        f"FROM and TO are two places, but these are {len(given)} words: {_listed(given)}; "
        f"{_WRITE}, and names with spaces in quotes"
    )


def _find_splits(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    for place in range(1, len(words)):
        if _is_place(words[:place]) and _is_place(words[place:]):
            yield ",".join(words[:place]), ",".join(words[place:])


def _is_place(words: Sequence[str]) -> bool:
    """Whether these words are one place: a single word, or two or three bare numbers."""
    bare = [is_number(word) and not _BETWEEN.search(word) for word in words]
    return not bare[0] if len(words) == 1 else len(words) in (2, 3) and all(bare)


def _listed(words: Sequence[str]) -> str:
    return printable(" ".join(words), 120)


def parse_coordinates(word: str) -> Numbers | None:
    """The numbers of ``1,2.5`` or ``1,2.5,0``; None for a word that is a name.

    Raises `click.UsageError` for what was meant as numbers and is not two or three of them.
    """
    if not _NUMERIC.fullmatch(word) and not _has_number_first(word):
        return None
    try:
        numbers = tuple(parse_number(part) for part in _BETWEEN.split(word.strip()))
    except ValueError as error:
        raise click.UsageError(f"{printable(word)}: {error}; {_WRITE}") from None
    if len(numbers) not in (2, 3):
        count = "1 number" if len(numbers) == 1 else f"{len(numbers)} numbers"
        raise click.UsageError(f"{printable(word)}: {count}; {_WRITE}")
    return numbers


def _has_number_first(word: str) -> bool:
    """Whether a comma follows a number: ``1,x`` is a mistyped place, not a name."""
    first, *rest = re.split(r"[,;]", word)
    return bool(rest) and (is_number(first.strip()) or is_number(rest[0].strip()))
