"""What happens when the reader of a pipe is gone."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


def end_quietly() -> None:
    """From now on the program ends when the reader of its output goes, as others do."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)


@contextmanager
def outlive_workers() -> Iterator[None]:
    """Meanwhile a pipe without a reader is an error that can be handled, not the end.

    For work in other processes: when one of them dies, this one writes to nobody.
    """
    if not hasattr(signal, "SIGPIPE"):
        yield
        return
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGPIPE, before)
