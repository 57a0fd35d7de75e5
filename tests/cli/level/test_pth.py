"""`kotorlevel pth`: shown, checked, repaired, built, written where it should."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.formats.archives import read_archive
from kotorlevel.formats.gff import parse_gff
from kotorlevel.formats.pth import PathPoints, make_path_points, read_path_points
from support import sample_area
from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.command import Result
from support.core.journals import old_bytes
from support.corpus import CORPUS, ROOT, needs_corpus
from support.installation import make_archive, split
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs" / "schema" / "pth.schema.json").read_text(encoding="utf-8"))
POINTS = [(1, 2), (3, 2), (7, 2)]
PAIRS = [(0, 1), (1, 0), (1, 2), (2, 1)]


@pytest.fixture
def pth(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> InProcess:
    return InProcess(monkeypatch, capsys)


@pytest.fixture
def level(tmp_path: Path) -> Path:
    """A hall and a linked yard, and three points through both."""
    folder = tmp_path / "level"
    folder.mkdir()
    area = make_area({"hall": floor(east=1), "yard": floor(4, west=0)})
    write_folder(folder, area, pth=make_path_points(POINTS, PAIRS).to_bytes())
    return folder


def damage(level: Path) -> bytes:
    """The same points in another order, one of them off the floor; the bytes of the file."""
    places = np.array([(7, 2), (3, 2), (1, 2), (5, 9)])
    bad = PathPoints(places, np.array([1, 2, 1, 0]), np.array([0, 1, 3, 4]), np.array([1, 0, 2, 1]))
    (level / "lab.pth").write_bytes(bad.to_bytes())
    return bad.to_bytes()


def document(result: Result) -> Any:
    value = json.loads(result.stdout)
    validate(value, SCHEMA)
    return value


def read(path: Path) -> PathPoints:
    return read_path_points(parse_gff(path.read_bytes()))


# show


def test_show(pth: InProcess, level: Path) -> None:
    result = pth("pth", level)
    assert result.code == 0
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert lines == [
        "lab 3 points, 4 connections",
        "0 (1.00, 2.00) hall → 1",
        "1 (3.00, 2.00) hall → 0, 2",
        "2 (7.00, 2.00) yard → 1",
    ]
    assert pth("pth", level, "show").stdout == result.stdout
    value = document(pth("pth", level, "--json"))
    assert [point["room"] for point in value["points"]] == [0, 0, 1]
    assert [point["connected_to"] for point in value["points"]] == [[1], [0, 2], [1]]


def test_show_without_a_pth(pth: InProcess, level: Path) -> None:
    (level / "lab.pth").unlink()
    assert "no PTH" in pth("pth", level).stdout
    assert document(pth("pth", level, "--json"))["has_path_points"] is False


# check


def test_check_of_sound_points(pth: InProcess, level: Path) -> None:
    result = pth("pth", level, "check")
    assert result.code == 0
    assert "3 points, 4 connections looked at." in result.stdout
    assert "Every place of the floor sees a point." in result.stdout
    value = document(pth("pth", level, "check", "--json"))
    assert value["findings"] == []
    assert value["unseen"]["area"] == 0


def test_check_finds_what_is_wrong(pth: InProcess, level: Path) -> None:
    damage(level)
    result = pth("pth", level, "check")
    assert result.code == 1
    text = " ".join(result.stdout.split())
    assert "point 1 has a smaller x (3) than point 0 (7)" in text
    assert "point 3 at (5, 9) is on no floor; the nearest is 5.00 m away" in text
    value = document(pth("pth", level, "check", "--json"))
    assert {finding["rule"] for finding in value["findings"]} == {"PTH001", "PTH002"}
    assert all(finding["file"].endswith("lab.pth") for finding in value["findings"])


def test_check_without_a_pth(pth: InProcess, level: Path) -> None:
    (level / "lab.pth").unlink()
    result = pth("pth", level, "check")
    assert result.code == 1
    assert "no PTH" in result.stdout
    assert "1 check found a warning, an error, or no PTH" in pth("pth", "--help").stdout
    assert document(pth("pth", level, "check", "--json"))["has_path_points"] is False


def test_check_tells_what_is_not_known(pth: InProcess, level: Path) -> None:
    (level / "yard.wok").unlink()
    result = pth("pth", level, "check")
    assert result.code == 0
    assert "Not known: 1 point and 2 connections in rooms that are not here" in result.stdout
    value = document(pth("pth", level, "check", "--json"))
    assert value["unknown_points"] == [2]
    assert value["unseen"] is None


def test_another_table_is_read_or_refused(pth: InProcess, level: Path) -> None:
    assert pth("pth", level, "check", "--materials", "kotorblender").code == 0
    assert pth("pth", level, "check", "--materials", "nothing").code == 2


# fix


def test_fix_in_place_keeps_the_old_file(pth: InProcess, level: Path) -> None:
    old = damage(level)
    result = pth("pth", level, "fix", "--in-place")
    assert result.code == 0
    assert "sorted the points by x [PTH002]" in result.stdout
    assert old_bytes(level) == {"lab.pth": old}
    assert read(level / "lab.pth").points.tolist() == [[1, 2], [3, 2], [5, 9], [7, 2]]
    again = pth("pth", level, "fix", "--in-place")
    assert (again.code, again.stdout) == (0, "Nothing to fix.\n")


def test_unsafe_fixes_on_request(pth: InProcess, level: Path, tmp_path: Path) -> None:
    old = damage(level)
    out = tmp_path / "new.pth"
    value = document(pth("pth", level, "fix", "--unsafe", "-o", out, "--json"))
    assert read(out).points.tolist() == [[1, 2], [3, 2], [7, 2]]
    assert (value["before"]["points"], value["after"]["points"]) == (4, 3)
    assert [Path(each["path"]) for each in value["written"]] == [out]
    assert (level / "lab.pth").read_bytes() == old


def test_fix_needs_a_pth(pth: InProcess, level: Path) -> None:
    (level / "lab.pth").unlink()
    result = pth("pth", level, "fix", "--dry-run")
    assert result.code == 2
    assert "lab has no path points" in result.stderr


# build


def test_build_to_a_file(pth: InProcess, level: Path, tmp_path: Path) -> None:
    out = tmp_path / "new.pth"
    result = pth("pth", level, "build", "-o", out)
    assert result.code == 0
    made = read(out)
    assert f"{len(made)} point" in result.stdout
    assert "before: 3 points, 4 connections" in result.stdout
    (level / "lab.pth").write_bytes(out.read_bytes())
    assert pth("pth", level, "check").code == 0
    refused = pth("pth", level, "build", "-o", out)
    assert refused.code == 2
    assert "exists already; add --force" in refused.stderr
    assert pth("pth", level, "build", "-o", out, "--force").code == 0


def test_build_into_a_folder_takes_the_name_of_the_area(
    pth: InProcess, level: Path, tmp_path: Path
) -> None:
    assert pth("pth", level, "build", "-o", tmp_path).code == 0
    assert len(read(tmp_path / "lab.pth"))


def test_build_dry_run_writes_nothing(pth: InProcess, level: Path) -> None:
    before = {path.name: path.read_bytes() for path in level.iterdir()}
    result = pth("pth", level, "build", "--dry-run")
    assert result.code == 0
    assert "Nothing was written (--dry-run)." in result.stdout
    assert {path.name: path.read_bytes() for path in level.iterdir()} == before
    assert document(pth("pth", level, "build", "--dry-run", "--json"))["written"] is None


def test_build_where_there_was_none(pth: InProcess, level: Path) -> None:
    (level / "lab.pth").unlink()
    value = document(pth("pth", level, "build", "--in-place", "--json"))
    assert value["before"] is None
    assert [each["backup"] for each in value["written"]] == [None]
    assert len(read(level / "lab.pth")) == value["after"]["points"] > 0


def test_build_does_not_overwrite_what_it_read(pth: InProcess, level: Path) -> None:
    result = pth("pth", level, "build", "--force", "-o", level / "lab.pth")
    assert result.code == 2
    assert "use --in-place" in result.stderr
    assert pth("pth", level, "build", "--in-place").code == 0
    old = read_path_points(parse_gff(old_bytes(level)["lab.pth"]))
    assert old.points.tolist() == [list(point) for point in POINTS]


def test_build_needs_all_rooms(pth: InProcess, level: Path) -> None:
    (level / "yard.wok").unlink()
    result = pth("pth", level, "build", "--in-place")
    assert result.code == 2
    assert "1 room without a walkmesh at hand: yard" in result.stderr
    assert pth("pth", level, "build", "--dry-run").code == 0
    assert pth("pth", level, "build", "--in-place", "--partial").code == 0


def test_build_inside_an_archive(pth: InProcess, tmp_path: Path) -> None:
    """The PTH in an archive is replaced there, and nothing else in it changes."""
    files = {**sample_area.small_area("lab"), "lab.pth": make_path_points([(9, 9)], []).to_bytes()}
    path = tmp_path / "lab.mod"
    path.write_bytes(make_archive("lab.mod", files).to_bytes())
    result = pth("pth", path, "build", "--in-place")
    assert result.code == 0, result.stderr
    archive = read_archive(path)
    assert len(archive) == len(files)
    after = {name: archive.read(entry) for name in files if (entry := archive.find(*split(name)))}
    assert set(after) == set(files)
    assert {name for name in after if after[name] != files[name]} == {"lab.pth"}
    (point,) = read_path_points(parse_gff(after["lab.pth"])).points.tolist()
    assert all(0 < value < 2 for value in point)
    kl.undo(path)
    assert path.read_bytes() == make_archive("lab.mod", files).to_bytes()


def test_small_parts_on_request(pth: InProcess, tmp_path: Path) -> None:
    write_folder(tmp_path, make_area({"a": floor(), "b": floor(20, width=1, depth=1)}))
    few = document(pth("pth", tmp_path, "build", "--dry-run", "--json"))
    more = document(pth("pth", tmp_path, "build", "--dry-run", "--min-area", "0.5", "--json"))
    assert (few["after"]["points"], more["after"]["points"]) == (1, 2)


def test_nothing_to_walk_on(pth: InProcess, tmp_path: Path) -> None:
    write_folder(tmp_path, make_area({"a": floor(material=7)}))
    result = pth("pth", tmp_path, "build", "--dry-run")
    assert result.code == 2
    assert "no room has a floor that can be walked on" in result.stderr


# usage


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chek"], "Did you mean 'check'?"),
        (["xyz"], "There are: show, check, fix, build."),
        (["build"], "say where to write: -o FILE or --in-place; or --dry-run"),
        (["build", "--dry-run", "--in-place"], "give --in-place or --dry-run, not both"),
        (["check", "--in-place"], "--in-place goes with fix and build"),
        (["show", "--force"], "--force goes with fix and build"),
        (["build", "--dry-run", "--unsafe"], "--unsafe goes with fix"),
        (["fix", "--dry-run", "--placeables"], "--placeables goes with build"),
        (["build", "-o", "points.txt"], "the output must end in .pth"),
    ],
)
def test_bad_usage(pth: InProcess, level: Path, arguments: list[str], message: str) -> None:
    result = pth("pth", level, *arguments)
    assert result.code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_both_orders_of_area_and_action(
    pth: InProcess, level: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(level.parent)
    assert pth("pth", "check", "level") == pth("pth", "level", "check")
    assert pth("pth", "level") == pth("pth", "show", "level")
    assert "AREA is missing: kotorlevel pth AREA check" in pth("pth", "check").stderr


def test_a_pth_alone_is_no_area(pth: InProcess, level: Path) -> None:
    result = pth("pth", level / "lab.pth")
    assert result.code == 2
    assert "give its area" in result.stderr


@pytest.mark.parametrize("action", [["show"], ["check"], ["fix", "--dry-run"]])
def test_a_broken_pth_is_said(pth: InProcess, level: Path, action: list[str]) -> None:
    (level / "lab.pth").write_bytes(b"GFF V3.2" + bytes(20))
    result = pth("pth", level, *action)
    assert (result.code, result.stdout) == (2, "")
    assert "lab.pth: cannot be read" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_broken_pth_is_made_anew(pth: InProcess, level: Path) -> None:
    (level / "lab.pth").write_bytes(b"GFF V3.2" + bytes(20))
    assert pth("pth", level, "build", "--in-place").code == 0
    assert pth("pth", level, "check").code == 0


@pytest.mark.parametrize("size", ["nan", "inf", "-1"])
def test_an_area_is_a_number(pth: InProcess, level: Path, size: str) -> None:
    for command in (("pth", level, "build", "--dry-run"), ("reach", level)):
        result = pth(*command, "--min-area", size)
        assert (result.code, result.stdout) == (2, "")
        assert "--min-area" in result.stderr


@needs_corpus
def test_a_real_area(pth: InProcess) -> None:
    module = CORPUS / "archives" / "tar_m10aa.mod"
    value = document(pth("pth", CORPUS / "area_m10aa", "check", "--module", module, "--json"))
    assert value["findings"] == []
    assert (value["points"], value["connections"]) == (89, 190)
