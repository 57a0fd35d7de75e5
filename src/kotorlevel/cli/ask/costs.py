"""``--cost MATERIAL=FACTOR`` of ``kotorlevel path``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kotorlevel.cli.queries.points import parse_number
from kotorlevel.core.text import printable
from kotorlevel.core.words import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotorlevel.mesh.materials import Materials

LOWEST, HIGHEST = 1e-3, 1e6
"""Factors beyond these are mistakes: numbers so far apart lose all digits in a sum."""


def parse_costs(texts: Sequence[str], surfaces: Materials) -> dict[int, float]:
    """Material → what a metre on it counts. Raises `click.BadParameter`."""
    costs: dict[int, float] = {}
    for text in texts:
        name, equals, factor = (part.strip() for part in text.rpartition("="))
        if not equals or not name or not factor:
            raise _wrong(f"{printable(text)}: write MATERIAL=FACTOR, as water=5")
        costs[_find_material(name, surfaces)] = _parse_factor(text, factor)
    return costs


def _parse_factor(text: str, factor: str) -> float:
    try:
        number = parse_number(factor)
    except ValueError as error:
        raise _wrong(f"{printable(text)}: {error}") from None
    if not LOWEST <= number <= HIGHEST:
        raise _wrong(f"{printable(text)}: the factor must be from {LOWEST:g} to {HIGHEST:,.0f}")
    return number


def _find_material(name: str, surfaces: Materials) -> int:
    if name.isascii() and name.isdecimal():
        number = int(name[:12])
        if all(surface.id != number for surface in surfaces.surfaces):
            raise _wrong(f"there is no surface {number:,}; there are 0 to {_last_id(surfaces)}")
        return number
    for surface in surfaces.surfaces:
        if surface.label.lower() == name.lower():
            return surface.id
    labels = [surface.label for surface in surfaces.surfaces if surface.walk]
    hint = did_you_mean(name, labels) or f"There are: {', '.join(map(printable, labels))}."
    raise _wrong(f"there is no surface {printable(name)!r}. {hint}")


def _last_id(surfaces: Materials) -> int:
    return max((surface.id for surface in surfaces.surfaces), default=0)


def _wrong(text: str) -> click.BadParameter:
    return click.BadParameter(text, param_hint="--cost")
