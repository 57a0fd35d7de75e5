"""Baselines: what is known is not told again, and what is new is."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station
from support.corpus import ROOT
from support.installation import make_archive
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs" / "schema" / "baseline.schema.json").read_text(encoding="utf-8"))


@pytest.fixture
def mod(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_station(Path("mod"))
    return Path("mod")


def write_station(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name, data in make_broken_station().items():
        (folder / name).write_bytes(data)


def check(path: Path, baseline: Path | None = None) -> kl.Report:
    return kl.check(path, kl.load_options(path, baseline=baseline))


def test_all_that_is_known_is_silent_on_every_machine(mod: Path, tmp_path: Path) -> None:
    report = check(mod)
    assert kl.write_baseline(report, mod / "known.json") == len(report) > 20
    text = (mod / "known.json").read_text(encoding="utf-8")
    validate(json.loads(text), SCHEMA)
    assert str(tmp_path) not in text
    elsewhere = tmp_path / "other machine" / "deep"
    shutil.copytree(mod, elsewhere)
    for folder in (mod, mod.resolve(), elsewhere):
        again = check(folder, folder / "known.json")
        assert (len(again), len(again.known)) == (0, len(report))
        assert [note.message for note in again.notes] == [
            f"{len(report)} findings are known, and not told again"
        ]


def test_what_is_new_is_told_and_what_is_gone_is_named(mod: Path) -> None:
    kl.write_baseline(check(mod), "known.json")
    sight = mod / "station.vis"
    sight.write_bytes(sight.read_bytes() + b"nosuchroom 0\r\n")
    hall = mod / "station_hall.wok"
    hall.write_bytes(kl.read_walkmesh(hall).rebuilt().to_bytes())
    before, after = check(mod), check(mod, Path("known.json"))
    assert "nosuchroom" in " ".join(finding.text for finding in after.of_rule("VIS002"))
    assert sorted(map(repr, (*after, *after.known))) == sorted(map(repr, before))
    gone = next(note.message for note in after.notes if "gone" in note.message)
    assert "BWM004 in mod/station_hall.wok" in gone


def test_a_second_fault_of_a_kind_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Known is one face that looks down; then there are two."""
    monkeypatch.chdir(tmp_path)
    mesh = kl.Walkmesh.from_arrays(
        [(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0), (9, 0, 0), (9, 4, 0)],
        [(0, 1, 2), (0, 3, 2), (4, 1, 2)],
        [4, 4, 4],
    )
    path = Path("room.wok")
    one = kl.Walkmesh.from_arrays(mesh.vertices, mesh.faces[:2], mesh.materials[:2])
    kl.write_walkmesh(one, path)
    assert [f.numbers for f in check(path).of_rule("MSH007")] == [(1,)]
    kl.write_baseline(check(path), "known.json")
    kl.write_walkmesh(mesh, path)
    told = check(path, Path("known.json")).of_rule("MSH007")
    assert {number for finding in told for number in finding.numbers} >= {2}


def test_numbers_of_faces_may_change(mod: Path) -> None:
    """Faces in another order: the places are the same, and so are the faults."""
    hall = mod / "station_hall.wok"
    mesh = kl.read_walkmesh(hall)
    known = check(hall)
    kl.write_baseline(known, "known.json")
    turned = mesh.edited(
        faces=mesh.faces[::-1].copy(),
        materials=mesh.materials[::-1].copy(),
        transitions=mesh.transitions[::-1].copy(),
    )
    kl.write_walkmesh(turned, hall)
    places = {(f.rule, f.at) for f in known if f.at is not None}
    after = check(hall, Path("known.json"))
    assert not [f for f in after if (f.rule, f.at) in places]


def test_a_check_of_a_part_calls_nothing_gone(mod: Path) -> None:
    kl.write_baseline(check(mod), "known.json")
    for part in ("station_ramp.wok", "station_hall.wok"):
        report = check(mod / part, Path("known.json"))
        assert len(report) == 0
        assert not [note for note in report.notes if "gone" in note.message]
    options = kl.load_options(mod, select="BWM", baseline="known.json")
    assert not [note for note in kl.check(mod, options).notes if "gone" in note.message]


def test_in_an_archive(mod: Path) -> None:
    Path("a.mod").write_bytes(make_archive("a.mod", make_broken_station()).to_bytes())
    count = kl.write_baseline(check(Path("a.mod")), "known.json")
    report = check(Path("a.mod").resolve(), Path("known.json"))
    assert (len(report), len(report.known)) == (0, count)
    del mod


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"known": [1]}', '{"known": [{"rule": "A"}]}'])
def test_hostile_baselines(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(kl.errors.FormatError, match="is no baseline"):
        kl.read_baseline(tmp_path / "bad.json")
