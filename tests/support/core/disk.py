"""A disk on which every step of a writing run is seen, one by one, and any of them can fail."""

from __future__ import annotations

import builtins
import errno
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_EVENTS = {
    f"os.{name}": name
    for name in ("rename", "remove", "mkdir", "rmdir", "chmod", "truncate", "link", "symlink")
} | {"os.utime": "utime", "os.setxattr": "setxattr"}
TAKING_SPACE = ("open", "write", "rest of write", "fsync", "close", "mkdir", "link", "symlink")
"""What a full disk refuses; it still lets files be renamed and taken away."""


@dataclass(frozen=True)
class Step:
    """One thing that is about to happen to the disk."""

    kind: str
    path: str

    def __str__(self) -> str:
        return f"{self.kind} {self.path}"


@dataclass
class Disk:
    """The files below ``root`` while they are written: ``before`` is called before each step.

    Whatever it raises is what the step comes to. ``unsynced`` are the files (device, inode) whose
    last bytes have not been sent to the disk: after a power failure they may be empty.
    """

    root: Path
    before: Callable[[Step], None] = lambda _: None
    steps: list[Step] = field(default_factory=list)
    unsynced: set[tuple[int, int]] = field(default_factory=set)

    def take(self, kind: str, path: object) -> None:
        """Note a step, unless it is elsewhere."""
        if not isinstance(path, (str, os.PathLike)):
            return
        place = os.path.abspath(path)  # noqa: PTH100  a link is not followed
        if place == str(self.root) or place.startswith(f"{self.root}{os.sep}"):
            step = Step(kind, os.path.relpath(place, self.root))
            self.steps.append(step)
            self.before(step)


_watched: Disk | None = None
_is_hooked = False


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if _watched is None:
        return
    if event == "open":
        path, _, flags = arguments
        if isinstance(flags, int) and flags & _WRITING:
            _watched.take("open", path)
    elif event in _EVENTS:
        _watched.take(_EVENTS[event], arguments[0])


class _File(io.FileIO):
    """Bytes reach the disk in two halves, so that one of them can be missing."""

    def write(self, data: Any) -> int:
        if _watched is None:
            return super().write(data)
        view = memoryview(data).cast("B")
        half = len(view) // 2
        path = _path_of(self.fileno())
        _watched.take("write", path)
        status = os.fstat(self.fileno())
        _watched.unsynced.add((status.st_dev, status.st_ino))
        super().write(view[:half])
        _watched.take("rest of write", path)
        super().write(view[half:])
        return len(view)

    def close(self) -> None:
        if self.closed:
            return
        path = _path_of(self.fileno())
        super().close()
        if _watched is not None:
            _watched.take("close", path)


def _path_of(handle: int) -> str:
    return str(Path(f"/proc/self/fd/{handle}").readlink()).removesuffix(" (deleted)")


@contextmanager
def watched(disk: Disk) -> Iterator[Disk]:
    """Every step of the block below ``disk.root`` goes by ``disk``; no real disk is waited for."""
    global _watched, _is_hooked
    if not _is_hooked:
        sys.addaudithook(_audit)
        _is_hooked = True
    plain_open, plain_write = io.open, os.write

    def opened(file: Any, mode: str = "r", buffering: int = -1, *more: Any, **named: Any) -> Any:
        if "w" not in mode and "x" not in mode:
            return plain_open(file, mode, buffering, *more, **named)
        raw = _File(file, mode.replace("b", "").replace("t", ""))
        buffered = io.BufferedWriter(raw)
        if "b" in mode:
            return buffered
        return io.TextIOWrapper(buffered, *more, **named)

    def synced(handle: int) -> None:
        disk.take("fsync", _path_of(handle))
        status = os.fstat(handle)
        disk.unsynced.discard((status.st_dev, status.st_ino))

    def written(handle: int, data: Any) -> int:
        disk.take("write", _path_of(handle))
        return plain_write(handle, data)

    with (
        mock.patch.object(io, "open", opened),
        mock.patch.object(builtins, "open", opened),
        mock.patch.object(os, "fsync", synced),
        mock.patch.object(os, "write", written),
    ):
        _watched = disk
        try:
            yield disk
        finally:
            _watched = None


class Fault:
    """What goes wrong at step number ``at``: ``once``, or from there on: ``full``, ``locked``."""

    def __init__(self, kind: str, at: int) -> None:
        self.kind, self.left, self.struck = kind, at, 0

    def __call__(self, step: Step) -> None:
        self.left -= 1
        if self.left >= 0 or (self.kind == "once" and self.struck):
            return
        if self.kind == "full" and step.kind not in TAKING_SPACE:
            return
        self.struck += 1
        number = {"once": errno.EIO, "full": errno.ENOSPC, "locked": errno.EACCES}[self.kind]
        raise OSError(number, os.strerror(number), step.path)


FAULTS = ("once", "full", "locked")
