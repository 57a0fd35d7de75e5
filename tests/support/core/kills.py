"""A process that is killed at any step that it takes on the disk."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_STEPS = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.truncate", "os.link"}


class Killed(BaseException):
    """What a killed process does from then on: nothing."""


class _Death:
    """Which steps below ``root`` are still taken; after them every one is refused."""

    root = ""
    left = -1
    taken = 0

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.root or not self._is_step(event, arguments):
            return
        self.taken += 1
        if self.left == 0:
            raise Killed
        self.left -= 1

    def _is_step(self, event: str, arguments: tuple[Any, ...]) -> bool:
        if event == "open":
            path, _, flags = arguments
            if not isinstance(flags, int) or not flags & _WRITING:
                return False
        elif event in _STEPS:
            path = arguments[0]
        else:
            return False
        return isinstance(path, (str, os.PathLike)) and str(path).startswith(self.root)


_death: _Death | None = None


@contextmanager
def killed_after(steps: int, root: Path) -> Iterator[_Death]:
    """Let the block take so many steps that write below ``root``, and none after them.

    The block's own handlers run, as they do not in a killed process, but cannot touch the disk.
    """
    global _death
    if _death is None:
        _death = _Death()
        sys.addaudithook(_death)
    _death.left, _death.taken, _death.root = steps, 0, str(root)
    try:
        yield _death
    except Killed:
        pass
    finally:
        _death.root = ""


def kill_everywhere(
    root: Path, prepare: Callable[[], object], act: Callable[[], object]
) -> Iterator[int]:
    """Kill ``act`` after 0, 1, 2, ... steps, each time after ``prepare``, until it gets through."""
    for steps in range(10_000):
        prepare()
        with killed_after(steps, root) as death:
            act()
        if death.taken <= steps:
            return
        yield steps
