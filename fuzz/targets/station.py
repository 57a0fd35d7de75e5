"""The sample station as a folder and as an area, and folders that hold one area after another."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

import kotorlevel as kl
from support.area.level_files import put
from support.sample_area import station_files

Files = dict[str, bytes]

LEVEL = (".lyt", ".vis", ".wok", ".git", ".pth", ".ifo", ".are", ".dwk", ".pwk", ".utd", ".utp")
"""Endings of what makes a level; pictures and models are other targets."""


@cache
def level_files() -> Files:
    """The files of the station, without what is only seen."""
    station: Files = {}
    for files in station_files().values():
        station |= {name: data for name, data in files.items() if name.endswith(LEVEL)}
    return station


class Place:
    """A folder that holds one area after another."""

    def __init__(self) -> None:
        shared = Path("/dev/shm")
        where = shared if shared.is_dir() else None
        self._kept = tempfile.TemporaryDirectory(prefix="kotorlevel-fuzz-", dir=where)
        atexit.register(self._kept.cleanup)
        self.path = Path(self._kept.name, "area")

    def hold(self, files: Files) -> Path:
        """The folder, with just these files in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        self.path.mkdir()
        return put(self.path, files)


@cache
def station_place() -> Place:
    """A folder of its own for the station, which no input damages."""
    return Place()


@cache
def station_folder() -> Path:
    """The station."""
    return station_place().hold(level_files())


@cache
def station() -> kl.Area:
    """The station, loaded once."""
    return kl.load_area(station_folder())
