"""Damaged levels: every command that takes an area ends with a message, never otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.cli.in_process import InProcess
from support.installation import make_archive, make_installation
from support.quick import few
from support.sample_area import MODULE, small_area, station_files

STEP = few(211, 23)
"""A prime: over the variants all parts of a record are met."""


pytestmark = pytest.mark.usefixtures("inside_tmp_path")


def damaged(data: bytes, step: int = STEP) -> Iterator[bytes]:
    """``data`` cut at some places, and with some bytes turned over."""
    for place in range(0, len(data), step):
        yield data[:place]
        yield data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]


def ask_all(kotorlevel: InProcess, *path: object) -> None:
    """Anything but an ordinary end raises out of `kotorlevel`."""
    for arguments in (
        ("check", *path),
        ("info", *path),
        ("query", *path, "height", 1, 1, "--doors", "--placeables"),
        ("link", *path, "--dry-run", "--clear", "--snap", 0.1, "--split"),
        ("layout", *path, "show"),
        ("layout", *path, "move", 0, "--by", "1,0,0", "--dry-run"),
        ("vis", *path, "check"),
        ("vis", *path, "build", "--dry-run", "--samples", 4),
        ("reach", *path, "--doors", "closed"),
        ("path", *path, "door:0", "2,2", "--placeables", "--like-game"),
    ):
        result = kotorlevel(*arguments)
        assert result.code in (0, 1, 2)
        assert result.stdout or result.stderr
        assert "\x1b" not in result.stdout + result.stderr


def test_archive(kotorlevel: InProcess) -> None:
    for data in damaged(make_archive("m.mod", small_area("m77zz")).to_bytes()):
        Path("m.mod").write_bytes(data)
        ask_all(kotorlevel, "m.mod")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["station.git", "module.ifo"])
def test_module_of_a_game(name: str, tmp_path: Path, kotorlevel: InProcess) -> None:
    """The damaged file is in Override and wins."""
    made = make_installation(tmp_path)
    for data in damaged(station_files()[f"modules/{MODULE}.rim"][name], 5 * STEP):
        (made.path("Override") / name).write_bytes(data)
        ask_all(kotorlevel, "game", "--module", MODULE)
        assert kotorlevel("scan", "game", "--module", MODULE).code in (0, 1, 2)


@pytest.mark.parametrize("name", ["m77zz.lyt", "m77zz_01a.wok", "m77zz.vis"])
def test_files_of_a_folder(name: str, kotorlevel: InProcess) -> None:
    area = small_area("m77zz")
    for filename, data in area.items():
        Path(filename).write_bytes(data)
    for data in damaged(area[name]):
        Path(name).write_bytes(data)
        ask_all(kotorlevel, ".")
        ask_all(kotorlevel, "m77zz.lyt")
