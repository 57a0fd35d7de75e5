"""``kotorlevel paint``."""

from __future__ import annotations

import json
import math
import struct
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_station
from support.cli.in_process import InProcess
from support.corpus import ROOT
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs" / "schema" / "paint.schema.json").read_text(encoding="utf-8"))
HALL = "station_hall.wok"


@pytest.fixture
def level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("area").mkdir()
    for name, data in make_station().items():
        Path("area", name).write_bytes(data)
    return Path("area")


def test_a_file_as_the_library_paints_it(kotorlevel: InProcess, level: Path) -> None:
    before = (level / HALL).read_bytes()
    words = ("paint", level / HALL, "--faces", "0-3,5", "--box", "-99,-99,99,99", "stone")
    result = kotorlevel(*words, "-o", "out")
    assert result.code == 0
    done = kl.paint(
        kl.read_walkmesh(level / HALL), "Stone", faces=[0, 1, 2, 3, 5], box=(-99, -99, 99, 99)
    )
    assert Path("out", HALL).read_bytes() == done.mesh.to_bytes() != before
    assert (level / HALL).read_bytes() == before
    assert result.stdout.startswith(f"{done}")
    told = json.loads(kotorlevel(*words, "--dry-run", "--json").stdout)
    validate(told, SCHEMA)
    assert told["painted"] == done.painted.tolist()
    assert (told["floor"], told["files"][0]["written"]) == (done.floor, None)


def test_in_place_and_back(kotorlevel: InProcess, level: Path) -> None:
    before = (level / HALL).read_bytes()
    result = kotorlevel("paint", level, "--room", "station_hall", "--all", "7", "--in-place")
    assert result.code == 0
    mesh = kl.read_walkmesh(level / HALL)
    assert np.unique(mesh.materials).tolist() == [7]
    assert "its link is gone" in result.stdout
    assert "kotorlevel link area --dry-run" in result.stdout
    assert kotorlevel("undo", level).code == 0
    assert (level / HALL).read_bytes() == before
    alone = kotorlevel("paint", level / HALL, "--all", "Nonwalk", "--in-place")
    assert alone.code == 0
    assert (level / HALL).read_bytes() == mesh.to_bytes()
    undo = alone.stdout.splitlines()[-1].split()
    assert undo[-3:-1] == ["kotorlevel", "undo"]
    assert kotorlevel(*undo[-2:]).code == 0
    assert (level / HALL).read_bytes() == before


def test_what_has_the_surface_already_is_not_written(kotorlevel: InProcess, level: Path) -> None:
    assert kotorlevel("paint", level / HALL, "--all", "Stone", "--in-place").code == 0
    again = kotorlevel("paint", level / HALL, "--all", "Stone", "--in-place")
    assert again.code == 0
    assert "0 faces painted as Stone" in again.stdout
    assert "Nothing to write." in again.stdout


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("", "Missing argument 'ROOM|AREA'"),
        ("area/station_hall.wok", "Missing argument 'SURFACE'"),
        ("area/station_hall.wok Metal --dry-run", "say which faces: --faces"),
        ("area/station_hall.wok Metal --all", "say where to write"),
        ("area/station_hall.wok Metal --all --faces 1 --dry-run", "leave out the conditions"),
        ("area/station_hall.wok Mettal --all --dry-run", "Did you mean 'Metal'?"),
        ("area/station_hall.wok 77 --all --dry-run", "there is no surface 77"),
        ("area/station_hall.wok Metal --material Gras --dry-run", "Did you mean 'Grass'"),
        ("area/station_hall.wok Metal --faces 5-x --dry-run", "'5-x' is no face"),
        ("area/station_hall.wok Metal --faces 0-99999999 --dry-run", "no face 99999999"),
        ("area/station_hall.wok Metal --box 1,2 --dry-run", "four numbers are needed"),
        ("area/station_hall.wok Metal --box 1,2,3,x --dry-run", "'x' is not a number"),
        ("area/station_hall.wok Metal --box 900,900,901,901 --dry-run", "no face is meant"),
        ("area Metal --all --dry-run", "say which room of station: --room station_hall"),
        ("area Metal --room station_hal --all --dry-run", "Did you mean 'station_hall'"),
        ("empty Metal --all --dry-run", "no layout (LYT) in this folder"),
        ("none.wok Metal --all --dry-run", "none.wok: "),
        ("nan.wok Metal --all --dry-run", "nan.wok: vertices: row 0 is [nan,"),
        ("area/station.vis Metal --all --dry-run", "station.vis"),
    ],
)
def test_wrong_use_of_paint(kotorlevel: InProcess, level: Path, words: str, text: str) -> None:
    Path("empty").mkdir()
    broken = bytearray((level / "station_hall.wok").read_bytes())
    struct.pack_into("<f", broken, struct.unpack_from("<I", broken, 0x4C)[0], math.nan)
    Path("nan.wok").write_bytes(broken)
    before = {path.name: path.read_bytes() for path in level.iterdir()}
    result = kotorlevel("paint", *words.split())
    assert (result.code, result.stdout) == (2, "")
    assert text in result.stderr
    assert "Traceback" not in result.stderr
    assert {path.name: path.read_bytes() for path in level.iterdir()} == before
