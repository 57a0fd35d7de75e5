"""All figures in one run: what everything takes, beside other programs, and how it grows.

    python benchmarks/run.py                          all, about twenty minutes
    python benchmarks/run.py --quick                  up to 20,000 faces and 9 rooms, two minutes
    python benchmarks/run.py --only rays,heights      tasks whose names have one of these words
    python benchmarks/run.py --json f.json --svg f.svg --table f.md

PyKotor (``pip install pykotor``), Embree (``embreex``) and trimesh (with ``rtree``) take part where
they are installed. Contenders take turns; figures are medians, by the clock and of the processor.
Real levels take part where they are beside the project, or in ``KOTORLEVEL_LEVELS``: a game of 29
modules is made of them. A whole one from the shell, on all processors: ``benchmarks/scan_game.py``.
"""

from __future__ import annotations

import argparse
import datetime
import resource
import sys
from collections.abc import Iterator
from pathlib import Path

from figures.showing import Figure, as_growth, as_table, machine, seconds, write_chart, write_json
from figures.tasks import TASKS, Jobs, Task, commands, real_files
from figures.timing import Job, Time, time_in_turns, time_once

FACES = (1_000, 5_000, 20_000, 100_000, 1_000_000)
ROOMS = (4, 9, 40, 100)


def main() -> None:
    """Measure what was asked for, print it, and write it where wanted."""
    chosen = parse()
    date = datetime.datetime.now(datetime.UTC).date().isoformat()
    print(f"{machine()}, {date}", file=sys.stderr)
    figures = [*measure(chosen)]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    end = f"{machine()}, {date}; at most {peak:,.0f} MB\n"
    text = f"{as_table(figures)}\n\n{as_growth(figures)}\n\n{end}"
    print(text)
    if chosen.table:
        chosen.table.write_text(text, encoding="utf-8")
    if chosen.json:
        write_json(figures, chosen.json, date)
    if chosen.svg:
        write_chart(figures, chosen.svg, 5_000, date)


def parse() -> argparse.Namespace:
    """What was typed."""
    as_written = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=as_written)
    parser.add_argument("--quick", action="store_true", help="up to 20,000 faces and 9 rooms")
    parser.add_argument("--only", default="", help="words in the names of tasks, with commas")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each contender")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--table", type=Path)
    return parser.parse_args()


def measure(chosen: argparse.Namespace) -> Iterator[Figure]:
    """Every figure, told on the way."""
    words = [word.strip() for word in chosen.only.split(",") if word.strip()]

    def is_wanted(name: str) -> bool:
        return not words or any(word in name for word in words)

    for task in TASKS.values():
        if is_wanted(task.name):
            sizes = FACES if task.of == "faces" else ROOMS
            for size in sizes[: 3 if task.of == "faces" else 2] if chosen.quick else sizes:
                if size <= task.most:
                    yield from _figures(task, size, chosen.seconds)
    for each in (commands(), real_files()):
        for name, jobs in each:
            if is_wanted(name):
                yield from _told(name, 0, time_in_turns(_present(jobs), chosen.seconds))


def _figures(task: Task, size: int, seconds_each: float) -> Iterator[Figure]:
    jobs = _present(task.jobs(size))
    if task.once:
        times = {name: time_once(job) for name, job in jobs.items()}
    else:
        times = time_in_turns(jobs, seconds_each)
    each = {
        name: Time(time.wall / task.per, time.cpu / task.per, time.rounds)
        for name, time in times.items()
    }
    yield from _told(task.name, size, each)


def _present(jobs: Jobs) -> dict[str, Job]:
    return {name: job for name, job in jobs.items() if job is not None}


def _told(name: str, size: int, times: dict[str, Time]) -> Iterator[Figure]:
    told = ", ".join(f"{who} {seconds(time.cpu)}" for who, time in times.items())
    print(f"{name} {size or '':>9}  {told}", file=sys.stderr, flush=True)
    for who, time in times.items():
        yield Figure(name, size, who, time)


if __name__ == "__main__":
    main()
