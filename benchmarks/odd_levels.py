"""How the time for odd levels grows: n, 2n and 4n of what no game has thousands of.

python benchmarks/odd_levels.py [--sizes 500 1000 2000] [NAME ...]

The last columns are how many times as long each doubling takes: 2 is linear, 4 quadratic. CPU time
of a process of its own for each figure, after a small run that loads and compiles what is needed.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import resource
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

import kotorlevel as kl
from kotorlevel.formats.gff import Gff, GffType, Struct
from kotorlevel.formats.pth import make_path_points

WALKMESH = 2016


def floor(x: float = 0.0, y: float = 0.0, z: float = 0.0, size: float = 4.0) -> kl.Walkmesh:
    corners = [(x, y, z), (x + size, y, z), (x + size, y + size, z), (x, y + size, z)]
    return kl.Walkmesh.from_arrays(corners, [(0, 1, 2), (0, 2, 3)], [4, 4])


def layout(rooms: list[str]) -> bytes:
    lines = "".join(f"{room} 0 0 0\r\n" for room in rooms)
    counts = "trackcount 0\r\nobstaclecount 0\r\ndoorhookcount 0\r\n"
    return f"beginlayout\r\nroomcount {len(rooms)}\r\n{lines}{counts}donelayout\r\n".encode()


# Levels: each writes one to a folder


def one_room_many_times(folder: Path, count: int) -> None:
    (folder / "hall.wok").write_bytes(floor().to_bytes())
    (folder / "lab.lyt").write_bytes(layout(["hall"] * count))


def many_rooms(folder: Path, count: int) -> None:
    """A row of rooms, each of which sees its neighbours."""
    names = [f"r{number}" for number in range(count)]
    for number, name in enumerate(names):
        (folder / f"{name}.wok").write_bytes(floor(4.0 * number).to_bytes())
    (folder / "lab.lyt").write_bytes(layout(names))
    rows = [
        f"{name} {len(near)}\r\n" + "".join(f"  {each}\r\n" for each in near)
        for number, name in enumerate(names)
        if (near := names[max(0, number - 2) : number] + names[number + 1 : number + 3])
    ]
    (folder / "lab.vis").write_text("".join(rows), newline="")


def stacked_floors(folder: Path, count: int) -> None:
    """One room above the other, three metres apart."""
    names = [f"r{number}" for number in range(count)]
    for number, name in enumerate(names):
        (folder / f"{name}.wok").write_bytes(floor(z=3.0 * number, size=20.0).to_bytes())
    (folder / "lab.lyt").write_bytes(layout(names))


def many_objects(folder: Path, count: int) -> None:
    side = 4.0 * int(count**0.5 + 1)
    (folder / "hall.wok").write_bytes(floor(size=side).to_bytes())
    (folder / "lab.lyt").write_bytes(layout(["hall"]))
    (folder / "box.pwk").write_bytes(floor(-0.5, -0.5, 0.0, 1.0).to_bytes())
    across = int(count**0.5) + 1

    def place(number: int) -> Struct:
        return Struct(
            [
                ("TemplateResRef", GffType.RESREF, "t_box"),
                ("X", GffType.FLOAT, 2.0 + 4.0 * (number % across)),
                ("Y", GffType.FLOAT, 2.0 + 4.0 * (number // across)),
                ("Z", GffType.FLOAT, 0.0),
                ("Bearing", GffType.FLOAT, 0.0),
            ],
            9,
        )

    things = [("Placeable List", GffType.LIST, [place(number) for number in range(count)])]
    (folder / "lab.git").write_bytes(Gff("GIT ", Struct(things)).to_bytes())
    template = [("Tag", GffType.STRING, "box"), ("Appearance", GffType.DWORD, 1)]
    (folder / "t_box.utp").write_bytes(Gff("UTP ", Struct(template)).to_bytes())
    table = "2DA V2.0\n\n      label modelname\n0 none ****\n1 box box\n"
    (folder / "placeables.2da").write_text(table)


def many_points(folder: Path, count: int) -> None:
    across = int(count**0.5) + 1
    (folder / "hall.wok").write_bytes(floor(size=2.0 * across + 2).to_bytes())
    (folder / "lab.lyt").write_bytes(layout(["hall"]))
    numbers = np.arange(count)
    points = [(1.0 + 2.0 * (n % across), 1.0 + 2.0 * (n // across)) for n in numbers.tolist()]
    ways = [(n, n + 1) for n in range(count - 1)] + [(n + 1, n) for n in range(count - 1)]
    (folder / "lab.pth").write_bytes(make_path_points(points, ways).to_bytes())


def archive(folder: Path, count: int) -> None:
    """By hand: so many entries of one byte each."""
    rows = b"".join(struct.pack("<16sIHH", b"r%07d" % n, n, WALKMESH, 0) for n in range(count))
    places, first = 160 + len(rows), 160 + len(rows) + 8 * count
    sizes = b"".join(struct.pack("<II", first + n, 1) for n in range(count))
    head = b"MOD V1.0" + struct.pack("<7I", 0, 0, count, 160, 160, places, 0)
    (folder / "big.mod").write_bytes(head.ljust(160, b"\0") + rows + sizes + b"x" * count)


# What is done with them


def list_archive(folder: Path) -> object:
    from kotorlevel.cli.main import main

    sys.argv = ["kotorlevel", "ls", str(folder / "big.mod")]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        main()
    return None


def check(folder: Path) -> object:
    return kl.check(folder)


def fix(folder: Path) -> object:
    return kl.fix(folder, dry_run=True)


def draw(folder: Path) -> object:
    return kl.draw_map(folder)


def show(folder: Path) -> object:
    return kl.build_scene(kl.load_area(folder)).to_json()


def build_vis(folder: Path) -> object:
    return kl.build_visibility(kl.load_area(folder), samples=2)


def build_pth(folder: Path) -> object:
    return kl.build_path_points(kl.load_area(folder))


Case = tuple[Callable[[Path, int], None], Callable[[Path], object], int]
CASES: dict[str, Case] = {
    f"{level.__name__}/{work.__name__}": (level, work, factor)
    for level, works, factor in (
        (one_room_many_times, (check, fix, draw, show), 1),
        (many_rooms, (check, draw, show, build_vis), 1),
        (stacked_floors, (check, build_vis, build_pth), 1),
        (many_objects, (check, draw, show), 1),
        (many_points, (check, draw, show), 1),
        (archive, (list_archive,), 50),
    )
    for work in works
}


def measure(name: str, count: int) -> tuple[float, int]:
    """CPU seconds and megabytes of one run, in this process."""
    level, work, factor = CASES[name]
    with tempfile.TemporaryDirectory() as root:
        small, large = Path(root, "small"), Path(root, "large")
        for folder, size in ((small, 4), (large, count * factor)):
            folder.mkdir()
            level(folder, size)
        work(small)
        begun = time.process_time()
        work(large)
        spent = time.process_time() - begun
    return spent, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def measure_apart(name: str, count: int, limit: float) -> tuple[float, int]:
    command = [sys.executable, __file__, "--one", name, str(count)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=limit)
    seconds, megabytes = done.stdout.split()[-2:]
    return float(seconds), int(megabytes)


def rows(names: list[str], sizes: list[int], limit: float) -> Iterator[str]:
    for name in names:
        found: list[tuple[float, int]] = []
        with contextlib.suppress(subprocess.TimeoutExpired):
            for size in sizes:
                found.append(measure_apart(name, size, limit))  # noqa: PERF401  some, if one is late
        times = "".join(f"{seconds:9.2f}" for seconds, _ in found).ljust(9 * len(sizes))
        ratios = [f"{b / max(a, 1e-3):6.1f}" for (a, _), (b, _) in pairwise(found)]
        memory = f"{found[-1][1]:6} MB" if found else ""
        late = "" if len(found) == len(sizes) else "   took too long"
        yield f"{name:36}{times}{memory}  ×{''.join(ratios)}{late}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--sizes", nargs="+", type=int, default=[500, 1000, 2000])
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for one run")
    parser.add_argument("--one", nargs=2, metavar=("NAME", "SIZE"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(*measure(given.one[0], int(given.one[1])))
        return
    names = [name for name in CASES if not given.names or any(n in name for n in given.names)]
    print(f"{'CPU seconds for':36}{''.join(f'{size:9,}' for size in given.sizes)}")
    for row in rows(names, given.sizes, given.limit):
        print(row, flush=True)


if __name__ == "__main__":
    main()
