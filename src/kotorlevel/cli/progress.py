"""A progress bar for long work, where a person watches."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sized
from typing import Protocol, TypeVar

T_co = TypeVar("T_co", covariant=True)

_MANY = 200


class SizedIterable(Sized, Iterable[T_co], Protocol[T_co]):
    """Something to go through whose length is known."""


def with_progress(things: SizedIterable[T_co], text: str) -> Iterator[T_co]:
    """``things``, with a progress bar where there are many and a person watches."""
    return track(things, len(things), text)


def track(things: Iterable[T_co], total: int, text: str, many: int = _MANY) -> Iterator[T_co]:
    """``things``, of which there are ``total``, with a progress bar where that is useful.

    That is where a person watches, and from ``many`` on.
    """
    if total < many or not sys.stderr.isatty():
        yield from things
        return
    from rich.console import Console
    from rich.progress import track as rich_track

    yield from rich_track(things, text, total=total, console=Console(stderr=True), transient=True)
