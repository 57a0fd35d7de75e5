"""Plant faults in the project, one at a time, and see whether a test fails.

    python fuzz/mutants.py --record                         once: which tests run which lines
    python fuzz/mutants.py --count 200 --seed 1             over all layers
    python fuzz/mutants.py --count 20 --layer formats/lyt   in one package
    python fuzz/mutants.py --count 200 --go-on              those again that were not caught
    python fuzz/mutants.py --count 200 --only 17 42         two of them
    python fuzz/mutants.py --count 200 --only 17 --tests tests/core/test_lines.py

`faults.py` says what is planted. For each fault the tests that run its line are run, quickest
first, until one fails (`covered.py`), in a process that has collected them already (`planter.py`);
a fault in what is made when a file is loaded is planted in a copy of the project. Faults that no
test sees are listed: each is a missing test, or a change that changes no answer. Nothing is written
to the project itself but what `--record` keeps in `build`, which needs `coverage` from PyPI.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import planter
import recorder
from covered import KEPT, PYTEST, Covered, record, test_environment
from faults import ROOT, Fault, choose

LEFT_BEHIND = shutil.ignore_patterns(".git", ".venv*", "build", "dist", "node_modules", ".*_cache")
MOST_FILES = 6
"""Test files that are collected for a fault in a copy of the project."""
LONGEST = 1200.0
"""Seconds for the tests of a fault there."""


@dataclass
class Planted:
    """A fault, its number, and which test noticed it; none: it survives."""

    number: int
    fault: Fault
    tests: list[str]
    seconds: float = LONGEST
    caught_by: str = ""


def try_all(every: list[Planted], jobs: int, told: Path) -> None:
    """Try faults, so many at a time; each is told when it is done, also in a file."""
    known = _read_told(told)
    trials = [
        planter.Trial(each.fault.name, each.fault.path, each.fault.tree, each.tests, each.seconds)
        for each in every
        if not known.get(each.fault.name)
    ]
    _run_planter(trials, jobs, told)
    known = _read_told(told)
    with tempfile.TemporaryDirectory(prefix="kotorlevel-mutants-") as place:
        for each in every:
            each.caught_by = next(iter(known.get(each.fault.name, [])), "")
            if each.caught_by == planter.NOT_HERE:
                each.caught_by = _try_in_copy(each, Path(place))
                print(f"{each.fault.name}  in a copy: {each.caught_by or 'SURVIVES'}", flush=True)
            if each.caught_by.startswith(planter.BROKEN):
                each.caught_by = ""
        # Believe no test that fails without a fault, too.
        catchers = sorted({each.caught_by for each in every if "::" in each.caught_by})
        checked = Path(place, "checked")
        check = planter.Trial("", Path(), None, catchers, LONGEST, to_the_end=True)
        _run_planter([check] if catchers else [], 1, checked)
        failing = _read_told(checked).get("", [])
    for each in every:
        if each.caught_by in failing:
            print(f"{each.caught_by} fails without {each.fault.name}, too")
            each.caught_by = ""


def _read_told(told: Path) -> dict[str, list[str]]:
    """Which tests failed, by the name of the fault."""
    lines = told.read_text("utf-8").splitlines() if told.exists() else []
    return dict(map(json.loads, lines))


def _run_planter(trials: list[planter.Trial], jobs: int, told: Path) -> None:
    files = {test.partition("::")[0] for trial in trials for test in trial.tests}
    if not trials:
        return
    with tempfile.TemporaryDirectory(prefix="kotorlevel-mutants-") as place:
        planted = Path(place, "trials")
        planted.write_bytes(pickle.dumps((jobs, trials, told)))
        subprocess.run(
            [*PYTEST, "-s", "-p", "planter", "-p", "no:xdist", *sorted(files)],
            cwd=ROOT,
            env=test_environment(ROOT, **{planter.PLANTED: str(planted)}),
            check=False,
        )


def _try_in_copy(planted: Planted, place: Path) -> str:
    """Which test failed first with the fault written to a copy of the project."""
    project = place / "project"
    if not project.exists():
        shutil.copytree(ROOT, project, ignore=LEFT_BEHIND, symlinks=True)
    files = list(dict.fromkeys(test.partition("::")[0] for test in planted.tests))[:MOST_FILES]
    chosen = place / "chosen"
    chosen.write_text("\n".join(planted.tests), encoding="utf-8")
    changed = project / planted.fault.path
    original, stamp = changed.read_bytes(), changed.stat()
    changed.write_text(ast.unparse(planted.fault.tree), encoding="utf-8")
    # What Python keeps compiled goes by whole seconds, which are long here.
    later = int(stamp.st_mtime) + 10 * planted.number
    os.utime(changed, (later, later))
    try:
        ended = subprocess.run(
            [*PYTEST, "-x", "-p", "recorder", "-p", "no:xdist", *files],
            cwd=project,
            env=test_environment(project, **{recorder.CHOSEN: str(chosen)}),
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return planter.NO_END
    finally:
        changed.write_bytes(original)
        os.utime(changed, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    if ended.returncode in (0, 5):
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", ended.stdout, re.MULTILINE)
    return failed[1] if failed else "the tests cannot run"


def tell(every: list[Planted]) -> None:
    """How many were caught, by layer, and a table of those that were not."""
    planted = Counter(each.fault.layer for each in every)
    caught = Counter(each.fault.layer for each in every if each.caught_by)
    print("\n| layer | planted | caught |\n|---|---|---|")
    for layer, count in planted.items():
        print(f"| {layer} | {count} | {caught[layer]} |")
    print(f"| all | {planted.total()} | {caught.total()} |")
    print("\n| | where | what |\n|---|---|---|")
    for each in every:
        if not each.caught_by:
            print(f"| {each.number} | {each.fault.path}:{each.fault.line} | `{each.fault.what}` |")


def list_tests(files: list[str]) -> list[str]:
    """The names of all tests in some files."""
    asked = subprocess.run(
        [*PYTEST, "--collect-only", "-p", "no:xdist", *files],
        cwd=ROOT,
        env=test_environment(ROOT),
        capture_output=True,
        text=True,
        check=True,
    )
    return [line for line in asked.stdout.splitlines() if "::" in line]


def main() -> int:
    """The exit code: 0, whatever was found."""
    usage = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    usage.add_argument("--record", action="store_true", help="which tests run which lines")
    usage.add_argument("--map", type=Path, default=KEPT, help="where that is kept")
    usage.add_argument("--count", type=int, default=20)
    usage.add_argument("--layer", default="", help="a package, such as formats/lyt; all if absent")
    usage.add_argument("--seed", type=int, default=1)
    usage.add_argument("--only", type=int, nargs="+", help="these of the faults, by number")
    usage.add_argument("--tests", nargs="+", default=[], help="these tests for every fault")
    usage.add_argument("--go-on", action="store_true", help="without those caught the last time")
    usage.add_argument("--jobs", type=int, default=2, help="faults that are tried at a time")
    asked = usage.parse_args()
    if asked.record:
        record(asked.map, asked.jobs)
        return 0
    if not asked.tests and not asked.map.is_dir():
        usage.error("it is not known which tests run which lines: --record first")
    began = time.monotonic()
    chosen = enumerate(choose(asked.layer, asked.count, asked.seed), 1)
    wanted = [each for each in chosen if not asked.only or each[0] in asked.only]
    if asked.tests:
        tests = list_tests(asked.tests)
        every = [Planted(number, fault, tests) for number, fault in wanted]
    else:
        covered = Covered(asked.map)
        every = [Planted(number, fault, covered.find_tests(fault)) for number, fault in wanted]
        for each in every:
            each.seconds = sum(covered.seconds[test] for test in each.tests)
    asked.map.mkdir(parents=True, exist_ok=True)
    told = asked.map / "tried"
    if not asked.go_on:
        told.unlink(missing_ok=True)
    try_all(every, asked.jobs, told)
    tell(every)
    print(f"\n{time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
