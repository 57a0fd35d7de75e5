"""``kotorlevel demo``: made, broken, checked and repaired, all in one folder."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import kotorlevel as kl
from kotorlevel.area.sample import make_broken_station, make_station
from kotorlevel.view.html.page import BUNDLE
from kotorlevel.view.scene.scene import build_scene
from support.cli.in_process import InProcess
from support.command import run, run_inside
from support.view.served import small_bundle

__all__ = ["small_bundle"]

BUILT = (BUNDLE / "viewer.js").is_file()


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A folder in which ``demo place`` was run, and the lines that it printed."""
    folder = tmp_path_factory.mktemp("demo")
    return folder, run_inside("demo", "place", cwd=folder).stdout.splitlines()


def test_demo_runs_and_stays_in_its_folder(tmp_path: Path) -> None:
    result = run("demo", "place", cwd=tmp_path)
    assert result.code == 0, result.stderr
    assert result.stderr == ""
    assert [path.name for path in tmp_path.iterdir()] == ["place"]
    pictures = {"station.svg", *(["station.html"] if BUILT else [])}
    assert {p.name for p in (tmp_path / "place").iterdir()} == {"broken", "fixed", *pictures}
    for name, data in make_broken_station().items():
        assert (tmp_path / "place/broken" / name).read_bytes() == data
    fixed = {path.name: path.read_bytes() for path in (tmp_path / "place/fixed").iterdir()}
    assert set(fixed) == set(make_station())
    differ = {name for name, data in make_station().items() if fixed[name] != data}
    assert differ == {"station_ramp.wok", "station_store.wok", "station_view.wok"}
    assert max(map(len, result.stdout.splitlines())) <= 100


def test_demo_says_what_it_found_and_did(tmp_path: Path) -> None:
    lines = run_inside("demo", cwd=tmp_path).stdout.splitlines()
    assert [line for line in lines if line[:2] in {f"{number}." for number in range(1, 8)}] == [
        f"1. A small station, broken on purpose: 11 files in {Path('kotorlevel-demo/broken')}",
        "2. Check it: what is wrong, and what that does in the game",
        f"3. Repair it: the result is in {Path('kotorlevel-demo/fixed')}",
        "4. Check again: what is left, and why",
        "5. Walk it: from the hall to the top of the ramp",
        "6. See it",
        "7. Try next",
    ]
    counts = [line for line in lines if line.endswith(" of 11 files.")]
    assert counts == ["11 errors, 8 warnings and 9 infos in 9 of 11 files."]
    assert "23 of 28 findings are gone, 0 errors left." in lines
    walks = lines[lines.index("5. Walk it: from the hall to the top of the ramp") + 1 :]
    assert walks[0].startswith("  broken  No path: ")
    (fixed,) = (line for line in walks if line.startswith("  fixed "))
    assert fixed.split(", ", 1)[1] == "through station_hall → station_corridor → station_ramp"
    assert sum("BWM004" in line for line in lines) == 2  # as a fault, and to look up
    assert sum("MSH005" in line for line in lines) == 2  # before and after


def test_demo_says_of_no_sound_file_that_something_is_left_in_it(
    ran: tuple[Path, list[str]],
) -> None:
    """Two corners of the store are not where they were, but what is found is in the ramp's file."""
    text = "\n".join(ran[1])
    (line,) = [line for line in text.splitlines() if line.startswith("station_ramp.wok, ")]
    assert line.endswith("are not yet as they were: 4 says why.")
    left = text.partition("\n4. ")[2].partition("\n5. ")[0]
    assert "station_ramp.wok\n" in left
    assert "corners of the store" in left


def test_demo_counts_as_check_does(ran: tuple[Path, list[str]]) -> None:
    folder, lines = ran
    (summary,) = [line for line in lines if line.endswith(" of 11 files.")]
    broken = run_inside("check", "place/broken", cwd=folder).stdout.splitlines()[-1]
    assert broken.startswith(f"{summary[:-1]};")
    fixed = json.loads(run_inside("check", "place/fixed", "--json", cwd=folder).stdout)
    left = lines[lines.index("4. Check again: what is left, and why") :]
    shown = [line.split()[1] for line in left if line.startswith(("  error", "  warn", "  info"))]
    assert sorted(shown) == sorted(finding["rule"] for finding in fixed["findings"])


def test_fix_does_what_the_demo_does(ran: tuple[Path, list[str]], tmp_path: Path) -> None:
    folder, _ = ran
    run_inside("fix", "place/broken", "-o", tmp_path / "mine", cwd=folder)
    for path in (tmp_path / "mine").iterdir():
        assert path.read_bytes() == (folder / "place/fixed" / path.name).read_bytes()
    assert len(list((tmp_path / "mine").iterdir())) == 9


def test_demo_runs_twice_and_after_a_repair(tmp_path: Path) -> None:
    first = run_inside("demo", "place", cwd=tmp_path)
    again = run_inside("demo", "place", cwd=tmp_path)
    assert (again.code, again.stdout, again.stderr) == (0, first.stdout, "")
    assert run_inside("fix", "place/fixed", "--unsafe", cwd=tmp_path).code == 0
    assert run_inside("fix", "place/broken", cwd=tmp_path).code == 0
    after = run_inside("demo", "place", cwd=tmp_path)
    assert (after.code, after.stdout, after.stderr) == (0, first.stdout, "")


def test_commands_to_try_next_work(tmp_path: Path) -> None:
    lines = run("demo", "my place", cwd=tmp_path).stdout.splitlines()
    commands = [line for line in lines if line.startswith("  python -m kotorlevel ")]
    assert len(commands) == 7
    assert f'"{Path("my place/broken")}"' in commands[0]
    (walk,) = (line for line in commands if " path " in line)
    assert walk.split("  ")[1].endswith(" 2,2 23.5,4")
    assert run_inside("check", "my place/broken", cwd=tmp_path).code == 1
    assert run_inside("rules", "BWM004", cwd=tmp_path).code == 0
    assert run_inside("fix", "my place/fixed", "--unsafe", cwd=tmp_path).code == 0
    assert run_inside("check", "my place/fixed", "--fail-on", "warning", cwd=tmp_path).code == 0
    assert run_inside("info", "my place/fixed/station_hall.wok", cwd=tmp_path).code == 0
    assert run_inside("path", "my place/fixed", "2,2", "23.5,4", cwd=tmp_path).code == 0


def test_demo_draws_the_broken_station(
    tmp_path: Path,
    small_bundle: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    result = InProcess(monkeypatch, capsys)("demo", tmp_path / "place")
    assert result.code == 0
    area = kl.load_area(tmp_path / "place/broken")
    scene = build_scene(area, report=kl.check(tmp_path / "place/broken"))
    drawing = tmp_path / "place/station.svg"
    words = [each.text for each in ET.parse(drawing).iter() if each.tag.endswith("text")]
    assert {"station", "station_hall", "BWM004"} <= {(w or "").split(" ")[0] for w in words}
    page = (tmp_path / "place/station.html").read_text(encoding="utf-8")
    found = re.search(r'id="scene">(.*?)</script>', page)
    assert found
    assert json.loads(found[1])["rooms"] == scene.document["rooms"]
    rules = [finding["rule"] for finding in json.loads(found[1])["findings"]]
    assert rules == [finding["rule"] for finding in scene.document["findings"]]
    for path in (drawing, drawing.with_suffix(".html")):
        assert f"  {path}  " in result.stdout
        assert str(tmp_path) not in path.read_text(encoding="utf-8")


def test_demo_without_the_viewer_draws_the_map(
    tmp_path: Path,
    small_bundle: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (small_bundle / "viewer.js").unlink()
    result = InProcess(monkeypatch, capsys)("demo", tmp_path / "place")
    assert result.code == 0
    assert (tmp_path / "place/station.svg").is_file()
    assert not (tmp_path / "place/station.html").exists()
    assert "npm run build" in result.stdout


def test_demo_replaces_its_own_pictures_and_no_others(tmp_path: Path) -> None:
    (tmp_path / "place").mkdir()
    drawing = tmp_path / "place/station.svg"
    drawing.write_text('<svg xmlns="x"><title>station</title>of an earlier version</svg>')
    assert run_inside("demo", "place", cwd=tmp_path).stderr == ""
    assert "earlier" not in drawing.read_text(encoding="utf-8")
    drawing.write_text("<svg>mine</svg>")
    assert "station.svg.bak" in run_inside("demo", "place", cwd=tmp_path).stderr
    assert (tmp_path / "place/station.svg.bak").read_text() == "<svg>mine</svg>"


def test_demo_keeps_what_is_not_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "place/fixed"
    folder.mkdir(parents=True)
    (folder / "station_hall.wok").write_bytes(b"mine")
    (folder / "other.wok").write_bytes(b"mine, too")
    result = run_inside("demo", "place", cwd=tmp_path)
    assert result.code == 0
    assert "station_hall.wok.bak" in result.stderr
    assert (folder / "station_hall.wok.bak").read_bytes() == b"mine"
    assert (folder / "other.wok").read_bytes() == b"mine, too"
    assert (folder / "station_hall.wok").read_bytes() == make_station()["station_hall.wok"]


def test_demo_refuses_a_folder_of_somebody_else(tmp_path: Path) -> None:
    (tmp_path / "my_mod").mkdir()
    (tmp_path / "my_mod/m55aa.lyt").write_bytes(b"mine")
    (tmp_path / "my_mod/.hidden").write_bytes(b"")
    result = run_inside("demo", "my_mod", cwd=tmp_path)
    assert (result.code, result.stdout) == (2, "")
    assert "my_mod: has files that are not of the demo (m55aa.lyt)" in result.stderr
    assert sorted(path.name for path in (tmp_path / "my_mod").iterdir()) == [
        ".hidden",
        "m55aa.lyt",
    ]
    (tmp_path / "my_mod/m55aa.lyt").unlink()
    assert run_inside("demo", "my_mod", cwd=tmp_path).code == 0
    assert run_inside("demo", "my_mod", cwd=tmp_path).code == 0


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_demo_does_not_follow_links_out_of_its_folder(tmp_path: Path) -> None:
    outside = tmp_path / "mine.wok"
    outside.write_bytes(b"mine")
    (tmp_path / "place/broken").mkdir(parents=True)
    (tmp_path / "place/broken/station_hall.wok").symlink_to(outside)
    assert run_inside("demo", "place", cwd=tmp_path).code == 0
    assert outside.read_bytes() == b"mine"
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "other/broken").symlink_to(tmp_path / "elsewhere")
    result = run_inside("demo", "other", cwd=tmp_path)
    assert result.code == 2
    assert "is a link" in result.stderr
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize("name", ["place", "place/fixed"])
def test_demo_refuses_a_file(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine")
    result = run_inside("demo", "place", cwd=tmp_path)
    assert result.code == 2
    assert "is a file" in result.stderr
    assert (tmp_path / name).read_text() == "mine"
    assert not (tmp_path / "place/broken").exists()
