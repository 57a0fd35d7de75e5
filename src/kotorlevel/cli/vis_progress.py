"""A progress bar that is told how much is done."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def progress_bar(text: str) -> Iterator[Callable[[int, int], None] | None]:
    """What to call with the work done and the whole; None where no person watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(text, total=None)

        def tell(done: int, whole: int) -> None:
            progress.update(task, completed=done, total=whole)

        yield tell
