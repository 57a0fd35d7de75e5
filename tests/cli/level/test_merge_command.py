"""``kotorlevel merge``: on disk, as JSON, as a picture, and as a merge driver of git."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.formats.gff import Gff, read_gff, write_gff
from support.area.level_files import content, put, station
from support.cli.in_process import InProcess
from support.corpus import ROOT
from support.schemas import validate

SCHEMA = json.loads((ROOT / "docs" / "schema" / "merge.schema.json").read_text(encoding="utf-8"))
CRATES = "Placeable List"


def document(result: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(result.stdout)
    validate(data, SCHEMA)
    return data


def edit_git(folder: Path, edit: Callable[[Gff], Gff]) -> None:
    path = folder / "station.git"
    write_gff(edit(read_gff(path)), path)


@pytest.fixture
def mods(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """base; one, in which a room is renamed; two, in which a crate stands elsewhere."""
    for name in ("base", "one", "two"):
        put(tmp_path / name, station())
    monkeypatch.chdir(tmp_path)
    area = kl.load_area("one")
    edited = kl.rename_room(area, 0, "annex").area
    kl.write_area_in_place(edited)
    edit_git(tmp_path / "two", lambda git: git.with_value(CRATES, 0, "X", value=1.5))
    return tmp_path


def test_merge(kotorlevel: InProcess, mods: Path) -> None:
    before = content(mods)
    result = kotorlevel("merge", "two", "one", "--base", "base", "-o", "both")
    assert (result.code, result.stderr) == (0, "")
    old = kl.load_area("base").rooms[0].name
    assert f"{old} is annex now" in result.stdout
    written = content(mods / "both")
    assert {"annex.wok", "station.lyt", "station.are"} <= set(written)
    assert "station.git" not in written  # it is A's own
    assert {name: data for name, data in content(mods).items() if name in before} == before
    again = kotorlevel("layout", "two", "merge", "one", "--base", "base", "-o", "again")
    assert again.code == 0
    assert content(mods / "again") == written


def test_conflicts(kotorlevel: InProcess, mods: Path) -> None:
    edit_git(mods / "one", lambda git: git.with_value(CRATES, 0, "X", value=2.5))
    refused = kotorlevel("merge", "one", "two", "--base", "base", "--dry-run", "--map", "c.svg")
    assert refused.code == 1
    assert "1 conflict" in refused.stdout
    assert "1  placeable " in refused.stdout
    assert "A at (2.5, " in refused.stdout
    assert "B at (1.5, " in refused.stdout
    assert "--prefer a or --prefer b" in refused.stderr
    assert (mods / "c.svg").read_text(encoding="utf-8").startswith("<svg")
    told = kotorlevel("merge", "one", "two", "--base", "base", "--dry-run", "--json")
    data = document(told)
    assert (told.code, data["merged"], data["files"]) == (1, False, [])
    (one,) = data["conflicts"]
    assert (one["number"], one["kind"], one["taken"]) == (1, "placeable", None)
    assert (one["at_a"][0], one["at_b"][0]) == (2.5, 1.5)
    taken = document(
        kotorlevel("merge", "one", "two", "--base", "base", "--prefer", "b", "-o", "x", "--json")
    )
    assert taken["merged"] is True
    assert taken["conflicts"][0]["taken"] == "b"
    assert read_gff(mods / "x" / "station.git")[CRATES][0]["X"] == 1.5


def test_what_is_typed_wrongly(kotorlevel: InProcess, mods: Path) -> None:
    wrong: dict[tuple[str, ...], str] = {
        (): "two versions of an area are needed, A and B; none was given",
        ("one",): "only A was given",
        ("one", "two", "base", "--dry-run"): "3 were given",
        ("one", "two"): "say where to write",
        ("one", "nope", "--dry-run"): "nope: no such file or folder",
        ("one", "two", "--dry-run", "--map", "c.jpg"): "must end in .svg or .png",
        ("one", "two", "--dry-run", "--map", "base"): "is a folder",
        ("--git", "one", "two"): "%O %A %B %P",
        ("--git", "a", "b", "c", "--json"): "--git and --json exclude each other",
        ("--git", "a", "b", "c", "-o", "x"): "--git writes to the second file",
    }
    for words, text in wrong.items():
        result = kotorlevel("merge", *words)
        assert (result.code, result.stdout) == (2, ""), words
        assert text in result.stderr
    (mods / "empty").mkdir()
    assert kotorlevel("merge", "one", "empty", "--dry-run").code == 2
    no_map = kotorlevel("merge", "one", "two", "--base", "base", "--dry-run", "--map", "c.svg")
    assert no_map.code == 0
    assert "no map of them was drawn" in no_map.stderr


def test_one_file(kotorlevel: InProcess, mods: Path) -> None:
    paths = [str(mods / side / "station.git") for side in ("base", "one", "two")]
    edit_git(mods / "one", lambda git: git.with_value("Door List", 0, "Bearing", value=0.5))
    result = kotorlevel("merge", "--git", *paths, "station.git")
    assert (result.code, result.stdout, result.stderr) == (0, "", "")
    merged = read_gff(paths[1])
    assert (merged["Door List"][0]["Bearing"], merged[CRATES][0]["X"]) == (0.5, 1.5)
    edit_git(mods / "two", lambda git: git.with_value("Door List", 0, "Bearing", value=0.75))
    before = Path(paths[1]).read_bytes()
    refused = kotorlevel("merge", "--git", *paths, "sub/station.git")
    assert refused.code == 1
    assert "station.git: 1  door " in refused.stderr
    assert "A Bearing 0.5; B Bearing 0.75" in refused.stderr
    assert Path(paths[1]).read_bytes() == before
    Path(paths[2]).write_bytes(b"GIT V3.2 and no more")
    broken = kotorlevel("merge", "--git", *paths, "station.git")
    assert broken.code == 2
    assert "station.git (B)" in broken.stderr


def git(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    names = {
        f"GIT_{who}_{what}": "x" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
    }
    environment = {**os.environ, **names, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(folder)}
    environment["PYTHONPATH"] = str(ROOT / "src")
    return subprocess.run(
        ["git", *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_with_git(tmp_path: Path) -> None:
    """One branch moves a room with all on it, the other edits the GIT: the level is sound."""
    home = put(tmp_path / "level", station())
    (home / ".gitattributes").write_text("* -text merge=kotorlevel\n")
    (home / ".gitignore").write_text(".kotorlevel/\n")
    assert git(home, "init", "-q", "-b", "main").returncode == 0
    driver = f'"{sys.executable}" -m kotorlevel merge --git %O %A %B %P'
    git(home, "config", "merge.kotorlevel.driver", driver)
    git(home, "add", "-A")
    git(home, "commit", "-qm", "base")
    base = kl.load_area(home)
    crates = len(base.placeables)

    git(home, "checkout", "-qb", "move")
    moved = kl.move_room(base, base.rooms[0].index, (0, 0, 0.01), objects=True).area
    kl.write_area_in_place(moved)
    edit_git(home, lambda each: each.with_value("Door List", 0, "Bearing", value=0.5))
    git(home, "commit", "-qam", "move")

    git(home, "checkout", "-qb", "things", "main")
    edit_git(home, lambda each: each.with_item(CRATES, item=each[CRATES][0]))
    git(home, "commit", "-qam", "things")
    done = git(home, "merge", "move", "-m", "both")
    assert done.returncode == 0, done.stdout + done.stderr
    area = kl.load_area(home)
    assert area.rooms[0].position == moved.rooms[0].position
    assert len(area.placeables) == crates + 1
    assert area.doors[0].bearing == pytest.approx(0.5)
    known = {each.rule for each in kl.check(moved).errors}
    assert {each.rule for each in kl.check(area).errors} <= known

    git(home, "checkout", "-qb", "other", "main")
    edit_git(home, lambda each: each.with_value("Door List", 0, "Bearing", value=0.75))
    git(home, "commit", "-qam", "other")
    refused = git(home, "merge", "move", "-m", "no")
    assert refused.returncode == 1
    assert "A Bearing 0.75; B Bearing 0.5" in refused.stdout + refused.stderr
    assert "UU station.git" in git(home, "status", "--short").stdout
