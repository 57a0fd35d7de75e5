"""How far long work is: a bar where a person watches, else a line on stderr now and then."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import ExitStack, contextmanager
from typing import Protocol, TypeVar

import click

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


@contextmanager
def working(text: str) -> Iterator[None]:
    """``text`` on the terminal while the ``with`` block runs; nothing where nobody watches."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(text):
        yield


EVERY = 10.0
"""Seconds from line to line where nobody watches: in the log of a script, silence is a hang."""


@contextmanager
def progress_bar(text: str, many: int = 0) -> Iterator[Callable[[int, int], None]]:
    """What to call with the work done and the whole.

    With ``many`` there is a bar only where the whole is that much and a person watches; it begins
    with the first call, because it has a thread, and processes should be started before there
    are any.
    """
    if not sys.stderr.isatty():
        yield _say_nothing if many else now_and_then(text)
        return
    with ExitStack() as stack:
        bar: list[Callable[[int, int], None]] = []

        def tell(done: int, whole: int) -> None:
            if whole >= many:
                if not bar:
                    bar.append(stack.enter_context(_bar(text)))
                bar[0](done, whole)

        if not many:
            tell(0, 0)
        yield tell


@contextmanager
def _bar(text: str) -> Iterator[Callable[[int, int], None]]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(text, total=None)
        yield lambda done, whole: progress.update(task, completed=done, total=whole or None)


def _say_nothing(done: int, whole: int) -> None:
    """Nobody watches."""


def now_and_then(
    text: str, clock: Callable[[], float] = time.monotonic
) -> Callable[[int, int], None]:
    """The same, with a line every `EVERY` seconds; ``clock`` gives seconds."""
    start = said = clock()

    def tell(done: int, whole: int) -> None:
        nonlocal said
        now = clock()
        if now - said >= EVERY and done < whole:
            said = now
            click.echo(f"{text}: {done / whole:.0%} after {now - start:.0f} s", err=True)

    return tell
