"""How long it takes to load a whole level: from a folder, from a MOD, and out of a game.

python benchmarks/areas.py [--profile]
"""

from __future__ import annotations

import cProfile
import pstats
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import kotorlevel as kl
from kotorlevel.formats.archives import build_key_and_bifs, new_archive
from kotorlevel.formats.gff import Gff, GffType, Struct

if TYPE_CHECKING:
    from collections.abc import Callable

ROOMS, CELLS = 60, (25, 20)
"""Rooms, and the fields of each along and across; a field is two faces."""
DOORS, PLACEABLES = 40, 200
KINDS = 20
"""Templates and models of each kind of object."""
LIMIT = 0.3
"""Seconds."""
REPEATS = 9
OTHER = 20_000
"""Resources of the game that do not belong to the level."""

Files = dict[str, bytes]


def main() -> None:
    files = level_files()
    faces = sum(len(kl.read_walkmesh(d).faces) for n, d in files.items() if n.endswith(".wok"))
    print(f"{ROOMS} rooms with {faces:,} faces, {DOORS} doors, {PLACEABLES} placeables")
    with tempfile.TemporaryDirectory() as folder:
        loaders = {
            "a folder": load_folder(Path(folder, "level"), files),
            "a MOD": load_mod(Path(folder, "level.mod"), files),
            f"a game with {OTHER:,} resources": load_game(Path(folder, "game"), files),
        }
        for what, load in loaders.items():
            area = load()
            assert not area.problems
            assert {door.missing for door in area.doors} == {""}
            assert sum(room.mesh is not None for room in area.rooms) == ROOMS
            if "--profile" in sys.argv:
                profile(load)
            seconds = best(load)
            print(f"load_area from {what:<36} {seconds * 1e3:7.1f} ms  (wanted: below {LIMIT:g} s)")


def load_folder(path: Path, files: Files) -> Callable[[], kl.Area]:
    path.mkdir()
    for name, data in files.items():
        (path / name).write_bytes(data)
    return lambda: kl.load_area(path)


def load_mod(path: Path, files: Files) -> Callable[[], kl.Area]:
    path.write_bytes(new_archive("MOD", entries(files)).to_bytes())
    return lambda: kl.load_area(path)


def load_game(path: Path, files: Files) -> Callable[[], kl.Area]:
    """A game as it is shipped: most of the level in BIFs, the rest in two RIMs."""
    first = {name: data for name, data in files.items() if name.endswith((".ifo", ".git"))}
    second = {name: data for name, data in files.items() if name.endswith((".utd", ".utp"))}
    rest = {name: data for name, data in files.items() if name not in {**first, **second}}
    others = {f"thing_{number:05}.uti": b"thing" for number in range(OTHER)}
    key, bifs = build_key_and_bifs(
        {"data/models.bif": entries(rest), "data/templates.bif": entries(others)}
    )
    for name in ("data", "modules", "Override"):
        (path / name).mkdir(parents=True)
    (path / "chitin.key").write_bytes(key.to_bytes())
    for name, bif in bifs.items():
        (path / name).write_bytes(bif.to_bytes())
    (path / "modules/level.rim").write_bytes(new_archive("RIM", entries(first)).to_bytes())
    (path / "modules/level_s.rim").write_bytes(new_archive("RIM", entries(second)).to_bytes())
    return lambda: kl.load_area(path, module="level")


def entries(files: Files) -> list[tuple[str, str, bytes]]:
    """Name, extension and bytes of each file."""
    return [(*name.rsplit(".", 1), data) for name, data in files.items()]  # type: ignore[misc]


def level_files() -> Files:
    """Everything that belongs to the level."""
    names = [f"room_{number:02}" for number in range(ROOMS)]
    rooms = tuple(kl.LayoutRoom(name, (0.0, 0.0, 0.0)) for name in names)
    files = {
        "level.lyt": kl.Layout(rooms).to_bytes(),
        "level.vis": "".join(f"{name} 0\r\n" for name in names).encode(),
        "level.git": git(),
        "module.ifo": gff("IFO ", ("Mod_Entry_Area", GffType.RESREF, "level")),
        "genericdoors.2da": models("door"),
        "placeables.2da": models("box"),
    }
    files |= {f"{name}.wok": room(number) for number, name in enumerate(names)}
    mesh = thing()
    for number in range(KINDS):
        files[f"d{number}.utd"] = gff("UTD ", ("GenericType", GffType.BYTE, number))
        files[f"p{number}.utp"] = gff("UTP ", ("Appearance", GffType.DWORD, number))
        files |= {f"door{number}_{state}.dwk": mesh for state in range(3)}
        files[f"box{number}_.pwk"] = mesh
    return files


def room(number: int) -> bytes:
    """A bumpy floor with some fields that nobody can walk on."""
    random = np.random.default_rng(number)
    width, depth = CELLS
    x, y = np.meshgrid(np.arange(width + 1.0), np.arange(depth + 1.0))
    vertices = np.stack([x + number * width, y, 0.1 * random.random(x.shape)], axis=2)
    a = (np.arange(depth)[:, None] * (width + 1) + np.arange(width)).reshape(-1)
    b = a + width + 1
    faces = np.concatenate([np.stack([a, a + 1, b + 1], 1), np.stack([a, b + 1, b], 1)])
    materials = np.where(random.random(len(faces)) < 0.9, 4, 7)
    return kl.Walkmesh.from_arrays(vertices.reshape(-1, 3), faces, materials).to_bytes()


def thing() -> bytes:
    """An upright plate."""
    corners = [(-1, 0, 0), (1, 0, 0), (1, 0, 2), (-1, 0, 2)]
    faces = [(0, 1, 2), (0, 2, 3)]
    return kl.Walkmesh.from_arrays(corners, faces, [7, 7], kind=0).to_bytes()


def git() -> bytes:
    """Where doors and placeables stand."""

    def rows(letter: str, count: int) -> list[Struct]:
        places = ((letter, number % KINDS, float(number)) for number in range(count))
        return [
            Struct(
                [
                    ("TemplateResRef", GffType.RESREF, f"{kind}{number}"),
                    *((label, GffType.FLOAT, at) for label in ("X", "Y", "Z", "Bearing")),
                ],
                8,
            )
            for kind, number, at in places
        ]

    return gff(
        "GIT ",
        ("Door List", GffType.LIST, rows("d", DOORS)),
        ("Placeable List", GffType.LIST, rows("p", PLACEABLES)),
    )


def gff(kind: str, *fields: tuple[str, GffType, object]) -> bytes:
    return Gff(kind, Struct(fields)).to_bytes()


def models(name: str) -> bytes:
    rows = range(KINDS)
    return kl.TwoDA(
        columns=("modelname",),
        labels=tuple(map(str, rows)),
        cells=tuple((f"{name}{number}_",) for number in rows),
    ).to_bytes()


def best(job: Callable[[], object]) -> float:
    """Seconds of the quickest of several runs."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return min(times)


def profile(job: Callable[[], object]) -> None:
    """Where the time goes."""
    profiler = cProfile.Profile()
    profiler.runcall(job)
    pstats.Stats(profiler).sort_stats("tottime").print_stats(15)


if __name__ == "__main__":
    main()
