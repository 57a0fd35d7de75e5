"""``kotorlevel layout AREA recover`` and ``convert`` with models: what is shown and written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kotorlevel as kl
from support.area.station_models import write_station
from support.cli.in_process import InProcess
from support.corpus import ROOT
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs" / "schema" / "layout.schema.json").read_text(encoding="utf-8"))


@pytest.fixture
def station(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_station(Path("station"))
    return Path("station")


def test_a_wrong_position_is_corrected(kotorlevel: InProcess, station: Path) -> None:
    path = station / "station.lyt"
    right = path.read_bytes()
    layout = kl.read_layout(path)
    path.write_bytes(layout.moved(kl.LayoutRoom, 2, (1.0, 2.0, 3.0)).to_bytes())
    wrong = path.read_bytes()
    told = kotorlevel("layout", "station", "recover", "--dry-run", "--json")
    document = json.loads(told.stdout)
    validate(document, SCHEMA)
    (room,) = [each for each in document["recovered"]["rooms"] if each["changed"]]
    assert (room["index"], room["before"]) == (2, [1.0, 2.0, 3.0])
    assert path.read_bytes() == wrong
    done = kotorlevel("layout", "station", "recover", "--in-place")
    assert "station_ramp stands at" in done.stdout
    assert "was (1, 2, 3)" in done.stdout
    assert path.read_bytes() == right
    assert kotorlevel("undo", "station").code == 0
    assert path.read_bytes() == wrong


def test_a_lost_layout_is_made_anew(kotorlevel: InProcess, station: Path) -> None:
    right = kl.read_layout(station / "station.lyt")
    (station / "station.lyt").unlink()
    shown = kotorlevel("layout", "station", "recover", "--dry-run")
    assert shown.code == 0
    assert "numbered by links" in shown.stdout
    assert not (station / "station.lyt").exists()
    assert kotorlevel("layout", "station", "recover", "-o", "new").code == 0
    assert kl.read_layout("new/station.lyt").rooms == right.rooms
    assert kotorlevel("layout", "station", "recover", "--in-place").code == 0
    assert kl.read_layout(station / "station.lyt").rooms == right.rooms


def test_convert_with_models(kotorlevel: InProcess, station: Path) -> None:
    hall = station / "station_hall"
    done = kotorlevel("convert", f"{hall}.mdl", "new.wok", "--layout", "station")
    assert done.code == 0
    assert "links taken over from" in done.stdout or "link taken over from" in done.stdout
    assert "wrote new.wok" in done.stdout
    back = kotorlevel("convert", f"{hall}.wok", f"{hall}.mdl", "--into", f"{hall}.mdl")
    assert "agrees with the walkmesh already" in back.stdout
    (station / "station.lyt").unlink()
    lost = kotorlevel("convert", f"{hall}.mdl", "other.wok")
    assert lost.code == 2
    assert "--position X,Y,Z" in lost.stderr
    assert kotorlevel("convert", f"{hall}.mdl", "other.wok", "--position", "1,2,3").code == 0
    bad = kotorlevel("convert", f"{hall}.wok", "other.mdl")
    assert bad.code == 2
    assert "--into" in bad.stderr
