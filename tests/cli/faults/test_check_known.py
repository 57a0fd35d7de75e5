"""``kotorlevel check`` with a baseline, and with archives in folders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station
from support.cli.in_process import InProcess
from support.installation import make_archive


@pytest.fixture
def mod(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("mod").mkdir()
    for name, data in make_broken_station().items():
        Path("mod", name).write_bytes(data)
    return Path("mod")


def test_the_command_and_the_project_file(kotorlevel: InProcess, mod: Path) -> None:
    Path("kotorlevel.toml").write_text('[check]\nbaseline = "known.json"\n')
    assert kotorlevel("check", mod).code == 1
    count = len(kl.check(mod))
    for _ in range(2):  # what is known stays known when it is written anew
        made = kotorlevel("check", mod, "--write-baseline", "known.json")
        assert made.code == 0
        assert f"wrote known.json: {count} findings are known from now on" in made.stdout
    after = kotorlevel("check", mod)
    assert after.code == 0
    assert "No new faults found" in after.stdout
    assert f"{count} findings are known, and not told again" in after.stderr
    told = json.loads(kotorlevel("check", mod, "--json").stdout)
    assert (told["findings"], told["summary"]["known"]) == ([], count)
    Path("empty.toml").touch()
    other = kotorlevel("check", mod, "--config", "empty.toml", "--baseline", "known.json")
    assert other.code == 0


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("--baseline none.json", "none.json: no such file"),
        ("--baseline mod/station.lyt", "is no baseline of known findings"),
        ("--write-baseline mod/station.lyt", "is no baseline of known findings"),
        ("--write-baseline none/known.json", "there is no folder none"),
        ("--write-baseline mod", "mod: "),
    ],
)
def test_wrong_baselines(kotorlevel: InProcess, mod: Path, words: str, text: str) -> None:
    before = {path.name: path.read_bytes() for path in mod.iterdir()}
    result = kotorlevel("check", mod, *words.split())
    assert (result.code, result.stdout) == (2, "")
    assert text in result.stderr
    assert {path.name: path.read_bytes() for path in mod.iterdir()} == before


# Archives in folders


def test_archives_that_were_not_opened_are_named(kotorlevel: InProcess, mod: Path) -> None:
    (mod / "deep").mkdir()
    packed = make_archive("x.mod", make_broken_station()).to_bytes()
    (mod / "deep" / "x.mod").write_bytes(packed)
    (mod / "dialogs.erf").write_bytes(make_archive("dialogs.erf", {"a.dlg": b"x"}).to_bytes())
    plain = kl.check(mod)
    (note,) = plain.notes
    assert note.message == "2 archives in this folder were not opened: deep/x.mod, dialogs.erf"
    shown = kotorlevel("check", mod)
    assert "deep/x.mod, dialogs.erf; --archives opens them" in shown.stderr
    opened = kl.check(mod, archives=True)
    assert opened.notes == ()
    inside = [each for each in opened if "x.mod: " in each.file]
    alone = kl.check(mod / "deep" / "x.mod")
    assert [each.text for each in inside] == [each.text for each in alone if "x.mod: " in each.file]
    assert len(opened) == len(plain) + len(alone)
    told = json.loads(kotorlevel("check", mod, "--archives", "--json").stdout)
    assert len(told["findings"]) == len(opened)


def test_a_folder_of_archives_alone(kotorlevel: InProcess, mod: Path) -> None:
    Path("packed").mkdir()
    Path("packed/x.mod").write_bytes(make_archive("x.mod", make_broken_station()).to_bytes())
    closed = kotorlevel("check", "packed")
    assert closed.code == 2
    assert "but 1 archive: x.mod; --archives opens them" in closed.stderr
    assert kotorlevel("check", "packed", "--archives").code == 1
    del mod
