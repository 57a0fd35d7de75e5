"""How long `kotorlevel scan` takes on a whole game, and how much of the processor it needs.

    python benchmarks/scan_game.py
    python benchmarks/scan_game.py --copies 5 --keep /tmp/game --repeat 1
    python benchmarks/scan_game.py --keep /tmp/game --python ../old/.venv/bin/python

The game is made of real areas: a KEY, BIFs, and two RIMs for each module, as in the first game.
They come from the folder ``KOTORLEVEL_LEVELS``, or ``shared/levels`` beside the project; see
`find_levels`. --copies makes several modules of each area, with names of their own, so that no two
share a file: five of 29 are about as many as the game has. --keep leaves the game in a folder, and
takes the one that is there already.

Seconds are medians of --repeat runs. Those of the processor are of a command and all of its
workers, as Linux and macOS count them. --python measures the KotorLevel of another environment, an
older one for example; the sums of the findings tell whether it still says the same.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import kotorlevel as kl
from kotorlevel.formats.archives import build_key_and_bifs, new_archive
from kotorlevel.formats.gff import parse_gff
from kotorlevel.mesh.materials import Materials

ROOT = Path(__file__).resolve().parents[1]
LETTERS = "mnopqrstuvwxyz"
"""How the names of an area's files begin, copy by copy: m10aa_01a.wok, n10aa_01a.wok."""
IN_KEY = (".lyt", ".vis", ".wok")
IN_FIRST_RIM = (".are", ".git", ".ifo")
"""What of an area is in the KEY and in the first RIM; the second has the rest."""
COPY = "_copy"
SURFACE_COLUMNS = ("label", "walk", "walkcheck", "lineofsight", "grass", "sound")

Files = dict[str, bytes]


class Run(NamedTuple):
    """What one command took, in seconds, and what it printed."""

    wall: float
    processor: float
    printed: str


@dataclass(frozen=True)
class Program:
    """The KotorLevel of an environment, by its Python."""

    python: str

    def __str__(self) -> str:
        code = (
            "import importlib.util as u, kotorlevel as k;"
            "print(k.__version__, 'with' if u.find_spec('numba') else 'without', 'Numba')"
        )
        done = subprocess.run([self.python, "-c", code], capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def run(self, *arguments: str) -> Run:
        """One command. What it needs itself and what its workers need is counted together."""
        start, before = time.perf_counter(), processor_seconds()
        command = [self.python, "-m", "kotorlevel", *arguments]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode not in (0, 1):  # 1: something was found
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout}")
        spent = processor_seconds() - before
        return Run(time.perf_counter() - start, spent, done.stdout)


def main() -> None:
    wanted = parse_arguments()
    with tempfile.TemporaryDirectory() as folder:
        game = wanted.keep.resolve() if wanted.keep else Path(folder, "game")
        if not (game / "chitin.key").exists():
            make_game(game, wanted.copies)
        measure(Program(wanted.python), game, wanted.repeat)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    many = f"modules of each area, at most {len(LETTERS)}"
    parser.add_argument("--copies", type=int, default=1, metavar="N", help=many)
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the game, or use it again")
    parser.add_argument("--python", default=sys.executable, metavar="EXE", help="what to measure")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="runs of each command")
    wanted = parser.parse_args()
    if not 1 <= wanted.copies <= len(LETTERS) or wanted.repeat < 1:
        parser.error("this cannot be made or measured so many times")
    return wanted


# The game


def make_game(game: Path, copies: int) -> None:
    """Write a game of all areas to a folder; with ``copies``, each of them several times."""
    levels = find_levels()
    layouts: Files = {}
    rooms: Files = {}
    for folder in sorted((levels / "areas" / "k1").iterdir()):
        original = read_files(folder)
        for number in range(copies):
            area = renamed(original, LETTERS[number]) if number else original
            for name, data in area.items():
                if name.endswith(IN_KEY):
                    (rooms if name.endswith(".wok") else layouts)[name] = data
            module = f"{folder.name}{COPY}{number + 1}" if number else folder.name
            write_module(game / "modules", module, area)
    objects = read_files(levels / "objects" / "dwk") | read_files(levels / "objects" / "pwk")
    contents = {
        "data/2da.bif": surfaces() | read_files(levels / "twoda" / "k1"),
        "data/layouts.bif": layouts,
        "data/models.bif": rooms | objects,
    }
    key, bifs = build_key_and_bifs({path: entries(files) for path, files in contents.items()})
    for path, bif in bifs.items():
        write(game / path, bif)
    (game / "Override").mkdir()
    (game / "swkotor.exe").touch()
    # Last: a game with a KEY is whole.
    (game / "chitin.key").write_bytes(key.to_bytes())


def find_levels() -> Path:
    """The folder with ``areas/k1/<module>``, ``objects`` and ``twoda``; ends where it is absent."""
    folder = Path(os.environ.get("KOTORLEVEL_LEVELS", ROOT.parent / "shared" / "levels"))
    if not (folder / "areas" / "k1").is_dir():
        sys.exit(f"{folder}: no levels here; KOTORLEVEL_LEVELS names the folder that has them")
    return folder


def read_files(folder: Path) -> Files:
    return {path.name.lower(): path.read_bytes() for path in sorted(folder.iterdir())}


def renamed(area: Files, letter: str) -> Files:
    """The same area under another name: its files and all that they call each other begin so."""
    old = next(name for name in area if name.endswith(".lyt")).removesuffix(".lyt")
    new = letter + old[1:]
    begin = re.compile(rb"\b" + re.escape(old.encode()), re.IGNORECASE)
    copy: Files = {}
    for name, data in area.items():
        if name.endswith((".lyt", ".vis")):
            data = begin.sub(new.encode(), data)
        elif name == "module.ifo":
            ifo = parse_gff(data).with_value("Mod_Entry_Area", value=new)
            data = ifo.with_value("Mod_Area_list", 0, "Area_Name", value=new).to_bytes()
        copy[new + name.removeprefix(old) if name.startswith(old) else name] = data
    return copy


def write_module(modules: Path, name: str, area: Files) -> None:
    """Write the two RIMs of a module."""
    first = {name: data for name, data in area.items() if name.endswith(IN_FIRST_RIM)}
    second = {name: data for name, data in area.items() if not name.endswith(IN_FIRST_RIM + IN_KEY)}
    write(modules / f"{name}.rim", new_archive("RIM", entries(first)))
    write(modules / f"{name}_s.rim", new_archive("RIM", entries(second)))


def surfaces() -> Files:
    """The table of surfaces, which every game has: a real one where there is one, or our own."""
    corpus = Path(os.environ.get("KOTORLEVEL_CORPUS", ROOT.parent / "shared" / "corpus"))
    path = corpus / "twoda" / "surfacemat.2da"
    if path.exists():
        return {path.name: path.read_bytes()}
    rows = Materials.default().surfaces
    flags = ((row.walk, row.walkcheck, row.blocks_sight, row.grass) for row in rows)
    table = kl.TwoDA(
        columns=SURFACE_COLUMNS,
        labels=tuple(str(row.id) for row in rows),
        cells=tuple(
            (row.label, *(str(int(flag)) for flag in each), row.sound)
            for row, each in zip(rows, flags, strict=True)
        ),
    )
    return {"surfacemat.2da": table.to_bytes()}


def entries(files: Mapping[str, bytes]) -> list[tuple[str, str, bytes]]:
    """Name, extension and bytes of each file."""
    return [(*name.rsplit(".", 1), data) for name, data in files.items()]  # type: ignore[misc]


def write(path: Path, archive: kl.Archive) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    kl.write_archive(archive, path)


# What it takes


def measure(program: Program, game: Path, repeat: int) -> None:
    names = [module.name for module in kl.Game.open(game).modules]
    largest = max((name for name in names if COPY not in name), key=lambda name: faces(game, name))
    folder = str(game)
    one_module = ("check", folder, "--module", largest)
    print(f"{len(names)} modules, {os.cpu_count()} processors, KotorLevel {program}", flush=True)
    program.run(*one_module)  # whatever is compiled is kept for the next
    print(f"{'':<32} {'wall':>9} {'processor':>11}")
    sums = set()
    for what, arguments in {
        "scan, one worker": ("scan", folder, "--workers", "1"),
        "scan": ("scan", folder),
        "scan --json, one worker": ("scan", folder, "--workers", "1", "--json"),
        "scan --json": ("scan", folder, "--json"),
        f"check --module {largest}": one_module,
    }.items():
        runs = [program.run(*arguments) for _ in range(repeat)]
        if "--json" in arguments:
            sums |= {describe(json.loads(run.printed)["summary"], len(names)) for run in runs}
        wall = statistics.median(run.wall for run in runs)
        processor = statistics.median(run.processor for run in runs)
        print(f"{what:<32} {wall:7.2f} s {processor:9.2f} s", flush=True)
    print("; ".join(sorted(sums)))


def faces(game: Path, module: str) -> int:
    """How many faces the rooms of a module have."""
    rooms = kl.load_area(game, module=module).rooms
    return sum(len(room.mesh.faces) for room in rooms if room.mesh is not None)


def describe(summary: dict[str, Any], modules: int) -> str:
    """The sums of a scan, so that two programs can be compared. All modules must be in it."""
    assert summary["modules"] == modules
    assert not summary["failed"]
    found = ", ".join(f"{summary[part]:,} {part}s" for part in ("error", "warning", "info"))
    return f"{found} in {summary['files']:,} files"


def processor_seconds() -> float:
    """Of all commands so far that have ended, and of what they have started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
