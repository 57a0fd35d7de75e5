"""How long reading and starting take, as ratios to the least that is possible.

python benchmarks/reading.py
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import timeit
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import kotorlevel as kl
from kotorlevel.formats.bwm import build_bwm
from kotorlevel.formats.bwm.tables import SLOTS

if TYPE_CHECKING:
    from collections.abc import Callable


def main() -> None:
    for faces in (1_200, 100_000):
        measure_reading(faces)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "room.wok")
        path.write_bytes(walkmesh_of(1_200))
        command("nothing but Python", "-c", "pass")
        command("kotorlevel --help  (wanted: below 150 ms)", "-m", "kotorlevel", "--help")
        command(
            "kotorlevel info FILE  (wanted: below 400 ms)", "-m", "kotorlevel", "info", str(path)
        )


def walkmesh_of(faces: int) -> bytes:
    """A file of the right size for so many faces; its content does not matter here."""
    counts = {"vertices": faces // 2, "nodes": 2 * faces - 1, "edges": faces // 10, "loops": 1}
    tables = {
        slot.table.name: np.zeros(counts.get(slot.table.name, faces), slot.table.dtype)
        for slot in SLOTS
    }
    return build_bwm(1, tables).to_bytes()


def measure_reading(faces: int) -> None:
    data = walkmesh_of(faces)
    buffer = bytearray(len(data))

    def copy() -> None:
        buffer[:] = data

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "room.wok")
        path.write_bytes(data)
        copying = best(copy)
        from_bytes = best(lambda: kl.read_walkmesh(data))
        from_disk = best(lambda: kl.read_walkmesh(path))
        raw = best(path.read_bytes)
    print(f"{faces:,} faces, {len(data) / 1e6:.1f} MB")
    show("copy the bytes in memory", copying)
    show("read_walkmesh(bytes)", from_bytes, copying, "of copying speed")
    show("read the file, no parsing", raw)
    show("read_walkmesh(path)", from_disk, raw, "of reading speed")


def show(what: str, seconds: float, base: float = 0.0, of: str = "") -> None:
    ratio = f"{base / seconds:8.2f} {of}" if of else ""
    print(f"  {what:<28} {seconds * 1e6:9.1f} µs{ratio}")


def best(job: Callable[[], object]) -> float:
    """Seconds of one run, the best of several batches of about 50 ms."""
    timer = timeit.Timer(job)
    batch = max(1, timer.autorange()[0] // 4)
    return min(timer.repeat(7, batch)) / batch


def command(what: str, *arguments: str) -> None:
    def run() -> None:
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)

    run()
    print(f"{what:<46} {min(timeit.repeat(run, number=1, repeat=7)) * 1e3:6.0f} ms")


if __name__ == "__main__":
    main()
