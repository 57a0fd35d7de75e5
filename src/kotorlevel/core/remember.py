"""What is computed once: answers that a value keeps, and values that are made once for equal input.

Values here are frozen, so what follows from one stays true for as long as it exists. An edit
returns a new value, which remembers nothing; neither does a copy that comes out of a pickle. What
follows from parts that both have goes from one to the next in a `Memory` (`core.memory`).
"""

from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import fields
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

T = TypeVar("T")


def remember(owner: object, key: Hashable, make: Callable[[], T]) -> T:
    """What ``make`` returned when ``owner`` was first asked for ``key``.

    For layers above that of ``owner``, which it cannot have properties for. Two threads that ask
    at once may both make it; they then get the same one.
    """
    kept: dict[Hashable, Any] = vars(owner).setdefault("_remembered", {})
    if key not in kept:
        kept.setdefault(key, make())
    found: T = kept[key]
    return found


def forget(owner: object) -> None:
    """Let go of all that ``owner`` remembers; who asks again waits again, and gets the same."""
    getattr(owner, "__dict__", {}).pop("_remembered", None)


def only_fields(value: Any) -> dict[str, Any]:
    """The fields of a dataclass and nothing that it remembers, to be its ``__getstate__``."""
    state = vars(value)
    return {field.name: state[field.name] for field in fields(value)}


class Shared(Generic[T]):
    """Values by what they are made of: for an equal key the same value, for as long as it is used.

    The last ones are kept for a while though nobody uses them; together they weigh no more than
    ``most``.
    """

    def __init__(self, most: int = 0) -> None:
        self._known: WeakValueDictionary[Hashable, Any] = WeakValueDictionary()
        self._recent: deque[tuple[T, int]] = deque()
        self._weight, self._most = 0, most

    def get(self, key: Hashable, make: Callable[[], T], weight: int = 0) -> T:
        """The value of ``key``, made if there is none."""
        found: T | None = self._known.get(key)
        if found is None:
            found = self._known.setdefault(key, make())
            if 0 < weight <= self._most:
                self._keep(found, weight)
        return found

    def _keep(self, value: T, weight: int) -> None:
        self._recent.append((value, weight))
        self._weight += weight
        while self._weight > self._most and self._recent:
            try:
                self._weight -= self._recent.popleft()[1]
            except IndexError:  # another thread was faster
                return
