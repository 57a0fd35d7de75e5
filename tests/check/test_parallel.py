"""Many files in several processes: the same as one after the other."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

import kotorlevel as kl
from builders import square_wok
from check.tables_shapes import with_tables
from kotorlevel.checks import parallel
from kotorlevel.checks.options import Options
from kotorlevel.checks.parallel import check_files, check_one

OPTIONS = Options(
    ignore=("MSH004",),
    path_ignores=(("*7.wok", ("DRV",)),),
    materials=kl.Materials.preset("mdlops"),
)


@pytest.fixture
def files(tmp_path: Path) -> list[tuple[Path, str]]:
    """More files than are checked in one process, some with faults, one missing, one broken."""
    bad = with_tables(square_wok(), loops=None).to_bytes()
    for number in range(120):
        data = square_wok().to_bytes() if number % 3 else bad
        (tmp_path / f"r{number:03}.wok").write_bytes(data[:99] if number == 50 else data)
    paths = [*sorted(tmp_path.iterdir()), tmp_path / "none.wok"]
    return [(path, path.name) for path in paths]


def test_same_as_in_one_process(
    files: list[tuple[Path, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    together = list(check_files(files, OPTIONS))
    assert together == [check_one(file, OPTIONS) for file in files]
    assert [name for name, _ in together] == [name for _, name in files]
    assert sum(bool(found) for _, found in together) > 30


def test_one_processor_starts_no_processes(
    files: list[tuple[Path, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel, "ProcessPoolExecutor", None)
    assert len(list(check_files(files[:99], OPTIONS))) == 99
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert len(list(check_files(files, OPTIONS))) == len(files)


class _Refuses(ProcessPoolExecutor):
    def map(self, *given: Any, **more: Any) -> Any:
        raise OSError("no more processes")


class _Breaks(ProcessPoolExecutor):
    def map(self, *given: Any, **more: Any) -> Any:
        function, files, options = given

        def some() -> Any:
            yield from map(function, files[:7], options)
            raise BrokenProcessPool("killed")

        return some()


@pytest.mark.parametrize("pool", [_Refuses, _Breaks])
def test_without_processes_it_goes_on_alone(
    files: list[tuple[Path, str]], monkeypatch: pytest.MonkeyPatch, pool: Any
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(parallel, "ProcessPoolExecutor", pool)
    assert [name for name, _ in check_files(files, OPTIONS)] == [name for _, name in files]


def test_number_of_processes_is_limited(
    files: list[tuple[Path, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows cannot wait for more than 61."""
    asked: list[int] = []

    def pool(workers: int) -> Any:
        asked.append(workers)
        return _Refuses(1)

    monkeypatch.setattr(os, "cpu_count", lambda: 128)
    monkeypatch.setattr(parallel, "ProcessPoolExecutor", pool)
    assert len(list(check_files(files, OPTIONS))) == len(files)
    assert asked == [61]
