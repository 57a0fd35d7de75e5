"""`Judge`: feeds a target, and keeps what it must not do."""

from __future__ import annotations

import hashlib
import json
import resource
import time
import traceback
import tracemalloc
import warnings
from contextlib import suppress
from pathlib import Path

from target import Target, name_fault

MEGABYTE = 1024 * 1024
MEMORY = 50 * MEGABYTE
"""Bytes that any input may take, and ten times its size."""
_REMEMBERED = 5
_ROUND = 64
"""Inputs between two looks at the memory, which cost as much as a small input."""
_SLOW_ROUND = 4
"""The same for areas: each of a round is measured again where it grows, which takes seconds."""


class Judge:
    """Counts inputs of a target; the first input of each fault is kept in ``folder``."""

    def __init__(self, target: Target, folder: Path) -> None:
        self.target = target
        self.folder = folder
        self.executions = 0
        self.faults: dict[str, int] = {}
        self._highest = _highest_memory()
        self._reported = 0.0
        self._lately: list[bytes] = []
        self._is_quick = target.seconds < 1
        warnings.simplefilter("error")  # a warning of NumPy on a terminal is a fault, too

    def __call__(self, data: bytes) -> None:
        """Try one input."""
        self.executions += 1
        before = time.process_time()
        try:
            self.target.run(data)
        except self.target.documented:
            pass
        except Exception as error:
            self._keep(name_fault(error), data, traceback.format_exc())
        spent = time.process_time() - before
        if spent > self.target.seconds + len(data) / MEGABYTE:
            self._keep("slow", data, f"{spent:.1f} s for {len(data)} bytes")
        self._lately.append(data)
        if len(self._lately) == (_ROUND if self._is_quick else _SLOW_ROUND):
            self._watch_memory()
            self._lately.clear()

    def _watch_memory(self) -> None:
        highest = _highest_memory()
        grown = highest - self._highest
        if grown > 8 * MEGABYTE:
            # What the fuzzer itself keeps grows, too, and any of the round may have been it: only
            # a closer look tells. Half of what is allowed, as what was freed before is used again.
            for data in self._lately if grown > MEMORY / (2 if self._is_quick else 1) else ():
                if (taken := measure_memory(self.target, data)) > allowed(data):
                    self._keep("memory", data, f"{taken / MEGABYTE:.0f} MB for {len(data)} bytes")
            with suppress(OSError):  # Linux forgets the peak; elsewhere later ones hide behind it
                Path("/proc/self/clear_refs").write_text("5")
            self._highest = _highest_memory()

    def _keep(self, name: str, data: bytes, text: str) -> None:
        if name not in self.faults:
            stem = hashlib.sha256(name.encode()).hexdigest()[:12]
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / f"{stem}.input").write_bytes(data)
            (self.folder / f"{stem}.txt").write_text(f"{name}\n\n{text}\n", encoding="utf-8")
        self.faults[name] = self.faults.get(name, 0) + 1

    def report(self, path: Path, every: float = 0.0) -> None:
        """Write what was done to a file, at most all ``every`` seconds."""
        if time.monotonic() - self._reported >= every:
            done = {"executions": self.executions, "faults": self.faults}
            path.write_text(json.dumps(done), encoding="utf-8")
            self._reported = time.monotonic()


def measure_memory(target: Target, data: bytes) -> int:
    """Bytes that one input takes at its highest."""
    for number in range(
        _REMEMBERED if target.seconds < 1 else 0
    ):  # readers remember the last files: this one should not be
        with suppress(Exception):
            target.run(b"%d" % number)
    tracemalloc.start()
    try:
        with suppress(Exception):
            target.run(data)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def allowed(data: bytes) -> int:
    """Bytes that an input may take."""
    return MEMORY + 10 * len(data)


def _highest_memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
