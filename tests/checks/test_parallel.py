"""Many files in several processes: the same as one after the other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent import futures
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from kotorlevel.checks.files import Checked, check_file
from kotorlevel.checks.options import Options
from kotorlevel.checks.parallel import Batch, check_batches
from support.builders import square_wok
from support.cases.tables_shapes import with_tables

OPTIONS = Options(
    ignore=("MSH004",),
    path_ignores=(("*7.wok", ("DRV",)),),
    surfaces=kl.Materials.preset("mdlops"),
)


def check_files(files: list[Path]) -> Iterator[Checked]:
    return check_batches([Batch(partial(check_file, options=OPTIONS), files, 100, 16)])


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """More files than are checked in one process, some with faults, one missing, one broken."""
    bad = with_tables(square_wok(), loops=None).to_bytes()
    for number in range(120):
        data = square_wok().to_bytes() if number % 3 else bad
        (tmp_path / f"r{number:03}.wok").write_bytes(data[:99] if number == 50 else data)
    return [*sorted(tmp_path.iterdir()), tmp_path / "none.wok"]


def test_same_as_in_one_process(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    together = list(check_files(files))
    assert together == [check_file(file, OPTIONS) for file in files]
    assert [each.name for each in together] == [path.as_posix() for path in files]
    assert sum(bool(each.findings) for each in together) > 30


def test_one_processor_starts_no_processes(
    files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(futures, "ProcessPoolExecutor", None)
    assert len(list(check_files(files[:99]))) == 99
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert len(list(check_files(files))) == len(files)


class _Refuses(ProcessPoolExecutor):
    def map(self, *given: Any, **more: Any) -> Any:
        raise OSError("no more processes")


class _Breaks(ProcessPoolExecutor):
    def map(self, *given: Any, **more: Any) -> Any:
        function, files = given

        def some() -> Any:
            yield from map(function, files[:7])
            raise BrokenProcessPool("killed")

        return some()


@pytest.mark.parametrize("pool", [_Refuses, _Breaks])
def test_without_processes_it_goes_on_alone(
    files: list[Path], monkeypatch: pytest.MonkeyPatch, pool: Any
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(futures, "ProcessPoolExecutor", pool)
    assert [each.name for each in check_files(files)] == [path.as_posix() for path in files]


def test_number_of_processes_is_limited(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows cannot wait for more than 61."""
    asked: list[int] = []

    def pool(workers: int) -> Any:
        asked.append(workers)
        return _Refuses(1)

    monkeypatch.setattr(os, "cpu_count", lambda: 128)
    monkeypatch.setattr(futures, "ProcessPoolExecutor", pool)
    assert len(list(check_files(files))) == len(files)
    assert asked == [61]
