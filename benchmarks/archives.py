"""How long it takes to find and to read one resource in a whole game, and how much is read for it.

python benchmarks/archives.py
"""

from __future__ import annotations

import struct
import tempfile
import timeit
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from unittest.mock import patch

from kotorlevel.core.source import open_binary
from kotorlevel.formats.archives import KeyBif, build_key, new_archive, read_archive, read_key

if TYPE_CHECKING:
    from collections.abc import Callable

KEYS = 40_000
BIFS = 40
BIF_SIZE = 500_000_000
BIF_ROWS = 1_000


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        measure_key(Path(folder, "chitin.key"))
        measure_bif(Path(folder, "models.bif"))
        measure_module(Path(folder, "module.mod"))


def measure_key(path: Path) -> None:
    rows = KEYS // BIFS
    bifs: list[Any] = [
        (
            KeyBif(f"data\\part{n}.bif", 0, 1),
            [(f"m{n:02}aa_{row:05}", "wok") for row in range(rows)],
        )
        for n in range(BIFS)
    ]
    path.write_bytes(build_key(bifs).to_bytes())
    key = read_key(path)
    print(f"a KEY of {KEYS:,} resources, {path.stat().st_size / 1e6:.1f} MB")
    show("read_key(path)  (wanted, with find: below 300)", best(lambda: read_key(path)))
    show(
        "read_key(path) and the first find",
        best(lambda: read_key(path).find("M39aa_00999", "wok")),
    )
    show("find once more", best(lambda: key.find("M39aa_00999", "wok")))
    show("read_key(path) and all entries as objects", best(lambda: read_key(path).entries))


def measure_bif(path: Path) -> None:
    """A BIF of 500 MB that takes no room on the disk: its resources are holes."""
    start = 20 + 16 * BIF_ROWS
    size = (BIF_SIZE - start) // BIF_ROWS
    rows = (struct.pack("<4I", n, start + n * size, size, 2016) for n in range(BIF_ROWS))
    with path.open("wb") as file:
        file.write(b"BIFFV1  " + struct.pack("<3I", BIF_ROWS, 0, 20) + b"".join(rows))
        file.truncate(BIF_SIZE)
    print(f"a BIF of {BIF_SIZE / 1e6:.0f} MB, {BIF_ROWS:,} resources of {size:,} bytes")
    opening = count_bytes(lambda: read_archive(path))
    both = count_bytes(lambda: read_archive(path).read("500.wok"))
    print(f"  bytes read to open it                            {opening:12,}  (tables: {start:,})")
    print(f"  bytes read for one resource                      {both - opening:12,}  ({size:,})")
    show("read_archive(path)", best(lambda: read_archive(path)))
    archive = read_archive(path)
    show("one resource", best(lambda: archive.read("500.wok")))


def measure_module(path: Path) -> None:
    resources = [(f"thing{n:03}", "utp", bytes(1400)) for n in range(467)]
    path.write_bytes(new_archive("MOD", resources).to_bytes())
    archive = read_archive(path)
    print(f"a MOD of {len(archive)} resources, {path.stat().st_size / 1e6:.1f} MB")
    show("read the file, no parsing", best(path.read_bytes))
    show("read_archive(path)", best(lambda: read_archive(path)))
    show("every resource", best(lambda: [archive.read(entry) for entry in archive.entries]))
    show("replace one", best(lambda: archive.replaced("thing200.utp", b"new")))


def count_bytes(job: Callable[[], object]) -> int:
    """How many bytes of files ``job`` reads."""
    total = 0

    def count(path: str) -> Any:
        nonlocal total
        file: IO[bytes] = open_binary(path)

        class Counted:
            def read(self, size: int = -1) -> bytes:
                nonlocal total
                data = file.read(size)
                total += len(data)
                return data

            def __enter__(self) -> Any:
                return self

            def __exit__(self, *_: object) -> None:
                file.close()

            def __getattr__(self, name: str) -> Any:
                return getattr(file, name)

        return Counted()

    with patch("kotorlevel.core.lazy_source.open_binary", count):
        job()
    return total


def show(what: str, seconds: float) -> None:
    print(f"  {what:<46} {seconds * 1e3:12.3f} ms")


def best(job: Callable[[], object]) -> float:
    """Seconds of one run, the best of several batches of about 50 ms."""
    timer = timeit.Timer(job)
    batch = max(1, timer.autorange()[0] // 4)
    return min(timer.repeat(7, batch)) / batch


if __name__ == "__main__":
    main()
