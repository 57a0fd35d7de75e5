"""What commands that walk are told: places, doors, the body, and what surfaces cost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kotorlevel.cli.ask.negatives import GUARD
from kotorlevel.cli.ask.numbers import is_number, parse_number
from kotorlevel.cli.terminal.errors import CommandError
from kotorlevel.core.errors import InputError
from kotorlevel.core.humanoid import BODY
from kotorlevel.core.text import printable

if TYPE_CHECKING:
    from kotorlevel.area.area import Area
    from kotorlevel.mesh.materials import Materials

Numbers = tuple[float, ...]
"""x and y, or x, y and z."""

_BETWEEN = re.compile(r"\s*[,;]\s*|\s+")
_NUMERIC = re.compile(r"[-+0-9.,;eE\s]*[0-9][-+0-9.,;eE\s]*")
_WRITE = "write X,Y or X,Y,Z, as 12.4,-3"

_LARGEST_BODY = 10.0
"""Metres; the largest creatures have a radius of a few."""

_LOWEST, _HIGHEST = 1e-3, 1e6
"""Factors beyond these are mistakes: numbers so far apart lose all digits in a sum."""

_DOOR_NUMBER = re.compile(r"door:(?=[0-9]+$)", re.IGNORECASE)

_OPTIONS = {"closed_doors": "--closed: ", "start": "--from ", "paths": "--path "}
"""What the library calls an argument → what stands before a text about it."""

_PLACES = "write X,Y, entry, a tag, door:N or room:NAME"
_HELP = {
    "entry": "; name it with --module, or give X,Y",
    "numbers": "; give X,Y",
    "module": "; name the module with --module",
    "place": f": {_PLACES}",
    "place and module": f": {_PLACES} (tags need the module: --module)",
    "area": "; write X,Y or X,Y,Z, or give the whole area",
    "walkmesh": ", or --game DIR",
}
"""What is lacking → the option that helps."""


@contextmanager
def naming_options(before: str = "") -> Iterator[None]:
    """Say what cannot be done in the words of the command line; ``before`` is the option."""
    try:
        yield
    except InputError as error:
        if error.source or error.needs:  # about a file, not about what was typed beside it
            raise
        option = before or _OPTIONS.get(error.argument, "")
        raise CommandError(f"{option}{error.message}{_HELP.get(error.lacks, '')}") from None


# Doors and bodies

_DOORS: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--doors",
        type=click.Choice(["open", "closed"]),
        default="open",
        show_default=True,
        help="Whether doors let one through.",
    ),
    click.option(
        "--closed",
        multiple=True,
        metavar="NAME",
        help="Close this door: its tag, template, or number as door:3. May repeat.",
    ),
)


def door_options(command: Callable[..., None]) -> Callable[..., None]:
    """Both; the command gets ``all_closed``, and ``closed`` as `nav` names doors."""

    @wraps(command)
    def gathered(*, doors: str, closed: tuple[str, ...], **others: Any) -> None:
        if closed and doors == "closed":
            raise click.UsageError("--doors closed closes all of them; leave --closed out")
        names = tuple(_DOOR_NUMBER.sub("door ", name) for name in closed)
        command(all_closed=doors == "closed", closed=names, **others)

    for option in reversed(_DOORS):
        gathered = option(gathered)
    return gathered


def choose_doors(area: Area, all_closed: bool, closed: tuple[str, ...]) -> dict[str, Any]:
    """What `find_journey` and `find_reach` are told of doors. Raises `CommandError` without any."""
    if (all_closed or closed) and not area.doors:
        raise CommandError(f"{printable(area.name)}: no doors are known here{_HELP['module']}")
    return {"open_doors": "none" if all_closed else "all", "closed_doors": closed}


def _parse_radius(ctx: click.Context, param: click.Parameter, value: str) -> float:
    """Metres from 0 to `_LARGEST_BODY`."""
    del ctx, param
    try:
        metres = parse_number(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    if not 0 <= metres <= _LARGEST_BODY:
        raise click.BadParameter(f"{value} m: a body has a radius from 0 to {_LARGEST_BODY:g} m")
    return metres


def radius_option(text: str) -> Callable[[Any], Any]:
    """``--radius`` with this help; by default that of a human."""
    return click.option(
        "--radius",
        metavar="M",
        default=str(BODY),
        show_default=True,
        callback=_parse_radius,
        help=text,
    )


# Costs


def parse_costs(texts: Sequence[str], surfaces: Materials) -> dict[int, float]:
    """Material → what a metre on it counts, of MATERIAL=FACTOR. Raises `click.BadParameter`."""
    costs: dict[int, float] = {}
    for text in texts:
        name, equals, factor = (part.strip() for part in text.rpartition("="))
        if not equals or not name or not factor:
            raise _wrong(f"{printable(text)}: write MATERIAL=FACTOR, as water=5")
        is_id = name.isascii() and name.isdecimal()
        try:
            material = surfaces.find(int(name[:12]) if is_id else name).id
        except InputError as error:
            raise _wrong(error.message) from None
        costs[material] = _parse_factor(text, factor)
    return costs


def _parse_factor(text: str, factor: str) -> float:
    try:
        number = parse_number(factor)
    except ValueError as error:
        raise _wrong(f"{printable(text)}: {error}") from None
    if not _LOWEST <= number <= _HIGHEST:
        raise _wrong(f"{printable(text)}: the factor must be from {_LOWEST:g} to {_HIGHEST:,.0f}")
    return number


def _wrong(text: str) -> click.BadParameter:
    return click.BadParameter(text, param_hint="--cost")


# FROM and TO


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


def as_place(word: str) -> Numbers | str:
    """A place as the library takes it: the numbers, or the name."""
    return parse_coordinates(word) or word
