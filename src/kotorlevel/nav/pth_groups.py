"""Numbers that are joined to groups, step by step."""

from __future__ import annotations


class Groups:
    """The numbers from 0 to ``count``, each alone at first."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))

    def grow(self) -> None:
        """One more number."""
        self._parent.append(len(self._parent))

    def find(self, number: int) -> int:
        """The smallest number of the group."""
        while self._parent[number] != number:
            self._parent[number] = self._parent[self._parent[number]]
            number = self._parent[number]
        return number

    def join(self, a: int, b: int) -> None:
        """Make one group of two."""
        a, b = self.find(a), self.find(b)
        self._parent[max(a, b)] = min(a, b)
