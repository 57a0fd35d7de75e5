"""Which tests run a line: recorded once, with ``coverage``, and kept in `build/mutants`."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path

import recorder
from faults import PACKAGE, ROOT, Fault

KEPT = ROOT / "build" / "mutants"
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
LEFT_OUT = re.compile(r"browser|killed|two_processes|^tests/(real|conformance)/|^tests/test_")
"""Tests that run in other processes, where no line is recorded, or that are slow beyond use."""

MOST_TESTS, MOST_SECONDS = 150, 60.0
"""Of the tests that run a fault, and again of those that name what its file defines."""
MOST_NAMING = 4
"""Test files that name what a file defines."""
ALIKE = 3
"""Cases of one test function that run before those of others."""


def test_environment(project: Path, **more: str) -> dict[str, str]:
    """For the tests of a project: its sources, this folder, and where real files are."""
    shared = ROOT.parent / "shared"
    paths = [project / "src", project / "tests", Path(__file__).parent]
    return {
        "KOTORLEVEL_CORPUS": str(shared / "corpus"),
        "KOTORLEVEL_LEVELS": str(shared / "levels"),
        **os.environ,
        "PYTHONPATH": os.pathsep.join([*map(str, paths), os.environ.get("PYTHONPATH", "")]),
        **more,
    }


def list_test_files() -> list[str]:
    """The files of tests that can be recorded."""
    files = (p.relative_to(ROOT).as_posix() for p in sorted(ROOT.glob("tests/**/test_*.py")))
    return [name for name in files if not LEFT_OUT.search(name)]


def find_naming(path: Path) -> list[str]:
    """The test files that name most often what a source file defines."""
    text = (ROOT / path).read_text("utf-8")
    names = re.findall(r"^(?:def|class) ([A-Za-z]\w+)", text, re.MULTILINE)
    module = ".".join(path.with_suffix("").parts[1:])
    ranked = []
    for test, content in _read_tests().items():
        score = 20 * content.count(module) + sum(content.count(name) for name in names)
        if score:
            ranked.append((-score, test))
    return [name for _, name in sorted(ranked)[:MOST_NAMING]]


@cache
def _read_tests() -> dict[str, str]:
    return {name: (ROOT / name).read_text("utf-8") for name in list_test_files()}


def record(folder: Path = KEPT, workers: int = 2) -> None:
    """Run the tests once and keep what each of them runs: about half an hour."""
    shutil.rmtree(folder, ignore_errors=True)
    spread = ["-n", str(workers), "--dist", "loadfile"] if workers > 1 else ["-p", "no:xdist"]
    subprocess.run(
        [*PYTEST, "-p", "recorder", *spread, *list_test_files()],
        cwd=ROOT,
        env=test_environment(ROOT, **{recorder.RECORD: str(folder)}),
        check=False,
    )


class Covered:
    """What was recorded: lines and their tests."""

    def __init__(self, folder: Path = KEPT) -> None:
        from coverage import CoverageData

        self.seconds: dict[str, float] = {}
        for log in folder.glob("*.jsonl"):
            for line in log.read_text("utf-8").splitlines():
                told = json.loads(line)
                if told["passed"]:
                    self.seconds[told["test"]] = told["seconds"]
        self._stored = []
        for path in folder.glob("lines.*"):
            data = CoverageData(str(path))
            data.read()
            self._stored.append(data)
        self._files: dict[Path, Mapping[int, set[str]]] = {}

    def find_tests(self, fault: Fault) -> list[str]:
        """The tests that run a fault and passed without it, those first that tell it soonest.

        After them others that name what its file defines: what is remembered between tests runs
        in the first of them only.
        """
        if fault.names:
            found = self._name_tests(fault.names)
            if not found:  # nobody names it in a function: who uses the file
                found = set().union(*self._lines(fault.path).values())
        else:
            lines = self._lines(fault.path)
            found = set().union(*(lines.get(number, set()) for number in fault.lines))
        naming = tuple(f"{file}::" for file in find_naming(fault.path))
        others = {test for test in self.seconds if test.startswith(naming)} - found
        sure = self._choose(found & self.seconds.keys(), fault.path)
        return [*sure, *self._choose(others, fault.path)]

    def _choose(self, tests: Iterable[str], path: Path) -> list[str]:
        """Not too many of them: quick ones, near the file, of different functions first."""
        mirror = Path("tests", *path.parts[2:-1]).as_posix()

        def cost(test: str) -> float:
            return (0.02 + self.seconds[test]) * (1 if test.startswith(mirror) else 3)

        seen: Counter[str] = Counter()
        ranked = []
        for test in sorted(tests, key=lambda test: (cost(test), test)):
            function = test.partition("[")[0]
            ranked.append((seen[function] // ALIKE, cost(test), test))
            seen[function] += 1
        chosen: list[str] = []
        left = MOST_SECONDS
        for _, _, test in sorted(ranked)[:MOST_TESTS]:
            left -= self.seconds[test]
            if chosen and left < 0:
                break
            chosen.append(test)
        return chosen

    def _lines(self, path: Path) -> Mapping[int, set[str]]:
        """The tests of each line of a file, without what runs when the file is loaded."""
        if path not in self._files:
            found: dict[int, set[str]] = defaultdict(set)
            for data in self._stored:
                for number, tests in data.contexts_by_lineno(str(ROOT / path)).items():
                    found[number].update(filter(None, tests))
            self._files[path] = found
        return self._files[path]

    def _name_tests(self, names: tuple[str, ...]) -> set[str]:
        """The tests of all lines that name one of these."""
        wanted = re.compile(rf"\b({'|'.join(names)})\b")
        found: set[str] = set()
        for path, lines in self._source.items():
            numbers = [n for n, line in enumerate(lines, 1) if wanted.search(line)]
            if numbers:
                inside = self._lines(path)
                found.update(*(inside.get(n, set()) for n in numbers if lines[n - 1][:1] == " "))
        return found

    @cached_property
    def _source(self) -> dict[Path, list[str]]:
        every = sorted((ROOT / PACKAGE).rglob("*.py"))
        return {p.relative_to(ROOT): p.read_text("utf-8").splitlines() for p in every}
