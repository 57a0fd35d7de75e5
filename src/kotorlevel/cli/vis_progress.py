"""How far long work is: a bar where a person watches, else a line on stderr now and then."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EVERY = 10.0
"""Seconds from line to line where nobody watches: in the log of a script, silence is a hang."""


@contextmanager
def progress_bar(text: str) -> Iterator[Callable[[int, int], None]]:
    """What to call with the work done and the whole."""
    if not sys.stderr.isatty():
        yield now_and_then(text)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(text, total=None)

        def tell(done: int, whole: int) -> None:
            progress.update(task, completed=done, total=whole)

        yield tell


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
