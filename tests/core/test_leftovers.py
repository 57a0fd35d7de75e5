"""What killed processes leave behind is taken away; what others are writing is not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kotorlevel.core import leftovers
from kotorlevel.core.atomic import atomic_writer, write_atomic

WRITER = """
import sys, time
from kotorlevel.core.atomic import atomic_writer
with atomic_writer(sys.argv[1]) as file:
    file.write(b"half")
    file.flush()
    print("writing", flush=True)
    time.sleep(60)
"""


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leftovers, "LEAST_AGE", -1.0)
    monkeypatch.setattr(leftovers, "_swept", {})


def rests(folder: Path) -> list[Path]:
    return [*folder.glob(f"{leftovers.PREFIX}*{leftovers.SUFFIX}")]


def test_of_a_killed_process_but_not_of_a_living_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [sys.executable, "-c", WRITER, str(tmp_path / "a.wok")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "writing\n"
        assert len(rests(tmp_path)) == 1
        write_atomic(tmp_path / "b.wok", b"whole")
        assert len(rests(tmp_path)) == 1  # it is still being written
        process.kill()
    assert len(rests(tmp_path)) == 1
    monkeypatch.setattr(leftovers, "_swept", {})
    write_atomic(tmp_path / "b.wok", b"whole")
    assert not rests(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["b.wok"]


def test_not_of_this_process_either(tmp_path: Path) -> None:
    with atomic_writer(tmp_path / "a.wok") as file:
        file.write(b"one")
        leftovers._swept.clear()
        write_atomic(tmp_path / "b.wok", b"two")
    assert (tmp_path / "a.wok").read_bytes() == b"one"


@pytest.mark.parametrize("name", ["mine.tmp", ".kotorlevel-.txt", "kotorlevel-0123456789ab.tmp"])
def test_files_with_other_names_stay(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"mine")
    write_atomic(tmp_path / "b.wok", b"whole")
    assert (tmp_path / name).read_bytes() == b"mine"


def test_links_and_folders_stay(tmp_path: Path) -> None:
    (tmp_path / "mine").write_bytes(b"mine")
    (tmp_path / ".kotorlevel-0123456789ab.tmp").symlink_to(tmp_path / "mine")
    (tmp_path / ".kotorlevel-0123456789ac.tmp").mkdir()
    os.mkfifo(tmp_path / ".kotorlevel-0123456789ad.tmp")
    write_atomic(tmp_path / "b.wok", b"whole")
    assert len(rests(tmp_path)) == 3
    assert (tmp_path / "mine").read_bytes() == b"mine"


def test_young_ones_may_be_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leftovers, "LEAST_AGE", 3600.0)
    (tmp_path / ".kotorlevel-0123456789ab.tmp").write_bytes(b"new")
    assert leftovers.sweep(tmp_path) == 0


def test_a_folder_is_looked_at_once_a_minute(tmp_path: Path) -> None:
    assert leftovers.sweep(tmp_path) == 0
    (tmp_path / ".kotorlevel-0123456789ab.tmp").write_bytes(b"rest")
    assert leftovers.sweep(tmp_path) == 0
    leftovers._swept.clear()
    assert leftovers.sweep(tmp_path) == 1
