"""``kotorlevel doors``: the doors of an area, and those that would fit."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_station
from kotorlevel.cli.show.layout.doors import show_fits
from kotorlevel.nav.doors.values import DoorFits
from support.cli.in_process import InProcess
from support.corpus import ROOT
from support.installation import make_installation

SCHEMA = json.loads((ROOT / "docs" / "schema" / "doors.schema.json").read_text(encoding="utf-8"))
MODULE = ("--module", "sta_m01aa")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return make_installation(tmp_path).folder


def test_command_and_library_say_the_same(kotorlevel: InProcess, game: Path) -> None:
    area = kl.load_area(game, module="sta_m01aa")
    result = kotorlevel("doors", game, *MODULE, "--json")
    assert result.code == 0
    told = json.loads(result.stdout)
    jsonschema.validate(told, SCHEMA)
    fits = kl.fit_doors(area)
    assert [door["verdict"] for door in told["doors"]] == [fit.verdict for fit in fits]
    assert [door["doorway"] for door in told["doors"]] == [fit.width for fit in fits]
    text = kotorlevel("doors", game, *MODULE).stdout
    assert "gate  sta_gate  station_door  (24.00, 4.00, 1.50)  leaf 2.00 m, doorway 2.00 m" in text
    assert "1.00 m stay open on the left and right" in text


def test_doors_that_fit_best_first(kotorlevel: InProcess, game: Path) -> None:
    area = kl.load_area(game, module="sta_m01aa")
    told = json.loads(kotorlevel("doors", game, *MODULE, "fit", "--json").stdout)
    jsonschema.validate(told, SCHEMA)
    found = kl.choose_doors(area)
    assert [way["width"] for way in told["doorways"]] == [each.width for each in found]
    assert told["doorways"][0]["choices"][0]["fits"]
    text = kotorlevel("doors", game, *MODULE, "fit", "--door", "gate").stdout
    assert text.splitlines()[1].startswith("door 0 gate (station_door)")
    row = text.splitlines()[2].split()
    assert row == ["row", "1", "station_door", "2.00", "x", "2.50", "m", "exactly"]


def test_what_keeps_all_doors_from_being_judged_is_said_once(
    capsys: pytest.CaptureFixture[str], game: Path
) -> None:
    area = kl.load_area(game, module="sta_m01aa")
    why = "there is no genericdoors.2da"
    fits = kl.fit_doors(area).fits * 3
    unknown = tuple(replace(fit, verdict="unknown", reason=why, faults=()) for fit in fits)
    show_fits(area, DoorFits(unknown))
    assert capsys.readouterr().out.count(why) == 1
    show_fits(area, DoorFits((*unknown[:1], replace(unknown[-1], reason="other"))))
    assert f"not known: {why}" in capsys.readouterr().out


def test_order_of_choices() -> None:
    from kotorlevel.nav.doors.choose import DoorModel, _rank
    from kotorlevel.nav.doors.values import DoorLeaf

    widths = [2.0, 9.0, 4.2, 3.0, 4.0]
    models = [
        DoorModel(row, f"m{row}", DoorLeaf(-w / 2, w / 2, 0, 0, 0, 2), (0, 1, 2))
        for row, w in enumerate(widths)
    ]
    ranked = _rank(models, 4.0)
    assert [choice.door.leaf.width for choice in ranked] == [4.0, 4.2, 9.0, 3.0, 2.0]
    assert [choice.fits for choice in ranked] == [True] * 4 + [False]
    assert ranked[-1].gap == 1.0


def test_what_is_lacking(kotorlevel: InProcess, game: Path, tmp_path: Path) -> None:
    station = tmp_path / "station"
    station.mkdir()
    for name, data in make_station().items():
        (station / name).write_bytes(data)
    result = kotorlevel("doors", station)
    assert (result.code, "no GIT" in result.stderr) == (2, True)
    result = kotorlevel("doors", station, "fit")
    assert (result.code, "--2da FILE" in result.stderr) == (2, True)
    table = tmp_path / "alone" / "genericdoors.2da"
    table.parent.mkdir()
    table.write_bytes(b"2DA V2.0\r\n\r\nmodelname\r\n0 nowhere\r\n")
    result = kotorlevel("doors", station, "fit", "--2da", table)
    assert (result.code, "--dwk DIR" in result.stderr) == (2, True)
    table.write_bytes(b"2DA V2.0\r\n\r\nlabel\r\n0 nowhere\r\n")
    result = kotorlevel("doors", station, "fit", "--2da", table)
    assert (result.code, "modelname" in result.stderr) == (2, True)
    result = kotorlevel("doors", game, *MODULE, "fit", "--door", "gat")
    assert (result.code, "there is gate" in result.stderr) == (2, True)
    result = kotorlevel("doors", game, *MODULE, "fit", "--2da", tmp_path / "none.2da")
    assert (result.code, "none.2da" in result.stderr) == (2, True)
