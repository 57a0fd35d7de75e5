"""`watching`: which modules count coverage while they are imported."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType

from atheris.import_hook import AtherisMetaPathFinder

_PLAIN = ("kernels", "compiled", "simd")
"""Parts of names of modules that Numba compiles, which it cannot do where branches are counted."""


class _Chosen(AtherisMetaPathFinder):
    """Instruments what is below ``prefixes``; Atheris itself knows whole packages only."""

    def __init__(self, prefixes: Sequence[str]) -> None:
        super().__init__({"kotorlevel"}, set(), True, True)
        self._prefixes = tuple(prefixes)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """None where a module is imported as it is."""
        below = any(f"{fullname}.".startswith(f"{each}.") for each in self._prefixes)
        if not below or any(part in fullname for part in _PLAIN):
            return None
        return super().find_spec(fullname, path, target)


@contextmanager
def watching(prefixes: Sequence[str]) -> Iterator[None]:
    """While it lasts, and for what is imported later by what was imported then."""
    sys.meta_path.insert(0, _Chosen(prefixes))
    yield  # the finder stays: much is imported only when an input needs it
