"""``--doors`` and ``--closed``: which doors stand in the way."""

from __future__ import annotations

import re
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

_DOOR_NUMBER = re.compile(r"door:(?=[0-9]+$)", re.IGNORECASE)

_OPTIONS: tuple[Callable[[Any], Any], ...] = (
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

    for option in reversed(_OPTIONS):
        gathered = option(gathered)
    return gathered
