"""``kotorlevel fix`` on areas: what it says is left is what ``check`` says then."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from cli.faults.test_fix import read_json
from kotorlevel.formats.pth import PathPoints
from support.area.level_files import content as contents
from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.core.journals import old_bytes
from support.corpus import CORPUS, needs_corpus


@pytest.fixture
def mod(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A hall and a yard without links, a cell three centimetres away, and nobody sees anybody."""
    folder = tmp_path / "mod"
    folder.mkdir()
    rooms = {"hall": floor(), "yard": floor(4), "cell": floor(8.03)}
    write_folder(folder, make_area(rooms), vis=b"hall 0\r\nyard 0\r\ncell 0\r\n")
    monkeypatch.chdir(tmp_path)
    return folder


def checked(kotorlevel: InProcess, *arguments: object) -> list[dict[str, Any]]:
    findings: list[dict[str, Any]] = json.loads(kotorlevel("check", *arguments, "--json").stdout)[
        "findings"
    ]
    return sorted(findings, key=repr)


def left(document: dict[str, Any]) -> list[dict[str, Any]]:
    return sorted((f for file in document["files"] for f in file["left"]), key=repr)


def test_links_and_sight_unasked(mod: Path, kotorlevel: InProcess) -> None:
    before = contents(mod)
    assert kotorlevel("check", "mod").code == 1
    result = kotorlevel("fix", "mod")
    assert (result.code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    at = lines.index("mod/hall.wok")
    assert lines[at + 1 : at + 3] == [
        "  linked 1 edge to the room it meets  ARE010",
        f"  wrote {Path('mod/hall.wok')}",
    ]
    assert "  let linked rooms be seen: yard from hall and hall from yard  VIS010" in lines
    assert "3 files of 5 repaired." in lines
    at = lines.index("1 warning left:")
    assert lines[at + 1 :] == [
        "  warning  ARE005  mod/yard.wok: yard and cell do not quite meet: a gap of 3.0 cm",
        "More about them: kotorlevel check mod",
        "1 finding can be fixed with --unsafe.",
    ]
    assert {name for name, data in contents(mod).items() if before.get(name) != data} == {
        *("hall.wok", "yard.wok", "lab.vis")
    }


@pytest.mark.sampled(4)
@pytest.mark.parametrize("flags", [(), ("--unsafe",), ("--select", "ARE"), ("--ignore", "VIS")])
@pytest.mark.parametrize("path", ["mod", "mod/lab.lyt"])
def test_left_is_what_a_check_finds(
    mod: Path, kotorlevel: InProcess, path: str, flags: tuple[str, ...]
) -> None:
    rules = [flag for flag in flags if flag != "--unsafe"]
    dry = read_json(kotorlevel, path, *flags, "--dry-run")
    done = read_json(kotorlevel, path, *flags)
    assert left(dry) == left(done) == checked(kotorlevel, path, *rules)
    again = read_json(kotorlevel, path, *flags)
    assert not any(file["changed"] for file in again["files"])
    assert left(again) == left(done)


def test_unsafe_closes_the_gap(mod: Path, kotorlevel: InProcess) -> None:
    result = kotorlevel("fix", "mod", "--unsafe")
    assert result.code == 0
    moved = (
        "  moved 2 corners by up to 3.0 cm, to (8.00, 0.00, 0.00) and (8.00, 4.00, 0.00)  ARE005"
    )
    assert moved in result.stdout.splitlines()
    assert "left" not in result.stdout
    assert checked(kotorlevel, "mod") == []


def test_area_error_that_is_left_counts(mod: Path, kotorlevel: InProcess) -> None:
    """An edge leads to room 9, which is nowhere: nobody can tell which one is meant."""
    write_folder(mod, make_area({"hall": floor(south=9), "yard": floor(4), "cell": floor(20)}))
    result = kotorlevel("fix", "mod")
    assert result.code == 1
    assert "  error  ARE004  mod/hall.wok: 1 edge leads to room 9" in result.stdout
    assert kotorlevel("check", "mod").code == 1


def test_with_another_folder_the_files_stay(mod: Path, kotorlevel: InProcess) -> None:
    before = contents(mod)
    result = kotorlevel("fix", "mod", "-o", "out")
    assert contents(mod) == before
    assert set(contents(Path("out"))) == {"hall.wok", "yard.wok", "lab.vis"}
    assert "What a rule means: kotorlevel rules ARE005" in result.stdout
    assert "the old file" not in result.stdout


def test_rooms_in_a_folder_below(mod: Path, kotorlevel: InProcess) -> None:
    (mod / "rooms").mkdir()
    for path in mod.glob("*.wok"):
        path.rename(mod / "rooms" / path.name)
    assert "3 files of 5 repaired." in kotorlevel("fix", "mod").stdout
    assert kotorlevel("check", "mod").code == 0
    assert not any(file["changed"] for file in read_json(kotorlevel, "mod")["files"])


def test_room_by_itself_has_no_area(mod: Path, kotorlevel: InProcess) -> None:
    before = contents(mod)
    assert "0 files of 1 repaired." in kotorlevel("fix", "mod/hall.wok").stdout
    assert contents(mod) == before


@needs_corpus
def test_real_area(kotorlevel: InProcess, tmp_path: Path) -> None:
    document = read_json(kotorlevel, CORPUS / "area_m10aa", "--unsafe", "-o", tmp_path)
    rules = {rule for f in document["files"] for step in f["steps"] for rule in step["rules"]}
    assert not any(rule.startswith("ARE") or rule == "VIS010" for rule in rules)


def test_path_points_unasked_and_asked(tmp_path: Path, kotorlevel: InProcess) -> None:
    """Sorted, and connected both ways; a point off the floor goes only when asked."""
    # Point 0 is right of point 1, connections lead one way only, and the last is off the floor.
    points = np.array([(3, 1), (1, 1), (2, 3), (90, 2)], np.float32)
    counts, firsts, ends = (np.array(row) for row in ([1, 1, 0, 0], [0, 1, 2, 2], [1, 2]))
    paths = PathPoints(points, counts, firsts, ends)
    layout = write_folder(tmp_path, make_area({"hall": floor()}), pth=paths.to_bytes())
    file = layout.with_suffix(".pth")
    rules = {finding["rule"] for finding in checked(kotorlevel, tmp_path)}
    assert {"PTH001", "PTH002", "PTH005"} <= rules
    assert kotorlevel("fix", tmp_path).code == 0
    mended = kl.read_path_points(file)
    assert mended.points[:, 0].tolist() == [1, 2, 3, 90]
    ways = {(0, 2), (2, 0), (0, 1), (1, 0)}
    assert {(a, b) for a, b in mended.connections.tolist()} == ways
    old = kl.read_path_points(old_bytes(tmp_path)[file.name])
    assert old.points.tolist() == points.tolist()
    assert kotorlevel("fix", tmp_path, "--unsafe").code == 0
    assert kl.read_path_points(file).points[:, 0].tolist() == [1, 2, 3]
    rules = {finding["rule"] for finding in checked(kotorlevel, tmp_path)}
    assert not any(rule.startswith("PTH") for rule in rules)
    before = contents(tmp_path)
    kotorlevel("fix", tmp_path, "--unsafe")
    assert contents(tmp_path) == before
