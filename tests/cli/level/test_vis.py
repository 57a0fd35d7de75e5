"""`kotorlevel vis`: shown, audited, built, explained."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.cli.terminal.progress import now_and_then
from support.area.level_files import content as contents
from support.areas import floor, make_area, write_folder
from support.cli.in_process import InProcess
from support.command import Result
from support.corpus import CORPUS, ROOT, needs_corpus
from support.query.seen_areas import Plan, area_of
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs" / "schema" / "vis.schema.json").read_text(encoding="utf-8"))
VIS = b"b 1\r\n  c\r\na 1\r\n  b\r\nc 2\r\n  ghost\r\n  a\r\n"
"""a and b, and b and c are linked; a and c see each other through b; d sees nothing."""


@pytest.fixture
def vis(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> InProcess:
    return InProcess(monkeypatch, capsys)


@pytest.fixture
def level(tmp_path: Path) -> Path:
    """Three rooms in a row, a cell, and a sky without a walkmesh."""
    plans = {
        "a": Plan().box(0, 0, 4, 4, east=[(1, 3)]),
        "b": Plan().box(4, 0, 8, 4, west=[(1, 3)], east=[(1, 3)]),
        "c": Plan().box(8, 0, 12, 4, west=[(1, 3)]),
        "d": Plan().box(40, 0, 44, 4),
    }
    meshes = {room.name: room.mesh for room in area_of(plans).rooms}
    folder = tmp_path / "level"
    folder.mkdir()
    write_folder(folder, make_area({**meshes, "sky": None}), vis=VIS)
    return folder


def document(result: Result) -> Any:
    value = json.loads(result.stdout)
    validate(value, SCHEMA)
    return value


# show


def test_show_is_a_table(vis: InProcess, level: Path) -> None:
    result = vis("vis", level)
    assert result.code == 0
    rows = [line.split() for line in result.stdout.splitlines()]
    assert " ".join(rows[0]) == "lab 5 rooms, 4 pairs listed, 4 of them one way"
    assert rows[2] == ["0", "1", "2", "3", "4"]
    assert rows[3] == ["0", "a", "-", ">", ".", ".", "."]
    assert rows[4] == ["1", "b", ".", "-", ">", ".", "."]
    assert rows[5] == ["2", "c", ">", ".", "-", ".", "."]
    assert rows[6] == ["3", "d", ".", ".", ".", "-", ".", "no", "entry"]
    assert rows[7] == ["4", "sky", ".", ".", ".", ".", "-", "no", "entry", "no", "walkmesh"]
    assert "  c sees a\n" in result.stdout
    assert "Not in the layout: ghost" in result.stdout
    assert vis("vis", level, "show").stdout == result.stdout


def test_show_as_json(vis: InProcess, level: Path) -> None:
    value = document(vis("vis", level, "--json"))
    assert [room["sees"] for room in value["rooms"]] == [["b"], ["c"], ["ghost", "a"], None, None]
    assert [room["walkmesh"] for room in value["rooms"]] == [True] * 4 + [False]
    assert ["c", "a"] in value["one_way"]
    assert value["unknown"] == ["ghost"]


def test_show_without_a_visibility(vis: InProcess, level: Path) -> None:
    (level / "lab.vis").unlink()
    assert "no visibility" in vis("vis", level).stdout
    assert document(vis("vis", level, "--json"))["has_visibility"] is False


def test_many_rooms_are_listed(vis: InProcess, tmp_path: Path) -> None:
    area = make_area({f"r{n}": floor(5 * n) for n in range(30)})
    visibility = kl.Visibility().all_visible([room.name for room in area.rooms])
    write_folder(tmp_path, area, vis=visibility.to_bytes())
    lines = vis("vis", tmp_path).stdout.splitlines()
    assert f"r7 (29): {', '.join(f'r{n}' for n in range(30) if n != 7)}" in lines


# check


def test_check_finds_what_is_wrong(vis: InProcess, level: Path) -> None:
    result = vis("vis", level, "check")
    assert result.code == 0  # nothing but infos: shipped levels have all of these
    text = " ".join(result.stdout.split())
    assert "ghost is not a room of the layout" in text
    assert "no entry for 2 rooms of the layout: d and sky" in text
    assert "4 pairs one way only" in text
    assert "b is linked to a, but does not see it" in text
    assert "c is linked to b, but does not see it" in text
    assert "can be seen, but" not in text


def test_check_with_geometry(vis: InProcess, level: Path) -> None:
    value = document(vis("vis", level, "check", "--geometry", "--json"))
    assert {(each["room"], each["other"]) for each in value["unlisted"]} == {
        ("b", "a"),
        ("c", "b"),
        ("a", "c"),
    }
    rules = {finding["rule"] for finding in value["findings"]}
    assert {"VIS002", "VIS004", "VIS006", "VIS010"} <= rules
    assert document(vis("vis", level, "check", "--json"))["unlisted"] is None
    assert "a sees c through b from (" in vis("vis", level, "check", "--geometry").stdout


def test_check_of_a_sound_visibility(vis: InProcess, level: Path, tmp_path: Path) -> None:
    (level / "lab.vis").write_bytes(b"sky 0\r\n")
    assert vis("vis", level, "build", "--in-place").code == 0
    result = vis("vis", level, "check", "--geometry")
    assert result.code == 0
    assert "All pairs that can be seen are listed." in result.stdout


def test_check_without_a_visibility(vis: InProcess, level: Path) -> None:
    (level / "lab.vis").unlink()
    result = vis("vis", level, "check")
    assert result.code == 1
    assert result.stdout.startswith("There is no VIS that can be read. Make one: kotorlevel vis ")


# build

BUILT = b"a 2\r\n  b\r\n  c\r\nb 2\r\n  c\r\n  a\r\nc 3\r\n  ghost\r\n  a\r\n  b\r\nd 0\r\n"


def test_build_shows_what_would_change(vis: InProcess, level: Path) -> None:
    (level / "lab.vis").write_bytes(b"d 1\r\n  a\r\na 1\r\n  b\r\n")
    result = vis("vis", level, "build", "--dry-run", "--drop")
    assert result.code == 0
    lines = result.stdout.splitlines()
    assert "- d sees a" in lines
    assert any(line.startswith("+ b sees a: they are linked at (4.00, ") for line in lines)
    assert any(line.startswith("+ a sees c through b from (") for line in lines)
    assert "6 pairs: 5 added, 1 removed." in lines
    assert (level / "lab.vis").read_bytes() == b"d 1\r\n  a\r\na 1\r\n  b\r\n"
    kept = vis("vis", level, "build", "--dry-run").stdout
    assert "7 pairs: 5 added, 0 removed." in kept


def test_build_into_a_folder(vis: InProcess, level: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert vis("vis", level, "build", "-o", out).code == 0
    assert (out / "lab.vis").read_bytes() == BUILT
    assert [path.name for path in out.iterdir()] == ["lab.vis"]
    assert (level / "lab.vis").read_bytes() == VIS
    again = vis("vis", level, "build", "-o", out)
    assert (again.code, "--force" in again.stderr) == (2, True)
    assert vis("vis", level, "build", "-o", out, "--force").code == 0


def test_build_in_place_keeps_the_old_file(vis: InProcess, level: Path) -> None:
    value = document(vis("vis", level, "build", "--in-place", "--json"))
    assert (level / "lab.vis").read_bytes() == BUILT
    (written,) = value["written"]
    assert Path(written["backup"]).read_bytes() == VIS
    again = vis("vis", level, "build", "--in-place")
    assert again.code == 0
    assert "nothing to write" in again.stdout
    assert len(kl.list_edits(level)) == 1


def test_depth_is_heeded(vis: InProcess, level: Path) -> None:
    value = document(vis("vis", level, "build", "--dry-run", "--json", "--depth", 1, "--drop"))
    assert value["written"] is None
    assert {"room": "c", "other": "a"} in value["removed"]


def test_long_work_says_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """Where nobody watches: a line every ten seconds, and none at the end."""
    seconds = iter([0.0, 4.0, 10.0, 15.0, 31.0, 60.0])
    tell = now_and_then("Looking", lambda: next(seconds))
    for done in (1, 20, 50, 75, 100):
        tell(done, 100)
    said = capsys.readouterr()
    assert said.err.splitlines() == ["Looking: 20% after 10 s", "Looking: 75% after 31 s"]
    assert said.out == ""


def test_a_build_that_is_stopped_writes_nothing(
    vis: InProcess, level: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kotorlevel.query.visibility.search._try_pairs", stop)
    before = contents(level)
    result = vis("vis", level, "build", "--in-place")
    assert (result.code, result.stdout) == (130, "")
    assert result.stderr.splitlines()[-1] == "kotorlevel: stopped"
    assert contents(level) == before


@pytest.mark.parametrize(("samples", "lines"), [(1, 1), (16, 256), (128, 16_384)])
def test_samples_are_heeded(vis: InProcess, level: Path, samples: int, lines: int) -> None:
    """The square of them is how many lines are tried for a pair."""
    text = vis("vis", level, "explain", "a", "d", "--samples", samples).stdout
    assert f"none of {lines:,} lines between them is clear" in text


# explain


def test_explain(vis: InProcess, level: Path) -> None:
    first, second = vis("vis", level, "explain", "A", "2").stdout.splitlines()
    assert first.startswith("a sees c through b from (")
    assert second.startswith("c sees a through b from (")
    value = document(vis("vis", level, "explain", "a", "d", "--json", "--samples", "16"))
    assert value["explanations"][0]["text"] == (
        "a does not see d: none of 256 lines between them is clear"
    )
    sky = vis("vis", level, "explain", "a", "sky").stdout
    assert "sky has no floor to compute from" in sky


def test_explain_says_whether_the_pair_is_listed(vis: InProcess, level: Path) -> None:
    """One way only, then not at all, then without a VIS."""
    (level / "lab.vis").write_bytes(b"a 1\r\n  c\r\nc 0\r\n")
    there, back = vis("vis", level, "explain", "a", "c").stdout.splitlines()
    assert there.endswith(". The VIS lists it.")
    assert back.endswith(". The VIS does not list it.")
    value = document(vis("vis", level, "explain", "a", "c", "--json"))
    assert [each["listed"] for each in value["explanations"]] == [True, False]
    (level / "lab.vis").unlink()
    assert vis("vis", level, "explain", "a", "c").stdout.count("There is no VIS.") == 2


def test_explain_an_unknown_room(vis: InProcess, level: Path) -> None:
    result = vis("vis", level, "explain", "a", "skyy")
    assert result.code == 2
    assert "Did you mean 'sky'?" in result.stderr


# Wrong usage and bad input


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["build"], "say where to write"),
        (["build", "-o", "x", "--in-place"], "exclude each other"),
        (["show", "--dry-run"], "--dry-run goes with build"),
        (["check", "--drop"], "--drop goes with build"),
        (["build", "--geometry", "--dry-run"], "--geometry goes with check"),
        (["bild"], "Did you mean 'build'?"),
        (["check", "--depth", "0"], "--depth"),
        (["build", "--samples", "9999"], "--samples"),
    ],
)
def test_wrong_usage(vis: InProcess, level: Path, arguments: list[str], text: str) -> None:
    result = vis("vis", level, *arguments)
    assert result.code == 2
    assert text in result.stderr
    assert not result.stdout


def test_action_before_the_area(vis: InProcess, level: Path) -> None:
    result = vis("vis", "build", level, "--dry-run")
    assert result == vis("vis", level, "build", "--dry-run")
    assert result.code == 0


def test_old_words_are_understood(vis: InProcess, level: Path) -> None:
    for old, new in {
        ("audit", "--geometry"): ("check", "--geometry"),
        ("--explain", "a", "d"): ("explain", "a", "d"),
    }.items():
        assert vis("vis", level, *old, "--json") == vis("vis", level, *new, "--json")
    assert "audit" not in vis("vis", "--help").stdout


def test_no_area(vis: InProcess, tmp_path: Path) -> None:
    assert vis("vis", tmp_path / "nowhere").code == 2
    assert vis("vis", tmp_path).code == 2


def test_an_unreadable_visibility_is_told(vis: InProcess, level: Path) -> None:
    (level / "lab.vis").write_bytes(b"  child before its parent\r\n")
    result = vis("vis", level, "check")
    assert result.code == 1
    assert "lab.vis" in result.stderr


@needs_corpus
def test_a_real_area(vis: InProcess) -> None:
    result = vis("vis", CORPUS / "area_m10aa")
    rows = [line.split() for line in result.stdout.splitlines() if "10aa_" in line]
    assert [len(row) for row in rows] == [2 + 17 + (0 if n < 8 else 2) for n in range(17)]
    visibility = kl.read_visibility(CORPUS / "area_m10aa" / "m10aa.vis")
    for row in rows:
        assert row[2:19].count("x") == len(visibility.seen_from(row[1]))
