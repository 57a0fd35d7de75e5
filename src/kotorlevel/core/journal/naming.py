"""What an edit is called in the journal, and which writes are one edit."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_EDIT: ContextVar[tuple[str, str]] = ContextVar("edit", default=("", ""))


def current_edit() -> tuple[str, str]:
    """What is being done, and a token that all writes of it share; empty where nobody has said."""
    return _EDIT.get()


@contextmanager
def edit_named(what: str) -> Iterator[None]:
    """Calls what is written in the block ``what``; it is undone all at once.

    Inside of another such block it keeps the name and the token of that one: who began it knows
    best what was asked for.
    """
    if current_edit()[1]:
        yield
        return
    token = _EDIT.set((what, os.urandom(8).hex()))
    try:
        yield
    finally:
        _EDIT.reset(token)
