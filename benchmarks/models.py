"""How long models take to be read: all of a folder, by the processor.

python benchmarks/models.py FOLDER
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import kotorlevel as kl

LIMIT = 5.0
"""Milliseconds a megabyte, MDL and MDX together."""
REPEATS = 5


def main() -> None:
    paths = sorted(Path(sys.argv[1]).rglob("*.mdl"))
    size = sum(p.stat().st_size + p.with_suffix(".mdx").stat().st_size for p in paths)
    seconds = min(read_all(paths) for _ in range(REPEATS))
    rate = seconds * 1e3 / (size / 1e6)
    print(f"{len(paths)} models, {size / 1e6:.1f} MB: {seconds:.3f} s of the processor")
    print(f"{rate:.1f} ms a megabyte  (wanted: below {LIMIT:g} ms)")


def read_all(paths: list[Path]) -> float:
    start = time.process_time()
    for path in paths:
        kl.read_model(path)
    return time.process_time() - start


if __name__ == "__main__":
    main()
