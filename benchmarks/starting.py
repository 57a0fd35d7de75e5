"""How long commands take from the shell, beside what loading NumPy and click takes by itself.

python benchmarks/starting.py
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import kotorlevel as kl

WANTED = {"--help": 0.08, "info": 0.2, "check": 0.25}
"""Command → seconds of the processor."""
TIMES = 7


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        room = Path(name, "room.wok")
        files = kl.make_station()
        room.write_bytes(next(data for each, data in files.items() if each.endswith(".wok")))
        for module in ("click", "numpy, click"):
            print(f"  {'import ' + module:<20} {best('-c', f'import {module}') * 1000:6.0f} ms")
        floor = best("-c", "import numpy, click")
        for command, wanted in WANTED.items():
            words = [command] if command == "--help" else [command, str(room)]
            seconds = best("-m", "kotorlevel", *words)
            verdict = "ok" if seconds <= wanted else "slow"
            ratio = f"{seconds / floor:5.2f} × NumPy and click"
            print(f"  {command:<20} {seconds * 1000:6.0f} ms  {ratio}  {verdict}")


def best(*words: str) -> float:
    """Seconds of the processor in the quickest of some runs of Python, with compiled modules."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    found = []
    for _ in range(TIMES):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, *words], stdout=subprocess.DEVNULL, env=environment, check=False
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


if __name__ == "__main__":
    main()
