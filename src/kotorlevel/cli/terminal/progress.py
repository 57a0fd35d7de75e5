"""How far long work is: a bar where a person watches, else a line on stderr now and then."""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import click

T_co = TypeVar("T_co", covariant=True)
Tell = Callable[[int, int], None]
"""Is told the work done, and the whole."""

AFTER = 1.0
"""Seconds of work from which on a bar is shown: what is quicker would only flicker."""
EVERY = 10.0
"""Seconds from line to line where nobody watches: in the log of a script, silence is a hang."""
_TICK = 0.2
_BAR = 30


@contextmanager
def progress_bar(text: str, *, lines: bool = False) -> Iterator[Tell]:
    """What to call with the work done and the whole; it need not be called.

    A bar is on the terminal while the ``with`` block runs, once that takes longer than `AFTER`.
    Where nobody watches there is nothing, or with ``lines`` one now and then.
    """
    if not is_watched():
        yield now_and_then(text) if lines else _say_nothing
        return
    bar = _Bar(text)
    bar.start()
    try:
        yield bar.tell
    finally:
        bar.stop()


def track(things: Iterable[T_co], total: int, text: str) -> Iterator[T_co]:
    """``things``, of which there are ``total``, with a progress bar while somebody takes them."""
    with progress_bar(text) as tell:
        for number, thing in enumerate(things, 1):
            yield thing
            tell(number, total)


def is_watched() -> bool:
    """True where stderr is a terminal that can write over a line."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


class _Bar(threading.Thread):
    """Draws from time to time how far the work is.

    It imports nothing and holds no lock: processes may be started while it runs.
    """

    def __init__(self, text: str) -> None:
        super().__init__(daemon=True)
        self._text = text
        self._at = (0, 0)
        self._over = threading.Event()
        self._drawn = 0

    def tell(self, done: int, whole: int) -> None:
        self._at = done, whole

    def run(self) -> None:
        start = time.monotonic()
        pause = AFTER
        while not self._over.wait(pause):
            pause = _TICK
            self._draw(time.monotonic() - start)

    def _draw(self, seconds: float) -> None:
        done, whole = self._at
        line = f"{self._text} {seconds:.0f} s"
        if whole:
            full = _BAR * min(done, whole) // whole
            line = f"{self._text} [{'#' * full}{'.' * (_BAR - full)}] {done:,} of {whole:,}"
        import shutil

        line = line[: shutil.get_terminal_size().columns - 1]
        self._write(f"\r{line:<{self._drawn}}")
        self._drawn = len(line)

    def stop(self) -> None:
        self._over.set()
        self.join()
        if self._drawn:
            self._write(f"\r{'':<{self._drawn}}\r")

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


def _say_nothing(done: int, whole: int) -> None:
    """Nobody watches."""


def now_and_then(text: str, clock: Callable[[], float] = time.monotonic) -> Tell:
    """What writes a line every `EVERY` seconds; ``clock`` gives seconds."""
    start = said = clock()

    def tell(done: int, whole: int) -> None:
        nonlocal said
        now = clock()
        if now - said >= EVERY and done < whole:
            said = now
            click.echo(f"{text}: {done / whole:.0%} after {now - start:.0f} s", err=True)

    return tell
