"""A pytest plugin for planted faults: which tests run which lines, and running only some tests.

Loaded by `mutants.py` with ``-p recorder``; what it does is said in the environment:

    RECORD    a folder: what each test runs is written there, with the CPU time that it took
    CHOSEN    a file with the names of tests: only these run, in this order
"""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

RECORD = "KOTORLEVEL_RECORD"
CHOSEN = "KOTORLEVEL_CHOSEN"
FEW, ENOUGH = 4, 1.0
"""Cases of one test function that are recorded, and more until they took so many seconds."""


def pytest_configure(config: pytest.Config) -> None:
    """Record what runs, or choose what to run; workers of pytest-xdist come here, too."""
    runs_tests = hasattr(config, "workerinput") or not config.getoption("numprocesses", None)
    if runs_tests and (folder := os.environ.get(RECORD)):
        config.pluginmanager.register(_Recorder(config, Path(folder)))
    if chosen := os.environ.get(CHOSEN):
        config.pluginmanager.register(_Chooser(Path(chosen)))


class _Recorder:
    """Measures lines with ``coverage``, a context a test."""

    def __init__(self, config: pytest.Config, folder: Path) -> None:
        import coverage

        worker = getattr(config, "workerinput", {}).get("workerid", "only")
        folder.mkdir(parents=True, exist_ok=True)
        self._log = folder / f"{worker}.jsonl"
        self._coverage = coverage.Coverage(
            data_file=str(folder / f"lines.{worker}"),
            config_file=False,
            source_pkgs=["kotorlevel"],
            messages=False,
        )
        self._coverage.set_option(
            "run:disable_warnings", ["module-not-imported", "no-data-collected"]
        )
        self._coverage.start()
        self._cases: Counter[str] = Counter()
        self._spent: defaultdict[str, float] = defaultdict(float)
        self._passed = True

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        function = item.nodeid.partition("[")[0]
        self._cases[function] += 1
        if self._cases[function] > FEW and self._spent[function] > ENOUGH:
            item.add_marker(pytest.mark.skip("enough cases of this test are known"))
        self._coverage.switch_context(item.nodeid)
        self._passed, before = True, _cpu_time()
        yield
        seconds = _cpu_time() - before
        self._spent[function] += seconds
        self._coverage.switch_context("")
        told = {"test": item.nodeid, "seconds": round(seconds, 3), "passed": self._passed}
        with self._log.open("a", encoding="utf-8") as log:
            print(json.dumps(told), file=log)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._passed &= report.passed

    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        self._coverage.save()


class _Chooser:
    """Leaves out all tests but those chosen."""

    def __init__(self, chosen: Path) -> None:
        self._order = {n: i for i, n in enumerate(chosen.read_text("utf-8").splitlines())}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self._order),
            key=lambda item: self._order[item.nodeid],
        )


def _cpu_time() -> float:
    """Of this process and those it waited for: other programs do not make it longer."""
    return sum(os.times()[:4])
