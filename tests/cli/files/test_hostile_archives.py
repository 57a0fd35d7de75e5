"""Damaged archives, KEYs and modules: every command ends with a message, and writes nothing odd."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kotorlevel.formats.gff import Gff, GffType, Struct
from support.cli.archive_files import contents
from support.cli.in_process import InProcess
from support.formats.archive_shapes import BIF, ERF, RIM, Row, archive_file, key_file
from support.quick import few
from support.sample_area import make_ifo

ROWS = (Row(b"alpha", 2016, b"first"), Row(b"module", 2014, b"2nd"))


def damaged(data: bytes) -> Iterator[bytes]:
    """``data`` cut at every place, and with every byte turned over; quickly every third of them."""
    for place in range(0, len(data), few(3, 1)):
        yield data[:place]
        yield data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]


def check(kotorlevel: InProcess, *arguments: object) -> None:
    """Anything but an ordinary end raises out of `kotorlevel`."""
    result = kotorlevel(*arguments)
    assert result.code in (0, 1, 2)
    assert bool(result.stderr) or result.code == 0
    assert "\x1b" not in result.stdout + result.stderr


@pytest.mark.sampled(1)
@pytest.mark.parametrize("magic", [ERF, RIM, BIF])
def test_archives(magic: bytes, tmp_path: Path, kotorlevel: InProcess) -> None:
    path, out = tmp_path / "x.mod", tmp_path / "out"
    for data in damaged(archive_file(magic, ROWS)):
        path.write_bytes(data)
        check(kotorlevel, "ls", path)
        check(kotorlevel, "info", path)
        check(kotorlevel, "extract", path, "-o", out, "--force")
        assert {each.name for each in tmp_path.iterdir()} <= {"x.mod", "out"}
    assert all(len(data) <= 1000 for data in contents(out).values())


def test_key_of_a_game(tmp_path: Path, kotorlevel: InProcess) -> None:
    game, out = tmp_path / "game", tmp_path / "out"
    game.mkdir()
    (game / "a.bif").write_bytes(archive_file(BIF, ROWS))
    size = (game / "a.bif").stat().st_size
    keys = [(b"alpha", 2016, 0), (b"module", 2014, 1)]
    for data in damaged(key_file([(b"a.bif", size, 1)], keys)):
        (game / "chitin.key").write_bytes(data)
        check(kotorlevel, "ls", game, "--all")
        check(kotorlevel, "which", game, "alpha")
        check(kotorlevel, "extract", game, "*", "-o", out, "--force")
        assert {each.name for each in tmp_path.iterdir()} <= {"game", "out"}


def test_ifo_of_a_module(tmp_path: Path, kotorlevel: InProcess) -> None:
    game = tmp_path / "game"
    (game / "modules").mkdir(parents=True)
    (game / "chitin.key").write_bytes(key_file([], []))
    ifo = make_ifo("x", (1.0, 2.0, 3.0))
    for number, data in enumerate(damaged(ifo)):
        if number % 7 == 0:
            module = archive_file(RIM, (Row(b"module", 2014, data),))
            (game / "modules" / "m.rim").write_bytes(module)
            check(kotorlevel, "ls", game)
            check(kotorlevel, "ls", game, "--module", "m", "--level")


@pytest.mark.parametrize("area", ["../../etc", "a/b", "", "x\x1b[31m"])
def test_odd_areas_lead_nowhere(area: str, tmp_path: Path, kotorlevel: InProcess) -> None:
    game, out = tmp_path / "game", tmp_path / "out"
    (game / "modules").mkdir(parents=True)
    (game / "chitin.key").write_bytes(key_file([], []))
    root = Struct([("Mod_Entry_Area", GffType.STRING, area), ("Mod_Entry_X", GffType.FLOAT, 1e38)])
    module = archive_file(RIM, (Row(b"module", 2014, Gff("IFO ", root).to_bytes()),))
    (game / "modules" / "m.rim").write_bytes(module)
    check(kotorlevel, "ls", game)
    check(kotorlevel, "ls", game, "--module", "m", "--level")
    check(kotorlevel, "extract", game, "--module", "m", "--level", "-o", out)
    assert set(contents(out)) <= {"module.ifo"}
