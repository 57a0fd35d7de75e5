"""Fuzz what takes bytes from strangers: every reader, areas, check, fix, edits, the server.

    python fuzz/run.py                         every target, a minute each
    python fuzz/run.py lyt vis --seconds 600   these two, ten minutes each
    python fuzz/run.py lyt --runs 100000       until so many inputs, or the seconds are over
    python fuzz/run.py lyt --replay FILE       one input again, with its traceback
    python fuzz/run.py --list                  the targets

A fault is an exception that is not documented, a warning, more than a second (20 for an area, and
one more for each megabyte), or more memory than 50 MB and ten times the input. Inputs that fail are
kept in ``build/fuzz/TARGET/faults``, beside what happened. Needs Atheris (`pip install atheris`);
with ``--quick`` nothing but the project: inputs are then mutated without looking at coverage.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(ROOT / "src"), str(ROOT / "tests")]
_COVERAGE = re.compile(r"cov: (\d+) ft: (\d+)")
_SEEDED = re.compile(r"#(\d+)\s+INITED")
_GRACE = 900.0
"""Seconds to start and to end, on a machine that is busy."""


@dataclass(frozen=True)
class Outcome:
    """What came of one target."""

    name: str
    executions: int
    seconds: float
    coverage: str
    faults: dict[str, int]

    def __str__(self) -> str:
        rate = self.executions / max(self.seconds, 0.001)
        line = f"{self.name:<12}{self.executions:>12,}{rate:>9,.0f}/s  {self.coverage:<22}"
        return line + f"{len(self.faults)} faults"


def main() -> int:
    """The exit code: 1 where anything was found."""
    asked = _parse_arguments()
    from catalogue import NAMES

    if asked.list:
        print("\n".join(NAMES))
        return 0
    if unknown := [name for name in asked.targets if name not in NAMES]:
        sys.exit(f"no target {', '.join(unknown)}; there are: {', '.join(NAMES)}")
    if asked.replay:
        return _replay(asked.targets[0], asked.replay)
    mode = "quick" if asked.quick else "guided"
    outcomes = []
    for name in asked.targets or NAMES:
        outcomes.append(fuzz(mode, name, asked.seconds, asked.seed, asked.runs))
        _add_up(mode, outcomes[-1])
        print(outcomes[-1], flush=True)
        for fault, count in outcomes[-1].faults.items():
            print(f"    {count:>8,} × {fault}", flush=True)
    total = sum(outcome.executions for outcome in outcomes)
    found = sum(len(outcome.faults) for outcome in outcomes)
    print(f"{total:,} inputs, {found} faults; inputs that fail: {ROOT / 'build' / 'fuzz'}")
    return 1 if found else 0


def _parse_arguments() -> argparse.Namespace:
    usage = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    usage.add_argument("targets", nargs="*", metavar="TARGET")
    usage.add_argument("--seconds", type=int, default=60, help="for each target")
    usage.add_argument("--runs", type=int, default=0, help="inputs for each target at most")
    usage.add_argument("--seed", type=int, default=1)
    usage.add_argument("--quick", action="store_true", help="without coverage, over what is kept")
    usage.add_argument("--replay", type=Path, metavar="FILE")
    usage.add_argument("--list", action="store_true")
    return usage.parse_args()


def fuzz(mode: str, name: str, seconds: int, seed: int, runs: int = 0) -> Outcome:
    """Fuzz one target in a process of its own, so that not even a crash ends the others."""
    folder = ROOT / "build" / "fuzz" / name
    folder.mkdir(parents=True, exist_ok=True)
    done = folder / "done.json"
    done.unlink(missing_ok=True)
    numbers = map(str, (seconds, seed, runs))
    command = [sys.executable, str(HERE / "worker.py"), mode, name, *numbers]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path[:3])}
    began = time.monotonic()
    log = folder / "log.txt"
    with log.open("w", encoding="utf-8") as file:
        try:
            status = subprocess.run(
                [*command, str(folder)],
                env=environment,
                stdout=file,
                stderr=subprocess.STDOUT,
                timeout=seconds + _GRACE,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            status = -1
    counted = json.loads(done.read_text("utf-8")) if done.exists() else {}
    faults = dict(counted.get("faults", {}))
    if status:
        faults[f"the process ended with {status}: see {log}"] = 1
    text = log.read_text("utf-8", "replace")
    # What was kept by an earlier run is fed again first: only what comes after it is new.
    seeded = int(found[1]) if (found := _SEEDED.search(text)) else 0
    ended = re.search(r"number_of_executed_units: (\d+)", text)
    executed = int(ended[1]) if ended else counted.get("executions", 0)
    executions = max(0, executed - seeded)
    covered = _COVERAGE.findall(text)
    coverage = f"{covered[-1][0]} edges, {covered[-1][1]} ft" if covered else ""
    return Outcome(name, executions, time.monotonic() - began, coverage, faults)


def _add_up(mode: str, outcome: Outcome) -> None:
    """Add to ``build/fuzz/total.json`` what was run, so that many short runs make one figure."""
    path = ROOT / "build" / "fuzz" / "total.json"
    total = json.loads(path.read_text("utf-8")) if path.exists() else {}
    told = total.setdefault(outcome.name, {"guided": 0, "quick": 0, "coverage": "", "faults": {}})
    told[mode] += outcome.executions
    told["coverage"] = outcome.coverage or told["coverage"]
    for fault, count in outcome.faults.items():
        told["faults"][fault] = told["faults"].get(fault, 0) + count
    path.write_text(json.dumps(total, indent=1), encoding="utf-8")


def _replay(name: str, path: Path) -> int:
    """Run one input again: what it raises, how long it takes, how much memory."""
    from catalogue import find_target
    from judge import MEGABYTE, allowed, measure_memory

    target, data = find_target(name), path.read_bytes()
    taken = measure_memory(target, data)
    began = time.process_time()
    try:
        target.run(data)
        print("nothing is raised")
    except target.documented as error:
        print(f"refused, as it should be: {error}")
    spent = time.process_time() - began
    print(f"{len(data):,} bytes, {spent:.3f} s, {taken / MEGABYTE:.1f} MB")
    return 1 if taken > allowed(data) else 0


if __name__ == "__main__":
    sys.exit(main())
