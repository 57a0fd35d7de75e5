"""`kotorlevel undo`: after every command that edits, in folders and archives, and after a kill."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from support.area.level_files import content, put, put_archive, station
from support.cli.in_process import InProcess
from support.schemas import validate

SCHEMA = json.loads(
    (Path(__file__).parents[3] / "docs/schema/undo.schema.json").read_text(encoding="utf-8")
)
EDITS = {
    "rename": ("layout", "PATH", "rename", "station_ramp", "station_rise", "--in-place"),
    "remove": ("layout", "PATH", "remove", "station_hall", "--in-place"),
    "move": ("layout", "PATH", "move", "station_ramp", "--by", "0,0,1", "--objects", "--in-place"),
    "reorder": ("layout", "PATH", "reorder", "station_view", "--in-place"),
    "empty": ("layout", "PATH", "empty", "station_view", "--in-place"),
    "link": ("link", "PATH", "--in-place"),
    "vis": ("vis", "PATH", "build", "--samples", "2", "--in-place"),
    "pth": ("pth", "PATH", "build", "--partial", "--in-place"),
    "fix": ("fix", "PATH"),
    "rebuild": ("rebuild", "PATH/station_hall.wok", "-o", "PATH/station_hall.wok", "--force"),
}
FILES_ONLY = ("rebuild",)


def words(edit: str, path: Path) -> list[str]:
    return [word.replace("PATH", str(path)) for word in EDITS[edit]]


def files_for(edit: str) -> dict[str, bytes]:
    return kl.make_broken_station() if edit in ("link", "fix", "rebuild") else station()


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("edit", "kind"),
    [(e, k) for e in EDITS for k in ("mod", "lab.mod") if k == "mod" or e not in FILES_ONLY],
)
def test_after_each_command(
    tmp_path: Path, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch, edit: str, kind: str
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)
    path = tmp_path / kind
    put_archive(path, files_for(edit)) if path.suffix else put(path, files_for(edit))
    before = content(tmp_path)
    done = kotorlevel(*words(edit, path))
    assert done.code in (0, 1), done.stderr
    after = content(tmp_path)
    assert after != before
    listed = kotorlevel("undo", path, "--list").stdout.splitlines()
    assert f"kotorlevel {' '.join(words(edit, path))}" in listed[0]
    assert len(listed) == 3
    undone = kotorlevel("undo", path)
    assert undone.code == 0, undone.stderr
    assert content(tmp_path) == before
    again = kotorlevel("undo", path, "--list").stdout.splitlines()
    assert again == [f"{listed[0]}  (undone; --redo brings it back)", listed[1]]
    assert f"Bring it back: kotorlevel undo {path} --redo" in undone.stdout
    assert kotorlevel("undo", path).code == 2
    assert kotorlevel("undo", path, "--redo").code == 0
    assert content(tmp_path) == after


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    return put(tmp_path / "mod", station())


def document(kotorlevel: InProcess, *arguments: object) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(kotorlevel("undo", *arguments, "--json").stdout)
    validate(value, SCHEMA)
    return value


def test_json(mod: Path, kotorlevel: InProcess) -> None:
    assert document(kotorlevel, mod, "--list")["edits"] == []
    kotorlevel(*words("rename", mod))
    (listed,) = document(kotorlevel, mod, "--list")["edits"]
    assert listed["level"] == (mod / "station.lyt").as_posix()
    names = {Path(each["path"]).name: each["before"] for each in listed["files"]}
    assert names.pop("station_rise.wok") is None
    assert {"station.are", "station.lyt", "station.vis"} == set(names)
    undone = document(kotorlevel, mod)
    assert (undone["action"], undone["edits"][0]["undone"]) == ("undo", True)
    assert document(kotorlevel, mod, "--redo")["action"] == "redo"


def test_what_is_said(mod: Path, kotorlevel: InProcess) -> None:
    assert "No edit of" in kotorlevel("undo", mod, "--list").stdout
    result = kotorlevel("undo", mod)
    assert (result.code, result.stdout) == (2, "")
    assert "there is nothing to undo: no edit is in the journal" in result.stderr
    assert "no such file or folder" in kotorlevel("undo", mod.parent / "mdo").stderr
    assert "an empty PATH" in kotorlevel("undo", "").stderr
    assert kotorlevel("undo", mod, "--list", "--redo").code == 2
    assert "Did you mean 'undo'?" in kotorlevel("undoo", mod).stderr
    done = kotorlevel(*words("rename", mod))
    assert f"Take it back: kotorlevel undo {mod}" in done.stdout
    (mod / "station.vis").write_bytes(b"mine")
    result = kotorlevel("undo", mod)
    assert "changed since edit 1 (kotorlevel layout " in result.stderr
    assert "station.vis; to restore them all the same, add --force" in result.stderr
    result = kotorlevel("undo", mod, "--force")
    assert "removed station_rise.wok" in result.stdout
    assert content(mod) == station()


def test_no_journal_without_an_edit(mod: Path, kotorlevel: InProcess) -> None:
    kotorlevel(*words("rename", mod)[:-1], "--dry-run")
    kotorlevel(*words("rename", mod)[:-1], "-o", mod.parent / "out")
    kotorlevel("link", mod, "--in-place")  # nothing to link
    kotorlevel("fix", mod, "--dry-run")
    assert not list(mod.parent.rglob(".kotorlevel"))


_KILL = """
import os, signal, sys
left, root = int(sys.argv.pop(1)), sys.argv.pop(1)
def hook(event, arguments):
    global left
    if event == "os.rename" and str(arguments[1]).startswith(root):
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(hook)
from kotorlevel.cli.main import main
main()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
@pytest.mark.parametrize(("renames", "is_begun"), [(3, False), (5, True), (6, True)])
def test_really_killed(
    mod: Path, kotorlevel: InProcess, renames: int, is_begun: bool, tmp_path: Path
) -> None:
    """Three files are prepared, then it is begun, then they are put in their places."""
    expected = put(tmp_path / "other", station())
    kotorlevel(*words("rename", expected))
    start = [sys.executable, "-c", _KILL, str(renames), str(mod)]
    killed = subprocess.run([*start, *words("rename", mod)], check=False, capture_output=True)
    assert killed.returncode == -signal.SIGKILL
    assert content(mod) != content(expected)
    result = kotorlevel("layout", mod, "show")
    assert result.code == 0
    told = f"an edit of {mod} was cut off, and is finished now: kotorlevel layout"
    assert (told in result.stderr) == is_begun
    assert content(mod) == (content(expected) if is_begun else station())
    assert "cut off" not in kotorlevel("check", mod).stderr


def test_an_archive_repaired_where_it_is_or_beside_files(
    tmp_path: Path, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    old = put_archive(Path("station.mod"), kl.make_broken_station()).read_bytes()
    result = kotorlevel("fix", "station.mod", "station.mod")
    assert result.code == 2
    assert "station.mod: is an archive, which is repaired by itself: give it alone" in result.stderr
    assert kotorlevel("fix", "station.mod", "-o", ".").code in (0, 1)  # the folder it is in
    assert Path("station.mod").read_bytes() != old
    assert kotorlevel("undo", "station.mod").code == 0
    assert Path("station.mod").read_bytes() == old
