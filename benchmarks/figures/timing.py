"""Contenders for one job, timed in turns, so that a busy moment of the machine hits all of them."""

from __future__ import annotations

import math
import resource
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Job = Callable[[], object]

LEAST_ROUND = 0.003
"""Seconds: shorter jobs are repeated until a round takes this long."""

_PATIENCE = 10.0
"""Seconds that a task may take beyond what was wanted."""


@dataclass(frozen=True)
class Time:
    """Medians over all rounds, in seconds: by the clock, and of the processor."""

    wall: float
    cpu: float
    rounds: int


def time_in_turns(jobs: Mapping[str, Job], seconds: float = 1.0, least: int = 3) -> dict[str, Time]:
    """The time of each job: rounds for about ``seconds`` a job, and at least ``least``.

    Where one of them takes far longer than that, one round has to do.
    """
    repeats = {name: _repeats(job) for name, job in jobs.items()}
    walls: dict[str, list[float]] = {name: [] for name in jobs}
    cpus: dict[str, list[float]] = {name: [] for name in jobs}
    end = time.perf_counter() + seconds * len(jobs)
    done = 0
    while done < least or (time.perf_counter() < end and done < 101):
        for name, job in jobs.items():
            wall, cpu = _round(job, repeats[name])
            walls[name].append(wall)
            cpus[name].append(cpu)
        done += 1
        if time.perf_counter() > end + _PATIENCE:
            break
    return {
        name: Time(statistics.median(walls[name]), statistics.median(cpus[name]), done)
        for name in jobs
    }


def time_once(job: Job) -> Time:
    """The time of a job that cannot be repeated, as a first path."""
    return Time(*_round(job, 1), 1)


def _repeats(job: Job) -> int:
    """How often a job runs in a round; running it warms it up."""
    wall, _ = _round(job, 1)
    if wall < LEAST_ROUND * 100:
        wall, _ = _round(job, 1)
    return max(1, math.ceil(LEAST_ROUND / max(wall, 1e-9)))


def _round(job: Job, repeats: int) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), _processor()
    for _ in range(repeats):
        job()
    return (time.perf_counter() - wall) / repeats, (_processor() - cpu) / repeats


def _processor() -> float:
    """Seconds of the processor so far: of this process, and of commands that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


def growth(sizes: Sequence[int], seconds: Sequence[float]) -> float | None:
    """The exponent of growth: the slope of the line through the logarithms (least squares)."""
    if len(sizes) < 3:
        return None
    xs, ys = [math.log(size) for size in sizes], [math.log(max(t, 1e-12)) for t in seconds]
    return statistics.linear_regression(xs, ys).slope
