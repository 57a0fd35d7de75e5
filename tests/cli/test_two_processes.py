"""Two processes on one level: the second waits, or says who the first is."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.core.journal import lock
from support.area.level_files import content, put
from support.cli.in_process import InProcess

_HOLD = """
import sys
from pathlib import Path
from kotorlevel.core.journal.lock import hold
from kotorlevel.core.journal.naming import edit_named
with edit_named("kotorlevel vis mod build"), hold(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    return put(tmp_path / "mod", kl.make_broken_station())


@contextmanager
def holder(mod: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that is at work on the level until its input ends."""
    command = [sys.executable, "-c", _HOLD, str(mod / ".kotorlevel")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def test_the_second_says_who_is_first(
    mod: Path, kotorlevel: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "WAIT", 0.1)
    before = content(mod)
    with holder(mod) as first:
        for words in (("link", mod, "--in-place"), ("fix", mod), ("undo", mod)):
            result = kotorlevel(*words)
            assert result.code == 2
            if words[0] != "undo":  # there is nothing to undo
                assert f"is being edited by process {first.pid} on " in result.stderr
                assert "(kotorlevel vis mod build); try again" in result.stderr
        assert content(mod) == before
        # Who only looks, or writes elsewhere, need not wait.
        assert kotorlevel("check", mod).stderr == ""
        assert kotorlevel("link", mod, "-o", mod.parent / "out").code == 0
        first.kill()
        first.wait()
        assert kotorlevel("link", mod, "--in-place").code == 0  # its lock has gone with it


def test_the_second_waits(mod: Path, kotorlevel: InProcess) -> None:
    with holder(mod) as first:
        begun = time.monotonic()
        threading.Timer(0.3, first.kill).start()
        assert kotorlevel("link", mod, "--in-place").code == 0
        assert time.monotonic() - begun >= 0.3


@pytest.mark.parametrize(
    "command", ["paint {} --faces 9-11 Grass --in-place", "rebuild {} --in-place"]
)
def test_the_second_reads_what_the_first_has_written(
    mod: Path, kotorlevel: InProcess, command: str
) -> None:
    """A single file is held, too, before it is read: no edit is lost."""
    room = mod / "station_hall.wok"
    first = kl.paint(kl.read_walkmesh(room), "Stone", faces=range(4)).mesh

    def finish() -> None:
        room.write_bytes(first.to_bytes())
        process.kill()

    with holder(mod) as process:
        threading.Timer(0.3, finish).start()
        assert kotorlevel(*(word.format(room) for word in command.split())).code == 0
    wanted = (
        first.rebuilt() if "rebuild" in command else kl.paint(first, 3, faces=range(9, 12)).mesh
    )
    assert room.read_bytes() == wanted.to_bytes()


def test_two_at_the_same_time(mod: Path) -> None:
    """Each renames a room; neither undoes the other's work, whoever comes first."""
    code = "import sys; from kotorlevel.cli.main import main; main()"
    start = [sys.executable, "-c", code, "layout", str(mod), "rename"]
    both = [
        subprocess.Popen([*start, old, new, "--in-place"], stdout=subprocess.DEVNULL)
        for old, new in (("station_ramp", "station_rise"), ("station_view", "station_look"))
    ]
    assert [each.wait() for each in both] == [0, 0]
    names = [room.name for room in kl.load_area(mod).rooms]
    assert {"station_rise", "station_look"} < set(names)
    assert all(room.mesh is not None for room in kl.load_area(mod).rooms)
    kl.undo(mod)
    kl.undo(mod)
    assert content(mod) == kl.make_broken_station()
