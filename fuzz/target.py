"""`Target`: something that takes bytes from strangers, and what it may do with them."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kotorlevel.errors import FormatError, InputError

ROOT = Path(__file__).resolve().parents[1]
REAL = {
    "corpus": Path(os.environ.get("KOTORLEVEL_CORPUS", ROOT.parent / "shared" / "corpus")),
    "levels": Path(os.environ.get("KOTORLEVEL_LEVELS", ROOT.parent / "shared" / "levels")),
}
_MOST_REAL = 60


@dataclass(frozen=True)
class Target:
    """``run`` is fed with bytes; ``seeds`` are made in code, ``real`` are patterns of real files.

    An exception of ``run`` that is not one of ``documented`` is a fault, and so are more than
    ``seconds`` of CPU time. Inputs have at most ``largest`` bytes: small ones are quick, and reach
    the same code.
    """

    run: Callable[[bytes], object]
    seeds: Callable[[], Iterable[bytes]]
    real: tuple[str, ...] = ()
    documented: tuple[type[Exception], ...] = (FormatError, InputError)
    largest: int = 4096
    seconds: float = 0.25

    def all_seeds(self) -> Iterator[bytes]:
        """The seeds and the real files that are not too large."""
        yield from (seed for seed in self.seeds() if len(seed) <= self.largest)
        for pattern in self.real:
            place, _, rest = pattern.partition("/")
            paths = [p for p in sorted(REAL[place].glob(rest)) if p.stat().st_size <= self.largest]
            step = max(1, len(paths) // _MOST_REAL)
            yield from (path.read_bytes() for path in paths[::step])


def name_fault(error: BaseException) -> str:
    """What failed and where, so that the same fault is kept once: the last line of our own."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if f"{os.sep}kotorlevel{os.sep}" in frame.filename]
    if not (chosen := (ours or frames)[-1:]):
        return type(error).__name__
    place = Path(chosen[0].filename)
    return f"{type(error).__name__} at {place.parent.name}/{place.name}:{chosen[0].lineno}"
