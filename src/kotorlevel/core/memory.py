"""`Memory`: what is known of the parts of a value, for the next value that shares them.

An area of sixty rooms after an edit is a new value, and fifty-nine of its rooms are the old
objects. What was computed from these alone is found again by the objects it was made of.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from kotorlevel.core.remember import forget

T = TypeVar("T")


class Memory:
    """Keeps from one call to the next what cannot have changed, for who edits and asks again.

    Answers are exactly those without it; only quicker. It keeps what was of use for the last few
    areas and lets go of the rest, also of what areas before these remember themselves. For one
    thread at a time; a copy out of a pickle is empty::

        memory = kl.Memory()
        report = kl.check(area, memory=memory)
        report = kl.check(area.with_mesh("hall", mesh), memory=memory)
    """

    def __init__(self, values: int = 4) -> None:
        self._most = max(1, values)
        self._values: deque[object] = deque()
        self._round = 0
        self._kept: dict[Hashable, _Kept] = {}

    def __repr__(self) -> str:
        return f"<Memory of {len(self._values)} areas, {len(self._kept):,} answers>"

    def __reduce__(self) -> tuple[type[Memory], tuple[int]]:
        return Memory, (self._most,)

    @contextmanager
    def used_for(self, value: object) -> Iterator[None]:
        """Inside, `recall` asks this memory; ``value`` is what is looked at now."""
        if not self._values or self._values[-1] is not value:
            self._begin(value)
        token = _IN_USE.set(self)
        try:
            yield
        finally:
            _IN_USE.reset(token)

    def _begin(self, value: object) -> None:
        self._round += 1
        self._values.append(value)
        while len(self._values) > self._most:
            old = self._values.popleft()
            if not any(each is old for each in self._values):
                forget(old)
        least = self._round - self._most
        self._kept = {key: each for key, each in self._kept.items() if each.used > least}

    def recall(self, key: Hashable, made_of: Sequence[object], make: Callable[[], T]) -> T:
        """See `recall` below."""
        # Objects are known by their identity: while the answer is kept, so are they.
        whole = key, *map(id, made_of)
        kept = self._kept.get(whole)
        if kept is None:
            kept = self._kept.setdefault(whole, _Kept(make(), tuple(made_of)))
        kept.used = self._round
        found: T = kept.answer
        return found


class _Kept:
    __slots__ = ("answer", "made_of", "used")

    def __init__(self, answer: Any, made_of: tuple[object, ...]) -> None:
        self.answer, self.made_of, self.used = answer, made_of, 0


_IN_USE: ContextVar[Memory | None] = ContextVar("memory in use", default=None)


def recall(key: Hashable, made_of: Sequence[object], make: Callable[[], T]) -> T:
    """What ``make`` returned for the same ``key`` and the very same objects ``made_of``.

    All that the answer depends on has to be in either; the objects must never change. Without a
    memory in use it is made each time.
    """
    memory = _IN_USE.get()
    return make() if memory is None else memory.recall(key, made_of, make)


def is_remembering() -> bool:
    """Whether a memory is in use, so that looking for what is known may pay."""
    return _IN_USE.get() is not None


@contextmanager
def using(memory: Memory | None, value: object) -> Iterator[None]:
    """Use ``memory`` inside, or one that is gone afterwards: within one call it pays as well."""
    with (memory or Memory(1)).used_for(value):
        yield
